"""Planar geometry of 1×2 rectangles: unit 1 is a tile's short side, y points down, angles are whole degrees.

Nothing here knows about dominoes. The overlap test is the separating-axis test, which is exact for rectangles.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, hypot, radians, sin
from typing import NamedTuple

type Vector = tuple[float, float]

# Positions are stored with three decimals, so they are rounded before anything is decided from them.
DECIMALS = 3


class Pose(NamedTuple):
    """Where a tile lies: its centre and the angle of its long axis, clockwise on the screen."""

    x: float
    y: float
    angle: int


class Box(NamedTuple):
    """An upright rectangle."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    def join(self, other: Box) -> Box:
        """The smallest box around both."""
        return Box(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )

    def grown(self, by: float) -> Box:
        """The box with its sides moved outwards."""
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)


def _unit_vectors() -> tuple[Vector, ...]:
    """cos and sin of every whole degree; the quarter turns without rounding noise."""
    exact = {0: (1.0, 0.0), 90: (0.0, 1.0), 180: (-1.0, 0.0), 270: (0.0, -1.0)}
    return tuple(exact.get(a, (cos(radians(a)), sin(radians(a)))) for a in range(360))


UNIT = _unit_vectors()

# For two tiles turned against each other by k degrees: how far apart their centres may be, measured along
# a long (a short) axis of either, while they still overlap in that direction.
_LONG = tuple(1 + abs(UNIT[k][0]) + 0.5 * abs(UNIT[k][1]) for k in range(180))
_SHORT = tuple(0.5 + abs(UNIT[k][1]) + 0.5 * abs(UNIT[k][0]) for k in range(180))
_DIAMETER = hypot(2, 1)


def unit(angle: int) -> Vector:
    """The unit vector at a whole angle in degrees."""
    return UNIT[angle % 360]


def pose(x: float, y: float, angle: int) -> Pose:
    """A pose as it is stored: rounded, the angle in 0…359."""
    # Adding zero turns a negative zero into a plain one.
    return Pose(round(x, DECIMALS) + 0.0, round(y, DECIMALS) + 0.0, angle % 360)


def clash(a: Pose, b: Pose, clearance: float) -> bool:
    """Whether two tiles come nearer than `clearance` along every axis that could separate them."""
    dx = b[0] - a[0]
    dy = b[1] - a[1]
    reach = _DIAMETER + clearance
    if dx > reach or -dx > reach or dy > reach or -dy > reach:
        return False
    ax, ay = UNIT[a[2]]
    turn = (a[2] - b[2]) % 180
    long = _LONG[turn] + clearance
    if not -long < dx * ax + dy * ay < long:
        return False
    short = _SHORT[turn] + clearance
    if not -short < dy * ax - dx * ay < short:
        return False
    bx, by = UNIT[b[2]]
    return -long < dx * bx + dy * by < long and -short < dy * bx - dx * by < short


def clashes(a: Pose, others: Iterable[Pose], clearance: float) -> bool:
    """Whether a tile clashes with any of the others."""
    # The innermost step of the search: what is far away is left out before it costs a call.
    x, y, _ = a
    reach = _DIAMETER + clearance
    for b in others:  # noqa: SIM110
        if -reach < b[0] - x < reach and -reach < b[1] - y < reach and clash(a, b, clearance):
            return True
    return False


def corners(a: Pose) -> tuple[Vector, Vector, Vector, Vector]:
    """The four corners of a tile, in order around it."""
    ux, uy = UNIT[a.angle]
    px, py = -uy / 2, ux / 2
    return (
        (a.x + ux + px, a.y + uy + py),
        (a.x + ux - px, a.y + uy - py),
        (a.x - ux - px, a.y - uy - py),
        (a.x - ux + px, a.y - uy + py),
    )


def bounds(a: Pose) -> Box:
    """The upright box of a tile."""
    ux, uy = UNIT[a.angle]
    half_width = abs(ux) + abs(uy) / 2
    half_height = abs(uy) + abs(ux) / 2
    return Box(a.x - half_width, a.y - half_height, a.x + half_width, a.y + half_height)


def from_tile(a: Pose, point: Vector) -> float:
    """The distance of a point from a tile, 0 inside."""
    ux, uy = UNIT[a.angle]
    dx, dy = point[0] - a.x, point[1] - a.y
    return hypot(max(0.0, abs(dx * ux + dy * uy) - 1), max(0.0, abs(dy * ux - dx * uy) - 0.5))


def distance(a: Pose, b: Pose) -> float:
    """The exact distance of two tiles, 0 if they overlap."""
    if clash(a, b, 0.0):
        return 0.0
    # Two convex shapes apart from each other are nearest at a corner of one of them.
    return min(*(from_tile(a, c) for c in corners(b)), *(from_tile(b, c) for c in corners(a)))


def crosses(a: Pose, start: Vector, end: Vector, clearance: float) -> bool:
    """Whether the segment from `start` to `end` comes nearer than `clearance` to a tile (Liang–Barsky clipping)."""
    ux, uy = UNIT[a.angle]
    sx, sy = start[0] - a.x, start[1] - a.y
    dx, dy = end[0] - start[0], end[1] - start[1]
    first, last = 0.0, 1.0
    for position, movement, half in (
        (sx * ux + sy * uy, dx * ux + dy * uy, 1 + clearance),
        (sy * ux - sx * uy, dy * ux - dx * uy, 0.5 + clearance),
    ):
        if abs(movement) < 1e-12:
            if abs(position) >= half:
                return False
            continue
        enter, leave = sorted(((-half - position) / movement, (half - position) / movement))
        first, last = max(first, enter), min(last, leave)
    return first < last
