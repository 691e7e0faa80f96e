"""Playing rounds of Chicken Foot out to their end, very many at once.

This is a second, private implementation of the rules (rules.md §1), made for speed alone; a test plays it
against the rule book, position by position. It simulates rounds in *lanes* (see `counters.py`): every seat's
hand is one number per tile whose bit w says whether the seat holds the tile in round w. All rounds have the
same seat to act, because every turn, whatever is done in it, passes to the next seat; so one pass over the
tiles takes that turn in all rounds. What differs from round to round is only which lanes a step touches.

The simulated players lay the dearest tile they can, with some chance in what is dear. A round's boneyard has
no order here: a draw takes any of its tiles with equal chance, which is the same as an order shuffled before.
"""

import random
from collections.abc import Sequence
from typing import Final

from games.bots.counters import Counter, above_zero, count_down, count_up, counter_of
from games.bots.tile_table import POOL, POOL_BITS, TileTable
from games.rules.chicken_foot import TOES

# One number per tile: the lanes in which it lies there.
Planes = list[int]

_END_DIGITS: Final = 4  # at most 12 ends have the same number
_TOE_DIGITS: Final = 3


class Playout:
    """Rounds in progress, one in each bit of `lanes`.

    hands      planes of each seat
    boneyard   planes of the tiles not yet drawn
    unlaid     planes of the tiles not on the table: all hands and the boneyard together
    turn       the seat to act, in all rounds
    active     lanes whose round is not over
    ends       for each number a counter of the open ends that have it
    feet       for each number the lanes where the foot of its double waits for toes
    toes       counter of the toes still owed
    left       counter of the tiles in the boneyard
    joined     for each number the lanes in which the last turn's tile was joined by it
    """

    def __init__(
        self,
        table: TileTable,
        hands: Sequence[Planes],
        boneyard: Planes,
        lanes: int,
        *,
        turn: int,
        ends: Sequence[int],
        feet: Sequence[int],
        toes: int,
        left: int,
        release: bool = False,
    ) -> None:
        """`ends` are counts by number and `toes`, `left` counts: the same in all lanes at the start."""
        self.table = table
        self.hands = [list(hand) for hand in hands]
        self.boneyard = list(boneyard)
        self.unlaid = list(boneyard)
        for hand in hands:
            self.unlaid = [here | there for here, there in zip(self.unlaid, hand, strict=True)]
        self.turn = turn
        self.active = lanes
        self.ends: list[Counter] = [counter_of(count, lanes, _END_DIGITS) for count in ends]
        self.feet = list(feet)
        self.toes = counter_of(toes, lanes, _TOE_DIGITS)
        self.left = counter_of(left, lanes, left.bit_length())
        self.release = release
        self.joined = [0] * len(self.feet)
        self._open = [above_zero(counter) for counter in self.ends]
        self._foot = 0
        for waiting in self.feet:
            self._foot |= waiting

    def run(self, source: random.Random) -> int:
        """Play all rounds to their end; the number of actions taken in all lanes together."""
        actions = 0
        while self.active:
            actions += self.take_turn(source)
        return actions

    def take_turn(self, source: random.Random) -> int:
        """Let the seat to act have its turn in every lane; the number of actions (0: all rounds are over)."""
        joinable = self.start_turn()
        if not self.active:
            return 0
        touched = [0] * len(self.feet)
        chance = source.getrandbits(3 * POOL_BITS)
        stuck = self._lay_from_hand(joinable, touched, chance % POOL)
        drawing = stuck & above_zero(self.left)
        laid = self.active ^ stuck
        if drawing:
            laid |= self._draw(drawing, joinable, touched, (chance >> POOL_BITS) % POOL)
        actions = self.active.bit_count() + drawing.bit_count()
        self._end_turn(joinable, touched, laid, chance >> 2 * POOL_BITS)
        return actions

    def take_given_turn(self, plays: Sequence[tuple[int, int, int]]) -> None:
        """Let the seat to act lay what is given: (place of the tile, number it is joined by, lanes) each.

        Every active lane must be in exactly one of them, and each play must be legal there.
        """
        touched = [0] * len(self.feet)
        joinable = [0] * len(self.feet)
        for place, number, lanes in plays:
            self.hands[self.turn][place] ^= lanes
            self.unlaid[place] ^= lanes
            joinable[number] |= lanes
            for half in self.table.tiles[place]:
                touched[half] |= lanes
            if self.table.tiles[place].is_double:
                self.feet[number] |= lanes
        self._end_turn(joinable, touched, self.active, 0)

    def start_turn(self) -> list[int]:
        """Release dead feet where that house rule is on, then end the rounds in which nobody can go on.

        For each number the lanes in which a tile may be joined by it: onto the foot, else onto any end.
        `take_turn` does this; calling it before shows the position in which the seat chooses.
        """
        if self.release:
            self._release()
        free = ~self._foot
        joinable = [waiting | here & free for waiting, here in zip(self.feet, self._open, strict=True)]
        self._end_blocked(joinable)
        return joinable

    def points(self, planes: Planes, lanes: int) -> int:
        """The points of the tiles in some planes (a seat's hand), summed over `lanes`."""
        points = 0
        for penalty, held in zip(self.table.penalties, planes, strict=True):
            if held:
                points += penalty * (held & lanes).bit_count()
        return points

    def _release(self) -> None:
        dead = 0
        for number, waiting in enumerate(self.feet):
            waiting &= self.active
            for place in self.table.suits[number]:
                if not waiting:
                    break
                waiting &= ~self.unlaid[place]
            dead |= waiting
        if dead:
            self._complete(dead)

    def _end_blocked(self, joinable: list[int]) -> None:
        """A round is over when its boneyard is empty and no hand has a tile that fits (rules.md §0)."""
        over = self.active & ~above_zero(self.left)
        if not over:
            return
        for number, lanes in enumerate(joinable):
            lanes &= over
            if not lanes:
                continue
            for place in self.table.suits[number]:
                goes_on = self.unlaid[place] & lanes
                if goes_on:
                    over ^= goes_on
                    lanes ^= goes_on
                    if not lanes:
                        break
        self.active ^= over

    def _lay_from_hand(self, joinable: list[int], touched: list[int], order: int) -> int:
        """Lay the first tile that fits, in every lane; the lanes where none does.

        This loop and the next are where the time goes: they do not call anything.
        """
        hand, unlaid, feet, todo = self.hands[self.turn], self.unlaid, self.feet, self.active
        for place, high, low in self.table.dearest_first[order]:
            held = hand[place]
            if held:
                lanes = held & todo & (joinable[high] | joinable[low])
                if lanes:
                    todo ^= lanes
                    hand[place] = held ^ lanes
                    unlaid[place] ^= lanes
                    touched[low] |= lanes
                    if high == low:
                        feet[high] |= lanes
                    else:
                        touched[high] |= lanes
                    if not todo:
                        break
        return todo

    def _draw(self, drawing: int, joinable: list[int], touched: list[int], order: int) -> int:
        """Draw a tile in every lane given and lay it where it fits; the lanes where it did."""
        hand, unlaid, feet, boneyard = self.hands[self.turn], self.unlaid, self.feet, self.boneyard
        count_down(self.left, drawing)
        laid = 0
        for place, high, low in self.table.shuffled[order]:
            lanes = boneyard[place] & drawing
            if lanes:
                drawing ^= lanes
                boneyard[place] ^= lanes
                fits = lanes & (joinable[high] | joinable[low])
                hand[place] |= lanes ^ fits
                if fits:
                    laid |= fits
                    unlaid[place] ^= fits
                    touched[low] |= fits
                    if high == low:
                        feet[high] |= fits
                    else:
                        touched[high] |= fits
                if not drawing:
                    break
        return laid

    def _end_turn(self, joinable: list[int], touched: list[int], laid: int, order: int) -> None:
        """Move the ends, count the toes, see who is out, and let the next seat have the turn.

        `touched` says for each number in which lanes the tile just laid has it.
        """
        self._move_ends(joinable, touched, laid, order)
        self._fill_feet(laid)
        held = 0
        for lanes in self.hands[self.turn]:
            held |= lanes
        self.active ^= laid & ~held
        self.turn = (self.turn + 1) % len(self.hands)

    def _move_ends(self, joinable: list[int], touched: list[int], laid: int, order: int) -> None:
        """Join each tile by one of its numbers; the other becomes an end. On a foot no end is used up."""
        free = ~self._foot
        unjoined = laid
        for number in self.table.numbers_mixed[order]:
            lanes = touched[number]
            joined = lanes & joinable[number] & unjoined
            self.joined[number] = joined
            if lanes:
                unjoined ^= joined
                counter = self.ends[number]
                count_up(counter, lanes ^ joined)
                count_down(counter, joined & free)
                ones, twos, fours, eights = counter
                self._open[number] = ones | twos | fours | eights

    def _fill_feet(self, laid: int) -> None:
        toes = laid & self._foot
        if toes:
            count_down(self.toes, toes)
            done = toes & ~above_zero(self.toes)
            if done:
                self._complete(done)
        waiting = 0
        for lanes in self.feet:
            waiting |= lanes
        opened = waiting & ~self._foot
        if opened:
            self._foot |= opened
            for digit in range(_TOE_DIGITS):
                if TOES >> digit & 1:
                    self.toes[digit] |= opened

    def _complete(self, lanes: int) -> None:
        """The foot that waits in these lanes waits no longer."""
        others = ~lanes
        self._foot &= others
        self.feet = [waiting & others for waiting in self.feet]
        self.toes = [digit & others for digit in self.toes]
