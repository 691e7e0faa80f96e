"""The part of the cloth that is shown. It grows with the layout and never zooms in during a round."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from games.farmyard.geometry import DECIMALS, Box, Vector

# What must stay free around the tiles; the room there is after the frame has grown.
MARGIN = 0.7
HEADROOM = 1.0
FIRST_HEIGHT = 12.0


class Frame(NamedTuple):
    """A view box."""

    left: float
    top: float
    width: float
    height: float


def first_frame(aspect: float) -> Frame:
    """The frame at the start of a round, around the first tile."""
    width = round(FIRST_HEIGHT * aspect, DECIMALS)
    return Frame(-width / 2, -FIRST_HEIGHT / 2, width, FIRST_HEIGHT)


def grown(frame: Frame, box: Box, points: Iterable[Vector] = ()) -> Frame | None:
    """The frame that shows a layout's box and the points of its strings; None if the old one does."""
    for x, y in points:
        box = box.join(Box(x, y, x, y))
    need = box.grown(MARGIN)
    inside = (
        frame.left <= need.left
        and frame.top <= need.top
        and need.right <= frame.left + frame.width
        and need.bottom <= frame.top + frame.height
    )
    if inside:
        return None
    width = frame.width if need.width <= frame.width else box.width + 2 * HEADROOM
    height = frame.height if need.height <= frame.height else box.height + 2 * HEADROOM
    left = (box.left + box.right - width) / 2
    top = (box.top + box.bottom - height) / 2
    return Frame(*(round(value, DECIMALS) + 0.0 for value in (left, top, width, height)))
