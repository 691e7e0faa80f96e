"""Lists for the front page: a person's unfinished matches, and tables where somebody may sit down."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Count, F, Q

from games.models import Match, Seat
from games.queries.facts import SeatNow
from games.queries.snapshots import seat_now
from games.rules.games import slugs
from games.rules.settings import Settings

# A front page is no archive.
MATCHES_AT_MOST: Final = 20
TABLES_AT_MOST: Final = 20


@dataclass(frozen=True, slots=True)
class MyMatch:
    """An unfinished match that somebody sits in.

    `turn` is the index of the seat to act: None before the start and between rounds.
    """

    code: str
    table_name: str
    status: Match.Status
    places: int
    seats: tuple[SeatNow, ...]  # by index after the start, by place before it
    mine: SeatNow
    turn: int | None
    turn_at: datetime | None
    round_number: int
    rounds_done: int
    rounds_planned: int | None
    last_round: bool

    @property
    def my_turn(self) -> bool:
        """Whether this person has to act: a stand-in of theirs acts for itself."""
        return self.turn is not None and self.turn == self.mine.index and not self.mine.by_machine

    @property
    def turn_seat(self) -> SeatNow | None:
        return None if self.turn is None else self.seats[self.turn]


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A public table that waits and has free seats."""

    code: str
    table_name: str
    game: str
    settings: Settings
    places: int
    taken: int


def my_matches(user_id: int) -> tuple[MyMatch, ...]:
    """The unfinished matches that this person sits in: theirs to move first, then the newest. Two SELECTs."""
    mine = (
        Seat.objects.filter(user_id=user_id, match__status__in=Match.UNFINISHED)
        .select_related("match__table")
        .order_by("-match_id")[:MATCHES_AT_MOST]
    )
    found = list(mine)
    if not found:
        return ()
    others: dict[int, list[SeatNow]] = {}
    for seat in Seat.objects.filter(match__in=[row.match_id for row in found]).order_by("index", "number"):
        others.setdefault(seat.match_id, []).append(seat_now(seat))
    entries = [_my_match(row, others[row.match_id]) for row in found]
    return tuple(sorted(entries, key=_by_need))


def _by_need(entry: MyMatch) -> bool:
    return not entry.my_turn


def _my_match(row: Seat, seats: Iterable[SeatNow]) -> MyMatch:
    match = row.match
    return MyMatch(
        code=match.table.code,
        table_name=match.table.name,
        status=Match.Status(match.status),
        places=match.table.places,
        seats=tuple(seats),
        mine=seat_now(row),
        turn=match.turn,
        turn_at=match.turn_at,
        round_number=match.round_number,
        rounds_done=match.rounds_done,
        rounds_planned=match.rounds_planned,
        last_round=match.last_round,
    )


def open_tables(user_id: int | None = None) -> tuple[OpenTable, ...]:
    """Public tables that wait with free seats, the newest first, without those where this person sits. One SELECT."""
    # A game that this release does not know must not take the whole list with it.
    waiting = Match.objects.filter(status=Match.Status.WAITING, game__in=slugs()).filter(
        table__is_public=True, table__closed_at=None, table__locked=False
    )
    if user_id is not None:
        waiting = waiting.exclude(pk__in=Seat.objects.filter(user_id=user_id).values("match"))
    free = (
        waiting.select_related("table")
        .annotate(taken=Count("seats"), people=Count("seats", filter=Q(seats__kind=Seat.Kind.PERSON)))
        .filter(taken__lt=F("table__places"), people__gt=0)
        .order_by("-pk")[:TABLES_AT_MOST]
    )
    return tuple(
        OpenTable(
            code=match.table.code,
            table_name=match.table.name,
            game=match.game,
            settings=Settings(match.settings),
            places=match.table.places,
            taken=match.taken,
        )
        for match in free
    )
