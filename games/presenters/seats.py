"""Seat chips: who sits where, how many tiles they hold, what they have, who is to act. The same for everybody."""

from __future__ import annotations

from collections.abc import Iterator

from games.presenters.names import shown_name
from games.presenters.parts import Part, moment
from games.presenters.scene import Scene
from games.queries import SeatNow, host_of


def seat_parts(scene: Scene) -> Iterator[Part]:
    """One part per seat, in turn order, so that a move sends the chips that changed and no other."""
    turn, host = scene.now.turn_seat, host_of(scene.now)
    for seat in scene.now.seats:
        yield Part(
            f"s-{seat.letter}",
            "games/parts/seat.html",
            {
                **person(seat),
                "id": f"s-{seat.letter}",
                "count": scene.round_view.counts[seat.index or 0],
                "total": seat.total,
                "turn": turn is not None and turn.id == seat.id,
                "host": host is not None and host.id == seat.id,
            },
        )


def person(seat: SeatNow) -> dict[str, str | int | bool]:
    """Who sits there and whether they are there: what every mention of a seat needs."""
    return {
        "letter": seat.letter,
        "place": seat.number,
        "name": shown_name(seat),
        "kind": seat.kind.value,
        "level": seat.level,
        "bot": not seat.is_person,
        "stand_in": seat.stand_in.value,
        "left": seat.has_left,
        "away": seat.is_person and not seat.present and not seat.has_left,
        "away_since": moment(seat.last_seen) if seat.is_person and not seat.present else "",
    }
