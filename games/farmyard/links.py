"""Strings: how a tile is joined to an end in front of which there is no room for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games.farmyard.ends import outward
from games.farmyard.geometry import DECIMALS, UNIT, Pose, Vector, clashes, crosses, pose, unit
from games.farmyard.greedy import TIGHT, Choice, choose, with_toes
from games.farmyard.placement import Link
from games.farmyard.scoring import Judge
from games.farmyard.stands import Stand, fans

# A string up to this length is a short one.
SHORT = 2.5
STEP = 0.25
# What a string costs for each unit of its length, and for turning away from straight on by 45 degrees.
_LENGTH_COST = 2.0
TURN_COST = 0.6
# A straight string passes other tiles at least at this distance.
STRING_CLEARANCE = 0.03


def _both(turns: range) -> Iterator[int]:
    return (side * turn for turn in turns for side in (1, -1))


class Reach(NamedTuple):
    """Where a short string may lead: its directions and the turns of the tile behind it, both from straight on;
    how near other tiles may come; how many of the steps of `fans` a double's toes may use."""

    directions: tuple[int, ...]
    turns: tuple[int, ...]
    clearance: float | None
    fans: int


USUAL = Reach((0, *_both(range(15, 90, 15))), (0, *_both(range(30, 150, 30))), None, 2)
# Tried when the usual one leads nowhere, before tiles are moved.
WIDE_REACH = Reach((0, *_both(range(5, 90, 5))), (0, *_both(range(15, 180, 15)), 180), TIGHT, 4)


class Linked(NamedTuple):
    """A stand and the string that joins it."""

    stand: Stand
    link: Link


def near_edge(where: Pose, crosswise: bool) -> Vector:
    """The middle of the edge with which a tile faces its parent."""
    ux, uy = UNIT[outward(where) if crosswise else where.angle]
    depth = 0.5 if crosswise else 1.0
    return rounded((where.x - depth * ux, where.y - depth * uy))


def rounded(point: Vector) -> Vector:
    """A point as it is stored."""
    return round(point[0], DECIMALS) + 0.0, round(point[1], DECIMALS) + 0.0


def stands_behind(
    judge: Judge, edge: Vector, angle: int, solids: Sequence[Pose], cost: float, reach: Reach = USUAL
) -> Iterator[Stand]:
    """The stands of the tile whose near edge has its middle at a point, with each fan of a double's toes.

    None if it touches anything there.
    """
    join = judge.join
    clearance = reach.clearance or judge.weights.clearance
    ux, uy = unit(angle)
    depth = 0.5 if join.is_double else 1.0
    where = pose(edge[0] + depth * ux, edge[1] + depth * uy, angle + (90 if join.is_double else 0))
    if clashes(where, solids, clearance):
        return
    stand = Stand(where, (), cost)
    if join.is_double:
        choice = [fan for step in fans(join)[: reach.fans] for fan in step]
        yield from with_toes(stand, choice, solids, clearance)
    else:
        yield stand


def short_link(judge: Judge) -> Linked | None:
    """A stand a little ahead of the end and in sight of it, None if there is none."""
    for reach in (USUAL, WIDE_REACH):
        best: Choice | None = None
        for k in range(1, round(SHORT / STEP) + 1):
            best = choose(judge, _at_distance(judge, reach, k * STEP), 0.0, best)
            if best and best.harm < judge.weights.accept:
                break
        if best:
            start = rounded((judge.end.x, judge.end.y))
            return Linked(best.stand, (start, near_edge(best.stand.pose, judge.join.is_double)))
    return None


def _at_distance(judge: Judge, reach: Reach, length: float) -> Iterator[Stand]:
    """The stands at the end of a straight string of a given length."""
    end = judge.end
    others = [solid for solid in judge.near if solid != end.host]
    for direction in reach.directions:
        ux, uy = unit(end.angle + direction)
        edge = end.x + length * ux, end.y + length * uy
        if any(crosses(solid, (end.x, end.y), edge, STRING_CLEARANCE) for solid in others):
            continue
        for turn in reach.turns:
            cost = _LENGTH_COST * length + TURN_COST * (abs(direction) + abs(turn)) / 45
            yield from stands_behind(judge, edge, end.angle + direction + turn, judge.near, cost, reach)


def hub_link(hub: Pose, slot: Pose) -> Link:
    """The string from a hub's edge to the first tile of a train on its ring."""
    ux, uy = UNIT[slot.angle]
    hx, hy = UNIT[hub.angle]
    along, across = abs(ux * hx + uy * hy), abs(uy * hx - ux * hy)
    reach = min(1 / along if along else 9.0, 0.5 / across if across else 9.0)
    return rounded((hub.x + reach * ux, hub.y + reach * uy)), near_edge(slot, False)
