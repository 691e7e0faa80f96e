"""The same yard draws games without feet: a line with two ends, a spinner with four arms, a train for each seat."""

import random

import pytest

from games.farmyard import SHAPES, WIDE, Join, Manner, Shape, fold
from games.farmyard.ends import outward
from games.farmyard.geometry import distance
from games.queries.layouts import joins_of, manner_of
from games.rules.games import game
from games.rules.settings import Settings
from games.rules.state import State
from tests.farmyard.boards import TOUCH, Watched
from tests.games_for_tests import registered

both_shapes = pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.name)


def _played(slug: str, raw: dict[str, object], seed: int) -> tuple[State, list[Join], Manner]:
    """A whole round of one of the test games, played at random by two seats."""
    source = random.Random(seed)
    with registered():
        rules = game(slug)
        settings: Settings = rules.settings(raw)
        deal = rules.deal(settings, 2, 0, source.randbytes(32))
        state = rules.open_round(settings, 2, 0, deal, rules.first_seat(0, 0, 2, deal))
        while not state.over:
            state, _ = rules.apply(state, source.choice(rules.legal_actions(state)))
        return state, list(joins_of(rules, settings, state.layout)), manner_of(rules, settings, 2)


@both_shapes
@pytest.mark.parametrize("slug", ["test-line", "test-spinner"])
@pytest.mark.parametrize(("largest", "seeds"), [(6, range(6)), (12, range(2))])
def test_a_round_of_another_game_is_laid_without_an_overlap(
    largest: int, seeds: range, slug: str, shape: Shape
) -> None:
    for seed in seeds:
        state, joins, manner = _played(slug, {"set": largest}, seed)
        watched = Watched(shape, manner).place_all(joins)
        shown = sorted((end.tile, end.number) for end in watched.yard.ends())
        tips = sorted((end.node, end.number) for end in state.ends if not joins[end.node].toes)
        assert shown == tips


def test_a_line_grows_from_both_halves_of_its_first_tile() -> None:
    watched = Watched(WIDE, Manner(6, foot=0))
    watched.place_all([Join(6, 4), Join(6, 1, 0, arm=1), Join(4, 2, 0, arm=2), Join(2, 2, 2), Join(2, 5, 3)])
    first, left, right, double, after = watched.yard.poses
    assert first.angle == 0
    assert left.x < first.x < right.x < after.x
    assert (left.angle, right.angle, double.angle % 180, after.angle) == (180, 0, 90, 0)
    assert [end.number for end in watched.yard.ends()] == [1, 5]


def test_a_first_double_stands_across_and_has_two_ends() -> None:
    watched = Watched(WIDE, Manner(6, foot=0))
    watched.place_all([Join(5, 5), Join(5, 1, 0, arm=2), Join(5, 3, 0, arm=1)])
    double, right, left = watched.yard.poses
    assert double.angle == 90
    assert left.x < double.x < right.x
    assert [end.number for end in watched.yard.ends()] == [1, 3]


@pytest.mark.parametrize("order", [(1, 2, 3, 4), (4, 2, 1, 3)])
def test_a_first_spinner_has_an_arm_on_each_side(order: tuple[int, ...]) -> None:
    watched = Watched(WIDE, Manner(6, foot=0))
    watched.place(Join(5, 5, toes=4))
    for number, arm in enumerate(order):
        watched.place(Join(5, number, 0, arm=arm))
    directions = {arm: watched.yard.poses[1 + k].angle for k, arm in enumerate(order)}
    assert directions == {1: 180, 2: 0, 3: 270, 4: 90}


def test_a_spinner_in_a_line_keeps_its_three_free_arms() -> None:
    watched = Watched(WIDE, Manner(6, foot=0))
    watched.place_all([Join(6, 4), Join(4, 4, 0, arm=2, toes=4)])
    spinner = watched.yard.poses[1]
    assert len(fold(WIDE, watched.placements).slots[1]) == 3
    watched.place_all([Join(4, 1, 1, arm=4), Join(4, 2, 1, arm=2), Join(4, 3, 1, arm=3)])
    turns = [(pose.angle - outward(spinner)) % 360 for pose in watched.yard.poses[2:]]
    assert turns == [90, 0, 270]
    assert fold(WIDE, watched.placements).slots == {}


@both_shapes
def test_trains_around_a_hub_have_their_own_places(shape: Shape) -> None:
    """Nine trains of random length, doubles crosswise within them; the order of play is any."""
    source = random.Random(3)
    watched = Watched(shape, Manner(10**6, foot=0))
    watched.place(Join(0, 0, toes=9))
    tips: dict[int, tuple[int, int]] = {}
    for number in range(1, 61):
        train = source.randrange(1, 10)
        if train not in tips:
            watched.place(Join(0, number, 0, arm=train))
        else:
            tip, matched = tips[train]
            other = matched if source.random() < 0.15 and not watched.joins[tip].is_double else number
            watched.place(Join(matched, other, tip))
            number = other
        tips[train] = len(watched.joins) - 1, number
    picture = fold(shape, watched.placements)
    starts = [tile for tile, join in enumerate(watched.joins) if tile and join.parent == 0]
    assert all(len(picture.links[tile]) == 2 for tile in starts)
    assert len(watched.yard.ends()) == len(tips)


def test_doubles_in_a_train_are_joined_at_their_long_sides() -> None:
    watched = Watched(WIDE, Manner(12, foot=0))
    watched.place_all([Join(0, 0, toes=9), Join(0, 4, 0, arm=1), Join(4, 4, 1), Join(4, 7, 2)])
    _, first, double, after = watched.yard.poses
    assert (double.angle - first.angle) % 180 == 90
    assert distance(after, double) <= TOUCH
    assert after.angle == first.angle
