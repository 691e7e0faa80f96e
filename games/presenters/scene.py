"""What a part of a page is made from: a table's facts and the picture of the round that one viewer may have."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from games.models import Match, Round
from games.queries import SeatNow, Snapshot
from games.rules.view import View


class Stage(StrEnum):
    """Which screen a table shows."""

    WAITING = "waiting"
    PLAYING = "playing"
    ROUND_OVER = "round_over"
    MATCH_OVER = "match_over"


def stage_of(snapshot: Snapshot) -> Stage:
    """The screen of a table: the same for everybody."""
    if snapshot.match.status == Match.Status.WAITING:
        return Stage.WAITING
    if snapshot.match.over:
        return Stage.MATCH_OVER
    return Stage.PLAYING if snapshot.round.status == Round.Status.PLAYING else Stage.ROUND_OVER


@dataclass(frozen=True, slots=True)
class Scene:
    """A table as one viewer may know it. `seat` is None for a watcher, and in everything that is public.

    `view` is that viewer's picture of the round, None while it is not dealt.
    """

    now: Snapshot
    view: View | None
    seat: SeatNow | None = None

    @property
    def stage(self) -> Stage:
        return stage_of(self.now)

    @property
    def round_view(self) -> View:
        """The picture of a round that is dealt."""
        if self.view is None:
            raise LookupError("the round is not dealt")
        return self.view

    @property
    def my_turn(self) -> bool:
        """Whether this viewer is to act."""
        seat = self.now.turn_seat
        return seat is not None and self.seat is not None and seat.id == self.seat.id
