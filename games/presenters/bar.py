"""A seat's own turn bar: in one sentence what is asked of it. Empty while another seat is to act."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.presenters.parts import Context, Part, moment
from games.presenters.scene import Scene
from games.presenters.words import chip, sentence
from games.rules.actions import Draw, Pass
from games.rules.state import Owed, Phase
from games.rules.view import View


def bar_part(scene: Scene) -> Part:
    """The own turn bar; `kind` is what it asks for, "" when it is not shown."""
    return Part("r-bar", "games/parts/bar.html", {"id": "r-bar", **_bar(scene)})


def _bar(scene: Scene) -> Context:
    if scene.seat is not None and scene.seat.stand_in:
        title = _("A stand-in plays for you")
        return {"kind": "stand_in", "title": title, "text": _("Come back at any time."), "until": ""}
    if not scene.my_turn:
        return {"kind": "", "title": "", "text": "", "until": ""}
    return {"until": moment(scene.now.due.turn_clock_at), **_asked(scene.round_view)}


def _asked(view: View) -> Context:
    """What kind of action, the title, and the sentence below it: two short lines on a phone."""
    first = view.legal[0] if view.legal else None
    if isinstance(first, Draw):
        return {"kind": "draw", "title": _why_draw(view), "text": _("Draw one tile.")}
    if isinstance(first, Pass):
        return {"kind": "pass", "title": _("Nothing fits"), "text": _("Your turn passes.")}
    if view.phase is Phase.DREW and view.drawn is not None:
        title = sentence(_("You drew %(tile)s"), tile=chip(str(view.drawn)))
        return {"kind": "drew", "title": title, "text": _("It fits: choose where it goes.")}
    if view.owed is not None:
        return {"kind": "foot", "title": _("Your turn"), "text": _toes_wanted(view.owed)}
    return {"kind": "choose", "title": _("Your turn"), "text": _("Choose a tile.")}


def _why_draw(view: View) -> str:
    if view.owed is None:
        return _("Nothing fits")
    return sentence(_("No %(number)s in your hand"), number=view.owed.number)


def _toes_wanted(owed: Owed) -> str:
    # Which foot it is stands in the pill on the cloth.
    text = ngettext(
        "Choose a tile with %(number)s: %(toes)s toe to go.",
        "Choose a tile with %(number)s: %(toes)s toes to go.",
        owed.toes,
    )
    return sentence(text, toes=owed.toes, number=owed.number)
