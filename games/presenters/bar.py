"""A seat's own turn bar: in one sentence what is asked of it. Empty while another seat is to act."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.presenters.parts import Context, Part, moment
from games.presenters.scene import Scene
from games.presenters.words import chip, sentence
from games.rules.actions import Draw, Pass
from games.rules.state import Phase
from games.rules.view import View


def bar_part(scene: Scene) -> Part:
    """The own turn bar; `kind` is what it asks for, "" when it is not shown."""
    return Part("r-bar", "games/parts/bar.html", {"id": "r-bar", **_bar(scene)})


def _bar(scene: Scene) -> Context:
    if scene.seat is not None and scene.seat.stand_in:
        text = _("A stand-in is playing for you.")
        return {"kind": "stand_in", "title": _("You are away"), "text": text, "until": ""}
    if not scene.my_turn:
        return {"kind": "", "title": "", "text": "", "until": ""}
    view = scene.round_view
    return {"title": _("Your turn"), "until": moment(scene.now.due.turn_clock_at), **_asked(view)}


def _asked(view: View) -> Context:
    first = view.legal[0] if view.legal else None
    if isinstance(first, Draw):
        return {"kind": "draw", "text": _why_draw(view)}
    if isinstance(first, Pass):
        return {"kind": "pass", "text": _("Nothing fits and the boneyard is empty, so you pass.")}
    if view.phase is Phase.DREW and view.drawn is not None:
        text = sentence(_("You drew %(tile)s. It fits: choose where it goes."), tile=chip(str(view.drawn)))
        return {"kind": "drew", "text": text}
    if view.owed is not None:
        return {"kind": "foot", "text": _toes_wanted(view)}
    return {"kind": "choose", "text": _("Choose a tile.")}


def _why_draw(view: View) -> str:
    if view.owed is None:
        return _("Nothing fits. Draw one tile.")
    text = _("You have no %(number)s for the %(tile)s foot. Draw one tile.")
    return sentence(text, number=view.owed.number, tile=chip(str(view.layout[view.owed.node].tile)))


def _toes_wanted(view: View) -> str:
    owed = view.owed
    assert owed is not None
    text = ngettext(
        "The %(tile)s foot needs %(toes)s more toe: choose a tile with a %(number)s.",
        "The %(tile)s foot needs %(toes)s more toes: choose a tile with a %(number)s.",
        owed.toes,
    )
    tile = chip(str(view.layout[owed.node].tile))
    return sentence(text, tile=tile, toes=owed.toes, number=owed.number)
