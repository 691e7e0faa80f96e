"""What the farmyard is told about a layout: which tile was joined to which, and what kind of game it is.

Only what lies open on the table goes in. The picture of a round depends on nothing else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

ROOT = -1

# Arms of a tile from which a line goes on. Arm 0 stands for "wherever the tile goes on next".
NEXT = 0
BACK = 1
FRONT = 2


class Join(NamedTuple):
    """One tile as it was laid.

    `a` is the number matched at the parent, `b` the other half (equal for a double, which stands crosswise).
    `parent` is the index of the tile it was joined to, in order of play, ROOT for the first. `arm` says where
    on the parent: 0 for the only or next place; on a first tile that is no double 1 is its half `a`, 2 its
    half `b`; on a first double 1 and 2 are its long sides; with planned toes arm k is the k-th of them.
    `toes` is how many places a double gets that are planned with it: 3, or 4 or 6 at the start, for a chicken
    foot; 4 for a spinner; 7 and more for a hub of trains. With 0 the line simply goes on behind the double.
    """

    a: int
    b: int
    parent: int = ROOT
    arm: int = NEXT
    toes: int = 0

    @property
    def is_double(self) -> bool:
        return self.a == self.b


class Manner(NamedTuple):
    """What kind of game is laid out: the highest number of its set, and the toes a later double needs (0: none)."""

    maximum: int
    foot: int = 3


class Shape(NamedTuple):
    """A class of boards, by width divided by height."""

    name: str
    aspect: float


WIDE = Shape("wide", 1.6)
SQUARE = Shape("square", 0.93)
SHAPES = (WIDE, SQUARE)


def slot_arms(join: Join) -> tuple[int, ...]:
    """The arms of the places planned with a double, in the order in which they are filled.

    A spinner that was joined to a line has the tile before it on arm 1; a first one has all four.
    """
    if not join.is_double:
        return ()
    taken = 1 if join.toes == 4 and join.parent != ROOT else 0
    return tuple(range(1 + taken, join.toes + 1))


def numbers_out(joins: Iterable[Join]) -> Counter[int]:
    """How many tiles with each number lie on the table."""
    used: Counter[int] = Counter()
    for join in joins:
        used.update({join.a, join.b})
    return used
