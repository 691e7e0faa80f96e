"""Totals, the end of a match, who won (rules.md §1.2, §1.9-1.11)."""

import pytest

from games.rules.match import highest_wins, lowest_wins, running_totals
from tests.rules.positions import RULES, settings


def test_half_a_match_of_three() -> None:
    rounds = [(0, 31, 12), (14, 0, 58), (22, 5, 0), (0, 40, 9), (7, 0, 3)]
    totals = running_totals(rounds, 3)
    assert totals[-1] == (43, 76, 82)
    house = settings(length="half")
    assert [RULES.match_over(house, 3, totals[:count]) for count in range(6)] == [False] * 5 + [True]
    assert RULES.result(house, totals[-1]).winners == (0,)


def test_a_shared_lowest_total_is_a_draw_among_those_who_share_it() -> None:
    result = lowest_wins((40, 40, 55))
    assert (result.winners, result.draw, result.ranks, result.losers) == ((0, 1), True, (1, 1, 3), ())


def test_case_28_all_totals_equal() -> None:
    result = lowest_wins((30, 30, 30))
    assert (result.winners, result.draw, result.ranks) == ((0, 1, 2), True, (1, 1, 1))


def test_case_29_a_tie_for_second_changes_nothing() -> None:
    result = lowest_wins((50, 20, 50))
    assert (result.winners, result.draw, result.ranks) == ((1,), False, (2, 1, 2))


@pytest.mark.parametrize(("totals", "over"), [((100, 99), False), ((101, 0), True), ((0, 0), False)])
def test_a_target_must_be_exceeded(totals: tuple[int, ...], over: bool) -> None:
    assert RULES.match_over(settings(target=100), 2, [totals]) is over


def test_a_target_does_not_count_rounds() -> None:
    house = settings(target=2000)
    assert not RULES.match_over(house, 2, [(10, 10)] * 40)
    assert not RULES.match_over(house, 2, [])


def test_the_lowest_total_wins_even_if_it_is_over_the_target() -> None:
    result = RULES.result(settings(target=100), (120, 101, 130))
    assert (result.winners, result.ranks, result.losers) == ((1,), (2, 1, 3), (0, 1, 2))


def test_seats_over_the_target_are_the_losers() -> None:
    result = RULES.result(settings(target=100), (20, 120, 20, 100))
    assert (result.winners, result.draw, result.losers) == ((0, 2), True, (1,))


def test_a_match_of_one_round() -> None:
    assert RULES.match_over(settings(length="one"), 4, [(0, 1, 2, 3)])
    assert not RULES.match_over(settings(length="one"), 4, [])


def test_other_games_are_won_by_the_highest_total() -> None:
    result = highest_wins((40, 55, 55))
    assert (result.winners, result.draw, result.ranks) == ((1, 2), True, (3, 1, 1))


def test_no_rounds_no_totals() -> None:
    assert running_totals([], 4) == ()
