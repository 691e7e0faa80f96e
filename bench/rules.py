"""Actions per second of the rules, against the straightforward engine of bench/baseline.py.

Both play the same deals with the same actions (chosen at random beforehand) and list what is legal at each
step. The engines take turns, a few rounds each, so that whatever else the machine does hits all of them.
Time is processor time.
"""

import argparse
import random
import time
from collections.abc import Callable
from dataclasses import dataclass

from bench import baseline
from games.rules.actions import Action, Draw, Play
from games.rules.deals import Deal
from games.rules.games import game
from games.rules.layout import Layout
from games.rules.state import State
from games.rules.tiles import Tile

SEATS = (2, 4, 8)
NEEDED_AT = 4
NEEDED = 0.2  # times the baseline
SLICE = 10  # rounds that an engine plays before it is another's turn

RULES = game("chicken-foot")
SETTINGS = RULES.settings({})


@dataclass(frozen=True)
class Script:
    """A way to play a round: its deal, who is first, and the actions."""

    deal: Deal
    first: int
    actions: tuple[Action, ...]
    final: State


class Meter:
    """Adds up the actions and the seconds of one engine."""

    def __init__(self, prepare: Callable[[Script], Callable[[], int]]) -> None:
        self.prepare = prepare
        self.actions = 0
        self.seconds = 0.0

    def measure(self, scripts: list[Script]) -> None:
        rounds = [self.prepare(script) for script in scripts]
        begun = time.process_time()
        for play_round in rounds:
            self.actions += play_round()
        self.seconds += time.process_time() - begun

    @property
    def rate(self) -> float:
        return self.actions / self.seconds


def script_of(seats: int, source: random.Random) -> Script:
    """Deal a round and play it with random legal actions."""
    deal = RULES.deal(SETTINGS, seats, 0, source.randbytes(32))
    first = source.randrange(seats)
    state = RULES.open_round(SETTINGS, seats, 0, deal, first)
    actions: list[Action] = []
    while not state.over:
        actions.append(source.choice(RULES.legal_actions(state)))
        state, _ = RULES.apply(state, actions[-1])
    return Script(deal, first, tuple(actions), state)


def interface(script: Script) -> Callable[[], int]:
    """The round through `legal_actions` and `apply`, as everything else in the house plays it."""
    opening = RULES.open_round(SETTINGS, len(script.deal.hands), 0, script.deal, script.first)

    def play_round() -> int:
        state = opening
        for action in script.actions:
            RULES.legal_actions(state)
            state, _ = RULES.apply(state, action)
        return len(script.actions)

    return play_round


def plain(script: Script) -> Callable[[], int]:
    """The round through the baseline."""
    actions = [plain_action(script.final.layout, action) for action in script.actions]
    hands = [[plain_tile(tile) for tile in hand] for hand in script.deal.hands]
    boneyard = [plain_tile(tile) for tile in script.deal.boneyard]
    plain_round = baseline.Round(hands, boneyard, script.final.layout[0].tile.high, script.first)

    def play_round() -> int:
        for action in actions:
            plain_round.actions()
            plain_round.do(action)
        return len(actions)

    return play_round


def plain_action(layout: Layout, action: Action) -> baseline.Action:
    """An action as the baseline writes it."""
    if isinstance(action, Play):
        return ("play", plain_tile(action.tile), plain_tile(layout[action.node].tile))
    return baseline.DRAW if isinstance(action, Draw) else baseline.PASS


def plain_tile(tile: Tile) -> baseline.Tile:
    """A tile as the baseline writes it."""
    return (tile.high, tile.low)


def measured(seats: int, rounds: int) -> tuple[Meter, Meter]:
    """The baseline and the interface after that many rounds each."""
    source = random.Random(seats)
    baseline_meter, interface_meter = Meter(plain), Meter(interface)
    for _ in range(rounds // SLICE):
        scripts = [script_of(seats, source) for _ in range(SLICE)]
        baseline_meter.measure(scripts)
        interface_meter.measure(scripts)
    return baseline_meter, interface_meter


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="./dev bench rules", description=__doc__)
    parser.add_argument("--rounds", type=int, default=300, help="rounds per number of seats")
    rounds = parser.parse_args(argv).rounds
    print(f"{'seats':>5} {'baseline/s':>12} {'interface/s':>12} {'ratio':>6}")
    missed = False
    for seats in SEATS:
        yardstick, ours = measured(seats, max(rounds, SLICE))
        ratio = ours.rate / yardstick.rate
        missed |= seats == NEEDED_AT and ratio < NEEDED
        print(f"{seats:>5} {yardstick.rate:>12,.0f} {ours.rate:>12,.0f} {ratio:>6.2f}")
    print(f"needed at {NEEDED_AT} seats: {NEEDED}")
    return int(missed)
