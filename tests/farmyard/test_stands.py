"""Stands: each touches the tile it is joined to and overlaps nothing of its own."""

from itertools import combinations

import pytest

from games.farmyard import Join, Pose
from games.farmyard.ends import End, back, end_for, front, outward
from games.farmyard.geometry import clash, distance
from games.farmyard.links import hub_link
from games.farmyard.stands import (
    BENDS,
    SHARP_BENDS,
    double_stands,
    fans,
    first_pose,
    root_slots,
    tile_stands,
    toe,
)
from tests.farmyard.boards import TOUCH

ALL_BENDS = BENDS + SHARP_BENDS
TILE, DOUBLE, FOOT = Join(1, 2, 0), Join(2, 2, 0), Join(2, 2, 0, toes=3)
HOSTS = [Pose(0.0, 0.0, 0), Pose(0.337, -4.21, 73), Pose(-12.5, 3.004, 211)]


def _touches(a: Pose, b: Pose) -> bool:
    return 0.03 < distance(a, b) <= TOUCH


@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize("parent", [TILE, DOUBLE], ids=["behind a tile", "behind a double"])
def test_every_stand_of_a_tile_touches_its_parent(parent: Join, host: Pose) -> None:
    end = front(0, parent, host)
    stands = list(tile_stands(end, ALL_BENDS, True))
    assert len(stands) > 8
    for stand in stands:
        assert _touches(stand.pose, host)


@pytest.mark.parametrize("host", HOSTS)
def test_every_stand_of_a_double_touches_its_parent_and_lies_across_its_line(host: Pose) -> None:
    for stand in double_stands(front(0, TILE, host), ALL_BENDS, True):
        assert _touches(stand.pose, host)
        turn = (outward(stand.pose) - host.angle + 180) % 360 - 180
        assert abs(turn) <= 90


@pytest.mark.parametrize("host", HOSTS)
def test_toes_touch_their_double_and_not_each_other(host: Pose) -> None:
    steps = fans(FOOT)
    assert steps[0] == ((0, 45, -45),)
    for number, fan in ((number, fan) for number, step in enumerate(steps) for fan in step):
        slots = [toe(host, turn) for turn in fan]
        assert all(_touches(slot, host) for slot in slots)
        if number < 2:
            assert not any(clash(a, b, 0.1) for a, b in combinations(slots, 2)), fan


@pytest.mark.parametrize("toes", [2, 4, 6])
def test_the_first_foot_is_even(toes: int) -> None:
    double = Join(5, 5, toes=toes)
    where = first_pose(double)
    slots = root_slots(double, where)
    assert len(slots) == toes
    assert all(_touches(slot, where) for slot in slots)
    assert not any(clash(a, b, 0.15) for a, b in combinations(slots, 2))
    # One half of them on each side of the double.
    assert sorted(slot.x > 0.3 for slot in slots).count(True) == sorted(s.x < -0.3 for s in slots).count(True)


def test_six_toes_are_filled_on_both_long_sides_in_turn() -> None:
    slots = root_slots(Join(5, 5, toes=6), Pose(0, 0, 90))
    assert [slot.x > 0 for slot in slots] == [True, False] * 3


def test_four_toes_are_filled_on_the_long_sides_first() -> None:
    slots = root_slots(Join(5, 5, toes=4), Pose(0, 0, 90))
    assert [slot.angle for slot in slots] == [180, 0, 270, 90]


@pytest.mark.parametrize("trains", [7, 8, 9])
def test_a_hub_has_room_for_all_trains(trains: int) -> None:
    hub = Join(12, 12, toes=trains)
    where = first_pose(hub)
    slots = root_slots(hub, where)
    assert len(slots) == trains
    assert not any(clash(a, b, 0.05) for a, b in combinations([where, *slots], 2))
    for slot in slots:
        start, end = hub_link(where, slot)
        assert max(abs(start[0]) - 0.5, abs(start[1]) - 1) == pytest.approx(0, abs=0.001)
        assert abs(slot.x - end[0]) + abs(slot.y - end[1]) > 0.9


def test_a_first_tile_has_an_end_on_each_side() -> None:
    tile, where = Join(6, 4), Pose(0, 0, 0)
    behind, ahead = back(0, tile, where), front(0, tile, where)
    assert (behind.number, behind.x, behind.angle) == (6, -1, 180)
    assert (ahead.number, ahead.x, ahead.angle) == (4, 1, 0)
    assert end_for(0, tile, where, 1).number == 6
    assert end_for(0, tile, where, 2).number == end_for(0, tile, where, 0).number == 4


def test_an_end_points_away_from_the_matched_half() -> None:
    end = front(0, TILE, Pose(0, 0, 90))
    assert isinstance(end, End)
    assert (end.x, end.y, end.angle, end.number) == (0, 1, 90, 2)
