"""Deals that anyone can check: a seed gives the order of the tiles and the first seat (design.md §10)."""

import hashlib
import hmac
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from games.rules.tiles import Tile

SEED_BYTES: Final = 32
SEED_FORM: Final = f"{2 * SEED_BYTES} lower-case hex digits"  # how a seed is written
_SEED: Final = re.compile(rf"[0-9a-f]{{{2 * SEED_BYTES}}}")
_WORDS: Final = 2**32


@dataclass(frozen=True, slots=True)
class Plan:
    """How a game is dealt for a number of seats: the set, the hands, the rounds.

    `rounds` is None when it is not fixed beforehand how many are played; `starts` are the tiles laid before
    the deal of the first rounds, then again from the first (empty: nothing is laid before a deal).
    """

    set_max: int
    tiles: int
    hand: int
    boneyard: int
    rounds: int | None
    starts: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal: the tile laid before it, what each seat got, and the rest, which is drawn from its front."""

    start: Tile | None
    hands: tuple[tuple[Tile, ...], ...]
    boneyard: tuple[Tile, ...]


def seed_of(text: str) -> bytes:
    """The seed (32 bytes) that is written so; ValueError for a text that is not of `SEED_FORM`."""
    if not _SEED.fullmatch(text):
        raise ValueError(f"a seed is {SEED_FORM}")
    return bytes.fromhex(text)


def words(seed: bytes) -> Iterator[int]:
    """The endless stream of 4-byte words of a seed (32 bytes)."""
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
    block = 0
    while True:
        digest = hmac.digest(seed, block.to_bytes(8), hashlib.sha256)
        for place in range(0, len(digest), 4):
            yield int.from_bytes(digest[place : place + 4])
        block += 1


def number_below(count: int, stream: Iterator[int]) -> int:
    """A uniform whole number in 0…count-1; words that would favour small numbers are skipped."""
    limit = _WORDS - _WORDS % count
    for word in stream:
        if word < limit:
            return word % count
    raise ValueError("the stream of words has ended")


def shuffle(tiles: Sequence[Tile], stream: Iterator[int]) -> tuple[Tile, ...]:
    """Fisher-Yates from the last place down, fed by the stream."""
    order = list(tiles)
    for last in range(len(order) - 1, 0, -1):
        chosen = number_below(last + 1, stream)
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)


def shuffled(tiles: Sequence[Tile], seed: bytes) -> tuple[Tile, ...]:
    """The tiles in the order that a seed gives them."""
    return shuffle(tiles, words(seed))


def drawn_first_seat(tiles: Sequence[Tile], seed: bytes, seats: int) -> int:
    """The first seat of a match: the next number of round 1's stream after its shuffle."""
    stream = words(seed)
    shuffle(tiles, stream)
    return number_below(seats, stream)


def dealt(start: Tile | None, order: Sequence[Tile], seats: int, hand: int) -> Deal:
    """Cut the shuffled tiles into hands of `hand` tiles, seat by seat; the rest is the boneyard."""
    hands = tuple(tuple(order[seat * hand : (seat + 1) * hand]) for seat in range(seats))
    return Deal(start, hands, tuple(order[seats * hand :]))


def commitment(code: str, match: int, round_number: int, seed_hex: str) -> str:
    """What is shown before a round so that its seed cannot be changed afterwards (both numbers from 1)."""
    text = f"domino-deal:{code.upper()}:{match}:{round_number}:{seed_hex.lower()}"
    return hashlib.sha256(text.encode("ascii")).hexdigest()
