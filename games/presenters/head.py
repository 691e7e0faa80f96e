"""The head of the table page: its name, the round, on what it started, how many look on."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.presenters.names import table_title
from games.presenters.parts import Context, Part
from games.presenters.rounds import planned_rounds
from games.presenters.scene import Scene
from games.presenters.words import chip, sentence


def head_part(scene: Scene) -> Part:
    """The head while a match is played."""
    return Part("r-head", "games/parts/head.html", {"id": "r-head", **head(scene)})


def head(scene: Scene) -> Context:
    """Table name, round line, whether the table is closed, and watchers."""
    now = scene.now
    watching = now.watchers
    return {
        "name": table_title(now.table.name, now.table.code),
        "round": round_line(scene),
        "start": now.round.start,
        "last_round": now.match.last_round,
        "closed": now.table.closed_at is not None,
        "watchers": watching,
        "watching": ngettext("%(count)s watching", "%(count)s watching", watching) % {"count": watching},
    }


def round_line(scene: Scene) -> str:
    """ "Round 3 of 10, started on 7-7"; without the number of rounds where a target decides."""
    match, current = scene.now.match, scene.now.round
    number, start = current.number + 1, current.start
    if not start:
        return sentence(_("Round %(number)s"), number=number)
    planned = planned_rounds(match)
    if planned is None:
        return sentence(_("Round %(number)s · started on %(tile)s"), number=number, tile=chip(start))
    return sentence(
        _("Round %(number)s of %(planned)s · started on %(tile)s"),
        number=number,
        planned=planned,
        tile=chip(start),
    )
