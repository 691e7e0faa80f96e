"""What is stored with a play: short, and the same when it is read again."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.farmyard import SQUARE, Frame, Moved, Placement, Pose, Replanned, Yard
from tests.farmyard.boards import CHICKEN_FOOT, ENDLESS, any_end, tree

numbers = st.integers(-99_000, 99_000).map(lambda thousandths: thousandths / 1000)
poses = st.builds(Pose, numbers, numbers, st.integers(0, 359))
links = st.lists(st.tuples(numbers, numbers), min_size=2, max_size=6).map(tuple) | st.just(())
tiles = st.integers(0, 90)
placements = st.builds(
    Placement,
    poses,
    links,
    st.lists(poses, max_size=9).map(tuple),
    st.none() | st.builds(Frame, numbers, numbers, numbers, numbers),
    st.lists(st.builds(Moved, tiles, poses, links), max_size=5).map(tuple),
    st.lists(st.builds(Replanned, tiles, st.lists(poses, max_size=6).map(tuple)), max_size=3).map(tuple),
    st.lists(tiles, max_size=2).map(tuple),
)


@given(placements)
def test_a_placement_is_the_same_after_it_was_stored(placement: Placement) -> None:
    assert Placement.from_json(json.loads(json.dumps(placement.to_json()))) == placement


def test_an_ordinary_play_is_stored_in_few_bytes() -> None:
    assert Placement(Pose(1.5, -2.25, 45)).to_json() == [[1.5, -2.25, 45]]
    yard = Yard(SQUARE, ENDLESS)
    stored = [
        json.dumps(yard.place(join).to_json(), separators=(",", ":")) for join in tree(43, 0.2, any_end, 1)
    ]
    assert sum(map(len, stored)) / len(stored) < 70


@pytest.mark.parametrize(
    "value",
    [
        None,
        5,
        "x",
        {},
        [],
        [[1, 2]],
        [[1, 2, 3, 4]],
        [[1, 2, "3"]],
        [[1, 2, 3], [1]],
        [[1, 2, 3], [], [[1]]],
        [[1, 2, 3], [], [], [1, 2]],
        [[1, 2, 3], [], [], [], [[]]],
        [[True, 2, 3]],
        [[1, 2, 3], [], [], [], [], [[1, 2]]],
    ],
)
def test_what_is_no_placement_is_refused(value: object) -> None:
    with pytest.raises(ValueError, match="not a placement"):
        Placement.from_json(value)


def test_a_yard_takes_placements_that_were_stored() -> None:
    joins = tree(25, 0.3, any_end, 2)
    yard = Yard(SQUARE, CHICKEN_FOOT)
    stored = [json.loads(json.dumps(yard.place(join).to_json())) for join in joins]
    again = Yard.rebuild(SQUARE, CHICKEN_FOOT, joins, [Placement.from_json(value) for value in stored])
    assert again.poses == yard.poses
    assert again.frame == yard.frame
