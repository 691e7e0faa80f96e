"""The playout engine against the rule book: every lane, position by position."""

import random
from collections import Counter as Tally
from dataclasses import dataclass, replace

import pytest

from games.bots.counters import count_in
from games.bots.dealt import playout_of
from games.bots.playout import Playout
from games.rules.actions import DRAW, PASS, Play
from games.rules.deals import Deal
from games.rules.games import game
from games.rules.state import State
from games.rules.tiles import Tile

LANES = 6
CHICKEN_FOOT = game("chicken-foot")


@dataclass(frozen=True)
class Position:
    """What one lane looks like at the start of a turn."""

    turn: int
    hands: tuple[frozenset[Tile], ...]
    boneyard: frozenset[Tile]
    ends: tuple[int, ...]
    owed: tuple[int, int] | None
    legal: frozenset[tuple[Tile, int]]


@dataclass(frozen=True)
class Turn:
    """What a lane did from a position: drew a tile or not, laid a tile joined by a number or not."""

    before: Position
    drawn: Tile | None
    laid: Tile | None
    number: int | None


def tiles_of(playout: Playout, planes: list[int], lane: int) -> frozenset[Tile]:
    return frozenset(
        tile for tile, lanes in zip(playout.table.tiles, planes, strict=True) if lanes >> lane & 1
    )


def position_of(playout: Playout, lane: int) -> Position:
    hands = tuple(tiles_of(playout, planes, lane) for planes in playout.hands)
    counts = [count_in(counter, lane) for counter in playout.ends]
    waiting = [number for number, lanes in enumerate(playout.feet) if lanes >> lane & 1]
    assert len(waiting) <= 1
    boneyard = tiles_of(playout, playout.boneyard, lane)
    assert count_in(playout.left, lane) == len(boneyard)
    joinable = waiting or [number for number, count in enumerate(counts) if count]
    return Position(
        turn=playout.turn,
        hands=hands,
        boneyard=boneyard,
        ends=tuple(number for number, count in enumerate(counts) for _ in range(count)),
        owed=(waiting[0], count_in(playout.toes, lane)) if waiting else None,
        legal=frozenset((tile, n) for tile in hands[playout.turn] for n in joinable if n in tile),
    )


def turn_of(playout: Playout, before: Position, lane: int) -> Turn:
    """Compare a lane with how it was before a turn."""
    after = position_of(playout, lane)
    drawn = before.boneyard - after.boneyard
    had = before.hands[before.turn] | drawn
    laid = had - after.hands[before.turn]
    numbers = [number for number, lanes in enumerate(playout.joined) if lanes >> lane & 1]
    assert (len(drawn), len(laid), len(numbers)) in ((0, 0, 0), (1, 0, 0), (0, 1, 1), (1, 1, 1))
    return Turn(before, next(iter(drawn), None), next(iter(laid), None), numbers[0] if numbers else None)


def play_out(playout: Playout, lanes: int, source: random.Random) -> tuple[list[list[Turn]], int]:
    """The turns of every lane up to the end of its round, and the number of actions the engine counted."""
    turns: list[list[Turn]] = [[] for _ in range(lanes)]
    actions = 0
    while True:
        playout.start_turn()
        going_on = [lane for lane in range(lanes) if playout.active >> lane & 1]
        if not going_on:
            return turns, actions
        before = {lane: position_of(playout, lane) for lane in going_on}
        actions += playout.take_turn(source)
        for lane in going_on:
            turns[lane].append(turn_of(playout, before[lane], lane))


def book_position(state: State) -> Position:
    """The same view of a position of the rule book."""
    owed = (state.owed.number, state.owed.toes) if state.owed else None
    return Position(
        turn=state.turn,
        hands=tuple(frozenset(state.hand(seat)) for seat in range(state.seats)),
        boneyard=frozenset(state.boneyard),
        ends=tuple(sorted(end.number for end in state.ends)),
        owed=owed,
        legal=frozenset(
            (action.tile, number_at(state, action))
            for action in CHICKEN_FOOT.legal_actions(state)
            if isinstance(action, Play)
        ),
    )


def number_at(state: State, action: Play) -> int:
    places = {(end.node, end.arm): end.number for end in CHICKEN_FOOT.openings(state, state.turn)}
    return places[action.node, action.arm]


def follow(state: State, turns: list[Turn]) -> tuple[State, int]:
    """Replay a lane through the rule book, comparing each position; the last state and the actions."""
    actions = 0
    for turn in turns:
        assert book_position(state) == turn.before
        if turn.drawn is not None:
            assert CHICKEN_FOOT.legal_actions(state) == (DRAW,)
            state, _ = CHICKEN_FOOT.apply(state, DRAW)
            actions += 1
            assert state.drawn == turn.drawn
        if turn.laid is None:
            assert CHICKEN_FOOT.legal_actions(state) == (PASS,)
            state, _ = CHICKEN_FOOT.apply(state, PASS)
        else:
            plays = [
                action
                for action in CHICKEN_FOOT.legal_actions(state)
                if isinstance(action, Play)
                and action.tile == turn.laid
                and number_at(state, action) == turn.number
            ]
            state, _ = CHICKEN_FOOT.apply(state, plays[0])
        actions += 1
    return state, actions


def in_drawn_order(deal: Deal, turns: list[Turn]) -> Deal:
    """The deal with its boneyard in the order in which the lane drew it."""
    drawn = tuple(turn.drawn for turn in turns if turn.drawn is not None)
    return replace(deal, boneyard=(*drawn, *(tile for tile in deal.boneyard if tile not in drawn)))


HOUSE_RULES = [
    {"start": start, "blank": blank, "dead_foot": dead_foot}
    for start, blank, dead_foot in [(6, 50, "block"), (4, 25, "block"), (6, 0, "release"), (4, 50, "release")]
]


@pytest.mark.parametrize("raw", HOUSE_RULES, ids=lambda raw: "-".join(str(value) for value in raw.values()))
@pytest.mark.parametrize("seats", range(2, 9))
def test_plays_as_the_rule_book_says(seats: int, raw: dict[str, object]) -> None:
    settings = CHICKEN_FOOT.settings(raw)
    source = random.Random(f"{seats} {raw}")
    rounds = [source.randrange(10) for _ in range(LANES)]
    deals = [CHICKEN_FOOT.deal(settings, seats, index, source.randbytes(32)) for index in rounds]
    playout = playout_of(
        deals,
        first=seats - 1,
        toes=settings.whole("start"),
        blank=settings.whole("blank"),
        release=raw["dead_foot"] == "release",
    )
    turns, counted = play_out(playout, LANES, source)
    actions, reasons = 0, Tally[str]()
    for lane, (deal, index) in enumerate(zip(deals, rounds, strict=True)):
        opening = CHICKEN_FOOT.open_round(
            settings, seats, index, in_drawn_order(deal, turns[lane]), seats - 1
        )
        state, taken = follow(opening, turns[lane])
        assert state.outcome is not None
        actions += taken
        reasons[state.outcome.reason] += 1
        points = tuple(playout.points(playout.hands[seat], 1 << lane) for seat in range(seats))
        assert points == CHICKEN_FOOT.penalties(state)
    assert counted == actions
    assert sum(reasons.values()) == LANES
