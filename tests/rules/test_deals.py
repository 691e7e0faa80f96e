"""Deals from a seed, with the check values of the published method (design.md §10)."""

import itertools

import pytest

from games.rules.deals import commitment, drawn_first_seat, number_below, shuffled, words
from games.rules.tiles import Tile, tile_set
from tests.rules.positions import RULES, settings, tiles

SEED = bytes(range(32))


def without(largest: int) -> list[Tile]:
    return [tile for tile in tile_set(largest) if tile != (largest, largest)]


def test_the_order_of_the_double_nine_set() -> None:
    order = shuffled(without(9), SEED)
    assert order[:12] == tiles("8-7 5-1 9-4 7-3 2-2 8-3 5-0 9-8 1-0 0-0 9-2 8-5")
    assert order[-4:] == tiles("7-5 7-0 8-4 9-0")


def test_the_order_of_the_double_twelve_set() -> None:
    assert shuffled(without(12), SEED)[:6] == tiles("10-5 11-11 10-0 8-5 9-7 5-3")


@pytest.mark.parametrize(("seats", "first"), [(2, 0), (3, 0), (4, 2), (5, 2), (6, 0), (7, 6), (8, 6)])
def test_the_first_seat_of_a_match(seats: int, first: int) -> None:
    assert drawn_first_seat(without(9 if seats < 7 else 12), SEED, seats) == first
    assert RULES.first_of_match(settings(), seats, SEED) == first


def test_the_commitment_of_a_round() -> None:
    shown = "bf2de7e5cbcab3ec3791d03f90db2417e70cb0b571cd38f9b2f6b51f3539f899"
    assert commitment("ABCD2345", 1, 1, SEED.hex()) == shown
    assert commitment("abcd2345", 1, 1, SEED.hex().upper()) == shown
    assert commitment("ABCD2345", 1, 2, SEED.hex()) != shown


def test_words_that_would_favour_small_numbers_are_skipped() -> None:
    stream = iter([2**32 - 1, 2**32 - 2, 7])  # 2³² leaves 1 when divided by 3 and by 5
    assert number_below(3, stream) == (2**32 - 2) % 3
    assert number_below(5, stream) == 2


def test_a_stream_never_ends_and_starts_the_same() -> None:
    first, again = (list(itertools.islice(words(SEED), 40)) for _ in range(2))
    assert first == again
    assert len(set(first)) == 40


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_seed_has_32_bytes(size: int) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        next(words(bytes(size)))


@pytest.mark.parametrize("seats", range(2, 9))
def test_hands_are_slices_in_the_order_of_seats(seats: int) -> None:
    plan = RULES.plan(settings(), seats)
    deal = RULES.deal(settings(), seats, 0, SEED)
    order = shuffled(without(plan.set_max), SEED)
    assert tuple(itertools.chain(*deal.hands, deal.boneyard)) == order
    assert [len(hand) for hand in deal.hands] == [plan.hand] * seats
    assert deal.start == (plan.set_max, plan.set_max)


def test_a_later_round_leaves_out_its_own_double() -> None:
    deal = RULES.deal(settings(), 4, 3, SEED)
    dealt = {*itertools.chain(*deal.hands), *deal.boneyard}
    assert deal.start == (6, 6)
    assert dealt == set(tile_set(9)) - {(6, 6)}
