"""Open ends: where a line may go on, and in which direction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games.farmyard.geometry import UNIT, Pose, Vector
from games.farmyard.joins import BACK, FRONT, NEXT, ROOT, Join


class End(NamedTuple):
    """An edge of a tile from which the line goes on.

    `x`, `y` is the middle of that edge, `angle` points outwards. `number` is what a tile must match there,
    None where no tile lies yet (a planned toe). `host` is the pose of the tile, `broad` is set where the edge
    is the long side of a double.
    """

    tile: int
    arm: int
    number: int | None
    x: float
    y: float
    angle: int
    host: Pose
    broad: bool = False

    @property
    def key(self) -> tuple[int, int]:
        return self.tile, self.arm


def outward(pose: Pose) -> int:
    """The direction in which a double's line goes on: across its long axis."""
    return (pose.angle - 90) % 360


def front(tile: int, join: Join, pose: Pose, arm: int = NEXT) -> End:
    """The end in front of a tile, away from its parent."""
    angle = outward(pose) if join.is_double else pose.angle
    ux, uy = UNIT[angle]
    reach = 0.5 if join.is_double else 1.0
    return End(tile, arm, join.b, pose.x + reach * ux, pose.y + reach * uy, angle, pose, join.is_double)


def back(tile: int, join: Join, pose: Pose) -> End:
    """The end behind a first tile."""
    angle = (front(tile, join, pose).angle + 180) % 360
    ux, uy = UNIT[angle]
    reach = 0.5 if join.is_double else 1.0
    return End(tile, BACK, join.a, pose.x + reach * ux, pose.y + reach * uy, angle, pose, join.is_double)


def ends_of_tile(tile: int, join: Join, pose: Pose) -> tuple[End, ...]:
    """All ends of a tile that has no planned places, free or not: two for a first tile, one for any other."""
    if join.toes and join.is_double:
        return ()
    if join.parent == ROOT:
        return back(tile, join, pose), front(tile, join, pose, FRONT)
    return (front(tile, join, pose),)


def end_for(tile: int, join: Join, pose: Pose, arm: int) -> End:
    """The end of a tile that a child joined at `arm` uses.

    A double without planned places left has none by the rules of any game; what is joined to it all the same
    goes on straight.
    """
    ends = ends_of_tile(tile, join, pose) or (front(tile, join, pose),)
    return next((end for end in ends if end.arm == arm), ends[-1])


def virtual_end(tile: int, arm: int, slot: Pose) -> End:
    """The end that a planned toe will have once it lies; its number is not known yet."""
    ux, uy = UNIT[slot.angle]
    return End(tile, -arm, None, slot.x + ux, slot.y + uy, slot.angle, slot)


def taken_by(parent: Join, child: Join) -> tuple[int, int]:
    """The end that a child takes, as (tile, arm) with the arm of `ends_of_tile`."""
    if parent.parent != ROOT:
        return child.parent, NEXT
    return child.parent, BACK if child.arm == BACK else FRONT


def open_ends(joins: Sequence[Join], poses: Sequence[Pose]) -> Iterator[End]:
    """The ends of laid tiles at which a line may still go on."""
    taken = {taken_by(joins[join.parent], join) for join in joins if join.parent != ROOT}
    for tile, (join, pose) in enumerate(zip(joins, poses, strict=True)):
        for end in ends_of_tile(tile, join, pose):
            if end.key not in taken:
                yield end


def point_ahead(end: End, by: float) -> Vector:
    """A point that far in front of an end."""
    ux, uy = UNIT[end.angle]
    return end.x + by * ux, end.y + by * uy
