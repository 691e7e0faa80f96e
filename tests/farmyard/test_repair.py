"""Repair: the last tiles are laid again, with room for what is known to grow."""

import pytest

from games.farmyard import SHAPES, SQUARE, WIDE, Join, Manner, Shape, Yard, fold
from games.farmyard.geometry import clash
from games.farmyard.greedy import search
from games.farmyard.repair import VARIANTS, Trial, laid_again, repaired, rewound
from games.farmyard.scoring import Judge
from games.farmyard.stands import Stand
from games.farmyard.state import State
from games.farmyard.weights import DEFAULT
from tests.farmyard.boards import ENDLESS, Watched, any_end, tree

both_shapes = pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.name)


def _state(shape: Shape, joins: list[Join]) -> State:
    """The working state after these tiles; made from what was stored, as a process does that did not lay them."""
    yard = Yard(shape, ENDLESS)
    placements = [yard.place(join) for join in joins]
    state = State(shape, ENDLESS)
    for tile, (join, placement) in enumerate(zip(joins, placements, strict=True)):
        assert not placement.moved
        slots = dict(enumerate(placement.slots, 1))
        state.add(join, placement.pose, placement.link, slots)
        assert len(state.poses) == tile + 1
    return state


def _facts(state: State) -> object:
    """Everything that a decision may depend on."""
    return (
        state.joins,
        state.poses,
        state.plans,
        {double: free for double, free in state.slots.items() if free},
        state.toes,
        state.links,
        sorted(state.open.items()),
        state.ground.box,
        sorted(state.ground.solids),
        state.ground.rows,
        state.used,
        state.doubles,
    )


@pytest.mark.parametrize("tiles", [1, 4, 11, 23, 40])
def test_a_rewound_state_is_the_one_that_was(tiles: int) -> None:
    joins = tree(40, 0.3, any_end, 4)
    early = rewound(_state(WIDE, joins), tiles)
    assert _facts(early) == _facts(_state(WIDE, joins[:tiles]))


@both_shapes
@pytest.mark.parametrize("again", [1, 7, 20, 38])
def test_tiles_laid_again_leave_the_others_where_they_were(again: int, shape: Shape) -> None:
    joins = tree(41, 0.2, any_end, 9)
    state = _state(shape, joins[:40])
    fresh = laid_again(state, joins[40], Trial(again, DEFAULT))
    assert fresh is not None
    assert fresh.poses[: 40 - again] == state.poses[: 40 - again]
    assert fresh.joins == joins
    for tile, pose in enumerate(fresh.poses):
        assert not any(clash(pose, other, 0.0) for other in fresh.poses[:tile])


def test_hindsight_gives_room_to_what_grew() -> None:
    """Laid again with the knowledge that a double comes, its end keeps room for the foot."""
    joins = tree(30, 0.3, any_end, 4)
    state = _state(SQUARE, joins[:-1])
    fresh = repaired(state, joins[-1])
    assert fresh is not None
    assert len(fresh.poses) == 30
    assert not fresh.links


def test_a_repair_is_the_same_each_time() -> None:
    joins = tree(30, 0.4, any_end, 8)
    state = _state(WIDE, joins[:-1])
    first, second = repaired(state, joins[-1]), repaired(state, joins[-1])
    assert first is not None
    assert second is not None
    assert _facts(first) == _facts(second)
    assert state.poses == _state(WIDE, joins[:-1]).poses, "the state that was repaired is left alone"


@pytest.fixture
def jam(monkeypatch: pytest.MonkeyPatch) -> None:
    """The 32nd tile finds no room, and all the tiles before it are laid again in a looser way."""

    def blocked(judge: Judge) -> Stand | None:
        return None if len(judge.state.joins) == 31 else search(judge)

    monkeypatch.setattr("games.farmyard.yard.search", blocked)
    monkeypatch.setattr("games.farmyard.yard.short_link", lambda judge: None)
    monkeypatch.setattr("games.farmyard.repair._trials", lambda tiles: [Trial(tiles - 1, VARIANTS[1])])


@pytest.mark.usefixtures("jam")
@both_shapes
def test_only_moved_tiles_are_told_and_the_picture_follows(shape: Shape) -> None:
    joins = tree(36, 0.2, any_end, 9)
    assert joins[31].parent not in {double for double, join in enumerate(joins) if join.is_double}
    watched = Watched(shape, ENDLESS)
    for join in joins:
        before = watched.yard.poses
        placement = watched.place(join)
        for entry in placement.moved:
            assert entry.pose != before[entry.tile]
            assert fold(shape, watched.placements).poses[entry.tile] == entry.pose
    assert [tile for tile, placement in enumerate(watched.placements) if placement.moved] == [31]


@pytest.mark.usefixtures("jam")
@both_shapes
def test_a_yard_goes_on_from_a_stored_repair(shape: Shape) -> None:
    joins = tree(36, 0.2, any_end, 9)
    yard = Yard(shape, ENDLESS)
    placements = [yard.place(join) for join in joins]
    for ply in (31, 32, 34):
        rebuilt = Yard.rebuild(shape, ENDLESS, joins[:ply], placements[:ply])
        assert [rebuilt.place(join) for join in joins[ply:]] == placements[ply:]


@pytest.mark.usefixtures("jam")
def test_planned_places_that_a_repair_moves_are_told() -> None:
    """A spinner's free arms are kept through a repair, wherever it goes."""
    joins = [Join(0, 1), *(Join(k, k + 1, k - 1) for k in range(1, 20)), Join(20, 20, 19, toes=4)]
    joins += [Join(20, 30, 20, arm=2), *(Join(k, k + 1, k - 9) for k in range(30, 40))]
    watched = Watched(SQUARE, Manner(10**6, foot=0)).place_all(joins)
    placement = watched.placements[31]
    assert [entry.tile for entry in placement.replanned] == [20]
    assert fold(SQUARE, watched.placements).slots[20] == placement.replanned[0].slots
    again = Yard.rebuild(SQUARE, Manner(10**6, foot=0), joins, watched.placements)
    assert again.next_slot(20) == watched.yard.next_slot(20) == placement.replanned[0].slots[0]
