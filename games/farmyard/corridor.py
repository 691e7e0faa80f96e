"""The last resort: a string that is walked between the tiles to the nearest free place. It cannot fail."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence

from games.farmyard.ends import point_ahead
from games.farmyard.geometry import Box, Pose, Vector, crosses, from_tile
from games.farmyard.greedy import Choice, choose
from games.farmyard.links import STEP, STRING_CLEARANCE, TURN_COST, Linked, near_edge, rounded, stands_behind
from games.farmyard.placement import Link
from games.farmyard.scoring import Judge
from games.farmyard.stands import Stand

# The walk keeps this far off the tiles.
_CLEARANCE = 0.12
# It looks for room this far beyond the layout, where there always is some.
_BEYOND = 6.0
_TURNS = (0, 30, -30, 60, -60, 90, -90, 120, -120, 150, -150, 180)
# Nothing farther away can touch a double and its toes.
_REACH = 6.0

type Cell = tuple[int, int]


def corridor_link(judge: Judge) -> Linked:
    """A stand at the nearest place that can be walked to; if the end is walled in the string runs under the tiles."""
    for solids in (judge.state.ground.solids, []):
        walk = _Walk(judge, solids)
        found = walk.nearest()
        if found is not None:
            return walk.linked(*found)
    raise AssertionError("no room beyond the layout")


class _Walk:
    """A walk over the cells of a grid, breadth first from an end, around the tiles it is given."""

    def __init__(self, judge: Judge, solids: Sequence[Pose]) -> None:
        self._judge = judge
        self._solids = solids
        self._start = point_ahead(judge.end, STEP)
        self._region = judge.state.ground.box.grown(_BEYOND)
        self._came_from: dict[Cell, Cell] = {(0, 0): (0, 0)}

    def nearest(self) -> tuple[Cell, Stand] | None:
        """The first cell at which the tile fits, and how it stands there."""
        queue = deque([(0, 0)])
        while queue:
            cell = queue.popleft()
            best: Choice | None = choose(self._judge, self._stands_at(self._point(cell)))
            if best:
                return cell, best.stand
            for following in self._beside(cell):
                self._came_from[following] = cell
                queue.append(following)
        return None

    def linked(self, cell: Cell, stand: Stand) -> Linked:
        """The stand with the string along the way that was walked, or straight if nothing was walked around."""
        steps = [cell]
        while self._came_from[steps[-1]] != steps[-1]:
            steps.append(self._came_from[steps[-1]])
        end = self._judge.end
        start, edge = rounded((end.x, end.y)), near_edge(stand.pose, self._judge.join.is_double)
        walked = [self._point(step) for step in reversed(steps)]
        return Linked(stand, straightened([start, *walked, edge], self._solids))

    def _point(self, cell: Cell) -> Vector:
        return rounded((self._start[0] + cell[0] * STEP, self._start[1] + cell[1] * STEP))

    def _beside(self, cell: Cell) -> list[Cell]:
        """The neighbours of a cell that a string may pass and that were not reached yet."""
        x, y = cell
        around = ((x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1))
        return [
            c
            for c in around
            if c not in self._came_from and _is_open(self._point(c), self._region, self._solids)
        ]

    def _stands_at(self, point: Vector) -> Iterator[Stand]:
        """The stands of the tile with its near edge at a point, in all directions."""
        solids = self._judge.state.ground.near(*point, _REACH)
        angle = self._judge.end.angle
        for turn in _TURNS:
            yield from stands_behind(self._judge, point, angle + turn, solids, TURN_COST * abs(turn) / 45)


def _is_open(point: Vector, region: Box, solids: Sequence[Pose]) -> bool:
    x, y = point
    if not (region.left <= x <= region.right and region.top <= y <= region.bottom):
        return False
    return all(abs(s.x - x) > 1.5 or abs(s.y - y) > 1.5 or from_tile(s, point) > _CLEARANCE for s in solids)


def straightened(path: Sequence[Vector], solids: Sequence[Pose]) -> Link:
    """A walked path without the corners that the string does not need to keep off the tiles."""
    kept = [path[0]]
    place = 0
    while place < len(path) - 1:
        # The farthest point in sight; the next one at least.
        in_sight = (
            later
            for later in range(len(path) - 1, place + 1, -1)
            if not any(crosses(solid, path[place], path[later], STRING_CLEARANCE) for solid in solids)
        )
        place = next(in_sight, place + 1)
        kept.append(path[place])
    return tuple(kept)
