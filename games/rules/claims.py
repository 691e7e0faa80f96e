"""What is claimed of a deal once its round is over, and whether its seed bears that out (design.md §10).

`games/static/games/deal.js` does the same in a browser; a test keeps the two together.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple, TypedDict

from games.rules.deals import SEED_FORM, commitment, dealt, number_below, seed_of, shuffle, words
from games.rules.tiles import Tile, tile_set

_LETTERS: Final = "ABCDEFGH"


class Part(StrEnum):
    """What of a claim can be wrong; `HAND` is that of one seat."""

    SEED = "seed"  # it is none, so that nothing else can be checked
    COMMITMENT = "commitment"
    HAND = "hand"
    BONEYARD = "boneyard"
    DRAWS = "draws"
    FIRST = "first"


@dataclass(frozen=True, slots=True)
class Claim:
    """A deal as it is claimed to have been. Match and round count from 1, seats from 0.

    `seed` and `commitment` are 64 hex digits; `start` is the tile laid before the deal; `draws` are the tiles that
    were drawn, in order, with the seat that got each; `first` is the seat that the seed of round 1 drew for the first
    turn, None in later rounds and where it follows from the hands. `table`, `match` and `commitment` may be unknown
    (""; 0; "").
    """

    table: str
    match: int
    round: int
    seed: str
    commitment: str
    set_max: int
    start: Tile | None
    hands: tuple[tuple[Tile, ...], ...]
    boneyard: tuple[Tile, ...]
    draws: tuple[tuple[int, Tile], ...] = ()
    first: int | None = None


class Fault(NamedTuple):
    """A part that is not as the seed has it; `seat` is given for a hand."""

    part: Part
    seat: int | None
    stated: str
    expected: str


class ClaimJson(TypedDict):
    """A claim as the check page shows it and its script reads it."""

    table: str
    match: int
    round: int
    seed: str
    commitment: str
    set: int
    start: str | None
    hands: dict[str, list[str]]
    boneyard: list[str]
    draws: list[str]
    first: str | None


def faults_of(claim: Claim) -> tuple[Fault, ...]:
    """Everything in a claim that its seed does not bear out; empty if all of it agrees."""
    try:
        stream = words(seed_of(claim.seed))
    except ValueError:
        return (Fault(Part.SEED, None, claim.seed, SEED_FORM),)
    order = shuffle([tile for tile in tile_set(claim.set_max) if tile != claim.start], stream)
    found = [*_commitment(claim), *_deal(claim, order)]
    if claim.first is not None:
        first = number_below(len(claim.hands), stream)
        if first != claim.first:
            found.append(Fault(Part.FIRST, None, _LETTERS[claim.first], _LETTERS[first]))
    return tuple(found)


def commitment_of(claim: Claim) -> str:
    """The commitment that belongs to a claim's seed; "" where its table or match is not known.

    A record may name its table by anything; where that is no ASCII text, no commitment was ever made for it.
    """
    if not (claim.table and claim.table.isascii() and claim.match):
        return ""
    return commitment(claim.table, claim.match, claim.round, claim.seed)


def claim_json(claim: Claim) -> ClaimJson:
    """The claim for `json.dumps`: seats as letters, a draw as "B 7-2"."""
    return {
        "table": claim.table,
        "match": claim.match,
        "round": claim.round,
        "seed": claim.seed,
        "commitment": claim.commitment,
        "set": claim.set_max,
        "start": None if claim.start is None else str(claim.start),
        "hands": {_LETTERS[seat]: [*map(str, hand)] for seat, hand in enumerate(claim.hands)},
        "boneyard": [*map(str, claim.boneyard)],
        "draws": [f"{_LETTERS[seat]} {tile}" for seat, tile in claim.draws],
        "first": None if claim.first is None else _LETTERS[claim.first],
    }


def _commitment(claim: Claim) -> list[Fault]:
    expected = commitment_of(claim)
    if not claim.commitment or not expected or claim.commitment == expected:
        return []
    return [Fault(Part.COMMITMENT, None, claim.commitment, expected)]


def _deal(claim: Claim, order: Sequence[Tile]) -> list[Fault]:
    """Hands and boneyard against the order of the tiles, draws against the boneyard."""
    size = len(claim.hands[0]) if claim.hands else 0
    expected = dealt(claim.start, order, len(claim.hands), size)
    found = [
        Fault(Part.HAND, seat, _text(stated), _text(hand))
        for seat, (stated, hand) in enumerate(zip(claim.hands, expected.hands, strict=True))
        if stated != hand
    ]
    if claim.boneyard != expected.boneyard:
        found.append(Fault(Part.BONEYARD, None, _text(claim.boneyard), _text(expected.boneyard)))
    drawn = tuple(tile for _seat, tile in claim.draws)
    if drawn != expected.boneyard[: len(drawn)]:
        found.append(Fault(Part.DRAWS, None, _text(drawn), _text(expected.boneyard[: len(drawn)])))
    return found


def _text(tiles: Sequence[Tile]) -> str:
    return " ".join(map(str, tiles))
