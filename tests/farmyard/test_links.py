"""Strings: for ends in front of which there is no room."""

from itertools import pairwise
from math import dist

import pytest

from games.farmyard import WIDE, Join, Pose
from games.farmyard.corridor import corridor_link, straightened
from games.farmyard.ends import front
from games.farmyard.geometry import Vector, clashes, crosses
from games.farmyard.greedy import search
from games.farmyard.links import SHORT, Linked, short_link
from games.farmyard.scoring import Judge
from games.farmyard.state import State
from tests.farmyard.boards import ENDLESS

HOST = Pose(0, 0, 0)
TILE, FOOT = Join(2, 3, 0), Join(2, 2, 0, toes=3)
kinds = pytest.mark.parametrize("join", [TILE, FOOT], ids=["tile", "double"])

# A slit along the host, too narrow for any tile but open ahead.
SLIT = [Pose(x, side * 1.03, 0) for x in (-0.4, 1.61) for side in (1, -1)]
SLIT += [Pose(2.4, side * 1.75, 90) for side in (1, -1)]
# A plug in front of the slit: what wants out has to walk around it.
PLUG = [Pose(3.9, y, 90) for y in (-1.05, 1.05)]
# A cell without a way out.
CELL = [Pose(k, side * 2.3, 0) for k in (-3.2, -1.1, 1.0, 3.1) for side in (1, -1)]
CELL += [Pose(-4.8, k, 90) for k in (-1.1, 1.1)] + [Pose(4.7, k, 90) for k in (-1.1, 1.1)]


def _judge(join: Join, *walls: Pose) -> Judge:
    state = State(WIDE, ENDLESS)
    state.add(Join(0, 0, toes=1), Pose(-1.56, 0, 90), (), {1: HOST})
    state.add(Join(0, 2, 0), HOST, (), {})
    for wall in walls:
        state.ground.add(wall)
    join = join._replace(parent=1)
    return Judge(state, join, front(1, state.joins[1], HOST))


def _check(judge: Judge, linked: Linked, free: bool = True) -> None:
    """The tile overlaps nothing; the string leads from the end to it, past the other tiles."""
    solids = judge.state.ground.solids
    stand, link = linked
    assert not any(clashes(pose, solids, 0.0) for pose in (stand.pose, *stand.slots))
    assert len(stand.slots) == judge.join.toes
    assert link[0] == (judge.end.x, judge.end.y)
    if free:
        others = [solid for solid in solids if solid != HOST]
        assert not any(crosses(solid, *string, 0.0) for solid in others for string in pairwise(link))


def _length(linked: Linked) -> float:
    return sum(dist(a, b) for a, b in pairwise(linked.link))


@kinds
def test_in_the_open_no_string_is_needed(join: Join) -> None:
    assert search(_judge(join)) is not None


@kinds
def test_a_short_string_leads_out_of_a_slit(join: Join) -> None:
    judge = _judge(join, *SLIT)
    assert join is TILE or search(judge) is None
    linked = short_link(judge)
    assert linked is not None
    _check(judge, linked)
    assert len(linked.link) == 2
    assert 0 < _length(linked) <= SHORT + 0.001


@kinds
def test_a_plugged_slit_is_left_between_the_tiles(join: Join) -> None:
    judge = _judge(join, *SLIT, *PLUG)
    assert short_link(judge) is None
    linked = corridor_link(judge)
    _check(judge, linked)
    assert len(linked.link) > 2


@kinds
def test_from_a_closed_cell_the_string_runs_under_the_tiles(join: Join) -> None:
    walls = [*CELL, *SLIT, *PLUG]
    judge = _judge(join, *walls)
    linked = corridor_link(judge)
    _check(judge, linked, free=False)


def test_a_walked_way_is_pulled_straight() -> None:
    way: list[Vector] = [(0.0, 0.0), (0.0, 1.0), (1.0, 1.0), (2.0, 1.0), (2.0, 0.0)]
    assert len(straightened(way, [])) == 2
    around = straightened(way, [Pose(1, -0.8, 90)])
    assert [around[0], around[-1]] == [way[0], way[-1]]
    assert not any(crosses(Pose(1, -0.8, 90), *string, 0.0) for string in pairwise(around))
    assert len(around) < len(way)
