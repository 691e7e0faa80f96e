"""Errors that serving processes log, counted by the hour in the database: admin's pulse shows them for all processes.

What is kept: the logger, the line that was logged, the kind of the exception and the last lines of code it passed. What
the exception says is not kept, for it might hold what is secret.
"""

from __future__ import annotations

import logging
import queue
import threading
import traceback
from collections import Counter
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.db import close_old_connections
from django.db.models import F
from django.utils import timezone

from games.services.base import writing
from lobby.models import Fault
from lobby.private_links import hidden

KEPT: Final = timedelta(days=30)
_LINES: Final = 3
# A flood is counted this far; what does not fit is in the log all the same.
_WAITING_AT_MOST: Final = 1000


class Seen(NamedTuple):
    """An error that was logged."""

    hour: datetime
    logger: str
    what: str


class CountingHandler(logging.Handler):
    """Hands errors to the counting thread."""

    def emit(self, record: logging.LogRecord) -> None:
        try:
            _waiting.put_nowait(seen(record))
        except queue.Full:
            return
        except Exception:  # noqa: BLE001 as every handler does with a record that it cannot read
            self.handleError(record)


def seen(record: logging.LogRecord) -> Seen:
    """What is kept of a record of the log."""
    hour = datetime.fromtimestamp(record.created, timezone.get_default_timezone())
    line = record.getMessage().strip().partition("\n")[0]
    what = f"{hidden(line)[:200]} {_where(record)}"
    return Seen(hour.replace(minute=0, second=0, microsecond=0), record.name[:80], what[:300])


def _where(record: logging.LogRecord) -> str:
    if not record.exc_info or record.exc_info[1] is None:
        return f"({record.filename}:{record.lineno})"
    error = record.exc_info[1]
    frames = traceback.extract_tb(error.__traceback__)[-_LINES:]
    lines = " > ".join(f"{frame.filename.rpartition('/')[2]}:{frame.lineno}" for frame in frames)
    return f"{type(error).__name__} at {lines}"


_waiting: queue.Queue[Seen] = queue.Queue(_WAITING_AT_MOST)


def _count_on() -> None:
    while True:
        counts = Counter([_waiting.get()])
        while not _waiting.empty():
            counts[_waiting.get()] += 1
        try:
            keep(counts)
        except Exception as error:  # noqa: BLE001 the database is away: the log on the console has it all
            logging.getLogger(__name__).warning("Errors could not be counted: %s.", type(error).__name__)
        finally:
            close_old_connections()


_counter = threading.Thread(target=_count_on, name="faults", daemon=True)


def start() -> None:
    """Count the errors of this process from now on: for one that serves, or is the clock."""
    if not _counter.is_alive():
        _counter.start()
        logging.getLogger().addHandler(CountingHandler(logging.ERROR))


def keep(counts: Counter[Seen]) -> None:
    """Add to the rows of these errors, and forget those of last month."""
    now = timezone.now()
    with writing():
        for error, times in counts.items():
            row, is_new = Fault.objects.get_or_create(
                **error._asdict(), defaults={"times": times, "last_at": now}
            )
            if not is_new:
                Fault.objects.filter(pk=row.pk).update(times=F("times") + times, last_at=now)
        Fault.objects.filter(hour__lt=now - KEPT).delete()


def of_last_day() -> list[Fault]:
    """The errors of the last 24 hours, the newest first, at most fifty kinds. One SELECT."""
    return list(
        Fault.objects.filter(last_at__gte=timezone.now() - timedelta(days=1)).order_by("-last_at")[:50]
    )
