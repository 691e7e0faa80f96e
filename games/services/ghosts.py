"""Where the tiles of the person to move would be laid: the ghosts of their lit ends. Changes nothing."""

from __future__ import annotations

from typing import Final

from games.farmyard.geometry import Pose
from games.queries import Snapshot
from games.queries.views import round_view
from games.rules import games
from games.rules.actions import Play
from games.services import layouts

# Longer than this nobody waits for a picture; the ends that are left are shown straight ahead.
PATIENCE: Final = 0.15


def ghosts(now: Snapshot, user_id: int | None) -> dict[Play, tuple[Pose, ...]]:
    """For each play that the person may make now, where its tile would lie in each shape (wide, square).

    Empty for everybody who is not to move, and for a seat that somebody stands in for. A play that is then made
    is laid at exactly this place.
    """
    seat = now.seat_of(user_id)
    if seat is None or now.state is None or now.turn_seat != seat or seat.stand_in:
        return {}
    view = round_view(now, seat)
    plays = [action for action in view.legal if isinstance(action, Play)] if view is not None else []
    game = games.game(now.state.game)
    return layouts.preview(now, {play: game.apply(now.state, play)[0] for play in plays}, PATIENCE)
