"""The facts of a table at one version, as plain frozen values: what everything else is computed from.

`Snapshot.state` holds every hand: it is for services, bots' views and `games.queries.round_view`, never for a page.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from games.models import LETTERS, Match, Round, Seat
from games.rules.settings import Settings
from games.rules.state import State

# What the farmyard stores, as JSON: a placement by name of shape ("wide", "square").
type Json = bool | int | float | str | list[Json] | dict[str, Json] | None
Poses = Mapping[str, Json]


class Position(NamedTuple):
    """What an action is made for: match (its number at the table), round and ply, both from 0."""

    match: int
    round: int
    ply: int


@dataclass(frozen=True, slots=True)
class TableNow:
    """The lasting place behind a link."""

    id: int
    code: str
    name: str
    game: str
    settings: Settings
    places: int
    is_public: bool
    pace: str
    turn_clock: int  # seconds, 0 is off
    locked: bool
    opener_id: int | None
    host_id: int | None  # only when the role was handed over
    trouble_count: int
    created_at: datetime
    closed_at: datetime | None


@dataclass(frozen=True, slots=True)
class MatchNow:
    """The newest match at the table."""

    id: int
    number: int
    status: Match.Status
    game: str
    settings: Settings
    seat_count: int  # 0 while waiting
    set_max: int
    rounds_planned: int | None
    rounds_done: int
    round_number: int
    first: int | None
    turn: int | None
    turn_at: datetime | None
    winners: tuple[int, ...]
    is_draw: bool
    last_round: bool
    last_round_by: tuple[int, ...]
    end_by: tuple[int, ...]
    end_proposed_by: int | None
    created_at: datetime
    started_at: datetime | None
    ended_at: datetime | None
    ends_at: datetime | None  # when it will be ended because nobody came for long

    @property
    def unfinished(self) -> bool:
        return self.status in Match.UNFINISHED

    @property
    def going_on(self) -> bool:
        """Whether it has begun and is not over, be it paused just now."""
        return self.status in (Match.Status.PLAYING, Match.Status.PAUSED)

    @property
    def over(self) -> bool:
        return self.status not in Match.UNFINISHED


@dataclass(frozen=True, slots=True)
class SeatNow:
    """A place while the match waits, a seat in turn order (`index`) after its start."""

    id: int
    number: int
    index: int | None
    user_id: int | None
    name: str
    kind: Seat.Kind
    level: str
    stand_in: Seat.StandIn
    auto_draw: bool
    ready: bool
    present: bool
    last_seen: datetime | None
    joined_at: datetime
    total: int
    place: int | None

    @property
    def letter(self) -> str:
        """The seat's letter, empty before the start."""
        return "" if self.index is None else LETTERS[self.index]

    @property
    def is_person(self) -> bool:
        return self.kind == Seat.Kind.PERSON

    @property
    def has_left(self) -> bool:
        return self.stand_in == Seat.StandIn.LEFT

    @property
    def by_machine(self) -> bool:
        """Whether the server plays this seat at present: a bot, or a stand-in."""
        return self.kind == Seat.Kind.BOT or self.stand_in != Seat.StandIn.NONE

    @property
    def person_here(self) -> bool:
        """Whether the seat's person is present and has not left the match."""
        return self.is_person and self.present and not self.has_left


def to_act(status: Match.Status, turn: int | None, seats: Sequence[SeatNow]) -> SeatNow | None:
    """The seat to act: one answer for the table, the front page and whoever is told of a turn.

    `turn` is `Match.turn`, which is set only while a round is played; `seats` are in turn order. Nobody is to act
    while a match waits, is paused, is between two rounds or over.
    """
    return seats[turn] if status == Match.Status.PLAYING and turn is not None else None


@dataclass(frozen=True, slots=True)
class RoundNow:
    """The round the match is in: waiting (not dealt), playing, over or dropped."""

    id: int
    number: int
    status: Round.Status
    start: str
    first: int | None
    commitment: str
    ply: int
    reason: str
    out: int | None
    blocked_foot: int | None
    started_at: datetime | None
    ended_at: datetime | None
    poses: Poses | None  # where the starting double lies, by name of shape


@dataclass(frozen=True, slots=True)
class Due:
    """When the server acts next, and the times that a page may count down to."""

    at: datetime | None
    kind: str
    turn_clock_at: datetime | None
    next_round_at: datetime | None
    objection_at: datetime | None


@dataclass(frozen=True, slots=True)
class Repeat:
    """The action that was stored with a key before."""

    match: int
    round: int
    ply: int
    seat: int
    text: str
    user_id: int | None


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A table at one version. There is always a match, and the match always has a current round."""

    version: int
    now: datetime
    table: TableNow
    match: MatchNow
    round: RoundNow
    seats: tuple[SeatNow, ...]  # by index after the start, by place before it
    state: State | None  # secret; None while the round waits
    due: Due
    watchers: int
    last_note: int = 0  # rises whenever something is noted: who knows notes up to here knows them all

    @property
    def position(self) -> Position:
        return Position(self.match.number, self.round.number, self.round.ply)

    @property
    def playing(self) -> bool:
        """Whether somebody is to act."""
        return self.match.status == Match.Status.PLAYING and self.round.status == Round.Status.PLAYING

    @property
    def between_rounds(self) -> bool:
        """Whether a round is over and the match goes on."""
        return self.match.going_on and self.round.status == Round.Status.OVER

    @property
    def turn_seat(self) -> SeatNow | None:
        """The seat to act, None if nobody is."""
        return to_act(self.match.status, self.match.turn, self.seats)

    def seat_of(self, user_id: int | None) -> SeatNow | None:
        """The seat of a person, None for a watcher."""
        if user_id is None:
            return None
        return next((seat for seat in self.seats if seat.user_id == user_id), None)
