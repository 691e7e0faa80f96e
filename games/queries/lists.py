"""A person's unfinished matches, for the front page and wherever somebody has to find the way back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from games.models import Match, Seat
from games.queries.facts import SeatNow, to_act
from games.queries.snapshots import seat_now

# A front page is no archive.
MATCHES_AT_MOST: Final = 30


@dataclass(frozen=True, slots=True)
class MyMatch:
    """An unfinished match that somebody sits in, with the same answer as its table to whose turn it is."""

    code: str
    table_name: str
    status: Match.Status
    places: int
    seats: tuple[SeatNow, ...]  # by index after the start, by place before it
    mine: SeatNow
    turn_seat: SeatNow | None
    turn_at: datetime | None
    ends_at: datetime | None  # when it will be ended because nobody came for long
    round_number: int
    rounds_done: int
    rounds_planned: int | None
    last_round: bool

    @property
    def my_turn(self) -> bool:
        """Whether this person has to act: a stand-in of theirs acts for itself."""
        return self.turn_seat is not None and self.turn_seat.id == self.mine.id and not self.mine.by_machine


def my_matches(user_id: int) -> tuple[MyMatch, ...]:
    """The unfinished matches that this person sits in: theirs to move first, then the newest. Two SELECTs."""
    mine = (
        Seat.objects.filter(user_id=user_id, place=None)  # so that the index of unfinished ones is used
        .filter(match__status__in=Match.UNFINISHED, match__table__closed_at=None)
        .select_related("match__table")
        .order_by("-match_id")[:MATCHES_AT_MOST]
    )
    found = list(mine)
    if not found:
        return ()
    others: dict[int, list[SeatNow]] = {}
    for seat in Seat.objects.filter(match__in=[row.match_id for row in found]).order_by("index", "number"):
        others.setdefault(seat.match_id, []).append(seat_now(seat))
    # One that was dropped between the two SELECTs has no seats any more.
    entries = [_my_match(row, others[row.match_id]) for row in found if row.match_id in others]
    return tuple(sorted(entries, key=_by_need))


def _by_need(entry: MyMatch) -> bool:
    return not entry.my_turn


def _my_match(row: Seat, seats: Iterable[SeatNow]) -> MyMatch:
    match, everybody = row.match, tuple(seats)
    status = Match.Status(match.status)
    return MyMatch(
        code=match.table.code,
        table_name=match.table.name,
        status=status,
        places=match.table.places,
        seats=everybody,
        mine=seat_now(row),
        turn_seat=to_act(status, match.turn, everybody),
        turn_at=match.turn_at,
        ends_at=match.ends_at,
        round_number=match.round_number,
        rounds_done=match.rounds_done,
        rounds_planned=match.rounds_planned,
        last_round=match.last_round,
    )
