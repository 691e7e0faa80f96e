"""One match of a table's past, or the finished rounds of the one that is played: what everybody may know of it.

Whoever knows the table's code may read it, as with the table's page. Of a round that is not over nothing is read.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Self

from games.models import Match, Round, Seat, Table
from games.queries.facts import MatchNow, SeatNow, Snapshot, TableNow
from games.queries.sheets import ScoredRound, score_sheet, scored_rounds
from games.queries.snapshots import NoSuchTable, match_now, seat_now, stored_code, table_now
from games.rules.state_json import from_json


class NoSuchMatch(LookupError):
    """There is no such table, or it has no match with this number that has begun."""


@dataclass(frozen=True, slots=True)
class DroppedRound:
    """The round that was open when a match was ended early: it counts for nothing. `hands` as they were left."""

    number: int
    start: str
    hands: tuple[tuple[str, ...], ...]
    seed: str
    commitment: str
    actions: int
    started_at: datetime | None
    ended_at: datetime | None


@dataclass(frozen=True, slots=True)
class Played:
    """A match that has begun, with those of its rounds that are over; `seats` in turn order."""

    table: TableNow
    match: MatchNow
    seats: tuple[SeatNow, ...]
    rounds: tuple[ScoredRound, ...]

    @classmethod
    def of(cls, snapshot: Snapshot) -> Self:
        """The match that a table is at, as its snapshot knows it."""
        return cls(snapshot.table, snapshot.match, snapshot.seats, score_sheet(snapshot))

    def seat_of(self, user_id: int | None) -> SeatNow | None:
        """The seat of a person, None for anybody else."""
        if user_id is None:
            return None
        return next((seat for seat in self.seats if seat.user_id == user_id), None)


def played(code: str, number: int) -> Played:
    """A match by its table's code (any case) and its number, unless it still waits. Raises NoSuchMatch.

    Four SELECTs.
    """
    rows = Match.objects.select_related("table").defer("table__trouble")
    row = (
        rows.filter(table__code=stored_code(code), number=number).exclude(status=Match.Status.WAITING).first()
    )
    if row is None:
        raise NoSuchMatch(code, number)
    match = match_now(row)
    seats = tuple(seat_now(seat) for seat in Seat.objects.filter(match=row).order_by("index"))
    rounds = scored_rounds(row.pk)[: match.rounds_done]
    return Played(table_now(row.table), match, _as_of(rounds, seats), rounds)


def _as_of(rounds: tuple[ScoredRound, ...], seats: tuple[SeatNow, ...]) -> tuple[SeatNow, ...]:
    """The seats with the totals of the last of these rounds: while they were read another one may have ended."""
    if not rounds:
        return seats
    return tuple(replace(seat, total=total) for seat, total in zip(seats, rounds[-1].totals, strict=True))


def dropped_round(match: MatchNow) -> DroppedRound | None:
    """The round that was not finished when this match was ended early, if there is one. One SELECT, or none."""
    if match.status != Match.Status.ENDED_EARLY:
        return None
    row = Round.objects.filter(match_id=match.id, status=Round.Status.DROPPED).defer("deal", "poses").first()
    if row is None or row.state is None:
        return None
    state = from_json(row.state)
    return DroppedRound(
        number=row.number,
        start=row.start,
        hands=tuple(tuple(map(str, state.hand(seat))) for seat in range(state.seats)),
        seed=row.seed,
        commitment=row.commitment,
        actions=row.ply,
        started_at=row.started_at,
        ended_at=row.ended_at,
    )


def table_of(code: str) -> TableNow:
    """The lasting facts of a table by its code (any case). Raises NoSuchTable. One SELECT."""
    row = Table.objects.defer("trouble").filter(code=stored_code(code)).first()
    if row is None:
        raise NoSuchTable(code)
    return table_now(row)
