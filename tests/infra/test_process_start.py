"""What a serving process sets before its first answer."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import LazySettings

from config import asgi, process_lock
from games import events
from lobby import faults

USUAL = 0.005  # Python's own


@pytest.fixture
def _usual_interval() -> Iterator[None]:
    before = sys.getswitchinterval()
    sys.setswitchinterval(USUAL)
    yield
    sys.setswitchinterval(before)


@pytest.fixture
def _nothing_begins(
    monkeypatch: pytest.MonkeyPatch, settings: LazySettings, tmp_path: Path
) -> Iterator[None]:
    """Whatever else `start` begins is left out, or ends with the test."""
    kept: list[object] = []
    monkeypatch.setattr(asgi, "_kept", kept)
    monkeypatch.setattr(asgi, "_started", False)
    monkeypatch.setattr(process_lock, "hold", lambda: None)
    monkeypatch.setattr(faults, "start", lambda: None)
    monkeypatch.setattr(events, "use_loop", lambda _loop: None)
    settings.CLOCK_IN_SERVER = False
    settings.SQLITE_FILE = tmp_path / "db.sqlite3"
    yield
    for keeper in kept:
        assert isinstance(keeper, sqlite3.Connection)
        keeper.close()


@pytest.mark.usefixtures("_usual_interval", "_nothing_begins")
async def test_a_request_need_not_wait_long_for_a_thread_that_computes() -> None:
    asgi.start()
    assert sys.getswitchinterval() == pytest.approx(asgi.SWITCH_SECONDS)
    assert asgi.SWITCH_SECONDS <= USUAL / 4
