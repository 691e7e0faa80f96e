"""The tiles and the sets they come in (rules.md §0).

A hand is kept as a *mask*: one bit per tile of the double-twelve set, so that "which of these tiles
contain a 5" is one operation. The bit of a tile is the same in every set, because tiles are numbered by
their high half first.
"""

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Final, NamedTuple

MAX_SET: Final = 12


class Tile(NamedTuple):
    """One tile, its higher half first: `Tile(9, 3)` is 9-3, `Tile(5, 5)` a double."""

    high: int
    low: int

    def __str__(self) -> str:
        return f"{self.high}-{self.low}"

    @property
    def pips(self) -> int:
        """Points of both halves together (a game may count 0-0 differently)."""
        return self.high + self.low

    @property
    def is_double(self) -> bool:
        return self.high == self.low

    def other(self, number: int) -> int:
        """The half that stays free when the tile is joined by `number`, which must be one of its halves."""
        if number == self.high:
            return self.low
        if number == self.low:
            return self.high
        raise ValueError(f"{self} has no {number}")

    @classmethod
    def parse(cls, text: str) -> "Tile":
        """The tile written as `high-low`; ValueError for anything else."""
        try:
            return _BY_TEXT[text]
        except KeyError:
            raise ValueError(f"not a tile: {text!r}") from None


# Every tile there is, a tile standing at the place of its bit.
ALL: Final = tuple(Tile(high, low) for high in range(MAX_SET + 1) for low in range(high + 1))
BIT: Final = {tile: 1 << place for place, tile in enumerate(ALL)}
# CONTAINING[n]: the mask of all tiles with an n on them.
CONTAINING: Final = tuple(
    sum(bit for tile, bit in BIT.items() if number in tile) for number in range(MAX_SET + 1)
)
_BY_TEXT: Final = {str(tile): tile for tile in ALL}


@cache
def tile_set(largest: int) -> tuple[Tile, ...]:
    """All tiles of the double-`largest` set, sorted by low half, then high half: as before a shuffle."""
    return tuple(Tile(high, low) for low in range(largest + 1) for high in range(low, largest + 1))


def mask_of(tiles: Iterable[Tile]) -> int:
    """The mask that holds exactly these tiles."""
    mask = 0
    for tile in tiles:
        mask |= BIT[tile]
    return mask


@lru_cache(maxsize=16384)
def tiles_in(mask: int) -> tuple[Tile, ...]:
    """The tiles of a mask, sorted by high half, then low half."""
    tiles = []
    while mask:
        lowest = mask & -mask
        tiles.append(ALL[lowest.bit_length() - 1])
        mask ^= lowest
    return tuple(tiles)
