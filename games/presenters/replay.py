"""A position of a round that is over: what had happened, all hands, what could have been played.

The same for everybody who may look at the round. Nothing in it is of any other round.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import LETTERS, Action, Round
from games.presenters.log import action_sentence
from games.presenters.names import shown_name, table_title
from games.presenters.parts import Context, Plain
from games.presenters.pills import foot
from games.presenters.replay_plays import plays_of
from games.presenters.seats import person
from games.presenters.words import chip, isolated, sentence
from games.queries.past import PastAction, PastRound
from games.rules.games import game
from games.rules.state import State
from games.rules.view import View, view_of

# In the log of a running round a draw names no tile; here everybody may know.
_DREW: Final[Mapping[str, Promise]] = {
    Action.By.STAND_IN.value: gettext_lazy("A stand-in drew %(tile)s for %(name)s"),
    Action.By.CLOCK.value: gettext_lazy("%(name)s: time was up, %(tile)s was drawn"),
}


def frame(past: PastRound, rounds: Sequence[int]) -> Context:
    """What stands around all positions: the round, its place among the `rounds` that may be looked at."""
    number = past.round.number + 1
    line = (
        sentence(_("Round %(number)s · started on %(tile)s"), number=number, tile=chip(past.round.start))
        if past.round.start
        else sentence(_("Round %(number)s"), number=number)
    )
    return {
        "name": table_title(past.table.name, past.table.code),
        "code": past.table.code,
        "match": past.match.number,
        "number": number,
        "round": line,
        "dropped": past.round.status == Round.Status.DROPPED,
        "last": past.last,
        "before": max((other for other in rounds if other < number), default=0),
        "after": min((other for other in rounds if other > number), default=0),
    }


def view_at(past: PastRound, at: int) -> View:
    """The position after `at` actions as the seat to act saw it."""
    state = past.played.positions[at]
    return view_of(game(state.game), state, state.turn)


def pills(view: View) -> Context:
    """The boneyard and the foot that waits, as they stand on the cloth of a running round."""
    return {"id": "r-pills", "boneyard": view.boneyard, "foot": foot(view), "away": []}


def said(past: PastRound, at: int) -> Context:
    """The action that led to a position: a sentence, and by whom it was made for the seat."""
    if at == 0:
        first = past.played.positions[0].turn
        text = sentence(_("The tiles are dealt. %(name)s begins."), name=_name(past, first))
        return {"letter": LETTERS[first], "by": "", "text": text, "end": "", "number": 0, "last": past.last}
    action = past.played.actions[at - 1]
    return {
        "letter": LETTERS[action.seat],
        "by": "" if action.by == Action.By.PERSON else action.by.value,
        "text": _action(past, action),
        "end": _end(past) if at == past.last else "",
        "number": at,
        "last": past.last,
    }


def hands(past: PastRound, at: int) -> Context:
    """All hands at a position, by seat; of the seat to act also which tiles it could have played, and which it did."""
    state, view = past.played.positions[at], view_at(past, at)
    could = {str(play.tile) for play in plays_of(view)}
    taken = _taken_tile(past, at)
    points = game(state.game).penalties(state) if state.over else None
    seats: list[Plain] = [
        {
            **person(seat),
            "turn": index == state.turn and not state.over,
            "points": -1 if points is None else points[index],
            "out": state.outcome is not None and state.outcome.seat == index,
            "tiles": _tiles(state, index, could, taken),
        }
        for index, seat in enumerate(past.seats)
    ]
    return {"seats": seats}


def _tiles(state: State, index: int, could: set[str], taken: str) -> list[Plain]:
    turn = index == state.turn and not state.over
    return [
        {
            "tile": str(tile),
            "fits": turn and str(tile) in could,
            "sunk": turn and str(tile) not in could,
            "taken": turn and str(tile) == taken,
            "drawn": tile == state.drawn,
        }
        for tile in reversed(state.hand(index))
    ]


def _taken_tile(past: PastRound, at: int) -> str:
    """The tile that was then laid, "" if none was."""
    if at == past.last or past.played.actions[at].kind != Action.Kind.PLAY:
        return ""
    return past.played.actions[at].text.partition("@")[0]


def _action(past: PastRound, action: PastAction) -> SafeString:
    name = _name(past, action.seat)
    if action.drawn:
        words = str(_DREW.get(action.by.value, _("%(name)s drew %(tile)s")))
        return sentence(words, name=name, tile=chip(action.drawn))
    return action_sentence(action.text, action.by.value, name)


def _end(past: PastRound) -> SafeString | str:
    """How the round ended."""
    outcome = past.played.positions[-1].outcome
    if outcome is None:
        return _("The match was ended here. This round is not counted.")
    if outcome.seat is not None:
        return sentence(_("%(name)s goes out!"), name=_name(past, outcome.seat))
    if outcome.foot is None:
        return _("Blocked: nobody could play any more.")
    tile = chip(f"{outcome.foot}-{outcome.foot}")
    return sentence(_("Blocked: the %(tile)s foot could not be finished."), tile=tile)


def _name(past: PastRound, index: int) -> SafeString:
    return isolated(shown_name(past.seats[index]))
