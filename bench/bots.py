"""How strong the bots are against greedy players, and how long a decision takes.

Strength: full matches, one bot against greedy players, the bot in every seat in turn. A tie for the lowest
total is half a win. Speed: the processor time of decisions with a real choice, while bots of one level play
among greedy ones; beside it the time that the straightforward engine of bench/baseline.py needs for a number
of actions, in the same run. Exit status 1 unless every goal that was asked for is reached; with fewer matches
than the goals are for none is.
"""

import argparse
import os
import random
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import batched
from math import sqrt
from typing import NamedTuple

from bench.options import positive
from bench.rules import Meter, plain, script_of
from games.bots import EASY, HARD, LEVELS, NORMAL, choose
from games.bots.greedy import greedy_choice
from games.rules.actions import Action, action_text
from games.rules.games import game
from games.rules.view import Logged, View, view_of

RULES = game("chicken-foot")
SETTINGS = RULES.settings({})
BATCH = 10  # matches that a process plays before it reports
ENOUGH = 400  # matches: with fewer an estimate says too little to reach a goal

REACHED = "reached"

Player = Callable[[View], Action]


class Goal(NamedTuple):
    """The share of matches, in percent, that a bot should win at a table with greedy ones."""

    level: str
    seats: int
    least: float
    most: float = 100.0


GOALS = (
    Goal(EASY, 4, 5, 20),
    Goal(NORMAL, 4, 45),
    Goal(HARD, 4, 75),
    Goal(HARD, 2, 90),
    Goal(HARD, 6, 38),
)
TIMED_SEATS = (2, 4, 8)
# At 8 seats 99 of 100 decisions of the hard bot take at most as long as so many actions of the baseline.
SLOWEST_SEATS = 8
SLOWEST_ACTIONS = 17_000


class Estimate(NamedTuple):
    """A share in percent with its 95 % interval."""

    share: float
    low: float
    high: float


def play_match(seats: int, players: Sequence[Player], source: random.Random) -> tuple[int, ...]:
    """A full match; the last totals. Every player gets the view of its own seat and nothing else."""
    first_of_match = source.randrange(seats)
    totals: list[tuple[int, ...]] = []
    while not RULES.match_over(SETTINGS, seats, totals):
        penalties = play_round(seats, players, len(totals), first_of_match, source.randbytes(32))
        before = totals[-1] if totals else (0,) * seats
        totals.append(tuple(map(sum, zip(before, penalties, strict=True))))
    return totals[-1]


def play_round(
    seats: int, players: Sequence[Player], index: int, first_of_match: int, seed: bytes
) -> tuple[int, ...]:
    """One round from its seed; the penalties."""
    deal = RULES.deal(SETTINGS, seats, index, seed)
    first = RULES.first_seat(first_of_match, index, seats, deal)
    state = RULES.open_round(SETTINGS, seats, index, deal, first)
    log: list[Logged] = []
    while not state.over:
        legal = RULES.legal_actions(state)
        action = legal[0]
        if len(legal) > 1:
            view = view_of(RULES, state, state.turn, round_index=index, log=log)
            action = players[state.turn](view)
        log.append(Logged(len(log), state.turn, action_text(state.layout, action)))
        state, _ = RULES.apply(state, action)
    return RULES.penalties(state)


def share_won(totals: Sequence[int], seat: int) -> float:
    """1 for the lowest total, one half if others have it too."""
    if totals[seat] > min(totals):
        return 0.0
    return 1.0 if totals.count(totals[seat]) == 1 else 0.5


def play_against_greedy(level: str, seats: int, match: int) -> float:
    """Match number `match` of a bot, which sits in seat `match` mod seats; the share it won."""
    bot_seat = match % seats
    players: list[Player] = [greedy_choice] * seats
    players[bot_seat] = partial(choose, level=level, source=random.Random(f"bot {level} {seats} {match}"))
    totals = play_match(seats, players, random.Random(f"deals {seats} {match}"))
    return share_won(totals, bot_seat)


def play_batch(level: str, seats: int, matches: Sequence[int]) -> list[float]:
    """What a worker process does at a time."""
    return [play_against_greedy(level, seats, match) for match in matches]


def estimate(shares: Sequence[float]) -> Estimate:
    """The mean share with Wilson's interval, which is right near 0 and 100 as well."""
    count, mean, z = len(shares), sum(shares) / len(shares), 1.96
    middle = (mean + z * z / (2 * count)) / (1 + z * z / count)
    half = z * sqrt(mean * (1 - mean) / count + z * z / (4 * count * count)) / (1 + z * z / count)
    return Estimate(100 * mean, 100 * max(0.0, middle - half), 100 * min(1.0, middle + half))


