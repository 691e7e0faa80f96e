"""What may be done at each position of a record, one JSON line each."""

import json
from collections.abc import Iterator

from games.rules.actions import action_text, end_text
from games.rules.record.replay import Replay
from games.rules.record.setup import Setup, set_up
from games.rules.record.shapes import MatchRecord
from games.rules.state import State


def legal_lines(record: MatchRecord) -> Iterator[str]:
    """A line before each action and one at the end of each round; Fault where the record cannot go on.

    Only what the replay needs is checked; whether ends and points are right is another question.
    """
    setup = set_up(record)
    replay = Replay(setup)
    for index, one in enumerate(record.rounds):
        deal = replay.deal(index, one)
        for number, state in enumerate(replay.positions(index, one, deal), 1):
            yield _line(setup, index, number, state)


def _line(setup: Setup, index: int, number: int, state: State) -> str:
    letter = None if state.over else setup.letters[state.turn]
    layout, owed = state.layout, state.owed
    legal = (f"{letter} {action_text(layout, action)}" for action in setup.game.legal_actions(state))
    position = {
        "round": index + 1,
        "action": number,
        "seat": letter,
        "legal": sorted(legal),
        "ends": {end_text(layout, end): end.number for end in state.ends},
        "owed": None if owed is None else {"tile": str(layout[owed.node].tile), "toes": owed.toes},
        "boneyard": len(state.boneyard),
        "hands": dict(zip(setup.letters, state.counts(), strict=True)),
    }
    return json.dumps(position, separators=(",", ":"))
