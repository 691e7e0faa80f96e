"""Playing in tests: actions as text, one after the other."""

import random
from collections.abc import Iterator

from games.rules.actions import Action, parse_action
from games.rules.events import Event
from games.rules.games import Game, game
from games.rules.settings import Settings
from games.rules.state import State


def do(state: State, *texts: str) -> State:
    """The position after these actions, each made by the seat to act."""
    rules = game(state.game)
    for text in texts:
        state, _ = rules.apply(state, parse_action(state.layout, text))
    return state


def events_of(state: State, text: str) -> tuple[Event, ...]:
    """What one action brings about."""
    return game(state.game).apply(state, parse_action(state.layout, text))[1]


def random_round(
    rules: Game, settings: Settings, seats: int, round_index: int, source: random.Random
) -> Iterator[tuple[State, Action | None]]:
    """A round of random legal actions: each position with the action made on it, the last one with None."""
    deal = rules.deal(settings, seats, round_index, source.randbytes(32))
    first = rules.first_seat(source.randrange(seats), round_index, seats, deal)
    state = rules.open_round(settings, seats, round_index, deal, first)
    while not state.over:
        action = source.choice(rules.legal_actions(state))
        yield state, action
        state, _ = rules.apply(state, action)
    yield state, None
