"""Scoring: what makes a stand dear."""

from games.farmyard import SQUARE, WIDE, Join, Manner, Pose
from games.farmyard.ends import front
from games.farmyard.geometry import Box
from games.farmyard.scoring import Judge, Probe, Target, crowding, probe
from games.farmyard.stands import Stand
from games.farmyard.state import State
from games.farmyard.weights import DEFAULT

ENDLESS = Manner(10**6)


def test_growth_beyond_the_frame_is_far_dearer_than_within() -> None:
    target = Target(1.0, 20, DEFAULT)
    half = target.height / 4
    inner, outer = Box(-half, -half, half, half), Box(-2 * half, -2 * half, 2 * half, 2 * half)
    within = target.growth(inner, inner.grown(0.5))
    beyond = target.growth(outer, outer.grown(0.5))
    assert 0 < within < beyond / 20


def test_a_wide_board_likes_wide_layouts() -> None:
    wide = Target(WIDE.aspect, 20, DEFAULT)
    box = Box(-5, -5, 5, 5)
    longer, higher = Box(-5, -5, 7, 5), Box(-5, -5, 5, 7)
    assert wide.growth(box, longer) < wide.growth(box, higher) / 4
    square = Target(SQUARE.aspect, 20, DEFAULT)
    assert square.growth(box, longer) > square.growth(box, higher)


def test_a_larger_layout_gets_a_larger_frame() -> None:
    assert Target(1.0, 60, DEFAULT).height > Target(1.0, 40, DEFAULT).height


def test_only_what_lies_in_the_disc_crowds_it() -> None:
    disc = Probe(0, 0, 2)
    assert crowding(disc, [(2.6, 0), (0, -9)]) == 0
    assert 0 < crowding(disc, [(2.4, 0)]) < crowding(disc, [(1, 0)]) < crowding(disc, [(1, 0), (0, 1)])


def test_a_foot_wants_a_larger_disc() -> None:
    end = front(0, Join(1, 2, 0), Pose(0, 0, 0))
    assert probe(end, True).radius > probe(end, False).radius


def _state(*tiles: Pose) -> State:
    """A line of tiles, each joined to the one before, wherever they lie."""
    state = State(SQUARE, ENDLESS)
    for number, pose in enumerate(tiles):
        state.add(Join(number, number + 1, number - 1), pose, (), {})
    return state


def _judge(state: State) -> Judge:
    tile = len(state.joins) - 1
    join = Join(tile + 1, tile + 2, tile)
    return Judge(state, join, front(tile, state.joins[tile], state.poses[tile]))


def test_overshoot_is_what_the_board_has_to_grow() -> None:
    target = Target(1.0, 20, DEFAULT)
    half = target.height / 2
    box = Box(-half, -half, half, half)
    assert target.overshoot(box, Probe(0, 0, 1)) == 0
    assert target.overshoot(box, Probe(half, 0, 1)) == 1


def test_closing_the_last_way_of_another_end_is_harm() -> None:
    # The first tile's other end looks left into a corridor; a tile across its mouth closes it.
    walls = [Pose(-2 - 2 * k, side * 1.4, 0) for k in range(3) for side in (1, -1)]
    state = _state(Pose(0, 0, 0), *walls, Pose(-7.6, 3.2, 90))
    judge = _judge(state)
    closing = Stand(Pose(-2.1, 0, 90), (), 0)
    elsewhere = Stand(Pose(-7.6, 5.3, 90), (), 0)
    assert judge.harm(closing) >= DEFAULT.tile_lost
    assert judge.harm(elsewhere) < DEFAULT.accept


def test_a_tile_that_can_go_on_nowhere_is_harm() -> None:
    state = _state(Pose(0, 0, 0))
    corner = [Pose(5.3, side * 0.6, 0) for side in (1, -1)] + [Pose(3.2, side * 1.4, 0) for side in (1, -1)]
    for pose in corner:
        state.ground.add(pose)
    assert _judge(state).harm(Stand(Pose(2.06, 0, 0), (), 0)) >= DEFAULT.tile_lost
