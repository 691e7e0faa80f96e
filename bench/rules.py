"""Actions per second of the rules, against the straightforward engine of bench/baseline.py.

Both play the same deals with the same actions (chosen at random beforehand) and list what is legal at each
step. The bots' playout engine plays the same deals too: all rounds at once, choosing its own actions and the
order in which the boneyard is drawn. The engines take turns, so that whatever else the machine does hits all
of them. Time is processor time.
"""

import argparse
import random
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from bench import baseline
from bench.options import positive
from games.bots.dealt import playout_of
from games.rules.actions import Action, Draw, Play
from games.rules.deals import Deal
from games.rules.games import game
from games.rules.layout import Layout
from games.rules.state import State
from games.rules.tiles import Tile

SEATS = (2, 4, 8)
NEEDED_AT = 4
NEEDED = 0.2  # times the baseline
NEEDED_PLAYOUT = 4.3
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

    def __init__(self) -> None:
        self.actions = 0
        self.seconds = 0.0

    def measure(self, rounds: Iterable[Callable[[], int]]) -> None:
        """Play what is ready to be played; each call returns the number of its actions."""
        ready = list(rounds)
        begun = time.process_time()
        for play in ready:
            self.actions += play()
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


def playing_out(scripts: list[Script], source: random.Random) -> Callable[[], int]:
    """The rounds of all scripts at once through the bots' engine, whoever is first renamed to seat 0."""
    deals = [
        replace(script.deal, hands=script.deal.hands[script.first :] + script.deal.hands[: script.first])
        for script in scripts
    ]
    playout = playout_of(deals)
    return lambda: playout.run(source)


def measured(seats: int, rounds: int) -> tuple[Meter, Meter, Meter]:
    """The baseline, the interface and the playout engine after that many rounds (the last: many times those)."""
    source = random.Random(seats)
    scripts = [script_of(seats, source) for _ in range(rounds)]
    baseline_meter, interface_meter, playout_meter = Meter(), Meter(), Meter()
    for at in range(0, rounds, SLICE):
        some = scripts[at : at + SLICE]
        baseline_meter.measure(plain(script) for script in some)
        interface_meter.measure(interface(script) for script in some)
        playout_meter.measure([playing_out(scripts, source)])
    return baseline_meter, interface_meter, playout_meter


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="./dev bench rules", description=__doc__)
    parser.add_argument("--rounds", type=positive, default=300, help="rounds per number of seats")
    rounds = max(parser.parse_args(argv).rounds, SLICE)
    print(f"{'seats':>5} {'baseline/s':>12} {'interface/s':>12} {'ratio':>6} {'playouts/s':>12} {'ratio':>6}")
    missed = False
    for seats in SEATS:
        yardstick, ours, playouts = measured(seats, rounds)
        ratio, playout_ratio = ours.rate / yardstick.rate, playouts.rate / yardstick.rate
        missed |= seats == NEEDED_AT and (ratio < NEEDED or playout_ratio < NEEDED_PLAYOUT)
        print(
            f"{seats:>5} {yardstick.rate:>12,.0f} {ours.rate:>12,.0f} {ratio:>6.2f}"
            f" {playouts.rate:>12,.0f} {playout_ratio:>6.1f}"
        )
    verdict = "MISSED" if missed else "reached"
    print(f"needed at {NEEDED_AT} seats: interface {NEEDED}, playouts {NEEDED_PLAYOUT}; {verdict}")
    return int(missed)
