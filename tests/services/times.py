"""Letting time pass at one table without waiting for it."""

from __future__ import annotations

from datetime import timedelta

from django.db.models import F
from django.utils import timezone

from games.models import Match, Note, Round, Seat, Table, Watcher
from games.queries import Snapshot, snapshot
from games.services import presence
from games.services.base import DUE_COLUMNS


def let_pass(table_id: int, seconds: float, *, but_not: int | None = None) -> Snapshot:
    """Move everything that has a time at this table so much into the past, as if nobody was heard from since.

    `but_not` is the user whose page went on giving signs of life. The clock's work for presence is done.
    """
    ago = timedelta(seconds=seconds)
    Table.objects.filter(pk=table_id).update(
        **{column: F(column) - ago for column in ("due_at", *DUE_COLUMNS)}
    )
    Match.objects.filter(table_id=table_id).update(turn_at=F("turn_at") - ago, ended_at=F("ended_at") - ago)
    Round.objects.filter(match__table_id=table_id).update(ended_at=F("ended_at") - ago)
    seats = Seat.objects.filter(match__table_id=table_id)
    seats.update(joined_at=F("joined_at") - ago)
    silent = seats if but_not is None else seats.exclude(user_id=but_not, user_id__isnull=False)
    silent.update(last_seen=F("last_seen") - ago)
    Note.objects.filter(match__table_id=table_id).update(at=F("at") - ago)
    Watcher.objects.filter(table_id=table_id).update(last_seen=F("last_seen") - ago)
    presence.settle(table_id=table_id, now=timezone.now())
    return snapshot(table_id)
