"""Rows that nobody asks for any more."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from games.models import Receipt, Watcher
from games.services import closing
from games.services.base import writing

WATCHERS_KEPT: Final = timedelta(days=1)
# A page that comes back from a long sleep may repeat its last POST; later ones are no repeats.
RECEIPTS_KEPT: Final = timedelta(days=30)


def forget_old(now: datetime) -> int:
    """Remove watchers not heard from for a day, receipts of last month, and tables at which nothing was played and
    that were closed a month ago; how many rows went."""
    with writing():
        watchers, _models = Watcher.objects.filter(last_seen__lt=now - WATCHERS_KEPT).delete()
        receipts, _models = Receipt.objects.filter(at__lt=now - RECEIPTS_KEPT).delete()
        tables = closing.remove_unplayed(now)
    return watchers + receipts + tables
