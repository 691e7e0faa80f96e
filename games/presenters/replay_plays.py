"""What the seat to act could have done at a position of a round that is over, in words, and what it did."""

from __future__ import annotations

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import LETTERS
from games.presenters.names import shown_name
from games.presenters.parts import Context, Plain
from games.presenters.words import chip, isolated, sentence
from games.queries.past import PastRound
from games.rules.actions import Draw, Play, parse_action
from games.rules.layout import ROOT
from games.rules.state import Phase
from games.rules.tiles import Tile
from games.rules.view import View


def plays_of(view: View) -> list[Play]:
    """The plays among what may be done."""
    return [action for action in view.legal if isinstance(action, Play)]


def could(past: PastRound, at: int, view: View) -> Context:
    """What could have been done, play by play, tiles as they stand in the hand; {"letter": ""} after the end."""
    if not view.legal:
        return {"letter": "", "title": "", "text": "", "tiles": [], "ends": _ends(view)}
    name = isolated(shown_name(past.seats[view.turn]))
    return {
        "letter": LETTERS[view.turn],
        "title": sentence(_("%(name)s is to act"), name=name),
        "text": _text(view),
        "tiles": _by_tile(view, _taken(past, at)),
        "ends": _ends(view),
    }


def _text(view: View) -> str | SafeString:
    plays = len(plays_of(view))
    if plays and view.phase is Phase.DREW and view.drawn is not None:
        return sentence(_("%(tile)s was drawn, and fits:"), tile=chip(str(view.drawn)))
    if plays:
        text = ngettext("One play was possible:", "%(count)s plays were possible:", plays)
        return sentence(text, count=plays)
    if isinstance(view.legal[0], Draw):
        return _("Nothing fitted: a tile had to be drawn.")
    return _("Nothing fitted: the turn passed.")


def _by_tile(view: View, taken: Play | None) -> list[Plain]:
    places: dict[Tile, list[Plain]] = {}
    for play in plays_of(view):
        places.setdefault(play.tile, []).append({"text": _place(view, play), "taken": play == taken})
    return [
        {
            "tile": str(tile),
            "places": where,
            "taken": taken is not None and taken.tile == tile,
            "doomed": tile in view.doomed,
        }
        for tile, where in sorted(places.items(), reverse=True)
    ]


def _place(view: View, play: Play) -> str | SafeString:
    """The tile that a play is joined to; its side where that makes a difference; "" for the first tile of all."""
    if play.node == ROOT:
        return ""
    tile = chip(str(view.layout[play.node].tile))
    return sentence(_("%(tile)s side %(side)s"), tile=tile, side=play.arm) if play.arm else tile


def _taken(past: PastRound, at: int) -> Play | None:
    if at == past.last:
        return None
    action = parse_action(past.played.positions[at].layout, past.played.actions[at].text)
    return action if isinstance(action, Play) else None


def _ends(view: View) -> list[Plain]:
    """The numbers of the open ends, each as often as it is open."""
    return [*sorted(end.number for end in view.ends)]
