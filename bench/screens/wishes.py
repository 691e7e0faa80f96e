"""What the pictures shall show: positions with something to see in them."""

from __future__ import annotations

from collections import Counter
from typing import Final

from bench.screens.roads import Here
from games.rules.actions import Play
from games.rules.state import Phase, Reason
from games.rules.tiles import Tile

ME: Final = 1  # the seat from which most pictures are taken: B
BLANK: Final = Tile(0, 0)


def opening(here: Here) -> bool:
    """My turn, nothing laid but the starting double."""
    return _my_turn(here) and not here.log and _places(here)[1] > 0


def others_turn(here: Here) -> bool:
    """The turn of the second of two, some way into the round."""
    return here.state.turn == ME and not here.state.over and len(here.state.layout) >= 12


def middle(here: Here) -> bool:
    """My turn with a choice: a tile that fits at four places or more, others that do not fit, feet on the table."""
    tile, places = _places(here)
    return (
        _my_turn(here)
        and here.state.owed is None
        and places >= 4
        and not here.view(ME).doomed
        and 9 <= len(here.state.hand(ME)) <= 12
        and 20 <= len(here.state.layout) <= 27
        and _feet(here) >= 3
        and len(_fitting(here)) < len(here.state.hand(ME))
        and tile is not None
        and all("@" in logged.text for logged in here.log[-3:])
    )


def dead_foot(here: Here) -> bool:
    """My turn, with a double in hand that can never get its toes, and something else to play."""
    if not _my_turn(here) or here.state.owed is not None or len(here.state.layout) < 22:
        return False
    doomed = here.view(ME).doomed
    return bool(doomed) and len(_fitting(here)) >= 2 and sum(here.state.counts()) > 12


def many_tiles(here: Here) -> bool:
    """My turn with twenty tiles in hand, a few plays after the opening."""
    mine = here.state.hand(ME)
    return _my_turn(here) and len(mine) >= 20 and len(here.state.layout) >= 12 and here.state.owed is None


def full_table(here: Here) -> bool:
    """My turn at a table for eight, a foot waiting."""
    owed = here.state.owed
    return _my_turn(here) and owed is not None and len(here.state.layout) >= 36 and _places(here)[1] > 0


def round_over(here: Here) -> bool:
    """Somebody else went out, I am left with the double blank and a few more."""
    outcome = here.state.outcome
    if outcome is None or outcome.reason is not Reason.OUT or outcome.seat == ME:
        return False
    mine = here.state.hand(ME)
    return BLANK in mine and 3 <= len(mine) <= 7


def match_over(ends: list[Here]) -> bool:
    """Rounds that somebody ended and rounds that were blocked; one winner, who is not far ahead."""
    reasons = Counter(here.state.outcome.reason for here in ends if here.state.outcome is not None)
    totals = [
        sum(points) for points in zip(*(here.rules.penalties(here.state) for here in ends), strict=True)
    ]
    lowest, second = sorted(totals)[:2]
    return min(reasons[Reason.OUT], reasons[Reason.BLOCKED]) >= 3 and 0 < second - lowest < 60


def most_places(here: Here) -> str:
    """The tile in my hand that fits at most places."""
    tile, _places_of_it = _places(here)
    return str(tile)


def doomed(here: Here) -> str:
    """The double in my hand that would leave a foot that cannot be finished."""
    return str(here.view(ME).doomed[0])


def doomed_play(here: Here) -> Play:
    """The play of that double."""
    tile = here.view(ME).doomed[0]
    return next(action for action in here.view(ME).legal if isinstance(action, Play) and action.tile == tile)


def _my_turn(here: Here) -> bool:
    state = here.state
    return not state.over and state.turn == ME and state.phase is Phase.TURN


def _fitting(here: Here) -> Counter[Tile]:
    return Counter(action.tile for action in here.view(ME).legal if isinstance(action, Play))


def _places(here: Here) -> tuple[Tile | None, int]:
    return max(_fitting(here).items(), key=lambda item: item[1], default=(None, 0))


def _feet(here: Here) -> int:
    return sum(laid.tile.is_double for laid in here.state.layout)
