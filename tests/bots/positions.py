"""Positions written down as text, and matches played to get at positions as they come."""

import random
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from games.rules.actions import Action, action_text, parse_action
from games.rules.deals import Deal
from games.rules.games import game
from games.rules.state import State
from games.rules.tiles import Tile, tile_set
from games.rules.view import Logged, View, view_of

CHICKEN_FOOT = game("chicken-foot")


class Table:
    """A round in progress with its log; `view(seat)` is what that seat may see."""

    def __init__(self, slug: str, state: State, round_index: int = 0) -> None:
        self.game = game(slug)
        self.state = state
        self.round_index = round_index
        self.log: list[Logged] = []

    def do(self, action: Action) -> None:
        text = action_text(self.state.layout, action)
        self.log.append(Logged(len(self.log), self.state.turn, text))
        self.state, _ = self.game.apply(self.state, action)

    def view(self, seat: int | None = None) -> View:
        seat = self.state.turn if seat is None else seat
        return view_of(self.game, self.state, seat, round_index=self.round_index, log=self.log)


def tiles(text: str) -> tuple[Tile, ...]:
    return tuple(Tile.parse(word) for word in text.split())


def position(laid: str, hands: Sequence[str], boneyard: str = "", **raw: object) -> Table:
    """A position of Chicken Foot in which seat 0 is to act and the seats hold `hands`.

    `laid` is what lies there, in order: `9-9 9-1@9-9 9-4@9-9…`. The plays are made in turn, so they have to
    be legal; draws and passes are not needed. What is named nowhere lies behind the rest of the boneyard.
    """
    settings = CHICKEN_FOOT.settings(raw)
    seats = len(hands)
    start, *plays = laid.split()
    held = [list(tiles(hand)) for hand in hands]
    for at, play in enumerate(plays):
        held[(at - len(plays)) % seats].append(Tile.parse(play.partition("@")[0]))
    largest = CHICKEN_FOOT.plan(settings, seats).set_max
    named = {Tile.parse(start), *(tile for hand in held for tile in hand), *tiles(boneyard)}
    rest = tuple(tile for tile in tile_set(largest) if tile not in named)
    deal = Deal(Tile.parse(start), tuple(tuple(hand) for hand in held), (*tiles(boneyard), *rest))
    index = largest - Tile.parse(start).high
    table = Table(
        "chicken-foot",
        CHICKEN_FOOT.open_round(settings, seats, index, deal, -len(plays) % seats),
        index,
    )
    for play in plays:
        table.do(parse_action(table.state.layout, play))
    return table


def dealt_table(
    seats: int,
    source: random.Random,
    slug: str = "chicken-foot",
    raw: Mapping[str, object] = MappingProxyType({}),
) -> Table:
    """The start of a round that chance has dealt."""
    rules = game(slug)
    settings = rules.settings(raw)
    index = source.randrange(10) if slug == "chicken-foot" else 0
    deal = rules.deal(settings, seats, index, source.randbytes(32))
    first = rules.first_seat(source.randrange(seats), index, seats, deal)
    return Table(slug, rules.open_round(settings, seats, index, deal, first), index)


def random_turns(seats: int, source: random.Random, **raw: object) -> Iterator[Table]:
    """A round played at random, stopped wherever the seat to act has a choice."""
    table = dealt_table(seats, source, raw=raw)
    while not table.state.over:
        legal = table.game.legal_actions(table.state)
        if len(legal) > 1:
            yield table
        table.do(source.choice(legal))
