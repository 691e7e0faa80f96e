"""Bots: choosing an action from what a seat may see.

`choose` gets a view, never the state, and a source of random numbers. Its budgets are numbers of playouts,
never time: the same view and the same source give the same choice, on any machine.
"""

import random
from typing import Final

from games.bots.easy import careless_choice
from games.bots.greedy import greedy_choice
from games.bots.search import Budget, best_play
from games.rules.actions import Action
from games.rules.view import View

EASY: Final = "easy"
NORMAL: Final = "normal"
HARD: Final = "hard"
LEVELS: Final = (EASY, NORMAL, HARD)

# What they are worth is measured by `./dev bench bots`. Fewer playouts save little time, since all of a stage
# are made at once: normal has so few because it is to be beaten.
BUDGETS: Final = {NORMAL: Budget(24, narrowing=False), HARD: Budget(1000, narrowing=True)}

# The game that the playouts know; in others a bot is greedy.
SEARCHED_GAME: Final = "chicken-foot"


def choose(view: View, level: str, source: random.Random) -> Action:
    """What a bot of `level` does as the seat to act, which must be the viewer of `view`.

    Only legal actions are returned. Raises ValueError for a level that is not in `LEVELS` and for a view
    without legal actions.
    """
    if level not in LEVELS:
        raise ValueError(f"no level of bots: {level!r}")
    if not view.legal:
        raise ValueError("nothing to choose from: this seat is not to act")
    if len(view.legal) == 1:
        return view.legal[0]
    if level == EASY:
        return careless_choice(view, source)
    if view.game != SEARCHED_GAME:
        return greedy_choice(view)
    return best_play(view, BUDGETS[level], source)
