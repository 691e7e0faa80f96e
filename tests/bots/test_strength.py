"""The measurement of the bots, and a small sample of it (the figures are in `./dev bench bots`)."""

import random

import pytest

from bench.bots import (
    ENOUGH,
    Estimate,
    Goal,
    Stopwatch,
    estimate,
    main,
    measure_speed,
    play_against_greedy,
    play_match,
    share_won,
    verdict_on,
)
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
    assert certain.high == 100
    assert str(estimate([0.0] * 10).low) == "0.0"


def test_a_goal_is_reached_by_an_estimate_within_it_from_enough_matches() -> None:
    least, between = Goal("hard", 4, 75), Goal("easy", 4, 5, 20)
    assert verdict_on(least, Estimate(75.0, 70.0, 79.0), ENOUGH) == "reached"
    assert verdict_on(least, Estimate(74.9, 70.0, 79.0), ENOUGH) == "MISSED"
    assert verdict_on(least, Estimate(100.0, 99.0, 100.0), ENOUGH - 1) == "too few"
    assert verdict_on(between, Estimate(20.0, 16.0, 24.0), ENOUGH) == "reached"
    assert verdict_on(between, Estimate(20.1, 16.0, 24.0), ENOUGH) == "MISSED"
    assert verdict_on(between, Estimate(4.9, 3.0, 7.0), ENOUGH) == "MISSED"


def test_a_time_is_judged_only_where_it_was_measured(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def timed(level: str, seats: int, decisions: int) -> Stopwatch:
        bot = Stopwatch(level, random.Random(1))
        bot.milliseconds = [float(seats)] * decisions
        return bot

    monkeypatch.setattr("bench.bots.time_bot", timed)
    for limit, levels, verdict in [
        (8.0, ["easy", "hard"], "reached"),
        (7.9, ["hard"], "MISSED"),
        (0.0, ["easy", "normal"], "not measured"),
    ]:
        monkeypatch.setattr("bench.bots.baseline_milliseconds", lambda actions, limit=limit: limit)
        assert measure_speed(levels, 3) == (verdict != "MISSED")
        assert capsys.readouterr().out.endswith(f"{verdict}\n")


@pytest.mark.parametrize(
    "args",
    [["--matches", "0"], ["--decisions", "-1"], ["--processes", "0"], ["--part", "strength", "--seats", "3"]],
)
def test_to_measure_nothing_is_refused(args: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(args)
    assert stop.value.code == 2
    assert capsys.readouterr().err


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
