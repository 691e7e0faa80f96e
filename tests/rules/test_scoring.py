"""What is left in a hand counts (rules.md §1.9)."""

import pytest

from tests.rules.plays import do
from tests.rules.positions import RULES, position

OUT = """
9-9
  9-0
  9-1
  9-2
  9-3
  9-4
  9-6
"""


@pytest.mark.parametrize(
    ("hands", "penalties"),
    [
        (["", "0-0 5-3", "9-8 7-7", "4-0"], (0, 58, 31, 4)),  # one seat is out
        (["0-0", "9-8 6-5", "2-1", "8-8 9-0"], (50, 28, 3, 25)),  # blocked: everybody counts their own
    ],
)
def test_the_examples(hands: list[str], penalties: tuple[int, ...]) -> None:
    assert RULES.penalties(position("9-9", hands)) == penalties


def test_the_seat_that_went_out_adds_nothing() -> None:
    over = do(position(OUT, ["3-2", "8-7 5-5", "1-1"], "7-7"), "3-2@9-3")
    assert RULES.penalties(over) == (0, 25, 2)


def test_case_22_a_lone_double_blank_counts_fifty() -> None:
    over = do(position(OUT, ["3-2", "0-0"], "7-7"), "3-2@9-3")
    assert RULES.penalties(over) == (0, 50)


@pytest.mark.parametrize("blank", [50, 25, 0])
def test_the_double_blank_by_the_house_rule(blank: int) -> None:
    state = position("9-9", ["0-0 5-3", "0-0"], house={"blank": blank})
    assert RULES.penalties(state) == (blank + 8, blank)


def test_case_24_nobody_can_hold_the_double_blank_in_its_own_round() -> None:
    house = RULES.settings({})
    assert str(RULES.start_tile(house, 4, 9)) == "0-0"
    deal = RULES.deal(house, 4, 9, bytes(range(32)))
    state = RULES.open_round(house, 4, 9, deal, 0)
    held = {tile for hand in deal.hands for tile in hand} | set(deal.boneyard)
    assert (0, 0) not in held
    assert (state.owed, RULES.penalties(position("0-0", ["1-0"]))) == ((0, 0, 6), (1,))


@pytest.mark.parametrize(("seats", "greatest"), [(4, 545), (8, 1142)])
def test_the_greatest_possible_total(seats: int, greatest: int) -> None:
    deal = RULES.deal(RULES.settings({}), seats, 0, bytes(32))
    everything = [*deal.boneyard, *(tile for hand in deal.hands for tile in hand)]
    start = deal.start
    assert start is not None
    text = " ".join(map(str, [*everything, start]))
    assert RULES.penalties(position("9-9", [text])) == (greatest,)
