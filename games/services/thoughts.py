"""All that follows from an action in a position, worked out before anything is locked."""

from __future__ import annotations

from dataclasses import dataclass, replace

from games.models import Action
from games.queries import Snapshot
from games.rules import actions, games
from games.rules.actions import PASS, Play
from games.rules.refusals import Refusal
from games.rules.state import Phase, State
from games.services import layouts, rounds
from games.services.errors import Refused


@dataclass(frozen=True, slots=True)
class Step:
    """One action to store: what was done, and the tile that a draw gave."""

    text: str
    kind: Action.Kind
    drawn: str = ""


@dataclass(frozen=True, slots=True)
class Thought:
    """What the seat to act does: the actions to store, the position after them, the tile laid, the end of the round."""

    seat: int
    steps: tuple[Step, ...]
    state: State
    laying: layouts.Laying | None
    score: rounds.Score | None


def think(now_at: Snapshot, action: actions.Action) -> Thought:
    """What follows when the seat to act does `action`: positions, layout, scores.

    This may take a second where a layout has to be repaired: hold no lock. Raises Refused with the rules' reason.
    """
    before = now_at.state
    assert before is not None
    game = games.game(before.game)
    steps = [_step(before, action)]
    try:
        state, _events = game.apply(before, action)
    except Refusal as refusal:
        raise Refused.by_rules(refusal, now_at) from None
    if state.phase is Phase.DREW and game.legal_actions(state) == (PASS,):
        steps.append(_step(state, PASS))
        state, _events = game.apply(state, PASS)
    laying = layouts.think(now_at, state) if isinstance(action, Play) else None
    return Thought(before.turn, tuple(steps), state, laying, _score(now_at, state))


def rethink(now_at: Snapshot, thought: Thought) -> Thought:
    """The same for the same position, after something else has changed at the table (a last round was agreed)."""
    return replace(thought, score=_score(now_at, thought.state))


def _score(now_at: Snapshot, state: State) -> rounds.Score | None:
    return rounds.score(now_at, state) if state.over else None


def _step(before: State, action: actions.Action) -> Step:
    text = actions.action_text(before.layout, action)
    if isinstance(action, Play):
        return Step(text, Action.Kind.PLAY)
    if action == PASS:
        return Step(text, Action.Kind.PASS)
    return Step(text, Action.Kind.DRAW, drawn=str(before.boneyard[0]) if before.boneyard else "")
