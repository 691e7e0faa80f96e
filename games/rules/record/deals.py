"""The deal of a round in a record: what lies on the table, the hands, the rest, and whether the seed gives it."""

from collections.abc import Iterator, Sequence

from games.rules.deals import SEED_FORM, Deal, seed_of
from games.rules.record.faults import Fault, in_round, quoted, shown
from games.rules.record.setup import Setup
from games.rules.record.shapes import RoundRecord
from games.rules.tiles import Tile, tile_set


def check_start(setup: Setup, index: int, record: RoundRecord) -> None:
    """The tile laid before the deal is the one of this round."""
    start = setup.game.start_tile(setup.settings, setup.seats, index)
    expected = None if start is None else str(start)
    if record.start != expected:
        raise Fault(in_round(index, "start"), f"is {shown(record.start)}, must be {shown(expected)}")


def read_deal(setup: Setup, index: int, record: RoundRecord) -> Deal:
    """The deal, right in size and, together with the start, one whole set; Fault if it is not."""
    place = in_round(index, "deal")
    _check_sizes(setup, place, record)
    start = setup.game.start_tile(setup.settings, setup.seats, index)
    in_set = tile_set(setup.game.plan(setup.settings, setup.seats).set_max)
    free = {tile for tile in in_set if tile != start}
    hands = tuple(tuple(_taken(record.hands[letter], free, in_set, place)) for letter in setup.letters)
    return Deal(start, hands, tuple(_taken(record.boneyard, free, in_set, place)))


def check_seed(setup: Setup, index: int, record: RoundRecord, deal: Deal) -> None:
    """The seed, if there is one, gives this deal, and in round 1 this first seat."""
    if record.seed is None:
        return
    place = in_round(index, "seed")
    try:
        seed = seed_of(record.seed)
    except ValueError:
        raise Fault(place, f"must be {SEED_FORM}") from None
    if setup.game.deal(setup.settings, setup.seats, index, seed) != deal:
        raise Fault(place, "the deal is not the shuffle of this seed")
    if index == 0:
        drawn = setup.game.first_of_match(setup.settings, setup.seats, seed)
        first = setup.letters[setup.game.first_seat(drawn, index, setup.seats, deal)]
        if record.first != first:
            raise Fault(place, f"gives the first turn to {first}, not to {record.first}")


def _check_sizes(setup: Setup, place: str, record: RoundRecord) -> None:
    plan = setup.game.plan(setup.settings, setup.seats)
    for letter in record.hands:
        if letter not in tuple(setup.letters):
            raise Fault(place, f"there is no seat {quoted(letter)}")
    for letter in setup.letters:
        if letter not in record.hands:
            raise Fault(place, f"the hand of {letter} is missing")
        if len(record.hands[letter]) != plan.hand:
            raise Fault(place, f"{letter} has {len(record.hands[letter])} tiles, must have {plan.hand}")
    if len(record.boneyard) != plan.boneyard:
        raise Fault(place, f"the boneyard has {len(record.boneyard)} tiles, must have {plan.boneyard}")


def _taken(texts: Sequence[str], free: set[Tile], in_set: Sequence[Tile], place: str) -> Iterator[Tile]:
    """The tiles, each taken away from those that are still free."""
    for text in texts:
        try:
            tile = Tile.parse(text)
        except ValueError:
            raise Fault(place, f"{quoted(text)} is not a tile") from None
        if tile not in in_set:
            raise Fault(place, f"{tile} is not in the set")
        if tile not in free:
            raise Fault(place, f"{tile} stands twice, or lies on the table already")
        free.remove(tile)
        yield tile
