"""Which parts of the cloth can still be reached from outside the layout.

The cloth is a grid of cells of half a unit. A cell is blocked when its middle lies in a tile grown by the room a
line needs around it. A whole grid is one integer, so that spreading by one cell is five shifts.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import ceil, floor

from games.farmyard.geometry import UNIT, Box, Pose, Vector

CELL = 0.5
CLEARANCE = 0.6
# Columns are counted from far to the left of any layout, so that a row is a natural number.
_SHIFT = 4096

type Rows = dict[int, int]


@lru_cache(maxsize=4096)
def blocked_by(tile: Pose) -> tuple[tuple[int, int], ...]:
    """The cells that a tile blocks, as (row, bits of its columns)."""
    ux, uy = UNIT[tile.angle]
    long, short = 1 + CLEARANCE, 0.5 + CLEARANCE
    reach = long * abs(uy) + short * abs(ux)
    rows = []
    for row in range(ceil((tile.y - reach) / CELL), floor((tile.y + reach) / CELL) + 1):
        dy = row * CELL - tile.y
        low, high = -_SHIFT * CELL, _SHIFT * CELL
        if abs(ux) > 1e-9:
            ends = ((-long - dy * uy) / ux, (long - dy * uy) / ux)
            low, high = max(low, min(ends)), min(high, max(ends))
        if abs(uy) > 1e-9:
            ends = ((dy * ux - short) / uy, (dy * ux + short) / uy)
            low, high = max(low, min(ends)), min(high, max(ends))
        first, last = ceil((tile.x + low) / CELL), floor((tile.x + high) / CELL)
        if first <= last:
            rows.append((row, ((1 << (last - first + 1)) - 1) << (first + _SHIFT)))
    return tuple(rows)


def block(rows: Rows, tile: Pose) -> None:
    """Mark the cells of a tile as blocked."""
    for row, bits in blocked_by(tile):
        rows[row] = rows.get(row, 0) | bits


class Outside:
    """The cells that can be reached from outside, once some more tiles lie on blocked cells."""

    def __init__(self, rows: Rows, box: Box, more: Iterable[Pose] = ()) -> None:
        added: Rows = {}
        for tile in more:
            block(added, tile)
        self._left = floor((box.left - 3) / CELL) + _SHIFT
        self._top = floor((box.top - 3) / CELL)
        self._width = ceil((box.right + 3) / CELL) + _SHIFT - self._left + 1
        height = ceil((box.bottom + 3) / CELL) - self._top + 1
        line = (1 << self._width) - 1
        grid = 0
        for row in range(self._top + height - 1, self._top - 1, -1):
            blocked = (rows.get(row, 0) | added.get(row, 0)) >> self._left
            grid = grid << self._width | (line & ~blocked)
        self._reached = self._spread(grid, line)

    def _spread(self, free: int, reached: int) -> int:
        """Spread from the top row. The rim is free, so a shift that wraps round a row's end stays outside."""
        width = self._width
        while True:
            grown = (reached | reached << 1 | reached >> 1 | reached << width | reached >> width) & free
            if grown == reached:
                return reached
            reached = grown

    def reaches(self, point: Vector) -> bool:
        """Whether the cell of a point, or one beside it, can be reached."""
        column = round(point[0] / CELL) + _SHIFT - self._left
        row = round(point[1] / CELL) - self._top
        if not (row > 0 and 0 < column < self._width - 1):
            return True
        place = row * self._width + column
        around = 0b111 << (place - 1)
        return bool(self._reached & (around | around << self._width | around >> self._width))
