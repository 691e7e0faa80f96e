"""What holds in every position of every match (rules.md §7), over random matches of every kind."""

import itertools
import random
from collections import Counter
from functools import reduce
from operator import or_

import pytest

from games.rules.actions import PASS, Action, Draw, Pass, action_text
from games.rules.games import Game
from games.rules.layout import children
from games.rules.settings import Settings
from games.rules.state import Phase, Reason, State
from games.rules.tiles import mask_of, tile_set
from tests.rules.plays import random_round
from tests.rules.positions import RULES, settings

HOUSES = [
    settings(start=start, blank=blank, dead_foot=dead_foot, target=target)
    for start, blank, dead_foot, target in itertools.product(
        (6, 4), (50, 25, 0), ("block", "release"), (None, 100)
    )
]


def check_tiles(state: State) -> None:
    """1. Hands, boneyard and table are the whole set, each tile once."""
    places = (*state.hands, mask_of(state.boneyard), mask_of(laid.tile for laid in state.layout))
    held = sum(hand.bit_count() for hand in state.hands)
    whole = tile_set(RULES.plan(state.settings, state.seats).set_max)
    assert held + len(state.boneyard) + len(state.layout) == len(whole)
    assert reduce(or_, places) == mask_of(whole)


def check_feet(state: State) -> None:
    """2. At most one foot waits, toes are no doubles, and the open ends are as many as they must be."""
    start_toes = state.settings.whole("start")
    toes = {
        node: children(state.layout, node) for node, laid in enumerate(state.layout) if laid.tile.is_double
    }
    assert not any(state.layout[toe].tile.is_double for nodes in toes.values() for toe in nodes)
    if state.owed is not None and state.owed.node == 0:
        assert len(state.ends) == start_toes - state.owed.toes
        return
    later = {node: nodes for node, nodes in toes.items() if node != 0}
    assert len(state.ends) == start_toes + sum(len(nodes) - 1 for nodes in later.values())
    if state.settings["dead_foot"] == "block":
        unfinished = [node for node, nodes in later.items() if len(nodes) < 3]
        assert unfinished == ([] if state.owed is None else [state.owed.node])
    assert all(len(nodes) <= 3 for nodes in later.values())
    assert {end.node for end in state.ends}.isdisjoint(toes)


def check_legal(state: State) -> None:
    """5. The seat to act has something to do, forced or not; nobody has once the round is over."""
    legal = RULES.legal_actions(state)
    assert (not legal) == state.over
    assert len(set(legal)) == len(legal)
    if any(isinstance(action, Draw | Pass) for action in legal):
        assert len(legal) == 1


def check_step(before: State, action: Action, after: State) -> None:
    """3. The boneyard never grows, and with tiles in it one passes only after one's own draw."""
    assert after.boneyard == before.boneyard[len(before.boneyard) - len(after.boneyard) :]
    assert len(before.boneyard) - len(after.boneyard) == isinstance(action, Draw)
    if action == PASS and before.boneyard:
        assert before.phase is Phase.DREW
    assert after.layout[: len(before.layout)] == before.layout


def check_penalties(state: State) -> None:
    """6. An empty hand costs nothing; only a lone double blank can cost as little."""
    for seat, penalty in enumerate(RULES.penalties(state)):
        hand = state.hand(seat)
        lone_blank = [str(tile) for tile in hand] == ["0-0"] and state.settings["blank"] == 0
        assert (penalty == 0) == (not hand or lone_blank)


def check_round(house: Settings, seats: int, round_index: int, source: random.Random) -> State:
    """All of it over one round; its last position."""
    before: State | None = None
    made: Action | None = None
    count = 0
    for state, action in random_round(RULES, house, seats, round_index, source):
        check_tiles(state)
        check_feet(state)
        check_legal(state)
        check_penalties(state)
        if before is not None and made is not None:
            check_step(before, made, state)
        before, made, count = state, action, count + 1
    assert before is not None
    check_end(before, count)
    return before


def check_end(state: State, positions: int) -> None:
    """4. A round ends: it plays, draws or passes, and all passing is caught."""
    tiles = RULES.plan(state.settings, state.seats).tiles
    assert positions <= tiles * (state.seats + 3)
    assert state.outcome is not None
    if state.outcome.reason is Reason.OUT:
        assert [seat for seat in range(state.seats) if not state.hand(seat)] == [state.outcome.seat]
    else:
        assert not state.boneyard
        assert all(state.hands)


@pytest.mark.parametrize("number", range(len(HOUSES)))
def test_a_round_of_every_kind(number: int) -> None:
    source = random.Random(number)
    check_round(HOUSES[number], 2 + number % 7, number % 10, source)


@pytest.mark.slow
@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize("house", HOUSES, ids=lambda house: "-".join(str(house[name]) for name in house))
def test_many_rounds_of_every_kind(seats: int, house: Settings) -> None:
    source = random.Random(f"{seats} {dict(house)}")
    ends = Counter(check_round(house, seats, round_index, source).outcome for round_index in (0, 5, 9))
    assert ends.total() == 3


@pytest.mark.slow
def test_both_endings_are_main_paths() -> None:
    source = random.Random(1)
    ends = [check_round(settings(), 4, 0, source).outcome for _ in range(30)]
    assert {end.reason for end in ends if end is not None} == {Reason.OUT, Reason.BLOCKED}


def test_the_same_seed_and_actions_give_the_same_log() -> None:
    """7."""

    def log(rules: Game, source: random.Random) -> list[str]:
        states = random_round(rules, settings(), 5, 2, source)
        return [action_text(state.layout, action) for state, action in states if action is not None]

    assert log(RULES, random.Random(4)) == log(RULES, random.Random(4))
