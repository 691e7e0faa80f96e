"""What a stand costs: the cheap part that ranks all of them, and the harm that only the best are examined for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import hypot, sqrt
from typing import NamedTuple

from games.farmyard.ends import End, point_ahead
from games.farmyard.flood import Outside
from games.farmyard.geometry import UNIT, Box, Pose, Vector
from games.farmyard.ground import halves
from games.farmyard.rooms import foot_room, tile_room
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
# Farther away an end does not notice a new tile.
_NOTICE = 7.0

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


class Judge:
    """Judges the stands for one tile. Made once for each search, so that what they share is worked out once."""

    def __init__(
        self,
        state: State,
        end: End,
        weights: Weights = DEFAULT,
        known: Mapping[Key, bool] = NOTHING_KNOWN,
    ) -> None:
        self.state = state
        self.weights = weights
        self.known = known
        self.target = Target(state.shape.aspect, len(state.joins) + 1, weights)
        self.near = state.ground.near(end.x, end.y, 8.0)
        self._middles = [middle for solid in self.near for middle in halves(solid)]
        self._others = [
            (other, probe(other, state.wants_foot(other.number)))
            for other in state.live_ends()
            if other.key != end.key and abs(other.x - end.x) < _NOTICE and abs(other.y - end.y) < _NOTICE
        ]
        self._live = [other for other in state.live_ends() if other.key != end.key]
        self._cut_off: set[Key] | None = None

    def cost(self, solids: Sequence[Pose], own: Sequence[tuple[End, bool]]) -> float:
        """The cheap part. `solids` are the tile and its toes, `own` their ends, each with whether it wants a foot."""
        w = self.weights
        before = self.state.ground.box
        box = box_with(before, solids)
        cost = self.target.growth(before, box)
        for end, foot in own:
            disc = probe(end, foot)
            cost += w.own * crowding(disc, self._middles) + w.wall * self.target.overshoot(box, disc)
        new = [middle for solid in solids for middle in halves(solid)]
        for _, disc in self._others:
            cost += w.other * crowding(disc, new)
        return cost

    def harm(self, solids: Sequence[Pose], own: Sequence[tuple[End, bool]], toes: bool) -> float:
        """The costly part: ends that lose their room or their way out, own ends that have none."""
        harm = sum(self._loss(other, solids) for other, _ in self._others)
        around = [*solids, *self.near]
        harm += sum(self._lack(end, foot, around, toes) for end, foot in own)
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
