"""Whose turn it is, for everybody: one sentence, and since when somebody is waited for."""

from __future__ import annotations

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.models import Match
from games.presenters.names import shown_name
from games.presenters.parts import Context, Part, moment
from games.presenters.scene import Scene
from games.presenters.seats import person
from games.presenters.words import isolated, sentence
from games.queries import SeatNow
from games.queries.absence import awaited
from games.rules.state import Phase


def turn_part(scene: Scene) -> Part:
    """The public turn line."""
    seat = scene.now.turn_seat
    context: Context = {
        "kind": "nobody",
        "text": _("It is nobody's turn just now."),
        "letter": "",
        "until": "",
        "next": "",
    }
    if scene.now.match.status == Match.Status.PAUSED:
        context |= {"kind": "paused", "text": _("Paused until somebody comes back.")}
    elif seat is not None:
        context |= _acting(scene, seat)
    return Part("r-turn", "games/parts/turn.html", {"id": "r-turn", **context})


def _acting(scene: Scene, seat: SeatNow) -> Context:
    drew = scene.round_view.phase is Phase.DREW
    return {
        **person(seat),
        "kind": "drew" if drew else "choosing",
        "text": turn_sentence(seat, drew=drew),
        "until": moment(scene.now.due.turn_clock_at),
        "next": scene.now.seats[((seat.index or 0) + 1) % len(scene.now.seats)].letter,
    }


def turn_sentence(seat: SeatNow, *, drew: bool) -> SafeString:
    """What the seat to act is doing, as everybody sees it."""
    name = isolated(shown_name(seat))
    if seat.stand_in:
        return sentence(_("A stand-in is choosing for %(name)s."), name=name)
    if drew:
        return sentence(_("%(name)s has drawn a tile and is choosing."), name=name)
    return sentence(_("%(name)s is choosing."), name=name)


def away_part(scene: Scene) -> Part:
    """Who is waited for, and since when: told once the minute is over."""
    waiting_for = awaited(scene.now, scene.now.now)
    context: Context = {"awaited": False, "letter": "", "text": "", "since": ""}
    if waiting_for is not None and waiting_for.told:
        seat = waiting_for.seat
        text = (
            _("Everybody is waiting for %(name)s, who is thinking.")
            if seat.present
            else _("Everybody is waiting for %(name)s, who is away.")
        )
        context |= {
            **person(seat),
            "awaited": True,
            "text": sentence(text, name=isolated(shown_name(seat))),
            "since": moment(waiting_for.since),
        }
    return Part("r-away", "games/parts/away.html", {"id": "r-away", **context})
