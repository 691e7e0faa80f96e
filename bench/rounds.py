"""Whole rounds of Chicken Foot for the measurements: who plays is drawn too, careless and greedy players mixed."""

import random

from games.bots.greedy import greedy_choice
from games.farmyard.joins import Join, Manner
from games.rules.games import game
from games.rules.layout import NO_NUMBER
from games.rules.state import State
from games.rules.view import view_of

RULES = game("chicken-foot")
SETTINGS = RULES.settings({})


def played_round(seats: int, seed: int) -> State:
    """The end of a round: deal, starting double, first seat and players all follow from the seed."""
    source = random.Random(f"{seats} seats, round {seed}")
    rounds = RULES.plan(SETTINGS, seats).rounds
    assert rounds is not None
    number = source.randrange(rounds)
    deal = RULES.deal(SETTINGS, seats, number, source.randbytes(32))
    greedy = [source.random() < 0.5 for _ in range(seats)]
    state = RULES.open_round(SETTINGS, seats, number, deal, source.randrange(seats))
    while not state.over:
        if greedy[state.turn]:
            action = greedy_choice(view_of(RULES, state, state.turn))
        else:
            action = source.choice(RULES.legal_actions(state))
        state, _ = RULES.apply(state, action)
    return state


def layout_of(seats: int, seed: int) -> tuple[tuple[Join, ...], Manner]:
    """A round's tiles as the farmyard is told them, and the kind of game."""
    state = played_round(seats, seed)
    joins = tuple(_join(state, node) for node in range(len(state.layout)))
    return joins, Manner(RULES.plan(SETTINGS, seats).set_max, RULES.foot)


def _join(state: State, node: int) -> Join:
    tile, parent, arm, matched = state.layout[node]
    number = tile.high if matched == NO_NUMBER else matched
    toes = RULES.toes(SETTINGS, state.layout, node) if tile.is_double else 0
    return Join(number, tile.other(number), parent, arm, toes)
