"""The match that a report is about, for admin: who sits in it, whatever its state."""

from __future__ import annotations

from dataclasses import dataclass

from games.models import Match, Seat
from games.queries.facts import SeatNow
from games.queries.snapshots import seat_now


@dataclass(frozen=True, slots=True)
class Beside:
    """A match with its table and its seats, in turn order."""

    table_id: int
    match_id: int
    code: str
    number: int
    status: Match.Status
    seats: tuple[SeatNow, ...]

    @property
    def has_page(self) -> bool:
        """Whether the match has begun, and so has a page of its own."""
        return self.status != Match.Status.WAITING


def match_beside(code: str, number: int) -> Beside | None:
    """The match with this number at the table with this code, None if it is gone. Two SELECTs."""
    match = Match.objects.select_related("table").only("number", "status", "table__code")
    found = match.filter(table__code=code, number=number).first()
    if found is None:
        return None
    seats = Seat.objects.filter(match=found).order_by("index", "number")
    return Beside(
        table_id=found.table_id,
        match_id=found.pk,
        code=found.table.code,
        number=found.number,
        status=Match.Status(found.status),
        seats=tuple(map(seat_now, seats)),
    )
