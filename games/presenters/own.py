"""What a viewer may do besides playing: come back, call a stand-in, leave, end, the host's powers. Private.

Made from the facts of the table alone: nothing in here looks into the round.
"""

from __future__ import annotations

from collections.abc import Collection

from django.utils.translation import ngettext

from games.presenters.names import shown_name
from games.presenters.parts import Context, Part, Plain, moment
from games.presenters.scene import Scene
from games.presenters.seats import person
from games.presenters.words import isolated, joined, sentence
from games.queries import SeatNow, Snapshot, host_of
from games.queries.absence import awaited
from games.queries.hosts import may_block, may_hand_over


def own_part(scene: Scene) -> Part:
    """The own controls; a watcher gets only `seated: False`."""
    seat = scene.seat
    context: Context = {
        "id": "r-own",
        "seated": seat is not None,
        "callable": [],
        "locked": scene.now.table.locked,
    }
    if seat is not None:
        context |= _seated(scene, seat)
    return Part("r-own", "games/parts/own.html", context)


def _seated(scene: Scene, seat: SeatNow) -> Context:
    match, host = scene.now.match, host_of(scene.now)
    index = seat.index if seat.index is not None else -1
    return {
        **person(seat),
        "auto_draw": seat.auto_draw,
        "back": bool(seat.stand_in),
        "left": seat.has_left,
        "callable": _callable(scene, seat),
        "host": host is not None and host.id == seat.id,
        "guests": [_guest(scene.now, seat, other) for other in scene.now.seats if other.id != seat.id],
        "between": scene.now.between_rounds,
        "last_round": match.last_round,
        "last_round_wanted": "" if match.last_round else _last_round_wanted(scene.now, match.last_round_by),
        "last_round_said": index in match.last_round_by,
        "last_round_awaited": _awaits_others(scene.now, index, match.last_round_by),
        "end_said": index in match.end_by,
        "end_awaited": _awaits_others(scene.now, index, match.end_by),
        "end_wanted": _end_wanted(scene.now, match.end_by),
        "may_object": match.end_proposed_by is not None and match.end_proposed_by != index,
        "objection_until": moment(scene.now.due.objection_at),
    }


def _guest(now: Snapshot, seat: SeatNow, other: SeatNow) -> Context:
    """Somebody else, and what `seat` could do with them as the host."""
    return {
        **person(other),
        "may_host": may_hand_over(now, seat, other),
        "may_block": may_block(now, seat, other),
    }


def _callable(scene: Scene, seat: SeatNow) -> list[Plain]:
    """The seat that this seated person may give a stand-in now."""
    waiting_for = awaited(scene.now, scene.now.now)
    if waiting_for is None or not waiting_for.may_call or waiting_for.seat.id == seat.id or seat.has_left:
        return []
    return [dict(person(waiting_for.seat))]


def _awaits_others(now: Snapshot, index: int, said: Collection[int]) -> bool:
    """Whether this seat has said so and somebody who is here has not.

    Who did not agree may have gone since: nothing is decided by their silence, but saying it once more decides it.
    """
    return index in said and any(seat.person_here and seat.index not in said for seat in now.seats)


def _last_round_wanted(now: Snapshot, by: Collection[int]) -> str:
    """Who asks for a last round, as a sentence; "" if nobody does."""
    if now.between_rounds:
        text = ngettext(
            "%(names)s wants the next round to be the last.",
            "%(names)s want the next round to be the last.",
            len(by),
        )
    else:
        text = ngettext(
            "%(names)s wants this to be the last round.",
            "%(names)s want this to be the last round.",
            len(by),
        )
    return _said(text, now, by)


def _end_wanted(now: Snapshot, by: Collection[int]) -> str:
    """Who asks for the end of the match, as a sentence; "" if nobody does."""
    text = ngettext(
        "%(names)s wants to end the match here.", "%(names)s want to end the match here.", len(by)
    )
    return _said(text, now, by)


def _said(text: str, now: Snapshot, by: Collection[int]) -> str:
    names = [isolated(shown_name(seat)) for seat in now.seats if seat.index in by]
    return sentence(text, names=joined(names)) if names else ""
