"""Why an action is not legal, told as precisely as the position allows."""

from collections.abc import Sequence

from games.rules.actions import Action, Draw, Play
from games.rules.layout import ROOT, End
from games.rules.refusals import Detail, Refusal, RefusalCode
from games.rules.state import Owed, Phase, State
from games.rules.tiles import BIT


def require_turn(state: State, seat: int) -> None:
    """Raise Refusal ROUND_OVER or NOT_YOUR_TURN unless `seat` is the one to act."""
    if state.over:
        raise Refusal(RefusalCode.ROUND_OVER)
    if seat != state.turn:
        raise Refusal(RefusalCode.NOT_YOUR_TURN, {"seat": state.turn})


def why_not(state: State, action: Action, legal: Sequence[Action], openings: Sequence[End]) -> Refusal:
    """The refusal of an action of the seat to act that is not among the legal ones.

    `openings` are the places where that seat may join a tile now.
    """
    if state.over:
        return Refusal(RefusalCode.ROUND_OVER)
    if isinstance(action, Play):
        return _why_not_play(state, action, openings)
    must = next((other for other in legal if isinstance(other, Play)), None)
    if must is not None:
        code = RefusalCode.MUST_PLAY if state.phase is Phase.TURN else RefusalCode.MUST_PLAY_DRAWN
        return Refusal(code, {"tile": str(must.tile)})
    if isinstance(action, Draw):
        return _why_not_draw(state)
    drew = state.phase is Phase.DREW
    return Refusal(RefusalCode.MUST_DRAW_AGAIN if drew else RefusalCode.MUST_DRAW_FIRST)


def _why_not_play(state: State, action: Play, openings: Sequence[End]) -> Refusal:
    tile = str(action.tile)
    if not state.hands[state.turn] & BIT[action.tile]:
        return Refusal(RefusalCode.NOT_HELD, {"tile": tile})
    if not state.layout:
        return Refusal(RefusalCode.MUST_LEAD, {"tile": tile})
    if state.owed is not None and action.node != state.owed.node:
        return Refusal(RefusalCode.FOOT_FIRST, _owed_details(state, state.owed))
    if state.drawn is not None and action.tile != state.drawn:
        return Refusal(RefusalCode.ONLY_DRAWN, {"tile": tile})
    for end in openings:
        if (end.node, end.arm) == (action.node, action.arm):
            return Refusal(RefusalCode.DOES_NOT_FIT, {"tile": tile, "needs": end.number})
    return Refusal(RefusalCode.NO_SUCH_END, _place_details(state, action))


def _owed_details(state: State, owed: Owed) -> dict[str, Detail]:
    return {"tile": str(state.layout[owed.node].tile), "number": owed.number, "toes": owed.toes}


def _place_details(state: State, action: Play) -> dict[str, Detail]:
    if action.node == ROOT or action.node >= len(state.layout):
        return {"tile": str(action.tile)}
    return {"tile": str(state.layout[action.node].tile)}


def _why_not_draw(state: State) -> Refusal:
    if state.phase is Phase.DREW:
        return Refusal(RefusalCode.ALREADY_DREW)
    code = RefusalCode.NO_DRAWING if state.boneyard else RefusalCode.BONEYARD_EMPTY
    return Refusal(code)