def measure_strength(goal: Goal, matches: int, pool: ProcessPoolExecutor) -> bool:
    """Play the matches of one goal and print what came out; whether they are enough and the estimate reaches it."""
    begun = time.monotonic()
    batches = list(batched(range(matches), BATCH))
    shares: list[float] = []
    for won in pool.map(partial(play_batch, goal.level, goal.seats), batches):
        shares += won
    found = estimate(shares)
    verdict = verdict_on(goal, found, matches)
    wanted = f"≥ {goal.least:g} %" if goal.most == 100 else f"{goal.least:g}–{goal.most:g} %"
    print(
        f"{goal.level:>6} {goal.seats:>5} {matches:>8} {found.share:>7.1f} % "
        f"{found.low:>7.1f}–{found.high:.1f} %   {wanted:<8} {verdict:<8}"
        f" {time.monotonic() - begun:>5.0f} s",
        flush=True,
    )
    return verdict == REACHED


def verdict_on(goal: Goal, found: Estimate, matches: int) -> str:
    """What is said of an estimate from so many matches."""
    if matches < ENOUGH:
        return "too few"
    return REACHED if goal.least <= found.share <= goal.most else "MISSED"


class Stopwatch:
    """A bot that notes the milliseconds of processor time of each decision."""

    def __init__(self, level: str, source: random.Random) -> None:
        self.level = level
        self.source = source
        self.milliseconds: list[float] = []

    def __call__(self, view: View) -> Action:
        begun = time.process_time()
        action = choose(view, self.level, self.source)
        self.milliseconds.append(1000 * (time.process_time() - begun))
        return action

    def percentile(self, percent: int) -> float:
        ordered = sorted(self.milliseconds)
        return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)]


def time_bot(level: str, seats: int, decisions: int) -> Stopwatch:
    """Let a bot play matches, in every seat in turn, until it has taken so many decisions."""
    bot = Stopwatch(level, random.Random(f"timed {level} {seats}"))
    match = 0
    while len(bot.milliseconds) < decisions:
        players: list[Player] = [greedy_choice] * seats
        players[match % seats] = bot
        play_match(seats, players, random.Random(f"timed deals {seats} {match}"))
        match += 1
    return bot


def baseline_milliseconds(actions: int) -> float:
    """How long the straightforward engine takes for so many actions at the same number of seats."""
    source = random.Random(1)
    meter = Meter()
    meter.measure([plain(script_of(SLOWEST_SEATS, source)) for _ in range(400)])
    return 1000 * actions / meter.rate


def measure_speed(levels: Sequence[str], decisions: int) -> bool:
    """Print how long decisions take; whether the slowest, if they are asked for, are quick enough."""
    print("\nMilliseconds of processor time for a decision with a real choice")
    print(f"{'level':>6} {'seats':>5} {'decisions':>9} {'p50':>7} {'p99':>7}")
    before = baseline_milliseconds(SLOWEST_ACTIONS)
    slowest: float | None = None
    for level in levels:
        for seats in TIMED_SEATS:
            bot = time_bot(level, seats, decisions)
            p50, p99 = bot.percentile(50), bot.percentile(99)
            print(f"{level:>6} {seats:>5} {len(bot.milliseconds):>9} {p50:>7.2f} {p99:>7.2f}", flush=True)
            if (level, seats) == (HARD, SLOWEST_SEATS):
                slowest = p99
    limit = (before + baseline_milliseconds(SLOWEST_ACTIONS)) / 2
    told = f"{SLOWEST_ACTIONS:,} actions of the baseline: {limit:.1f} ms; hard at {SLOWEST_SEATS} seats, p99:"
    if slowest is None:
        print(told, "not measured")
        return True
    verdict = REACHED if slowest <= limit else "MISSED"
    print(f"{told} {slowest:.1f} ms, {verdict}")
    return verdict == REACHED


def options(argv: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./dev bench bots", description=__doc__)
    parser.add_argument("--part", choices=("strength", "speed"), help="only this part")
    parser.add_argument("--levels", nargs="+", choices=LEVELS, default=list(LEVELS))
    parser.add_argument("--seats", nargs="+", type=positive, help="only the goals at so many seats")
    parser.add_argument(
        "--matches", type=positive, default=ENOUGH, help=f"matches for each goal (default {ENOUGH})"
    )
    parser.add_argument("--decisions", type=positive, default=600, help="decisions to time (default 600)")
    parser.add_argument("--processes", type=positive, default=os.cpu_count(), help="default: one per core")
    chosen = parser.parse_args(argv)
    chosen.goals = [
        goal for goal in GOALS if goal.level in chosen.levels and goal.seats in (chosen.seats or [goal.seats])
    ]
    if chosen.part == "strength" and not chosen.goals:
        parser.error("there is no goal for these levels at so many seats")
    return chosen


def main(argv: list[str]) -> int:
    chosen = options(argv)
    reached = True
    if chosen.part != "speed":
        print("Matches won against greedy players, with the 95 % interval")
        print(f"{'level':>6} {'seats':>5} {'matches':>8} {'won':>9} {'interval':>15}   goal", flush=True)
        with ProcessPoolExecutor(chosen.processes) as pool:
            for goal in chosen.goals:
                reached &= measure_strength(goal, chosen.matches, pool)
    if chosen.part != "strength":
        reached &= measure_speed(chosen.levels, chosen.decisions)
    return 0 if reached else 1
