"""Who is host at present: it follows from the opener, who is there, and whether the role was handed over."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from games.models import Match
from games.queries.facts import SeatNow, Snapshot

# Before the start the powers pass on only after this absence: a reload is no reason.
WAITING_GRACE: Final = timedelta(seconds=60)


def host_of(snapshot: Snapshot) -> SeatNow | None:
    """The host's seat: who was given the role, else the opener, else who is seated longest; each only if present.

    When nobody is present the role rests with the first of them who is seated at all.
    """
    people = [seat for seat in snapshot.seats if seat.is_person and not seat.has_left]
    ranked = sorted(people, key=lambda seat: _rank(snapshot, seat))
    return next((seat for seat in ranked if _counts_as_here(snapshot, seat)), ranked[0] if ranked else None)


def _rank(snapshot: Snapshot, seat: SeatNow) -> tuple[bool, bool, float, int]:
    table = snapshot.table
    return (
        seat.user_id is None or seat.user_id != table.host_id,
        seat.user_id is None or seat.user_id != table.opener_id,
        seat.joined_at.timestamp(),
        seat.id,
    )


def _counts_as_here(snapshot: Snapshot, seat: SeatNow) -> bool:
    if seat.person_here:
        return True
    waiting = snapshot.match.status == Match.Status.WAITING
    return waiting and seat.last_seen is not None and snapshot.now - seat.last_seen < WAITING_GRACE
