"""Who is there: signs of life of seats and watchers, noted sparingly; their absence, noted by the clock."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db.models import F
from django.utils import timezone

from games.models import Seat, Table, Watcher
from games.queries import PRESENT_FOR, Snapshot, snapshot
from games.queries.absence import last_heard, milestones
from games.services import base, due
from games.services.agreements import lapse_unseen
from games.services.visits import NOTE_EVERY, visit

# More pages than this do not look on at one table in earnest; further ones are not counted.
WATCHERS_AT_MOST: Final = 500


def seen(*, table_id: int, user_id: int, facts: Snapshot | None = None) -> None:
    """Note a sign of life of a person's seat: from sockets, polls and POSTs, as often as they like.

    It is stored at most every 20 s, and the version rises only when the seat becomes present again. With fresh
    `facts` nothing is read while the last sign is younger than that. Nothing happens for somebody without a seat
    or who left it; Refused NO_SUCH_TABLE only if the table vanishes in between.
    """
    known = _known_seat(table_id, user_id) if facts is None else _seat_in(facts, user_id)
    if known is None:
        return
    seat_id, present, heard = known
    now = timezone.now()
    if present and heard is not None and (now - heard).total_seconds() < NOTE_EVERY:
        return
    if present and _refresh(seat_id, now):
        return
    with visit(table_id, user_id):
        pass  # whoever comes is there


_Known = tuple[int, bool, datetime | None]


def _known_seat(table_id: int, user_id: int) -> _Known | None:
    mine = Seat.objects.filter(
        match__table_id=table_id, match__number=F("match__table__matches_begun"), user_id=user_id
    )
    return mine.exclude(stand_in=Seat.StandIn.LEFT).values_list("pk", "present", "last_seen").first()


def _seat_in(facts: Snapshot, user_id: int) -> _Known | None:
    seat = facts.seat_of(user_id)
    return None if seat is None or seat.has_left else (seat.id, seat.present, seat.last_seen)


def _refresh(seat_id: int, now: datetime) -> bool:
    # Nobody sees this, so the table is not locked; the clock marks absent only who is still silent (`settle`).
    with base.writing():
        return bool(Seat.objects.filter(pk=seat_id, present=True).update(last_seen=now))


def watch(*, table_id: int, key: str) -> None:
    """Note a sign of life of a page that looks on without a seat; `key` is made by the page (8 to 64 characters).

    Stored at most every 20 s; a new watcher raises the version. Raises Refused BAD_KEY, NO_SUCH_TABLE.
    """
    base.check_key(key)
    now = timezone.now()
    mine = Watcher.objects.filter(table_id=table_id, key=key)
    heard = mine.values_list("last_seen", flat=True).first()
    if heard is not None and (now - heard).total_seconds() < NOTE_EVERY:
        return
    if heard is not None and now - heard < PRESENT_FOR:
        with base.writing():
            mine.update(last_seen=now)
        return
    with base.locked(table_id) as table:
        if Watcher.objects.filter(table=table).count() < WATCHERS_AT_MOST:
            Watcher.objects.update_or_create(table=table, key=key, defaults={"last_seen": now})
            base.touch(table)


def unwatch(*, table_id: int, key: str) -> None:
    """The page with this key looks on no longer (who looked on has sat down); nothing happens for an unknown key.

    Raises Refused NO_SUCH_TABLE.
    """
    mine = Watcher.objects.filter(table_id=table_id, key=key)
    if not base.is_key(key) or not mine.exists():
        return
    with base.locked(table_id) as table:
        if mine.delete()[0]:
            base.touch(table)


def settle(*, table_id: int, now: datetime) -> None:
    """What time alone changed at a table (due kind presence): who is absent, awaited or host now, who looks on.

    For the clock. The version rises if anybody can see a difference. Raises Refused NO_SUCH_TABLE, and BUSY if
    another ticker is at this table (PostgreSQL).
    """
    with base.locked(table_id, wait=False) as table:
        before, facts = table.presence_at, snapshot(table_id)
        gone = _mark_absent(facts, now)
        fewer = _drop_watchers(table, now)
        if gone:
            lapse_unseen(table, snapshot(table_id))
        planned = due.replan(table)
        # Up to the moment that was planned from: a mark before it is not planned again.
        passed = any(before is not None and before <= mark <= planned.now for mark in milestones(facts))
        if passed or gone or fewer:
            base.touch(table)
        else:
            base.reschedule(table)


def _mark_absent(facts: Snapshot, now: datetime) -> int:
    silent = [
        seat.id
        for seat in facts.seats
        if seat.is_person and seat.present and last_heard(seat) + PRESENT_FOR <= now
    ]
    if not silent:
        return 0
    # Said again here: a sign of life may have come since the facts were read.
    return Seat.objects.filter(pk__in=silent).exclude(last_seen__gt=now - PRESENT_FOR).update(present=False)


def _drop_watchers(table: Table, now: datetime) -> int:
    return Watcher.objects.filter(table=table, last_seen__lt=now - PRESENT_FOR).delete()[0]
