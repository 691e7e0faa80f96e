"""The easy bot: a beginner who likes to get rid of dear tiles and does not always look."""

import random
from typing import Final

from games.bots.greedy import greedy_choice
from games.rules.actions import Action
from games.rules.view import View

# Calibrated against three greedy players: see bench/bots.py.
CARELESSNESS: Final = 0.45


def careless_choice(view: View, source: random.Random) -> Action:
    """Usually the dearest tile, now and then just any legal play."""
    if source.random() < CARELESSNESS:
        return source.choice(view.legal)
    return greedy_choice(view)
