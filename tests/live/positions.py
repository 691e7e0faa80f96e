"""Finding the first position of a test: deals are tried by the rules alone until one leads to what is looked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from games.rules import games
from games.rules.actions import PASS, Draw, Play
from games.rules.games import Game
from games.rules.state import State
from tests.factories import dearest
from tests.live.staging import Wish

DEALS: Final = 3000
GAME: Final[Game] = games.game("chicken-foot")


def wish_for(wish: Wish, wanted: Callable[[State], bool], deals: int = DEALS) -> tuple[Wish, State]:
    """The wish with a seed and a number of actions after which `wanted` holds, and the position there.

    The actions are those that staging makes: everybody plays the dearest tile on the oldest end.
    """
    for number in range(deals):
        seed = number.to_bytes(32)
        state, plies = opening(wish, seed), 0
        while not state.over:
            if wanted(state):
                return replace(wish, seed=seed.hex(), plies=plies), state
            state, made = stepped(state)
            plies += made
    raise AssertionError(f"none of {deals} deals leads there")


def opening(wish: Wish, seed: bytes) -> State:
    """The first position of a staged match."""
    seats = len(wish.people) + len(wish.bots)
    settings = GAME.settings(wish.settings)
    deal = GAME.deal(settings, seats, 0, seed)
    return GAME.open_round(settings, seats, 0, deal, GAME.first_of_match(settings, seats, seed))


def stepped(state: State) -> tuple[State, int]:
    """The position after one step of staging, and how many actions that was: a draw brings the pass it forces."""
    action = dearest(GAME.legal_actions(state))
    state, _events = GAME.apply(state, action)
    if isinstance(action, Draw) and GAME.legal_actions(state) == (PASS,):
        return GAME.apply(state, PASS)[0], 2
    return state, 1


def plays(state: State) -> list[Play]:
    """What the seat to act may lay."""
    return [action for action in GAME.legal_actions(state) if isinstance(action, Play)]


def is_dead(state: State) -> bool:
    """Whether the foot that waits can no longer be finished."""
    return GAME.dead_foot(state.settings, state.seats, state.layout, state.owed)


def doomed(state: State) -> list[Play]:
    """The plays of doubles that could never get their toes."""
    return [
        play
        for play in plays(state)
        if GAME.dead_foot_warning(state.settings, state.seats, state.layout, play.tile)
    ]
