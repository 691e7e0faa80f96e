"""Stands: the ways in which a tile, or a double with its toes, can be joined to an open end.

Every stand touches the end it is joined to: the two edges are GAP apart. Offsets are worked out once for an
end at the origin that points along x; laying a stand out only turns and moves them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from math import cos, pi, sin
from typing import NamedTuple

from games.farmyard.ends import End, outward
from games.farmyard.geometry import UNIT, Pose, pose
from games.farmyard.joins import Join

# The gap between a tile and the tile it is joined to.
GAP = 0.06

BENDS = (0, 15, -15, 30, -30, 45, -45)
SHARP_BENDS = (60, -60, 75, -75)
FINE_BENDS = tuple(side * turn for turn in range(5, 80, 5) if turn % 15 for side in (1, -1))

# What it costs to leave the straight line, in the currency of the scoring.
BEND_COST = 0.6
CORNER_COST = 1.5
SIDE_COST = 1.65
DOUBLE_SIDE_COST = 1.8
FAN_COST = 1.0


class Offset(NamedTuple):
    """A stand relative to its end: how far ahead and aside the centre lies, the turn of the line, its cost."""

    ahead: float
    aside: float
    turn: int
    cost: float


class Stand(NamedTuple):
    """A way to lay a tile: its pose, for a double the poses of its toes, and how far it is from straight."""

    pose: Pose
    slots: tuple[Pose, ...]
    cost: float


def _bent(turn: int, half_width: float, depth: float) -> Offset:
    """Turned by `turn`, the near edge on the line through the end's inner corner, its centre `depth` behind."""
    ux, uy = UNIT[turn % 360]
    reach = GAP + half_width * abs(uy) + depth
    return Offset(reach * ux, reach * uy, turn, BEND_COST * abs(turn) / 45)


@cache
def tile_offsets(turns: tuple[int, ...], corners: bool, slid: bool) -> tuple[Offset, ...]:
    """A tile behind the short edge of another: bent, round the corner, or beside the open half.

    The last two also slid along the edge they touch, by a quarter of a unit.
    """
    offsets = [_bent(turn, 0.5, 1.0) for turn in turns]
    if corners:
        offsets += [Offset(GAP + 0.5, side * 0.5, side * 90, CORNER_COST) for side in (1, -1)]
        offsets += [Offset(-0.5, side * (GAP + 1.5), side * 90, SIDE_COST) for side in (1, -1)]
    if slid:
        slides = [(side, by) for side in (1, -1) for by in (0.25, -0.25)]
        offsets += [Offset(GAP + 0.5, side * (0.5 + by), side * 90, CORNER_COST) for side, by in slides]
        offsets += [Offset(by - 0.5, side * (GAP + 1.5), side * 90, SIDE_COST) for side, by in slides]
    return tuple(offsets)


@cache
def double_offsets(turns: tuple[int, ...], sides: bool) -> tuple[Offset, ...]:
    """A double across the line behind a short edge, tilted, or lying along the open half."""
    offsets = [_bent(turn, 0.5, 0.5) for turn in turns]
    if sides:
        offsets += [Offset(-0.5, side * (GAP + 1.0), side * 90, DOUBLE_SIDE_COST) for side in (1, -1)]
    return tuple(offsets)


def _toe_offset(turn: int) -> Offset:
    """A toe relative to the middle of its double's long side, as far along the outward direction as it fits."""
    ux, uy = UNIT[turn % 360]
    side = 1 if turn > 0 else -1
    cost = FAN_COST * abs(abs(turn) - 45) / 45
    if turn == 0:
        return Offset(GAP + 1, 0, 0, 0)
    if abs(turn) == 90:
        return Offset(-0.5, side * (GAP + 2), turn, cost)
    if abs(turn) > 90:
        return Offset((GAP + 1) * ux - 1, side + (GAP + 1) * uy, turn, cost)
    return Offset((GAP + 1) * ux, side + (GAP + 1) * uy, turn, cost)


_TOES = {turn: _toe_offset(turn) for turn in (0, 30, -30, 45, -45, 60, -60, 90, -90, 120, -120, 135, -135)}

# A line that goes on behind a double: straight, or off one of its corners or ends.
_BROAD_TILES = tuple(
    _TOES[turn]._replace(cost=CORNER_COST * abs(turn) / 45)
    for turn in (0, 30, -30, 45, -45, 60, -60, 90, -90)
)
_BROAD_DOUBLES = (Offset(GAP + 0.5, 0, 0, 0),)


