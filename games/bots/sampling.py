"""Deals of the hidden tiles that agree with all a seat knows: many at once, one per lane.

One deal is found by matching tiles to slots. From it the others come by swaps: pairs of tiles change
places, in each lane with chance one half, unless one of them may not lie where the other does. After some
passes over all tiles every lane holds a deal of its own.
"""

import random
from collections.abc import Sequence
from typing import Final, NamedTuple

from games.bots.evidence import Slots, possible_slots
from games.bots.knowledge import Knowledge
from games.bots.playout import Planes
from games.rules.view import View

# Each pass halves the square of the trace that the first deal has left: after 12 a tile is within a percent
# as often with a seat as it should be.
PASSES: Final = 12


class SampledDeals(NamedTuple):
    """Planes of the hidden tiles: of each seat, and of the boneyard."""

    hands: list[Planes]
    boneyard: Planes

    def first(self, lanes: int) -> "SampledDeals":
        """The deals in the first `lanes` lanes."""
        mask = (1 << lanes) - 1
        hands = [[held & mask for held in planes] for planes in self.hands]
        return SampledDeals(hands, [held & mask for held in self.boneyard])

    def without_first(self, lanes: int) -> "SampledDeals":
        """The other deals, moved down to lane 0."""
        hands = [[held >> lanes for held in planes] for planes in self.hands]
        return SampledDeals(hands, [held >> lanes for held in self.boneyard])


def sample_deals(view: View, knowledge: Knowledge, lanes: int, source: random.Random) -> SampledDeals:
    """Deal the hidden tiles in `lanes` lanes, as far as the viewer knows."""
    slots, first = _first_deal(view, knowledge, source)
    everywhere = (1 << lanes) - 1
    planes = [[everywhere if slot == chosen else 0 for slot in range(len(slots))] for chosen in first]
    _swap_around(planes, _allowed(knowledge, slots), lanes, source)
    size = len(knowledge.table.tiles)
    deals = SampledDeals([[0] * size for _ in range(knowledge.seats)], [0] * size)
    for place, row in zip(knowledge.hidden, planes, strict=True):
        for slot, held in zip(slots, row, strict=True):
            holder = deals.boneyard if slot.holder is None else deals.hands[slot.holder]
            holder[place] |= held
    return deals


def _first_deal(
    view: View, knowledge: Knowledge, source: random.Random
) -> tuple[tuple[Slots, ...], list[int]]:
    for slots in possible_slots(view, source):
        chosen = match_tiles(_allowed(knowledge, slots), [slot.size for slot in slots], source)
        if chosen is not None:
            return slots, chosen
    raise ValueError(f"{len(knowledge.hidden)} hidden tiles do not fit into the hands that the view shows")


def _allowed(knowledge: Knowledge, slots: Sequence[Slots]) -> list[list[bool]]:
    """For each hidden tile and each slot whether the tile may lie there."""
    tiles = [knowledge.table.tiles[place] for place in knowledge.hidden]
    return [[slot.lacks.isdisjoint(tile) for slot in slots] for tile in tiles]


def match_tiles(
    allowed: Sequence[Sequence[bool]], sizes: Sequence[int], source: random.Random
) -> list[int] | None:
    """A slot for every tile, by chance; None if there is no way.

    `allowed[tile][slot]` says which slots will do, `sizes` how many tiles fit into each.
    """
    held: list[list[int]] = [[] for _ in sizes]
    order = source.sample(range(len(sizes)), len(sizes))
    for tile in source.sample(range(len(allowed)), len(allowed)):
        if not _place(tile, allowed, sizes, held, order, set()):
            return None
    chosen = [0] * len(allowed)
    for slot, tiles in enumerate(held):
        for tile in tiles:
            chosen[tile] = slot
    return chosen


def _place(
    tile: int,
    allowed: Sequence[Sequence[bool]],
    sizes: Sequence[int],
    held: list[list[int]],
    order: Sequence[int],
    tried: set[int],
) -> bool:
    """Put a tile into a slot, moving others on where that is needed (an augmenting path)."""
    for slot in order:
        if allowed[tile][slot] and len(held[slot]) < sizes[slot]:
            held[slot].append(tile)
            return True
    for slot in order:
        if not allowed[tile][slot] or slot in tried:
            continue
        tried.add(slot)
        for at, other in enumerate(held[slot]):
            if _place(other, allowed, sizes, held, order, tried):
                held[slot][at] = tile
                return True
    return False


def _swap_around(
    planes: list[list[int]], allowed: Sequence[Sequence[bool]], lanes: int, source: random.Random
) -> None:
    tiles = range(len(planes))
    for _ in range(PASSES):
        mixed = source.sample(tiles, len(tiles))
        for one, other in zip(mixed[::2], mixed[1::2], strict=False):
            wanted = source.getrandbits(lanes)
            _swap(planes[one], planes[other], allowed[one], allowed[other], wanted)


def _swap(
    one: list[int], other: list[int], one_allowed: Sequence[bool], other_allowed: Sequence[bool], lanes: int
) -> None:
    """Let two tiles change places in those of `lanes` where both may lie where the other lies."""
    for slot, (here, there) in enumerate(zip(one, other, strict=True)):
        if here and not other_allowed[slot]:
            lanes &= ~here
        if there and not one_allowed[slot]:
            lanes &= ~there
    for slot, (here, there) in enumerate(zip(one, other, strict=True)):
        moving = (here ^ there) & lanes
        if moving:
            one[slot] = here ^ moving
            other[slot] = there ^ moving
