"""The plainest player there is: always the dearest tile it may lay. The others are measured against it."""

from games.bots.tile_table import penalty_of
from games.rules.actions import Action, Play
from games.rules.view import View


def greedy_choice(view: View) -> Action:
    """The legal tile with the highest penalty, ties by the higher high half, on the end laid first.

    Any game will do: what cannot be a play is the only legal action anyway.
    """
    plays = [action for action in view.legal if isinstance(action, Play)]
    if not plays:
        return view.legal[0]
    blank = blank_of(view)
    return min(plays, key=lambda a: (-penalty_of(a.tile, blank), -a.tile.high, a.node, a.arm))


def blank_of(view: View) -> int:
    """What 0-0 costs at this table: what the settings say, nothing in a game that does not set it."""
    blank = view.settings.get("blank", 0)
    return blank if isinstance(blank, int) else 0
