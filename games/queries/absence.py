"""Who is awaited, since when, and who is there. Times come in: nothing here looks at a clock."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final, NamedTuple

from games.models import Match
from games.queries.facts import SeatNow, Snapshot
from games.queries.hosts import WAITING_GRACE
from games.queries.snapshots import PRESENT_FOR

AWAITED_AFTER: Final = timedelta(seconds=60)  # from then on everyone is told
IDLE_AFTER: Final = timedelta(minutes=5)  # from then on a stand-in may be called although the person is there


class Awaited(NamedTuple):
    """The seat everybody waits for: a person's, whom nobody stands in for."""

    seat: SeatNow
    since: datetime
    told: bool  # long enough for everyone to see who and since when
    may_call: bool  # a seated person may call a stand-in now


def awaited(facts: Snapshot, now: datetime) -> Awaited | None:
    """Who is awaited at `now`, None while nobody is to act or a machine is."""
    seat, since = facts.turn_seat, facts.match.turn_at
    if seat is None or since is None or seat.by_machine:
        return None
    waited = now - since
    told = waited >= AWAITED_AFTER
    return Awaited(seat, since, told, told and (not seat.present or waited >= IDLE_AFTER))


def last_heard(seat: SeatNow) -> datetime:
    """When the seat's person was heard from last: at the latest when they sat down."""
    return seat.last_seen or seat.joined_at


def is_here(seat: SeatNow, now: datetime) -> bool:
    """Whether the seat's person was heard from lately, whatever the clock has noted so far."""
    return seat.person_here and now - last_heard(seat) < PRESENT_FOR


def milestones(facts: Snapshot) -> tuple[datetime, ...]:
    """The times at which all see something new although nobody did anything, past ones included.

    Before the start: when the host's powers may pass on. In a round: when the seat to act is awaited, and idle.
    """
    if facts.match.status == Match.Status.WAITING:
        away = (seat for seat in facts.seats if seat.is_person and not seat.present)
        return tuple(last_heard(seat) + WAITING_GRACE for seat in away)
    waiting_for = awaited(facts, facts.now)
    if waiting_for is None:
        return ()
    return waiting_for.since + AWAITED_AFTER, waiting_for.since + IDLE_AFTER
