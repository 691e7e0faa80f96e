"""All hands of a round that is being played: for whoever settles a dispute, never for a page of the table."""

from __future__ import annotations

from dataclasses import dataclass

from games.models import Round
from games.queries.facts import SeatNow, Snapshot
from games.rules.state import Owed
from games.rules.tiles import Tile


@dataclass(frozen=True, slots=True)
class OpenHands:
    """What lies hidden in a round: the hand of each seat, and the boneyard sorted, so that its order stays unknown."""

    code: str
    match: int  # number at its table, from 1
    round: int  # from 1
    ply: int  # actions so far
    seats: tuple[SeatNow, ...]
    hands: tuple[tuple[Tile, ...], ...]
    boneyard: tuple[Tile, ...]
    owed: Owed | None
    turn: SeatNow | None  # the seat to act, None while the match is paused


def open_hands(facts: Snapshot) -> OpenHands | None:
    """The hidden tiles of the current round, None unless one is being played (after its end all is on its page).

    The caller has asked for the permission and has noted who looks (`services.office.look_at_hands`).
    """
    state = facts.state
    if state is None or facts.round.status != Round.Status.PLAYING or facts.match.over:
        return None
    return OpenHands(
        code=facts.table.code,
        match=facts.match.number,
        round=facts.round.number + 1,
        ply=facts.round.ply,
        seats=facts.seats,
        hands=tuple(state.hand(seat) for seat in range(state.seats)),
        boneyard=tuple(sorted(state.boneyard)),
        owed=state.owed,
        turn=facts.turn_seat,
    )
