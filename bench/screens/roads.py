"""Ways to positions worth a picture: rounds played out by bots from counted seeds until one is as wanted.

Nothing is chosen by hand, so pictures can be taken again after the rules of play of a bot have changed.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from itertools import count
from typing import Final

from games.bots import EASY, choose
from games.rules.actions import PASS, Action, Draw, Pass, action_text
from games.rules.games import Game, game
from games.rules.settings import Settings
from games.rules.state import State
from games.rules.view import Logged, View, view_of

CHICKEN_FOOT: Final = "chicken-foot"
SEEDS_AT_MOST: Final = 4000


@dataclass(frozen=True, slots=True)
class Here:
    """A position on the way: the round (from 0), the state, and what was played so far."""

    rules: Game
    round_index: int
    state: State
    log: tuple[Logged, ...]

    def view(self, seat: int) -> View:
        """What a seat may know of it."""
        return view_of(self.rules, self.state, seat, round_index=self.round_index, log=self.log)


@dataclass(frozen=True, slots=True)
class Road:
    """The seeds of the rounds up to the wanted one, and the actions of each of them so far."""

    seeds: tuple[str, ...]
    actions: tuple[tuple[str, ...], ...]
    here: Here


Wanted = Callable[[Here], bool]


def find(seats: int, wanted: Wanted, *, rounds_before: int = 0, name: str = "") -> Road:
    """The first position that is wanted, in the round after `rounds_before` others; `name` gives other seeds."""
    rules = game(CHICKEN_FOOT)
    settings = rules.settings({})
    seeds = [seed_of(f"{name} before {number}") for number in range(rounds_before)]
    before = [_last(rules, settings, seats, seeds[: number + 1]) for number in range(rounds_before)]
    for number in range(SEEDS_AT_MOST):
        tried = [*seeds, seed_of(f"{name} {number}")]
        for here in _round(rules, settings, seats, tried):
            if wanted(here):
                return Road(tuple(tried), tuple(_texts(one) for one in (*before, here)), here)
    raise LookupError(f"No position like {name!r} in {SEEDS_AT_MOST} rounds.")


def find_match(seats: int, wanted: Callable[[list[Here]], bool], *, name: str) -> Road:
    """A whole match, its rounds' last positions as wanted."""
    rules = game(CHICKEN_FOOT)
    settings = rules.settings({})
    for number in count():
        seeds = [
            seed_of(f"{name} {number} {round_index}")
            for round_index in range(_rounds(rules, settings, seats))
        ]
        ends = [_last(rules, settings, seats, seeds[: index + 1]) for index in range(len(seeds))]
        if wanted(ends):
            return Road(tuple(seeds), tuple(map(_texts, ends)), ends[-1])
    raise AssertionError


def seed_of(text: str) -> str:
    """A seed as the site stores it, from a name."""
    return sha256(f"picture {text}".encode()).hexdigest()


def _rounds(rules: Game, settings: Settings, seats: int) -> int:
    plan = rules.plan(settings, seats)
    return plan.rounds or len(plan.starts)


def _texts(here: Here) -> tuple[str, ...]:
    return tuple(logged.text for logged in here.log)


def _last(rules: Game, settings: Settings, seats: int, seeds: list[str]) -> Here:
    *_earlier, last = _round(rules, settings, seats, seeds)
    return last


def _round(rules: Game, settings: Settings, seats: int, seeds: list[str]) -> Iterator[Here]:
    """Every position of the round that the last seed deals, from the deal to its end."""
    index, seed = len(seeds) - 1, bytes.fromhex(seeds[-1])
    start = rules.first_of_match(settings, seats, bytes.fromhex(seeds[0]))
    deal = rules.deal(settings, seats, index, seed)
    first = rules.first_seat(start, index, seats, deal)
    state = rules.open_round(settings, seats, index, deal, first)
    source = random.Random(seed)
    log: tuple[Logged, ...] = ()
    while True:
        here = Here(rules, index, state, log)
        yield here
        if state.over:
            return
        state, made = _step(here, source)
        log = (*log, *made)


def _step(here: Here, source: random.Random) -> tuple[State, list[Logged]]:
    """A bot acts; a pass that a drawn tile forces belongs to the draw, as on the site."""
    state, made = here.state, list[Logged]()
    action: Action = choose(here.view(state.turn), EASY, source)
    while True:
        made.append(Logged(len(here.log) + len(made), state.turn, action_text(state.layout, action)))
        state, _events = here.rules.apply(state, action)
        if not isinstance(action, Draw) or here.rules.legal_actions(state) != (PASS,):
            return state, made
        action = Pass()
