"""The screen of a round that is being played: which parts everybody shares, and which are one viewer's own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.presenters.bar import bar_part
from games.presenters.hand import hand_part
from games.presenters.head import head_part
from games.presenters.own import own_part
from games.presenters.parts import Part
from games.presenters.pills import pills_part
from games.presenters.scene import Scene
from games.presenters.seats import seat_parts
from games.presenters.sheet import sheet_part
from games.presenters.turn import away_part, turn_part
from games.queries import SeatNow, Snapshot


def public_parts(scene: Scene) -> Iterator[Part]:
    """The parts that are the same for everybody in one language: no "you", no hint of a hand."""
    yield from seat_parts(scene)
    yield turn_part(scene)
    yield pills_part(scene)
    yield away_part(scene)
    yield head_part(scene)
    yield sheet_part(scene)


def private_parts(scene: Scene) -> Iterator[Part]:
    """The parts of one viewer: the hand, the own turn bar, the own controls."""
    yield hand_part(scene)
    yield bar_part(scene)
    yield own_part(scene)


# The parts that look into the round: the two that `hand_key` stands for.
OF_THE_HAND: Final = ("r-hand", "r-bar")


def hand_key(now: Snapshot, seat: SeatNow | None) -> tuple[object, ...]:
    """What a seat's hand and bar are made from: while it is the same, so are they. Never shown to anybody.

    On its own turn that is the whole position; on others' turns it is the tiles alone.
    """
    if seat is None or seat.index is None or now.state is None:
        return (now.round.id, None)
    my_turn = now.turn_seat is not None and now.turn_seat.id == seat.id
    position = (now.round.ply, now.due.turn_clock_at) if my_turn else None
    return (now.round.id, now.state.hands[seat.index], seat.stand_in, position)
