"""What a stand costs: the cheap part that ranks all of them, and the harm that only the best are examined for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from math import hypot, sqrt
from typing import NamedTuple

from games.farmyard.ends import End, front, point_ahead, virtual_end
from games.farmyard.flood import Outside
from games.farmyard.geometry import UNIT, Box, Pose, Vector
from games.farmyard.ground import halves
from games.farmyard.joins import Join, slot_arms
from games.farmyard.rooms import foot_room, tile_room
from games.farmyard.stands import Stand
from games.farmyard.state import State
from games.farmyard.weights import DEFAULT, Weights

# A probe is the disc ahead of an end that should stay empty: (radius, how far ahead its middle lies).
TILE_PROBE = (1.3, 1.2)
FOOT_PROBE = (2.3, 1.8)
# Half a tile reaches this far from its middle.
_HALF = 0.55
# Where the way out from an end is looked for.
_WAY_OUT = 1.2
# How steeply growth gets dearer as the frame fills.
_POWER = 6
# How far around an end other tiles, and other ends, can matter to what is laid there: a tile, a double with toes.
_TILE_NEAR = (8.0, 7.5)
_FOOT_NEAR = (10.5, 10.0)

type Key = tuple[int, int]

NOTHING_KNOWN: Mapping[Key, bool] = {}


class Probe(NamedTuple):
    """The disc ahead of an end."""

    x: float
    y: float
    radius: float


def probe(end: End, wants_foot: bool) -> Probe:
    """The disc that an end likes to have to itself."""
    radius, ahead = FOOT_PROBE if wants_foot else TILE_PROBE
    x, y = point_ahead(end, ahead)
    return Probe(x, y, radius)


def crowding(disc: Probe, middles: Iterable[Vector]) -> float:
    """How much half tiles (given by their middles) press into a disc."""
    x, y, radius = disc
    reach = radius + _HALF
    total = 0.0
    for mx, my in middles:
        dx, dy = mx - x, my - y
        if -reach < dx < reach and -reach < dy < reach:
            gap = reach - hypot(dx, dy)
            if gap > 0:
                total += gap * gap
    return total


class Target:
    """The frame that the layout should fill: its size follows the number of tiles, its shape the board."""

    def __init__(self, aspect: float, tiles: int, weights: Weights) -> None:
        self.aspect = aspect
        self.height = sqrt(2 * max(weights.fewest, tiles + weights.ahead) / weights.fill / aspect)
        self.weights = weights

    def size(self, box: Box) -> float:
        """The height of the board that a box needs."""
        return max(box.width / self.aspect, box.height)

    def growth(self, before: Box, after: Box) -> float:
        """What it costs to grow from one box to another: the more of the frame is taken, the more."""
        w = self.weights
        beyond = max(self.size(after), self.height) - max(self.size(before), self.height)
        strain = self._strain(after) - self._strain(before)
        return w.box * beyond / self.height + w.strain * strain

    def _strain(self, box: Box) -> float:
        """How much of the frame is taken up. The power makes the longer direction count, long before it is full."""
        return (box.width / self.aspect / self.height) ** _POWER + (box.height / self.height) ** _POWER

    def overshoot(self, box: Box, disc: Probe) -> float:
        """How far a disc makes the layout leave the frame."""
        x, y, r = disc
        left, top, right, bottom = box
        width, height = right - left, bottom - top
        # The longer of what the board needs with the disc, and of what it needs or may have without.
        reached = max(
            (max(right, x + r) - min(left, x - r)) / self.aspect, max(bottom, y + r) - min(top, y - r)
        )
        allowed = max(width / self.aspect, height, self.height)
        return reached - allowed if reached > allowed else 0.0


def box_with(box: Box, tiles: Iterable[Pose]) -> Box:
    """The box around a box and some tiles."""
    left, top, right, bottom = box
    for x, y, angle in tiles:
        ux, uy = UNIT[angle]
        wide, high = abs(ux) + abs(uy) / 2, abs(uy) + abs(ux) / 2
        left, right = min(left, x - wide), max(right, x + wide)
        top, bottom = min(top, y - high), max(bottom, y + high)
    return Box(left, top, right, bottom)


def _within(end: End, string: tuple[Vector, Vector], reach: float) -> bool:
    """Whether a string may come nearer to an end than `reach`."""
    (x1, y1), (x2, y2) = string
    box = Box(min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)).grown(reach)
    return box.left < end.x < box.right and box.top < end.y < box.bottom


class Judge:
    """Judges the stands for one tile. Made once for each search, so that what they share is worked out once."""

    def __init__(
        self,
        state: State,
        join: Join,
        end: End,
        weights: Weights = DEFAULT,
        known: Mapping[Key, bool] = NOTHING_KNOWN,
    ) -> None:
        self.state = state
        self.join = join
        self.end = end
        self.weights = weights
        self.known = known
        self.target = Target(state.shape.aspect, len(state.joins) + 1, weights)
        near, notice = _FOOT_NEAR if join.toes else _TILE_NEAR
        self.near = state.ground.near(end.x, end.y, near)
        self.strings = [
            string for link in state.links.values() for string in pairwise(link) if _within(end, string, near)
        ]
        self._middles = [middle for solid in self.near for middle in halves(solid)]
        self._live = [other for other in state.live_ends() if other.key != end.key]
        self._others = [
            (other, probe(other, state.wants_foot(other.number)))
            for other in self._live
            if abs(other.x - end.x) < notice and abs(other.y - end.y) < notice
        ]
        self._cut_off: set[Key] | None = None

    def _own(self, stand: Stand) -> list[tuple[End, bool]]:
        """The live ends that the tile brings, each with whether it may get a foot."""
        state, join = self.state, self.join
        tile = len(state.joins)
        if stand.slots:
            foot = state.manner.foot > 0
            places = zip(slot_arms(join), stand.slots, strict=True)
            return [(virtual_end(tile, arm, slot), foot) for arm, slot in places]
        dead = state.used[join.b] + 1 > state.manner.maximum
        if dead or (join.is_double and join.toes):
            return []
        return [(front(tile, join, stand.pose), state.wants_foot(join.b))]

    def cost(self, stand: Stand) -> float:
        """The cheap part: leaving the straight line, growth of the layout, crowding."""
        w = self.weights
        solids = (stand.pose, *stand.slots)
        before = self.state.ground.box
        box = box_with(before, solids)
        cost = w.bend * stand.cost + self.target.growth(before, box)
        for end, foot in self._own(stand):
            disc = probe(end, foot)
            cost += w.own * crowding(disc, self._middles) + w.wall * self.target.overshoot(box, disc)
        new = [middle for solid in solids for middle in halves(solid)]
        for _, disc in self._others:
            cost += w.other * crowding(disc, new)
        return cost

    def harm(self, stand: Stand) -> float:
        """The costly part: ends that lose their room or their way out, own ends that have none."""
        solids = (stand.pose, *stand.slots)
        own = self._own(stand)
        harm = sum(self._loss(other, solids) for other, _ in self._others)
        around = [*solids, *self.near]
        harm += sum(self._lack(end, foot, around, bool(stand.slots)) for end, foot in own)
        return harm + self.weights.escape * self._newly_cut_off(solids, own)

    def _loss(self, end: End, solids: Sequence[Pose]) -> float:
        """What the new rectangles take from another end."""
        state, w = self.state, self.weights
        rooms, ground = state.rooms, state.ground
        known = self.known.get(end.key)
        if rooms.tile(end, ground) and not rooms.keeps_tile(end, ground, solids):
            return w.tile_lost if known is None else w.known_lost
        if not (state.wants_foot(end.number) and rooms.foot(end, ground)):
            return 0.0
        if rooms.keeps_foot(end, ground, solids):
            return 0.0
        return w.known_lost if known else w.foot_lost

    def _lack(self, end: End, foot: bool, around: Sequence[Pose], toes: bool) -> float:
        """What an own end lacks."""
        w = self.weights
        known = self.known.get(end.key)
        if tile_room(end, around) is None:
            return w.known_lost if known is not None else w.toe_blocked if toes else w.tile_lost
        if foot and foot_room(end, around) is None:
            return w.known_lost if known else w.toe_cramped if toes else w.foot_lost
        return 0.0

    def _newly_cut_off(self, solids: Sequence[Pose], own: Sequence[tuple[End, bool]]) -> int:
        """How many live ends the new rectangles cut off from the outside, own ends included."""
        ground = self.state.ground
        if self._cut_off is None:
            outside = Outside(ground.rows, ground.box)
            self._cut_off = {end.key for end in self._live if not outside.reaches(point_ahead(end, _WAY_OUT))}
        outside = Outside(ground.rows, box_with(ground.box, solids), solids)
        ends = [end for end in self._live if end.key not in self._cut_off] + [end for end, _ in own]
        return sum(not outside.reaches(point_ahead(end, _WAY_OUT)) for end in ends)
