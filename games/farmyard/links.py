"""Strings: how a tile is joined to an end in front of which there is no room for it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games.farmyard.ends import End, outward, point_ahead
from games.farmyard.geometry import DECIMALS, UNIT, Box, Pose, Vector, clashes, crosses, from_tile, pose, unit
from games.farmyard.greedy import Choice, choose, with_toes
from games.farmyard.joins import Join
from games.farmyard.placement import Link
from games.farmyard.scoring import Judge
from games.farmyard.stands import Stand, fans

SHORT = 2.5
_STEP = 0.25
_DIRECTIONS = (0, 15, -15, 30, -30, 45, -45, 60, -60, 75, -75)
_TURNS = (0, 30, -30, 60, -60, 90, -90, 120, -120)
# A string costs this much for each unit of its length.
_LENGTH_COST = 2.0
_TURN_COST = 0.6
# A straight string passes other tiles at this distance, a walked one keeps its cells farther off.
_STRING_CLEARANCE = 0.03
_WALK_CLEARANCE = 0.12
# The walk looks for room this far beyond the layout; there is always some.
_BEYOND = 6.0


class Linked(NamedTuple):
    """A stand and the string that joins it."""

    stand: Stand
    link: Link


def near_edge(where: Pose, crosswise: bool) -> Vector:
    """The middle of the edge with which a tile faces its parent."""
    ux, uy = UNIT[outward(where) if crosswise else where.angle]
    depth = 0.5 if crosswise else 1.0
    return _rounded((where.x - depth * ux, where.y - depth * uy))


def _rounded(point: Vector) -> Vector:
    return round(point[0], DECIMALS) + 0.0, round(point[1], DECIMALS) + 0.0


def _stand_behind(edge: Vector, angle: int, crosswise: bool) -> Pose:
    """The pose of a tile whose near edge has its middle at a point."""
    ux, uy = unit(angle)
    depth = 0.5 if crosswise else 1.0
    return pose(edge[0] + depth * ux, edge[1] + depth * uy, angle + (90 if crosswise else 0))


def _free_stands(
    judge: Judge, join: Join, where: Pose, solids: Sequence[Pose], cost: float
) -> Iterator[Stand]:
    """The stands of a tile (with each fan of a double's toes) at a pose, if it touches nothing there."""
    clearance = judge.weights.clearance
    if clashes(where, solids, clearance):
        return
    stand = Stand(where, (), cost)
    if join.is_double:
        choice = [fan for step in fans(join)[:2] for fan in step]
        yield from with_toes(stand, choice, solids, clearance)
    else:
        yield stand


def short_link(judge: Judge, join: Join, end: End) -> Linked | None:
    """A stand a little ahead of the end and in sight of it, None if there is none."""
    others = [solid for solid in judge.near if solid != end.host]
    best: Choice | None = None
    for k in range(1, round(SHORT / _STEP) + 1):
        candidates = _at_distance(judge, join, end, k * _STEP, others)
        best = choose(judge, join, candidates, 0.0, best)
        if best and best.harm < judge.weights.accept:
            break
    if not best:
        return None
    start = _rounded((end.x, end.y))
    return Linked(best.stand, (start, near_edge(best.stand.pose, join.is_double)))


def _at_distance(
    judge: Judge, join: Join, end: End, length: float, others: Sequence[Pose]
) -> Iterator[Stand]:
    """The stands at the end of a straight string of a given length."""
    for direction in _DIRECTIONS:
        ux, uy = unit(end.angle + direction)
        edge = end.x + length * ux, end.y + length * uy
        if any(crosses(solid, (end.x, end.y), edge, _STRING_CLEARANCE) for solid in others):
            continue
        for turn in _TURNS:
            where = _stand_behind(edge, end.angle + direction + turn, join.is_double)
            cost = _LENGTH_COST * length + _TURN_COST * (abs(direction) + abs(turn)) / 45
            yield from _free_stands(judge, join, where, judge.near, cost)


def corridor_link(judge: Judge, join: Join, end: End) -> Linked:
    """A stand at the nearest place that can be walked to between the tiles, or under them if walled in."""
    return _walk(judge, join, end, around=True) or _walk_under(judge, join, end)


def _walk_under(judge: Judge, join: Join, end: End) -> Linked:
    found = _walk(judge, join, end, around=False)
    if found is None:  # pragma: no cover - the plane beyond the layout is free
        raise AssertionError("no room in a free plane")
    return found


def _walk(judge: Judge, join: Join, end: End, around: bool) -> Linked | None:
    """Breadth first from the end; the first cell at which the tile fits."""
    solids = judge.state.ground.solids
    start = point_ahead(end, 0.2)
    region = judge.state.ground.box.grown(_BEYOND)
    came_from: dict[tuple[int, int], tuple[int, int]] = {(0, 0): (0, 0)}
    queue = deque([(0, 0)])
    while queue:
        cell = queue.popleft()
        point = _point(start, cell)
        best = choose(judge, join, _stands_from(judge, join, point, end.angle), 0.0)
        if best:
            edge = near_edge(best.stand.pose, join.is_double)
            path = [_point(start, step) for step in _steps(came_from, cell)] if around else []
            return Linked(best.stand, _straightened([_rounded((end.x, end.y)), *path, edge], solids))
        for step in ((1, 0), (0, 1), (-1, 0), (0, -1)):
            following = cell[0] + step[0], cell[1] + step[1]
            if following in came_from or not _open(
                _point(start, following), region, solids if around else ()
            ):
                continue
            came_from[following] = cell
            queue.append(following)
    return None


def _point(start: Vector, cell: tuple[int, int]) -> Vector:
    return _rounded((start[0] + cell[0] * _STEP, start[1] + cell[1] * _STEP))


def _open(point: Vector, region: Box, solids: Sequence[Pose]) -> bool:
    """Whether a string may pass through a point."""
    if not (region.left <= point[0] <= region.right and region.top <= point[1] <= region.bottom):
        return False
    return all(
        abs(s.x - point[0]) > 1.5 or abs(s.y - point[1]) > 1.5 or from_tile(s, point) > _WALK_CLEARANCE
        for s in solids
    )


def _stands_from(judge: Judge, join: Join, point: Vector, angle: int) -> Iterator[Stand]:
    """The stands of a tile whose near edge is at a point, in all directions."""
    solids = judge.state.ground.near(*point, 6.0)
    for turn in (0, *(side * t for t in range(30, 180, 30) for side in (1, -1)), 180):
        where = _stand_behind(point, angle + turn, join.is_double)
        yield from _free_stands(judge, join, where, solids, _TURN_COST * abs(turn) / 45)


def _steps(came_from: dict[tuple[int, int], tuple[int, int]], cell: tuple[int, int]) -> list[tuple[int, int]]:
    steps = [cell]
    while came_from[steps[-1]] != steps[-1]:
        steps.append(came_from[steps[-1]])
    return steps[::-1]


def _straightened(path: Sequence[Vector], solids: Sequence[Pose]) -> Link:
    """A walked path with every corner left out that the string does not need."""
    kept = [path[0]]
    place = 0
    while place < len(path) - 1:
        # The farthest point in sight; the next one at least.
        place = next(
            (
                later
                for later in range(len(path) - 1, place + 1, -1)
                if not any(crosses(s, path[place], path[later], _STRING_CLEARANCE) for s in solids)
            ),
            place + 1,
        )
        kept.append(path[place])
    return tuple(kept)


def hub_link(hub: Pose, slot: Pose) -> Link:
    """The string from a hub's edge to the first tile of a train on its ring."""
    ux, uy = UNIT[slot.angle]
    hx, hy = UNIT[hub.angle]
    along, across = abs(ux * hx + uy * hy), abs(uy * hx - ux * hy)
    reach = min(1 / along if along else 9.0, 0.5 / across if across else 9.0)
    return _rounded((hub.x + reach * ux, hub.y + reach * uy)), near_edge(slot, False)
