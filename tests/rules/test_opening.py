"""The starting double and its toes (rules.md §1.3, §1.4, §1.7)."""

import random

import pytest

from games.rules.events import FootCompleted
from games.rules.state import Owed, Phase
from tests.rules.plays import do, events_of, random_round
from tests.rules.positions import OPENED, RULES, legal, numbers, position, settings, tiles


def test_the_double_lies_there_and_waits_for_its_toes() -> None:
    deal = RULES.deal(settings(), 4, 2, bytes(32))
    state = RULES.open_round(settings(), 4, 2, deal, 3)
    assert [str(laid.tile) for laid in state.layout] == ["7-7"]
    assert (state.ends, state.owed, state.turn) == ((), Owed(0, 7, 6), 3)
    assert state.boneyard == deal.boneyard
    assert [state.hand(seat) for seat in range(4)] == [tuple(sorted(hand)) for hand in deal.hands]


def test_case_01_without_the_number_one_draws_whatever_else_one_holds() -> None:
    state = position("9-9", ["8-8 8-7 5-0", "9-1 4-4"], "6-5 3-3")
    assert legal(state) == ["draw"]


def test_case_02_a_drawn_tile_with_the_number_must_be_played_at_once() -> None:
    state = do(position("9-9", ["8-8 8-7 5-0", "9-1 4-4"], "9-5 3-3"), "draw")
    assert state.phase is Phase.DREW
    assert legal(state) == ["9-5@9-9"]


def test_case_03_a_seventh_tile_goes_on_the_lines_not_on_the_starting_double() -> None:
    state = position(OPENED, ["9-8 3-3", "9-7 9-6"], "7-7")
    assert legal(state) == ["3-3@9-3"]
    with_an_eight = position(OPENED + "    8-5\n", ["9-8 3-3", "9-7 9-6"], "7-7")
    assert legal(with_an_eight) == ["3-3@9-3", "9-8@8-5"]


def test_case_03_an_end_of_that_number_takes_it_again() -> None:
    reopened = position(
        """
        9-9
          9-0
          9-1
            8-1
              9-8
          9-2
          9-3
          9-4
          9-5
        """,
        ["9-6 7-7", "6-6 7-6"],
        "3-3",
    )
    assert legal(reopened) == ["9-6@9-8"]


def test_six_toes_make_six_ends_and_free_play() -> None:
    state = position(OPENED.replace("  9-5\n", ""), ["9-5 1-1", "5-1 2-2"], "3-3")
    assert (state.owed, legal(state)) == (Owed(0, 9, 1), ["9-5@9-9"])
    assert events_of(state, "9-5@9-9")[1:] == (FootCompleted(0, 9),)
    after = do(state, "9-5@9-9")
    assert (numbers(after), after.owed) == ([0, 1, 2, 3, 4, 5], None)


def test_four_toes_by_the_house_rule() -> None:
    state = position("9-9\n  9-0\n  9-1\n  9-2", ["9-3 4-4", "5-5 9-8"], "6-6", house={"start": 4})
    assert state.owed == Owed(0, 9, 1)
    after = do(state, "9-3@9-9")
    assert (numbers(after), after.owed) == ([0, 1, 2, 3], None)


@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize("start", [6, 4])
def test_the_opening_cannot_fail(seats: int, start: int) -> None:
    source = random.Random(seats * 10 + start)
    for round_index in range(3):
        house = settings(start=start)
        positions = [state for state, _ in random_round(RULES, house, seats, round_index, source)]
        complete = [state for state in positions if state.owed is None or state.owed.node != 0]
        assert complete
        assert len(complete[0].layout) >= start + 1
        assert all(complete[0].counts())


def test_a_hand_is_in_no_order_but_its_own() -> None:
    assert position("9-9", ["1-0 9-8 9-2", "5-5"]).hand(0) == tiles("1-0 9-2 9-8")
