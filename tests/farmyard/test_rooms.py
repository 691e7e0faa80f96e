"""Room ahead of an end, and what a new tile takes from it."""

from games.farmyard import SQUARE, Join, Manner, Pose
from games.farmyard.ends import End, front
from games.farmyard.geometry import clashes
from games.farmyard.ground import Ground
from games.farmyard.rooms import CLEARANCE, Rooms, foot_room, tile_room
from games.farmyard.state import State
from tests.farmyard.boards import CHICKEN_FOOT

HOST = Pose(0, 0, 0)
END = front(0, Join(1, 2, 0), HOST)
# Between these walls a tile fits and a foot does not; with the bar nothing does.
WALLS = [Pose(x, y, 0) for x in (0, 2.1, 4.2, 6.3) for y in (1.4, -1.4)]
BAR = Pose(2.0, 0, 90)


def test_an_end_in_the_open_has_room_for_everything() -> None:
    tile, foot = tile_room(END, [HOST]), foot_room(END, [HOST])
    assert tile is not None
    assert foot is not None
    assert len(tile) == 1
    assert len(foot) == 4
    assert not clashes(foot[2], [HOST], CLEARANCE)


def test_between_walls_a_tile_fits_and_a_foot_does_not() -> None:
    assert tile_room(END, [HOST, *WALLS]) is not None
    assert foot_room(END, [HOST, *WALLS]) is None
    assert tile_room(END, [HOST, *WALLS, BAR]) is None


def _ground(*tiles: Pose) -> Ground:
    ground = Ground()
    for tile in tiles:
        ground.add(tile)
    return ground


def test_room_is_asked_anew_only_when_its_proof_is_taken() -> None:
    rooms, ground = Rooms(), _ground(HOST)
    proof = rooms.foot(END, ground)
    far = Pose(40, 40, 0)
    rooms.narrow([far])
    assert rooms.foot(END, ground) is proof
    for wall in WALLS:
        ground.add(wall)
    rooms.narrow(WALLS)
    assert rooms.foot(END, ground) is None
    assert rooms.tile(END, ground) is not None


def test_a_thought_of_tile_takes_room_for_the_thought_only() -> None:
    rooms, ground = Rooms(), _ground(HOST)
    assert rooms.keeps_foot(END, ground, [Pose(40, 40, 0)])
    assert not rooms.keeps_foot(END, ground, WALLS)
    assert rooms.keeps_tile(END, ground, WALLS)
    assert not rooms.keeps_tile(END, ground, [*WALLS, BAR])
    assert rooms.foot(END, ground) is not None


def _end_of(state: State, number: int) -> End | None:
    return next((end for end in state.live_ends() if end.number == number), None)


def test_an_end_without_a_tile_left_needs_no_room() -> None:
    state = State(SQUARE, Manner(2))
    state.add(Join(0, 0, toes=2), Pose(0, 0, 90), (), {1: Pose(2, 0, 0), 2: Pose(-2, 0, 180)})
    state.add(Join(0, 1, 0), Pose(2, 0, 0), (), {})
    assert _end_of(state, 1) is not None
    state.add(Join(0, 2, 0), Pose(-2, 0, 180), (), {})
    # All three tiles with a 0 lie; of those with a 1 two are left, of those with a 2 too.
    assert state.dead(0)
    assert not state.dead(1)
    state.add(Join(1, 1, 1, toes=1), Pose(4, 0, 90), (), {1: Pose(6, 0, 0)})
    state.add(Join(1, 2, 3), Pose(6, 0, 0), (), {})
    assert state.dead(1)
    assert [end.number for end in state.live_ends()] == [2, 2]


def test_once_the_double_lies_an_end_wants_no_foot() -> None:
    state = State(SQUARE, CHICKEN_FOOT)
    assert state.wants_foot(5)
    state.add(Join(5, 5, toes=0), Pose(0, 0, 90), (), {})
    assert not state.wants_foot(5)
    assert state.wants_foot(None)
    assert not State(SQUARE, Manner(6, foot=0)).wants_foot(5)
