"""The pills on the cloth that everybody sees: the boneyard, the foot that waits, who is away."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.presenters.parts import Context, Part, Plain
from games.presenters.scene import Scene
from games.presenters.seats import person
from games.presenters.words import chip, sentence
from games.rules.state import Owed
from games.rules.view import View


def pills_part(scene: Scene) -> Part:
    """The pills; `foot` is empty when no double waits."""
    view = scene.round_view
    away: list[Plain] = [dict(person(seat)) for seat in scene.now.seats if person(seat)["away"]]
    context: Context = {"id": "r-pills", "boneyard": view.boneyard, "foot": foot(view), "away": away}
    return Part("r-pills", "games/parts/pills.html", context)


def foot(view: View) -> Context:
    """The double that waits: how many toes it has and needs, and the sentence for it; {} if none does."""
    owed = view.owed
    if owed is None:
        return {}
    tile = str(view.layout[owed.node].tile)
    has = sum(laid.parent == owed.node for laid in view.layout)
    return {
        "tile": tile,
        "number": owed.number,
        "has": has,
        "needs": owed.toes,
        "marks": [mark < has for mark in range(has + owed.toes)],
        "dead": view.dead_foot,
        "text": sentence(_foot_text(view, owed), tile=chip(tile), toes=owed.toes),
    }


def _foot_text(view: View, owed: Owed) -> str:
    """What will become of the foot, as everybody can see."""
    if not view.dead_foot:
        return ngettext(
            "The %(tile)s foot needs %(toes)s more toe.",
            "The %(tile)s foot needs %(toes)s more toes.",
            owed.toes,
        )
    if view.settings["dead_foot"] == "release":
        return _("The %(tile)s foot cannot be finished. It is given up when no tile for it is left.")
    return _("The %(tile)s foot cannot be finished. The round ends when the boneyard runs out.")
