"""The measurement of the bots, and a small sample of it (the figures are in `./dev bench bots`)."""

import random

import pytest

from bench.bots import estimate, play_against_greedy, play_match, share_won
from games.bots.greedy import greedy_choice


def test_a_shared_lowest_total_is_half_a_win() -> None:
    assert share_won((12, 40, 40), 0) == 1
    assert share_won((12, 40, 40), 1) == 0
    assert share_won((40, 12, 12), 1) == 0.5
    assert share_won((12, 12, 12), 1) == 0.5


def test_the_interval_is_wilsons() -> None:
    found = estimate([1.0] * 300 + [0.0] * 100)
    assert found.share == 75
    assert (round(found.low, 1), round(found.high, 1)) == (70.5, 79.0)
    certain = estimate([1.0] * 400)
    assert certain.share == 100
    assert round(certain.low, 1) == 99.0


def test_a_match_is_played_to_its_end() -> None:
    totals = play_match(3, [greedy_choice] * 3, random.Random(1))
    assert len(totals) == 3
    assert sum(totals) > 0


@pytest.mark.slow
def test_each_level_beats_the_one_below() -> None:
    """The matches are always the same ones, so this cannot fail by chance."""
    easy, normal, hard = (
        sum(play_against_greedy(level, 4, match) for match in range(16)) / 16
        for level in ("easy", "normal", "hard")
    )
    assert easy < 0.3
    assert easy + 0.1 < normal < hard
    assert hard >= 0.75
