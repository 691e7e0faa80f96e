"""What a viewer may do besides playing: come back, call a stand-in, leave, end, the host's powers. Private.

Made from the facts of the table alone: nothing in here looks into the round.
"""

from __future__ import annotations

from games.presenters.parts import Context, Part, Plain, moment
from games.presenters.scene import Scene
from games.presenters.seats import person
from games.queries import SeatNow, host_of
from games.queries.absence import awaited


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
        "callable": _callable(scene, seat),
        "host": host is not None and host.id == seat.id,
        "guests": [dict(person(other)) for other in scene.now.seats if other.id != seat.id],
        "between": scene.now.between_rounds,
        "last_round": match.last_round,
        "last_round_wanted": []
        if match.last_round
        else [dict(person(other)) for other in scene.now.seats if other.index in match.last_round_by],
        "last_round_said": index in match.last_round_by,
        "end_said": index in match.end_by,
        "end_wanted": [dict(person(other)) for other in scene.now.seats if other.index in match.end_by],
        "end_proposed": match.end_proposed_by is not None,
        "may_object": match.end_proposed_by is not None and match.end_proposed_by != index,
        "objection_until": moment(scene.now.due.objection_at),
    }


def _callable(scene: Scene, seat: SeatNow) -> list[Plain]:
    """The seat that this seated person may give a stand-in now."""
    waiting_for = awaited(scene.now, scene.now.now)
    if waiting_for is None or not waiting_for.may_call or waiting_for.seat.id == seat.id:
        return []
    return [dict(person(waiting_for.seat))]
