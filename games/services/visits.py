"""One person's business at a table: the row locked, the facts under the lock, the checks that many services share."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Final

from games.models import Match, Seat, Table
from games.queries import SeatNow, Snapshot, host_of, snapshot
from games.queries.absence import last_heard
from games.services import base, due
from games.services.errors import Code, Refused
from games.services.notes import What, note

# A person's sign of life is noted at most this often.
NOTE_EVERY: Final = 20.0


@dataclass(slots=True)
class Visit:
    """The locked row of a table, the facts as they are under the lock, and the visitor's seat."""

    table: Table
    facts: Snapshot
    user_id: int
    arrived: bool = False  # their seat was absent until this visit
    told: bool = False  # the version was raised

    @property
    def me(self) -> SeatNow | None:
        """The visitor's seat, None for somebody without one."""
        return self.facts.seat_of(self.user_id)

    def seated(self) -> SeatNow:
        """The visitor's seat; Refused NOT_SEATED."""
        if self.me is None:
            raise Refused(Code.NOT_SEATED)
        return self.me

    def host(self) -> SeatNow:
        """The visitor's seat, if it is the host's; Refused NOT_SEATED, NOT_HOST."""
        seat = self.seated()
        if host_of(self.facts) != seat:
            raise Refused(Code.NOT_HOST)
        return seat

    def active(self) -> SeatNow:
        """The visitor's seat, if they have not left it; Refused NOT_SEATED, LEFT."""
        seat = self.seated()
        if seat.has_left:
            raise Refused(Code.LEFT)
        return seat

    def opener(self) -> None:
        """Refused NOT_OPENER for everybody but who opened the table; they need not sit at it."""
        if self.table.opener_id != self.user_id:
            raise Refused(Code.NOT_OPENER)

    def waiting(self) -> None:
        """Refused MATCH_RUNNING unless the newest match has not begun; TABLE_CLOSED."""
        if self.table.closed_at is not None:
            raise Refused(Code.TABLE_CLOSED)
        if self.facts.match.status != Match.Status.WAITING:
            raise Refused(Code.MATCH_RUNNING)

    def admitted(self) -> None:
        """Refused TABLE_CLOSED, BLOCKED or TABLE_LOCKED if this person may not sit down here anew."""
        if self.table.closed_at is not None:
            raise Refused(Code.TABLE_CLOSED)
        if self.table.blocked.filter(pk=self.user_id).exists():
            raise Refused(Code.BLOCKED)
        if self.table.locked:
            raise Refused(Code.TABLE_LOCKED)

    def known_place(self, place: int) -> None:
        """Refused NO_SUCH_PLACE for a place the table does not have."""
        if not 0 <= place < self.table.places:
            raise Refused(Code.NO_SUCH_PLACE, place=place)

    def at(self, place: int) -> SeatNow | None:
        """Who sits at a place, None if it is free; Refused NO_SUCH_PLACE."""
        self.known_place(place)
        return next((seat for seat in self.facts.seats if seat.number == place), None)

    def taken(self, place: int) -> SeatNow:
        """Who sits at a place; Refused NO_SUCH_PLACE, PLACE_FREE."""
        seat = self.at(place)
        if seat is None:
            raise Refused(Code.PLACE_FREE, place=place)
        return seat

    def free_places(self) -> list[int]:
        """The numbers of the free places, lowest first."""
        used = {seat.number for seat in self.facts.seats}
        return [place for place in range(self.table.places) if place not in used]

    def tell(
        self, what: What, *, seat: SeatNow | None = None, by: SeatNow | None = None, **data: int | str
    ) -> None:
        """Write a note of what happened (see `notes.note`)."""
        note(self.table, self.facts, what, seat=seat, by=by, **data)

    def changed(self, *fields: str) -> None:
        """Something visible changed: plan anew what is due, raise the version, store `fields` of the table."""
        due.replan(self.table)
        base.touch(self.table, *fields)
        self.told = True

    def refresh(self) -> None:
        """Read the facts again, after rows were written."""
        self.facts = snapshot(self.table.pk)


@contextmanager
def visit(table_id: int, user_id: int) -> Iterator[Visit]:
    """Lock a table for a person's business; whoever comes is there, so a sign of life is noted with it.

    A seat that its owner left stays left: only `standins.back` takes it back. Raises Refused NO_SUCH_TABLE.
    What is refused inside carries no snapshot: the facts under the lock may hold changes that are taken back.
    """
    with base.locked(table_id) as table:
        here = Visit(table, snapshot(table_id), user_id)
        _note_presence(here)
        yield here
        if here.arrived and not here.told:
            here.changed()


def _note_presence(here: Visit) -> None:
    seat, now = here.me, here.facts.now
    if seat is None or seat.has_left:
        return
    if seat.present and (now - last_heard(seat)).total_seconds() < NOTE_EVERY:
        return
    Seat.objects.filter(pk=seat.id).update(present=True, last_seen=now)
    here.arrived = not seat.present
    arrived = replace(seat, present=True, last_seen=now)
    seats = tuple(arrived if other.id == seat.id else other for other in here.facts.seats)
    here.facts = replace(here.facts, seats=seats)
