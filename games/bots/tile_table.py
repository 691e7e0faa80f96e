"""What the playouts know about the tiles of a set, worked out once for each set and value of 0-0."""

import random
from collections.abc import Callable
from functools import cache
from typing import Final, NamedTuple

from games.rules.tiles import ALL, Tile

# A tile as the playouts go through it: its place in the set, its two numbers.
Entry = tuple[int, int, int]
Order = tuple[Entry, ...]

# Orders are drawn from a pool: making a new one for each simulated turn would cost as much as the turn.
POOL_BITS: Final = 6
POOL: Final = 1 << POOL_BITS
# How far, in points, chance may lift a tile past dearer ones in a playout. Measured: bench/bots.py.
WHIM: Final = 6.0


class TileTable(NamedTuple):
    """A set of tiles; a tile is known by its place in `tiles`.

    `penalties` are the points a tile costs in the hand, `suits[n]` the places of the tiles with an n.
    `dearest_first` are orders in which a simulated player looks for a tile to lay, `shuffled` are orders in
    which the boneyard is drawn, `numbers_mixed` orders in which the numbers are tried for joining a tile that
    fits by both of its halves.
    """

    tiles: tuple[Tile, ...]
    penalties: tuple[int, ...]
    suits: tuple[tuple[int, ...], ...]
    dearest_first: tuple[Order, ...]
    shuffled: tuple[Order, ...]
    numbers_mixed: tuple[tuple[int, ...], ...]


@cache
def tile_table(largest: int, blank: int) -> TileTable:
    """The table of the double-`largest` set when a 0-0 left in the hand costs `blank` points."""
    tiles = ALL[: (largest + 1) * (largest + 2) // 2]
    penalties = tuple(penalty_of(tile, blank) for tile in tiles)
    suits = tuple(
        tuple(place for place, tile in enumerate(tiles) if number in tile) for number in range(largest + 1)
    )
    # Always the same pool, so that a choice depends on nothing but the view and the source given to it.
    source = random.Random(largest)
    dearest = _pool(tiles, lambda place: source.random() * WHIM - penalties[place])
    shuffled = _pool(tiles, lambda place: source.random())
    mixed = tuple(tuple(source.sample(range(largest + 1), largest + 1)) for _ in range(POOL))
    return TileTable(tiles, penalties, suits, dearest, shuffled, mixed)


def penalty_of(tile: Tile, blank: int) -> int:
    """What a tile costs its holder at the end of a round (rules.md §1.9)."""
    return blank if tile == (0, 0) else tile.pips


def _pool(tiles: tuple[Tile, ...], key: Callable[[int], float]) -> tuple[Order, ...]:
    entries = [(place, tile.high, tile.low) for place, tile in enumerate(tiles)]
    return tuple(tuple(sorted(entries, key=lambda entry: key(entry[0]))) for _ in range(POOL))
