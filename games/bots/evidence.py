"""What the others have shown about their hidden hands.

A seat that draws or passes has no tile that is legal at that moment. So a hidden hand is described as
*slots*: so many tiles that lack certain numbers. A tile drawn after a seat was last stuck may be anything,
an older one may not.
"""

import random
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from games.rules.chicken_foot import TOES
from games.rules.layout import Laid
from games.rules.tiles import Tile
from games.rules.view import Logged, View


class Slots(NamedTuple):
    """`size` hidden tiles of `holder` (a seat, or None for the boneyard) that contain none of `lacks`."""

    holder: int | None
    lacks: frozenset[int]
    size: int


def possible_slots(view: View, source: random.Random) -> Iterator[tuple[Slots, ...]]:
    """Readings of the log, the best first: the hidden tiles as slots, the boneyard last.

    Where a tile that was laid had lain before (dealt, or drawn later) is not always known. The first reading
    lets chance decide; that can turn out to be impossible. The second takes it from the slot that was held
    longest: with that some deal always agrees, unless the log contradicts itself. The third ignores the log.
    """
    yield _read(view, source)
    yield _read(view, None)
    yield tuple(
        Slots(None if seat == view.seats else seat, frozenset(), size)
        for seat, size in enumerate((*view.counts, view.boneyard))
        if seat != view.viewer
    )


def _read(view: View, source: random.Random | None) -> tuple[Slots, ...]:
    hands = [HiddenHand(count) for count in _counts_before(view)]
    for logged, joinable, tile in _retold(view):
        hands[logged.seat].did(logged.text, joinable, tile, source)
    slots = [
        Slots(seat, lacks, count)
        for seat, hand in enumerate(hands)
        if seat != view.viewer
        for lacks, count in hand.slots.items()
        if count
    ]
    return (*slots, Slots(None, frozenset(), view.boneyard))


class HiddenHand:
    """A hand that is followed through the log.

    `slots` says how many of its tiles lack which numbers, those that were held longest first: they lack all
    that the later ones lack, and more.
    """

    def __init__(self, count: int) -> None:
        self.slots: dict[frozenset[int], int] = {frozenset(): count}
        self._drew = False

    def did(
        self, text: str, joinable: frozenset[int], tile: Tile | None, source: random.Random | None
    ) -> None:
        """The seat did what the log says, while these numbers could be joined; `tile` is what it laid.

        With several slots that may have held it `source` chooses; without a source it was held longest.
        """
        if text == "draw":
            self._is_stuck(joinable)
        elif tile is not None:
            if not self._drew:
                self._lose(tile, source)
        elif self._drew:
            self.slots[joinable] = self.slots.get(joinable, 0) + 1
        else:
            self._is_stuck(joinable)
        self._drew = text == "draw"

    def _is_stuck(self, joinable: frozenset[int]) -> None:
        before, self.slots = self.slots, {}
        for lacks, count in before.items():
            self.slots[lacks | joinable] = self.slots.get(lacks | joinable, 0) + count

    def _lose(self, tile: Tile, source: random.Random | None) -> None:
        held = [lacks for lacks, count in self.slots.items() if count]
        # In a log that contradicts itself no slot fits: then only the number of tiles is kept right.
        possible = [lacks for lacks in held if lacks.isdisjoint(tile)] or held
        chosen = possible[0]
        if source and len(possible) > 1:
            chosen = source.choices(possible, [self.slots[lacks] for lacks in possible])[0]
        self.slots[chosen] -= 1


def _retold(view: View) -> Iterator[tuple[Logged, frozenset[int], Tile | None]]:
    """Each entry of the log with the numbers that could be joined when it was made, and the tile laid."""
    if not _is_complete(view):
        return
    growing = iter(view.layout)
    table = _Table(view, next(growing).tile.high)
    drew = False
    for logged in view.log:
        if not drew:
            table.start_turn()
        laid = next(growing) if _is_play(logged) else None
        yield logged, table.joinable(), laid.tile if laid else None
        if laid:
            table.lay(laid)
        drew = logged.text == "draw"


def _counts_before(view: View) -> list[int]:
    """How many tiles each seat held before the entries of the log that are retold."""
    counts = list(view.counts)
    for logged, _, tile in _retold(view):
        if tile is not None:
            counts[logged.seat] += 1
        elif logged.text == "draw":
            counts[logged.seat] -= 1
    return counts


def _is_play(logged: Logged) -> bool:
    return logged.text not in ("draw", "pass")


def _is_complete(view: View) -> bool:
    return sum(_is_play(logged) for logged in view.log) == len(view.layout) - 1


class _Table:
    """The numbers that can be joined, while a layout is laid again."""

    def __init__(self, view: View, start: int) -> None:
        self._of_number = view.set_max + 1
        self._release = view.settings["dead_foot"] == "release"
        self._laid = Counter({start: 1})
        self._ends = Counter[int]()
        self._foot: int | None = start
        self._toes = view.settings.whole("start")

    def joinable(self) -> frozenset[int]:
        if self._foot is not None:
            return frozenset((self._foot,))
        return frozenset(number for number, count in self._ends.items() if count)

    def start_turn(self) -> None:
        if self._release and self._foot is not None and self._laid[self._foot] == self._of_number:
            self._foot = None

    def lay(self, laid: Laid) -> None:
        self._laid.update(set(laid.tile))
        far = laid.tile.other(laid.matched)
        if self._foot is not None:
            self._ends[far] += 1
            self._toes -= 1
            if not self._toes:
                self._foot = None
            return
        self._ends[laid.matched] -= 1
        if laid.tile.is_double:
            self._foot, self._toes = far, TOES
        else:
            self._ends[far] += 1
