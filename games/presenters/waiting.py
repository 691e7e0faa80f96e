"""The screen of a table that waits for its match: the link, who sits where, the rules, the start.

Everybody's places are the same for all; what a viewer may do stands in the private parts.
"""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import LETTERS
from games.presenters.fields import value_word
from games.presenters.head import head
from games.presenters.names import shown_name
from games.presenters.parts import Context, Part, Plain
from games.presenters.rule_card import counted_seats, rule_card
from games.presenters.scene import Scene
from games.presenters.seats import person
from games.presenters.words import plain
from games.queries import SeatNow, Snapshot, host_of
from games.queries.hosts import may_block, may_hand_over
from games.queries.views import next_commitment
from games.rules.games import game

LEVELS = ("easy", "normal", "hard")


def public_parts(scene: Scene) -> Iterator[Part]:
    """Head, rule card with the commitment of the first deal."""
    yield Part("r-head", "games/parts/waiting_head.html", {"id": "r-head", **head(scene)})
    yield Part(
        "r-rules",
        "games/parts/waiting_rules.html",
        {"id": "r-rules", "card": rule_card(scene.now), "commitment": next_commitment(scene.now)},
    )


def private_parts(scene: Scene) -> Iterator[Part]:
    """The places with what this viewer may do at each, the own name, the start."""
    yield Part("r-places", "games/parts/waiting_places.html", {"id": "r-places", **_places(scene)})
    yield Part("r-me", "games/parts/waiting_me.html", {"id": "r-me", **_me(scene)})
    yield Part("r-start", "games/parts/waiting_start.html", {"id": "r-start", **_start(scene)})


def is_host(scene: Scene) -> bool:
    """Whether this viewer is the host at present."""
    host = host_of(scene.now)
    return host is not None and scene.seat is not None and host.id == scene.seat.id


def _places(scene: Scene) -> Context:
    """One entry per place of the table, taken or free."""
    now, host = scene.now, host_of(scene.now)
    by_place = {seat.number: seat for seat in now.seats}
    places: list[Plain] = [
        _place(scene, place, by_place.get(place), host)
        for place in range(max(now.table.places, len(now.seats)))
    ]
    return {
        "places": places,
        "taken": len(now.seats),
        "count": len(places),
        **_middle(now),
        "seated": scene.seat is not None,
        "host": is_host(scene),
        "levels": [{"value": level, "label": value_word("level", level)} for level in LEVELS],
        "locked": now.table.locked,
    }


def _middle(now: Snapshot) -> Context:
    """What lies in the middle already: the first double and the places of its toes, for the seats taken so far."""
    rules = game(now.match.game)
    start = rules.start_tile(now.match.settings, counted_seats(now), 0)
    toes = now.match.settings.get("start")
    return {"start": -1 if start is None else start.high, "toes": toes if isinstance(toes, int) else 0}


def _place(scene: Scene, place: int, seat: SeatNow | None, host: SeatNow | None) -> Context:
    if seat is None:
        return {
            "place": place,
            "letter": LETTERS[place],
            "taken": False,
            "may_sit": scene.seat is None and _takes_people(scene.now),
            "may_add_bot": is_host(scene) and scene.now.table.closed_at is None,
        }
    mine = scene.seat is not None and scene.seat.id == seat.id
    return {
        **person(seat),
        "letter": LETTERS[place],
        "taken": True,
        "mine": mine,
        "opener": seat.user_id is not None and seat.user_id == scene.now.table.opener_id,
        "is_host": host is not None and host.id == seat.id,
        "ready": seat.ready,
        "may_host": host is not None and may_hand_over(scene.now, host, seat),
        "may_block": host is not None and may_block(scene.now, host, seat),
        "level_word": value_word("level", seat.level) if seat.level else "",
        "others": _others(scene, place, mine=mine),
        "may_take_over": scene.seat is None and not seat.is_person and _takes_people(scene.now),
    }


def _takes_people(now: Snapshot) -> bool:
    """Whether somebody new may sit down."""
    return not now.table.locked and now.table.closed_at is None


def _others(scene: Scene, place: int, *, mine: bool) -> list[Plain]:
    """The places that this one may change round with: for the host all, for others the free ones from their own."""
    taken = {seat.number for seat in scene.now.seats}
    others = [other for other in range(scene.now.table.places) if other != place]
    if not is_host(scene):
        others = [other for other in others if mine and other not in taken]
    return [{"place": other, "letter": LETTERS[other], "free": other not in taken} for other in others]


def _me(scene: Scene) -> Context:
    """The own seat, or how to get one."""
    seat, now = scene.seat, scene.now
    full = len(now.seats) >= now.table.places
    return {
        "seated": seat is not None,
        "name": "" if seat is None else seat.name,
        "place": -1 if seat is None else seat.number,
        "full": full,
        "bots": sum(not other.is_person for other in now.seats),
        "locked": now.table.locked,
        "closed": now.table.closed_at is not None,
        "ready": seat is not None and seat.ready,
        "host": is_host(scene),
    }


def _start(scene: Scene) -> Context:
    """The start: who may press it, and who is missing."""
    now = scene.now
    least, _most = game(now.match.game).seat_range
    taken = len(now.seats)
    host = host_of(now)
    return {
        "closed": now.table.closed_at is not None,
        "may_start": is_host(scene) and taken >= least,
        "host": is_host(scene),
        "seated": scene.seat is not None,
        "enough": taken >= least,
        "label": _start_label(now, taken),
        "hint": _start_hint(now, least),
        "host_name": "" if host is None else shown_name(host),
        "again": now.match.number > 1,
        "ready": scene.seat is not None and scene.seat.ready,
        "waiting_for": [dict(person(seat)) for seat in now.seats if seat.is_person and not seat.ready],
    }


def _start_label(now: Snapshot, taken: int) -> str:
    return plain(ngettext("Start with %(count)s player", "Start with %(count)s players", taken), count=taken)


def _start_hint(now: Snapshot, least: int) -> str:
    missing = least - len(now.seats)
    if missing > 0:
        text = ngettext(
            "%(count)s more player is needed to start.",
            "%(count)s more players are needed to start.",
            missing,
        )
        return plain(text, count=missing)
    free = now.table.places - len(now.seats)
    if free > 0:
        text = ngettext(
            "%(count)s free seat stays empty for this match.",
            "%(count)s free seats stay empty for this match.",
            free,
        )
        return plain(text, count=free)
    return _("Everybody is here.")
