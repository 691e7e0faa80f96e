"""What is stored with one play for one shape, and its compact form."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.farmyard.frame import Frame
from games.farmyard.geometry import Pose, Vector

type Json = bool | int | float | str | list[Json] | dict[str, Json] | None
type Link = tuple[Vector, ...]


@dataclass(frozen=True, slots=True)
class Moved:
    """A tile laid before that a repair has moved."""

    tile: int
    pose: Pose
    link: Link = ()


@dataclass(frozen=True, slots=True)
class Replanned:
    """A double whose free planned places a repair has moved; the places in the order in which they are filled."""

    tile: int
    slots: tuple[Pose, ...]


@dataclass(frozen=True, slots=True)
class Placement:
    """Where a tile was laid.

    `link` is the string to its parent if it could not touch it, from the parent's open half to the tile's
    matched half. `slots` are the places planned for a double's toes, in the order in which they are filled.
    `frame` is set when the frame grew. `moved` and `replanned` are what a repair changed. `released` are the
    doubles whose free places were given up since the tile before.
    """

    pose: Pose
    link: Link = ()
    slots: tuple[Pose, ...] = ()
    frame: Frame | None = None
    moved: tuple[Moved, ...] = ()
    replanned: tuple[Replanned, ...] = ()
    released: tuple[int, ...] = ()

    def to_json(self) -> list[Json]:
        """Short lists: pose, link, slots, frame, moved, replanned, released; empty ones at the end left out."""
        parts: list[Json] = [
            list(self.pose),
            _flat(self.link),
            [list(slot) for slot in self.slots],
            list(self.frame or ()),
            [[m.tile, *m.pose, *_flat(m.link)] for m in self.moved],
            [[r.tile, *(value for slot in r.slots for value in slot)] for r in self.replanned],
            list(self.released),
        ]
        while not parts[-1]:
            parts.pop()
        return parts

    @classmethod
    def from_json(cls, value: object) -> Placement:
        """The placement that `to_json` gave as `value`; ValueError if it did not."""
        try:
            return _read(value)
        except (TypeError, ValueError, IndexError, OverflowError) as error:
            raise ValueError(f"not a placement: {value!r}") from error


def _flat(link: Link) -> list[Json]:
    return [coordinate for point in link for coordinate in point]


def _read(value: object) -> Placement:
    parts = [*_list(value), *[[]] * 7]
    return Placement(
        _pose(_numbers(parts[0])),
        _link(_numbers(parts[1])),
        tuple(_pose(_numbers(slot)) for slot in _list(parts[2])),
        _frame(_numbers(parts[3])),
        tuple(_moved(_numbers(entry)) for entry in _list(parts[4])),
        tuple(_replanned(_numbers(entry)) for entry in _list(parts[5])),
        tuple(int(double) for double in _numbers(parts[6])),
    )


def _list(value: object) -> list[object]:
    if not isinstance(value, list):
        raise TypeError
    return value


def _numbers(value: object) -> list[float]:
    numbers = []
    for entry in _list(value):
        if not isinstance(entry, int | float) or isinstance(entry, bool):
            raise TypeError
        numbers.append(entry)
    return numbers


def _pose(numbers: Sequence[float]) -> Pose:
    x, y, angle = numbers
    return Pose(float(x), float(y), int(angle))


def _link(numbers: Sequence[float]) -> Link:
    return tuple((float(x), float(y)) for x, y in zip(numbers[::2], numbers[1::2], strict=True))


def _frame(numbers: Sequence[float]) -> Frame | None:
    if not numbers:
        return None
    left, top, width, height = map(float, numbers)
    return Frame(left, top, width, height)


def _moved(numbers: Sequence[float]) -> Moved:
    return Moved(int(numbers[0]), _pose(numbers[1:4]), _link(numbers[4:]))


def _replanned(numbers: Sequence[float]) -> Replanned:
    slots = [_pose(numbers[start : start + 3]) for start in range(1, len(numbers), 3)]
    return Replanned(int(numbers[0]), tuple(slots))
