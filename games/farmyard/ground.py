"""What lies on the cloth: the tiles and the places kept free for planned toes."""

from __future__ import annotations

from games.farmyard.flood import Rows, block
from games.farmyard.geometry import UNIT, Box, Pose, Vector, bounds


class Ground:
    """All rectangles that nothing else may touch, the box around them and the cells they block."""

    def __init__(self) -> None:
        self.solids: list[Pose] = []
        self.box = Box(0.0, 0.0, 0.0, 0.0)
        self.rows: Rows = {}

    def add(self, tile: Pose) -> None:
        """Put one more rectangle down."""
        self.box = self.box.join(bounds(tile)) if self.solids else bounds(tile)
        self.solids.append(tile)
        block(self.rows, tile)

    def near(self, x: float, y: float, reach: float) -> list[Pose]:
        """The rectangles whose middle is at most `reach` away in either direction."""
        return [s for s in self.solids if -reach < s[0] - x < reach and -reach < s[1] - y < reach]

    def copy(self) -> Ground:
        """An independent ground with the same things on it."""
        other = Ground()
        other.solids = self.solids.copy()
        other.box = self.box
        other.rows = self.rows.copy()
        return other


def halves(tile: Pose) -> tuple[Vector, Vector]:
    """The middles of a tile's matched and open half."""
    ux, uy = UNIT[tile.angle]
    return (tile.x - ux / 2, tile.y - uy / 2), (tile.x + ux / 2, tile.y + uy / 2)
