"""Playouts that start from whole deals: for tests and measurements."""

import random
from collections.abc import Iterable, Sequence
from typing import Final

from games.bots.playout import Planes, Playout
from games.bots.tile_table import TileTable, tile_table
from games.rules.deals import Deal
from games.rules.tiles import Tile

# So many rounds are played out at once: more would be a little faster still, at the cost of memory.
BATCH: Final = 2000


def play_rounds(
    deals: Sequence[Deal],
    source: random.Random,
    *,
    first: int = 0,
    toes: int = 6,
    blank: int = 50,
    release: bool = False,
) -> int:
    """Play every deal out to the end of its round; the number of actions (plays, draws, passes) in all.

    The deals must be of Chicken Foot for the same number of seats; `first` has the first turn. The boneyard
    is drawn in an order that `source` decides.
    """
    actions = 0
    for at in range(0, len(deals), BATCH):
        batch = deals[at : at + BATCH]
        playout = playout_of(batch, first=first, toes=toes, blank=blank, release=release)
        actions += playout.run(source)
    return actions


def playout_of(
    deals: Sequence[Deal], *, first: int = 0, toes: int = 6, blank: int = 50, release: bool = False
) -> Playout:
    """A playout whose lane w is at the start of the round `deals[w]`; all for the same number of seats."""
    seats = len(deals[0].hands)
    table = tile_table(_largest(deals[0]), blank)
    feet = [0] * len(table.suits)
    for lane, deal in enumerate(deals):
        if deal.start is None:
            raise ValueError("a round of Chicken Foot starts on a double")
        feet[deal.start.high] |= 1 << lane
    return Playout(
        table,
        [planes_of(table, (deal.hands[seat] for deal in deals)) for seat in range(seats)],
        planes_of(table, (deal.boneyard for deal in deals)),
        (1 << len(deals)) - 1,
        turn=first,
        ends=[0] * len(table.suits),
        feet=feet,
        toes=toes,
        left=len(deals[0].boneyard),
        release=release,
    )


def planes_of(table: TileTable, holdings: Iterable[Sequence[Tile]]) -> Planes:
    """Planes from the tiles that are held in lane 0, lane 1, …"""
    planes = [0] * len(table.tiles)
    places = {tile: place for place, tile in enumerate(table.tiles)}
    for lane, tiles in enumerate(holdings):
        for tile in tiles:
            planes[places[tile]] |= 1 << lane
    return planes


def _largest(deal: Deal) -> int:
    return max(tile.high for tiles in (*deal.hands, deal.boneyard) for tile in tiles)
