"""Telling in the log what happened at a table besides actions."""

from __future__ import annotations

from enum import StrEnum

from django.utils import timezone

from games.models import Note, Table
from games.queries import SeatNow, Snapshot


class What(StrEnum):
    """What a note tells. In brackets: its seats and data (before the start `place` and `by_place` in the data)."""

    JOINED = "joined"  # (seat)
    LEFT_PLACE = "left-place"  # (place): before the start
    FREED = "freed"  # (seat, by)
    BLOCKED = "blocked"  # (seat, by, data user: whose it was): the seat itself is nobody's from then on
    HOST = "host"  # (seat: who is host now, by)
    LOCKED = "locked"  # (by)
    UNLOCKED = "unlocked"  # (by)
    STARTED = "started"  # (by)
    STAND_IN = "stand-in"  # (seat, by: who called it)
    BACK = "back"  # (seat)
    LEFT = "left"  # (seat): a stand-in plays on
    TOOK_OVER = "took-over"  # (seat, data kind: whose it was, "bot" or "person")
    LAST_ROUND_ASKED = "last-round-asked"  # (by)
    LAST_ROUND = "last-round"  # agreed by all who are present
    END_ASKED = "end-asked"  # (by)
    END_PROPOSED = "end-proposed"  # (by: the host): time to object runs
    OBJECTED = "objected"  # (by)
    ENDED = "ended"  # the match ends with the scores so far
    REACTED = "react"  # (by, data code)
    # Decided by the person in charge of the site (services/office.py)
    OFFICE_ENDED = "office-ended"
    OFFICE_CLOSED = "office-closed"
    OFFICE_FREED = "office-freed"  # (place): before the start
    OFFICE_STAND_IN = "office-stand-in"  # (seat)
    OFFICE_SENT_AWAY = "office-sent-away"  # (seat): their person may not use the site any more
    OFFICE_RENAMED = "office-renamed"  # (seat)
    OFFICE_TABLE_NAME = "office-table-name"
    OFFICE_PRIVATE = "office-private"
    OFFICE_LOOKED = "office-looked"  # at the hands of the round being played


def note(
    table: Table,
    facts: Snapshot,
    what: What,
    *,
    seat: SeatNow | None = None,
    by: SeatNow | None = None,
    **data: int | str,
) -> None:
    """Write what happened to `seat`, done by `by`, inside the lock and before `base.touch`, which makes it visible.

    Seats are told by their index, before the start by their place in `data`. No names: a note outlives them.
    """
    for key, one in (("place", seat), ("by_place", by)):
        if one is not None and one.index is None:
            data[key] = one.number
    Note.objects.create(
        match_id=facts.match.id,
        round_number=facts.round.number,
        ply=facts.round.ply,
        what=what,
        seat=None if seat is None else seat.index,
        by_seat=None if by is None else by.index,
        data=data,
        version=table.version + 1,
        at=timezone.now(),
    )
