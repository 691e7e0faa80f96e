"""The whole picture of a round, folded from what was stored with its plays."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from games.farmyard.ends import End, open_ends, point_ahead
from games.farmyard.frame import Frame, first_frame
from games.farmyard.geometry import Pose, Vector, pose
from games.farmyard.joins import Join, Manner, Shape, numbers_out
from games.farmyard.placement import Link, Placement
from games.farmyard.stands import GAP

# How far past the short side an end's tag sits.
TAG_AHEAD = 0.42


class Picture(NamedTuple):
    """Where everything is: tiles by index, free planned places by double (the next toe's first), strings by the
    tile they lead to, and what is shown."""

    poses: tuple[Pose, ...]
    slots: Mapping[int, tuple[Pose, ...]]
    links: Mapping[int, Link]
    frame: Frame


class EndSpot(NamedTuple):
    """An open end as it is shown: its tile and arm, its number, where its tag sits and which way it points.

    An end is dead when no tile with its number is left off the table.
    """

    tile: int
    arm: int
    number: int
    tag: Vector
    angle: int
    dead: bool


def fold(shape: Shape, placements: Iterable[Placement], released: Iterable[int] = ()) -> Picture:
    """The picture after these placements, in order of play.

    `released` are doubles whose free places were given up since the last of them.
    """
    poses: list[Pose] = []
    slots: dict[int, tuple[Pose, ...]] = {}
    links: dict[int, Link] = {}
    frame = first_frame(shape.aspect)
    for placement in placements:
        _fold_one(placement, poses, slots, links)
        frame = placement.frame or frame
    for double in released:
        slots.pop(double, None)
    return Picture(tuple(poses), slots, links, frame)


def _fold_one(
    placement: Placement, poses: list[Pose], slots: dict[int, tuple[Pose, ...]], links: dict[int, Link]
) -> None:
    for double in placement.released:
        slots.pop(double, None)
    for moved in placement.moved:
        poses[moved.tile] = moved.pose
        links.pop(moved.tile, None)
        if moved.link:
            links[moved.tile] = moved.link
    for replanned in placement.replanned:
        slots[replanned.tile] = replanned.slots
    # Nothing ever overlaps, so a tile that lies on a planned place is the toe that took it.
    for double, free in list(slots.items()):
        if placement.pose in free:
            left = tuple(slot for slot in free if slot != placement.pose)
            slots[double] = left
            if not left:
                del slots[double]
    tile = len(poses)
    poses.append(placement.pose)
    if placement.slots:
        slots[tile] = placement.slots
    if placement.link:
        links[tile] = placement.link


def end_spots(joins: Sequence[Join], poses: Sequence[Pose], manner: Manner) -> tuple[EndSpot, ...]:
    """The open ends of a layout, in order of their tiles; planned places are no ends yet."""
    used = numbers_out(joins)
    return tuple(
        EndSpot(
            end.tile,
            end.arm,
            end.number,
            _tag(end),
            end.angle,
            used[end.number] > manner.maximum,
        )
        for end in open_ends(joins, poses)
        if end.number is not None
    )


def _tag(end: End) -> Vector:
    x, y, _ = pose(*point_ahead(end, TAG_AHEAD), 0)
    return x, y


def straight_ahead(end: End, crosswise: bool) -> Pose:
    """The pose of a tile that goes straight on, whatever lies there: a stand-in until the true one is known."""
    x, y = point_ahead(end, GAP + (0.5 if crosswise else 1.0))
    return pose(x, y, end.angle + (90 if crosswise else 0))