def stand_at(end: End, offset: Offset, crosswise: bool) -> Pose:
    """The pose that an offset gives at an end."""
    ux, uy = UNIT[end.angle]
    ahead, aside, turn, _ = offset
    return pose(
        end.x + ahead * ux - aside * uy,
        end.y + ahead * uy + aside * ux,
        end.angle + turn + (90 if crosswise else 0),
    )


def tile_stands(end: End, turns: tuple[int, ...], corners: bool, slid: bool = False) -> Iterator[Stand]:
    """The stands of a tile at an end."""
    offsets = _BROAD_TILES if end.broad else tile_offsets(turns, corners, slid)
    for offset in offsets:
        yield Stand(stand_at(end, offset, False), (), offset.cost)


def double_stands(end: End, turns: tuple[int, ...], sides: bool) -> Iterator[Stand]:
    """The stands of a double at an end, without its toes."""
    offsets = _BROAD_DOUBLES if end.broad else double_offsets(turns, sides)
    for offset in offsets:
        yield Stand(stand_at(end, offset, True), (), offset.cost)


def toe(double: Pose, turn: int) -> Pose:
    """A toe of a laid double, its direction turned by `turn` from the way the line came."""
    return _toe_from(double, outward(double), turn)


def _toe_from(double: Pose, angle: int, turn: int) -> Pose:
    ux, uy = UNIT[angle]
    end = End(0, 0, None, double.x + ux / 2, double.y + uy / 2, angle, double)
    return stand_at(end, _TOES[turn], False)


STANDARD_FAN = (0, 45, -45)
CROSS_FAN = (0, -90, 90)
_SIDES = (45, 60, 90)
OTHER_FANS = tuple((0, a, -b) for a in _SIDES for b in _SIDES if (a, b) != (45, 45))
NARROW_FANS = tuple((0, a, -b) for a in (30, *_SIDES) for b in (30, *_SIDES) if 30 in (a, b))
# Toes that point back beside the tile the double was joined to: rather those than a string.
BACK_FANS = tuple(
    fan
    for fan in combinations((0, 30, -30, 45, -45, 60, -60, 90, -90, 120, -120, 135, -135), 3)
    if any(abs(turn) > 90 for turn in fan)
)


@cache
def fan_cost(fan: tuple[int, ...]) -> float:
    """How far a fan is from the standard one; a spinner's arms cost nothing."""
    return 0.0 if fan == CROSS_FAN else sum(_TOES[turn].cost for turn in fan)


def fans(join: Join) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """The fans a double may have, in four steps: the usual one, others, narrow ones, pointing back."""
    count = join.toes
    if count >= 4:
        return (CROSS_FAN,), (), (), (), ()
    if count == 3:
        return (STANDARD_FAN,), OTHER_FANS, NARROW_FANS, BACK_FANS
    if count == 2:
        return ((45, -45),), ((60, -60),), (), ()
    return ((0,) if count else (),), (), (), ()


def root_slots(join: Join, where: Pose) -> tuple[Pose, ...]:
    """The places around a first double: one line's ends are no slots; up to six in a star, more on a ring."""
    ahead, behind = outward(where), outward(where) + 180
    count = join.toes if join.is_double else 0
    if count == 4:
        around = ((behind, 0), (ahead, 0), (ahead, -90), (ahead, 90))
        return tuple(_toe_from(where, angle % 360, turn) for angle, turn in around)
    if count <= 6:
        star = ((ahead, 0), (behind, 0), (ahead, -60), (behind, -60), (ahead, 60), (behind, 60))
        return tuple(_toe_from(where, angle % 360, turn) for angle, turn in star[:count])
    return _ring(where, count)


def _ring(where: Pose, count: int) -> tuple[Pose, ...]:
    """Places of a hub that has more trains than room at its edges; strings join them."""
    # Neighbours' near corners stay a fifth apart, and all stay clear of the hub's own corners.
    radius = max(1.2, (0.1 + 0.5 * cos(pi / count)) / sin(pi / count))
    angles = [round(360 * k / count) for k in range(count)]
    return tuple(
        pose(where.x + (radius + 1) * UNIT[a][0], where.y + (radius + 1) * UNIT[a][1], a) for a in angles
    )


def first_pose(join: Join) -> Pose:
    """Where the first tile of a round lies: a double upright, another lengthways."""
    return Pose(0.0, 0.0, 90 if join.is_double else 0)
