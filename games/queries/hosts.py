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


def is_substitute(snapshot: Snapshot, host: SeatNow) -> bool:
    """Whether the host is host only until the opener, or whom the role was handed to, is back.

    A phone that slept must not cost somebody a table: such a host cannot hand the role on, nor block those.
    """
    return not _own_right(snapshot, host) and any(
        _own_right(snapshot, seat) and not seat.has_left for seat in snapshot.seats
    )


def may_hand_over(snapshot: Snapshot, host: SeatNow, seat: SeatNow) -> bool:
    """Whether the host may make the owner of this seat host, if it has one."""
    return seat.user_id is not None and not is_substitute(snapshot, host)


def may_block(snapshot: Snapshot, host: SeatNow, seat: SeatNow) -> bool:
    """Whether the host may send the owner of this seat away from the table for good, if it has one."""
    return seat.user_id is not None and not (is_substitute(snapshot, host) and _own_right(snapshot, seat))


def _own_right(snapshot: Snapshot, seat: SeatNow) -> bool:
    """Whether this is the opener, or the one whom the role was handed to."""
    return seat.user_id is not None and seat.user_id in (snapshot.table.host_id, snapshot.table.opener_id)


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
