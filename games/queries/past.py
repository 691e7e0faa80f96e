"""A round that is over, position by position: played again through the rules from its stored deal.

Everything about such a round is public. A round that is still played is never found here.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from games.models import Action, Match, Round, Seat
from games.queries.facts import MatchNow, RoundNow, SeatNow, TableNow
from games.queries.logs import LoggedAction
from games.queries.memory import Memory
from games.queries.snapshots import match_now, round_now, seat_now, stored_code, table_now
from games.rules import games
from games.rules.actions import parse_action
from games.rules.deals import Deal
from games.rules.state import State
from games.rules.tiles import Tile

# The only rounds that may be looked into.
ENDED: Final = (Round.Status.OVER, Round.Status.DROPPED)


class NoSuchRound(LookupError):
    """There is no such round, or it is not over."""


@dataclass(frozen=True, slots=True)
class PastAction(LoggedAction):
    """An action of a round that is over: `drawn` is the tile that a draw gave, "" otherwise."""

    drawn: str


@dataclass(frozen=True, slots=True)
class Played:
    """How a round went: its actions, and its positions before the first of them and after each.

    `positions` has one more element than `actions`; `deal` is what the seed gave.
    """

    deal: Deal
    actions: tuple[PastAction, ...]
    positions: tuple[State, ...]


@dataclass(frozen=True, slots=True)
class PastRound:
    """A round that is over, with what is around it. `seed` is 64 hex digits; `seats` are by index."""

    table: TableNow
    match: MatchNow
    round: RoundNow
    seed: str
    seats: tuple[SeatNow, ...]
    played: Played = field(repr=False)

    @property
    def last(self) -> int:
        """The number of actions, which is the number of the last position."""
        return len(self.played.actions)


# By round and commitment (ids come again in a database that was put back): rounds that are over never change.
_played: Memory[tuple[int, str], Played] = Memory(64)


def past_round(code: str, match: int, number: int) -> PastRound:
    """A round that is over, by its table's code (any case) and the numbers of match and round, both from 1.

    Raises NoSuchRound.
    """
    row = _row(code, match, number)
    seats = tuple(map(seat_now, Seat.objects.filter(match=row.match).order_by("index")))
    return PastRound(
        table=table_now(row.match.table),
        match=match_now(row.match),
        round=round_now(row),
        seed=row.seed,
        seats=seats,
        played=_played.get_or((row.pk, row.commitment), lambda: _play(row)),
    )


def ended_rounds(match_id: int) -> tuple[int, ...]:
    """The numbers (from 1) of the rounds of a match that may be looked at, in order."""
    ended = Round.objects.filter(match_id=match_id, status__in=ENDED).order_by("number")
    return tuple(number + 1 for number in ended.values_list("number", flat=True))


def _row(code: str, match: int, number: int) -> Round:
    found = Round.objects.select_related("match__table").defer("state", "match__table__trouble")
    row = found.filter(
        match__table__code=stored_code(code), match__number=match, number=number - 1, status__in=ENDED
    ).first()
    if row is None:
        raise NoSuchRound(code, match, number)
    return row


def _play(row: Round) -> Played:
    columns = ("ply", "seat", "kind", "text", "by", "at", "poses", "drawn")
    actions = tuple(
        PastAction(ply, seat, Action.Kind(kind), text, Action.By(by), at, poses, drawn)
        for ply, seat, kind, text, by, at, poses, drawn in row.actions.order_by("ply").values_list(*columns)
    )
    deal = deal_of(row)
    return Played(deal, actions, _positions(row, row.match, deal, actions))


def deal_of(row: Round) -> Deal:
    """The stored deal of a round that was dealt."""
    assert row.deal is not None
    return Deal(
        Tile.parse(row.start) if row.start else None,
        tuple(tuple(map(Tile.parse, hand)) for hand in row.deal["hands"]),
        tuple(map(Tile.parse, row.deal["boneyard"])),
    )


def _positions(row: Round, match: Match, deal: Deal, actions: tuple[PastAction, ...]) -> tuple[State, ...]:
    assert row.first is not None
    game = games.game(match.game)
    state = game.open_round(game.settings(match.settings), match.seat_count, row.number, deal, row.first)
    positions = [state]
    for action in actions:
        state, _events = game.apply(state, parse_action(state.layout, action.text))
        positions.append(state)
    return tuple(positions)
