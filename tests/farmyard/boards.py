"""Layouts to lay out, and a yard that is watched: what must hold after every move is checked after every move."""

import random
from collections.abc import Callable, Iterable, Sequence
from itertools import count

from games.farmyard import Join, Manner, Placement, Pose, Shape, Yard, fold
from games.farmyard.ends import end_for
from games.farmyard.geometry import clash, distance, from_tile
from games.farmyard.links import near_edge

CHICKEN_FOOT = Manner(9)
# Numbers of artificial trees are all different, and no end ever dies.
ENDLESS = Manner(10**6)
TOUCH = 0.061

# Which of the open ends grows, and whether by a double.
type Pick = Callable[[random.Random, int], int]


def tree(tiles: int, doubles: float, pick: Pick, seed: int) -> list[Join]:
    """An artificial layout with feet: a share of doubles and a way to choose the end that grows."""
    source = random.Random(seed)
    numbers = count(1)
    joins = [Join(0, 0, toes=6)]
    ends: list[tuple[int, int]] = []
    foot = [(0, 0)] * 6
    while len(joins) < tiles:
        if foot:
            parent, number = foot.pop()
        else:
            parent, number = ends.pop(pick(source, len(ends)))
            if source.random() < doubles:
                foot = [(len(joins), number)] * 3
                joins.append(Join(number, number, parent, toes=3))
                continue
        other = next(numbers)
        ends.append((len(joins), other))
        joins.append(Join(number, other, parent))
    return joins


def any_end(source: random.Random, ends: int) -> int:
    return source.randrange(ends)


def newest_end(source: random.Random, ends: int) -> int:
    return ends - 1


def first_end(source: random.Random, ends: int) -> int:
    return 0


class Watched:
    """A yard with the placements it gave; every move is checked."""

    def __init__(self, shape: Shape, manner: Manner) -> None:
        self.shape = shape
        self.manner = manner
        self.yard = Yard(shape, manner)
        self.joins: list[Join] = []
        self.placements: list[Placement] = []

    def place_all(self, joins: Iterable[Join]) -> "Watched":
        for join in joins:
            self.place(join)
        return self

    def place(self, join: Join) -> Placement:
        before = self.yard.poses
        free = dict(fold(self.shape, self.placements).slots)
        placement = self.yard.place(join)
        self.joins.append(join)
        self.placements.append(placement)
        self._kept(before, placement)
        if free.get(join.parent) and not placement.moved:
            assert placement.pose in free[join.parent], "a toe lies in a planned place"
        self._apart(placement)
        self._joined()
        return placement

    def _kept(self, before: Sequence[Pose], placement: Placement) -> None:
        moved = {entry.tile for entry in placement.moved}
        assert 0 not in moved, "the first tile never moves"
        for tile, pose in enumerate(before):
            if tile not in moved:
                assert self.yard.poses[tile] == pose, "old tiles stay"

    def _apart(self, placement: Placement) -> None:
        """Nothing overlaps; after a repair all pairs are looked at, else those of the new tile."""
        picture = fold(self.shape, self.placements)
        assert picture.poses == self.yard.poses
        solids = [*picture.poses, *(slot for free in picture.slots.values() for slot in free)]
        new = solids if placement.moved or placement.replanned else [placement.pose, *placement.slots]
        for pose in new:
            assert sum(clash(pose, other, 0.0) for other in solids) == 1, "it overlaps itself only"

    def _joined(self) -> None:
        """Tiles touch the tile they are joined to, or a string leads from its open half to their matched half."""
        picture = fold(self.shape, self.placements)
        changed = {len(self.joins) - 1, *(entry.tile for entry in self.placements[-1].moved)}
        for tile in changed - {0}:
            join, pose = self.joins[tile], picture.poses[tile]
            parent = picture.poses[join.parent]
            link = picture.links.get(tile)
            if link is None:
                assert distance(pose, parent) <= TOUCH
                continue
            end = end_for(join.parent, self.joins[join.parent], parent, join.arm)
            hub = self.joins[join.parent].toes > 6
            assert from_tile(parent, link[0]) < 0.01
            assert hub or max(abs(link[0][0] - end.x), abs(link[0][1] - end.y)) < 0.01
            assert link[-1] == near_edge(pose, join.is_double)
