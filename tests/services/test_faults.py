"""Errors that are logged are counted by the hour, from all processes, without what might be secret."""

from __future__ import annotations

import logging
import sys
import time
from collections import Counter
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from lobby import faults
from lobby.models import Fault

SEED = "0123456789abcdef" * 4


def record(
    message: str = "It failed at table 5", *args: object, error: Exception | None = None
) -> logging.LogRecord:
    """A line of the log, with the traceback of an error that was raised here."""
    info = None
    if error is not None:
        try:
            raise error
        except Exception:  # noqa: BLE001 any
            info = sys.exc_info()
    return logging.LogRecord("games.clock", logging.ERROR, __file__, 7, message, args, info)


def test_where_it_happened_is_kept_not_what_the_error_says() -> None:
    seen = faults.seen(record(error=ValueError(f"the seed is {SEED}")))
    assert seen.logger == "games.clock"
    assert seen.what.startswith("It failed at table 5 ValueError at test_faults.py:")
    assert SEED not in seen.what
    assert (seen.hour.minute, seen.hour.second, seen.hour.microsecond) == (0, 0, 0)


def test_a_private_link_in_the_line_is_not_kept() -> None:
    seen = faults.seen(record("Internal Server Error: %s", "/carry/" + "aB3" * 20 + "/"))
    assert seen.what.startswith("Internal Server Error: /carry/…/")
    assert "aB3aB3" not in seen.what
    seen = faults.seen(record("Internal Server Error: %s", "/password/new/MQ/dgz0ab-" + "0f" * 16 + "/"))
    assert seen.what.startswith("Internal Server Error: /password/new/… ")


def test_a_line_without_an_error_says_where_it_was_written() -> None:
    assert faults.seen(record("Nothing works\nmore")).what == "Nothing works (test_faults.py:7)"


def test_long_lines_fit_their_column() -> None:
    assert len(faults.seen(record("word " * 200, error=KeyError("x"))).what) <= 300


@pytest.mark.django_db
def test_the_same_error_is_one_row_an_hour() -> None:
    seen = faults.seen(record())
    faults.keep(Counter({seen: 2}))
    faults.keep(Counter({seen: 1, seen._replace(what="Another"): 1}))
    assert dict(Fault.objects.values_list("what", "times")) == {seen.what: 3, "Another": 1}
    assert sorted(fault.times for fault in faults.of_last_day()) == [1, 3]


@pytest.mark.django_db
def test_old_rows_go() -> None:
    seen = faults.seen(record())
    faults.keep(Counter({seen._replace(hour=seen.hour - faults.KEPT - timedelta(hours=1)): 1}))
    assert not Fault.objects.exists()


@pytest.mark.django_db
def test_only_the_last_day_is_shown() -> None:
    seen = faults.seen(record())
    faults.keep(Counter({seen: 1}))
    Fault.objects.update(last_at=timezone.now() - timedelta(hours=25))
    assert faults.of_last_day() == []


@pytest.mark.django_db(transaction=True)
def test_a_served_process_counts_what_it_logs() -> None:
    """With the thread and the handler as they are started by whoever serves."""
    before = logging.getLogger().handlers[:]
    faults.start()
    faults.start()  # once is enough
    added = [handler for handler in logging.getLogger().handlers if handler not in before]
    try:
        assert len(added) == 1
        logging.getLogger("games.clock").error("The clock failed at table %s", 9)
        logging.getLogger("games.clock").warning("This is no error")
        for _try in range(100):
            if Fault.objects.exists():
                break
            time.sleep(0.05)
        fault = Fault.objects.get()
        assert fault.what.startswith("The clock failed at table 9 (test_faults.py:")
    finally:
        for handler in added:
            logging.getLogger().removeHandler(handler)
        connection.close()


def test_a_flood_does_not_hold_anybody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    handler = faults.CountingHandler(logging.ERROR)
    monkeypatch.setattr(faults, "_waiting", type(faults._waiting)(2))
    for _line in range(5):
        handler.emit(record())
    assert faults._waiting.qsize() == 2


def test_a_line_that_cannot_be_read_is_no_error_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logging, "raiseExceptions", False)
    faults.CountingHandler(logging.ERROR).emit(record("%s and %s", 1))
