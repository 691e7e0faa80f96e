"""The score sheet: the rounds of a match that are over, with the tiles that made the points, and their seeds."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from games.models import Penalty, Round
from games.queries.facts import Snapshot
from games.queries.memory import Memory
from games.rules.state import Outcome, Reason
from games.rules.tiles import Tile
from games.rules.view import FinishedRound


@dataclass(frozen=True, slots=True)
class ScoredRound:
    """A round that is over; `hands` (what was left), `points` and `totals` by seat index.

    `actions` is how many there were, forced ones too; `started_at` is not known of rounds stored without it.
    """

    id: int
    number: int
    start: str
    first: int | None
    reason: str
    out: int | None
    blocked_foot: int | None
    hands: tuple[tuple[str, ...], ...]
    points: tuple[int, ...]
    totals: tuple[int, ...]
    seed: str
    commitment: str
    actions: int
    started_at: datetime | None
    ended_at: datetime | None

    @property
    def finished(self) -> FinishedRound:
        """The same for a view of the rules."""
        return FinishedRound(
            start=Tile.parse(self.start) if self.start else None,
            outcome=Outcome(Reason(self.reason), self.out, self.blocked_foot),
            hands=tuple(tuple(map(Tile.parse, hand)) for hand in self.hands),
            penalties=self.points,
            totals=self.totals,
            seed=self.seed,
        )


# By match, the number of rounds done and the table's code: scored rounds never change.
_sheets: Memory[tuple[int, int, str], tuple[ScoredRound, ...]] = Memory(128)


def score_sheet(snapshot: Snapshot) -> tuple[ScoredRound, ...]:
    """The scored rounds of the current match, as far as this snapshot knows them."""
    done = snapshot.match.rounds_done
    if done == 0:
        return ()
    key = (snapshot.match.id, done, snapshot.table.code)
    return _sheets.get_or(key, lambda: scored_rounds(snapshot.match.id)[:done])


def scored_rounds(match_id: int) -> tuple[ScoredRound, ...]:
    """The scored rounds of any match, read from the database."""
    # In this order: what was charged in a round that is over is there, whatever ends between the two SELECTs.
    over = Round.objects.filter(match_id=match_id, status=Round.Status.OVER).defer("deal", "state", "poses")
    rounds = list(over.order_by("number"))
    by_round: dict[int, list[Penalty]] = {}
    charged = Penalty.objects.filter(round__match_id=match_id, round__status=Round.Status.OVER)
    for penalty in charged.order_by("seat__index"):
        by_round.setdefault(penalty.round_id, []).append(penalty)
    return tuple(_scored(row, by_round[row.pk]) for row in rounds)


def _scored(row: Round, charged: list[Penalty]) -> ScoredRound:
    return ScoredRound(
        id=row.pk,
        number=row.number,
        start=row.start,
        first=row.first,
        reason=row.reason,
        out=row.out,
        blocked_foot=row.blocked_foot,
        hands=tuple(tuple(penalty.tiles) for penalty in charged),
        points=tuple(penalty.points for penalty in charged),
        totals=tuple(penalty.total for penalty in charged),
        seed=row.seed,
        commitment=row.commitment,
        actions=row.ply,
        started_at=row.started_at,
        ended_at=row.ended_at,
    )
