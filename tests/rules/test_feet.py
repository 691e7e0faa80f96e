"""Doubles and their feet (rules.md §1.5, §1.6)."""

import pytest

from games.rules.events import FootCompleted, FootOpened, Played
from games.rules.refusals import Refusal, RefusalCode
from games.rules.state import Owed, State
from tests.rules.plays import do, events_of
from tests.rules.positions import OPENED, legal, numbers, position


def opened(*hands: str, boneyard: str = "8-8 7-7", after: str = "") -> State:
    return position(OPENED + after, hands, boneyard)


def carriers(state: State, number: int) -> list[str]:
    """The tiles that show an open end of that number."""
    return [str(state.layout[end.node].tile) for end in state.ends if end.number == number]


def test_a_double_closes_its_line_and_waits_for_three_toes() -> None:
    state = opened("5-5 8-6", "5-0 7-6")
    assert events_of(state, "5-5@9-5")[1:] == (FootOpened(7, 5, 3),)
    after = do(state, "5-5@9-5")
    assert (numbers(after), after.owed, after.turn) == ([0, 1, 2, 3, 4], Owed(7, 5, 3), 1)


def test_the_next_seat_starts_the_toes_not_the_one_that_set_the_double() -> None:
    after = do(opened("5-5 5-4", "7-6 6-6"), "5-5@9-5")
    assert (after.turn, legal(after)) == (1, ["draw"])


def test_each_toe_opens_an_end_and_the_third_completes_the_foot() -> None:
    state = do(opened("5-5 5-2 7-7", "5-0 5-1 8-7"), "5-5@9-5", "5-0@5-5", "5-2@5-5")
    assert (numbers(state), state.owed) == ([0, 0, 1, 2, 2, 3, 4], Owed(7, 5, 1))
    assert events_of(state, "5-1@5-5")[1:] == (FootCompleted(7, 5),)
    after = do(state, "5-1@5-5")
    assert (numbers(after), after.owed) == ([0, 0, 1, 1, 2, 2, 3, 4], None)


def test_a_tile_on_a_line_turns_its_number() -> None:
    state = opened("5-0 8-6", "7-6")
    assert legal(state) == ["5-0@9-0", "5-0@9-5"]
    assert numbers(do(state, "5-0@9-0")) == [1, 2, 3, 4, 5, 5]
    assert numbers(do(state, "5-0@9-5")) == [0, 0, 1, 2, 3, 4]


def test_only_what_happened_is_told() -> None:
    (played,) = events_of(opened("5-0 8-6", "7-6"), "5-0@9-5")
    assert isinstance(played, Played)
    assert (played.seat, played.node, str(played.laid.tile), played.laid.parent) == (0, 7, "5-0", 6)


def test_case_07_with_a_foot_open_lines_do_not_count() -> None:
    state = opened("4-3 2-1 8-0", "5-1", after="    5-5\n")
    assert legal(state) == ["draw"]
    drawn = opened("4-3 2-1 8-0", "5-1", boneyard="4-1 8-8", after="    5-5\n")
    assert legal(do(drawn, "draw")) == ["pass"]
    assert legal(do(opened("4-3", "5-1", boneyard="5-4 8-8", after="    5-5\n"), "draw")) == ["5-4@5-5"]


def test_case_08_a_second_double_has_to_wait() -> None:
    state = opened("4-4 5-4", "5-1", after="    5-5\n")
    assert legal(state) == ["5-4@5-5"]
    with pytest.raises(Refusal) as caught:
        do(state, "4-4@9-4")
    assert caught.value.code is RefusalCode.FOOT_FIRST
    assert caught.value.details == {"tile": "5-5", "number": 5, "toes": 3}


def test_case_09_a_double_is_never_a_toe() -> None:
    # 5-5 is the only double with a 5, and it lies on the table: no other tile of that kind fits.
    state = opened("4-4 6-6 5-4 0-0", "5-1", after="    5-5\n")
    assert [text for text in legal(state) if text.endswith("@5-5")] == ["5-4@5-5"]


def test_case_13_two_toes_where_three_are_needed() -> None:
    """All 5s but 5-0 and 5-1 are on the table: both may be played, then the foot is dead."""
    drawing = """
    9-9
      9-0
      9-1
      9-2
        5-2
          5-3
            4-3
      9-3
      9-4
        5-4
          6-5
            7-6
              7-5
                8-5
      9-5
        5-5
    """
    state = position(drawing, ["5-0 1-1", "5-1 2-2"], "3-3 4-4")
    state = do(state, "5-0@5-5", "5-1@5-5")
    assert state.owed is not None
    assert state.owed.toes == 1
    state = do(state, "draw", "pass", "draw", "pass")
    assert (state.over, state.boneyard) == (True, ())
    assert state.outcome is not None
    assert (state.outcome.reason, state.outcome.foot) == ("blocked", 5)


def test_case_14_the_last_toe_lies_in_the_boneyard() -> None:
    drawing = """
    9-9
      9-0
      9-1
      9-2
      9-3
      9-4
      9-5
        5-5
          5-0
          5-1
    """
    state = position(drawing, ["4-4 2-0", "3-3 1-0"], "6-6 5-4 7-7")
    state = do(state, "draw", "pass")
    assert legal(state) == ["draw"]
    state = do(state, "draw")
    assert legal(state) == ["5-4@5-5"]
    state = do(state, "5-4@5-5")
    assert state.owed is None
    assert legal(state) == ["2-0@5-0", "2-0@9-0", "2-0@9-2", "4-4@5-4", "4-4@9-4"]


def test_case_19_one_line_left_and_a_foot_adds_three() -> None:
    """Three of the four lines are closed by doubles; the house gave up their feet."""
    drawing = """
    9-9
      9-0
        0-0
      9-1
        1-1
      9-2
        2-2
      9-3
    """
    house = {"start": 4, "dead_foot": "release"}
    hands = ["3-3 2-1 8-7", "4-3 7-1", "5-3 7-2", "6-3 8-1"]
    state = position(drawing, hands, "5-5", house=house)._replace(owed=None)
    assert numbers(state) == [3]
    assert legal(state) == ["3-3@9-3"]
    state = do(state, "3-3@9-3")
    assert numbers(state) == []
    state = do(state, "4-3@3-3", "5-3@3-3", "6-3@3-3")
    assert numbers(state) == [4, 5, 6]


def test_case_20_two_ends_of_one_number_are_two_plays() -> None:
    drawing = OPENED.replace("  9-0\n", "  9-0\n    4-0\n")
    state = position(drawing, ["4-4 8-7", "6-6"], "7-7")
    assert legal(state) == ["4-4@4-0", "4-4@9-4"]
    on_the_new, on_the_old = do(state, "4-4@4-0"), do(state, "4-4@9-4")
    assert numbers(on_the_new) == numbers(on_the_old) == [1, 2, 3, 4, 5]
    assert carriers(on_the_new, 4) == ["9-4"]
    assert carriers(on_the_old, 4) == ["4-0"]


def test_case_23_the_blank_double_is_a_double() -> None:
    state = opened("0-0 8-7", "6-6")
    assert legal(state) == ["0-0@9-0"]
    after = do(state, "0-0@9-0")
    assert (numbers(after), after.owed) == ([1, 2, 3, 4, 5], Owed(7, 0, 3))
