"""What the person in charge of the site may do: through the same door as everybody, told to the players, written down.

Each of these leaves a note in the log of the match, so that nobody wonders why their table changed, and an entry in
admin's log that says who did it. Whoever calls them has checked the permission.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import Match, Round, Seat, Table
from games.names import clean_name, clean_table_name
from games.queries import SeatNow, Snapshot, snapshot
from games.queries.hands import OpenHands, open_hands
from games.services import base, due, owners
from games.services.agreements import end_now
from games.services.closing import shut
from games.services.errors import Code, Refused
from games.services.notes import What, note
from games.services.standins import give_up
from games.services.visits import Visit
from games.services.written_down import write_down

log = logging.getLogger(__name__)


@contextmanager
def _deciding(table_id: int, *fields: str) -> Iterator[tuple[Table, Snapshot]]:
    """A table locked for a decision, with its facts; what changed (and `fields` of the table) is told at the end."""
    with base.locked(table_id) as table:
        yield table, snapshot(table_id)
        due.replan(table)
        base.touch(table, *fields)


def end_match(*, table_id: int, match: int, staff_id: int) -> None:
    """End the match with this number with the scores so far; an open round counts for nothing.

    Raises Refused NO_SUCH_TABLE, STALE (another match is there by now), NOT_PLAYING (waiting or over).
    """
    with _deciding(table_id) as (table, facts):
        _check_match(facts, match)
        end_now(table, facts, told_as=What.OFFICE_ENDED)
        write_down(staff_id, Match, facts.match.id, _match_name(facts), _("Ended with the scores so far"))


def free_seat(*, table_id: int, match: int, place: int, staff_id: int) -> None:
    """Free a place before the start of the match with this number, whoever or whatever sits there.

    Raises Refused NO_SUCH_TABLE, STALE (another match is there by now), MATCH_RUNNING (begun: then
    `call_stand_in`), PLACE_FREE.
    """
    with _deciding(table_id) as (table, facts):
        _check_match(facts, match)
        if facts.match.status != Match.Status.WAITING:
            raise Refused(Code.MATCH_RUNNING)
        seat = _seat_at(facts, place)
        Seat.objects.filter(pk=seat.id).delete()
        note(table, facts, What.OFFICE_FREED, seat=seat)
        write_down(staff_id, Table, table_id, str(table), _("Freed place %(place)s") % {"place": place + 1})


def call_stand_in(*, table_id: int, match: int, place: int, staff_id: int) -> None:
    """Let a stand-in play a person's seat at once; the person has it back with any action, as always.

    Nothing happens where one plays already. Raises Refused NO_SUCH_TABLE, STALE (another match is there by now),
    NOT_PLAYING, PLACE_FREE, NOT_A_PERSON.
    """
    with _deciding(table_id) as (table, facts):
        _check_match(facts, match)
        if not facts.match.going_on:
            raise Refused(Code.NOT_PLAYING)
        seat = _seat_at(facts, place)
        if not seat.is_person:
            raise Refused(Code.NOT_A_PERSON, place=place)
        if seat.stand_in == Seat.StandIn.NONE:
            Seat.objects.filter(pk=seat.id).update(stand_in=Seat.StandIn.CALLED)
            note(table, facts, What.OFFICE_STAND_IN, seat=seat)
            write_down(staff_id, Seat, seat.id, _seat_name(facts, seat), _("Handed to a stand-in"))


def close_table(*, table_id: int, staff_id: int) -> None:
    """Close a table for good; a match that is being played ends with the scores so far. Its history stays readable.

    Nothing happens if it is closed already. Raises Refused NO_SUCH_TABLE.
    """
    with _deciding(table_id, "closed_at", "matches_begun") as (table, facts):
        if table.closed_at is None:
            shut(table, facts, timezone.now())
            note(table, snapshot(table_id), What.OFFICE_CLOSED)
            write_down(staff_id, Table, table_id, str(table), _("Closed"))


def make_private(*, table_id: int, staff_id: int) -> None:
    """Take a table off the public lists: from now on only its code finds it. Raises Refused NO_SUCH_TABLE."""
    with _deciding(table_id, "is_public") as (table, facts):
        if table.is_public:
            table.is_public = False
            note(table, facts, What.OFFICE_PRIVATE)
            write_down(staff_id, Table, table_id, str(table), _("Made private"))


def rename_table(*, table_id: int, name: str, staff_id: int) -> None:
    """Call a table something else; without a name it is called by its code.

    Raises Refused NAME_TOO_LONG, NAME_CONTROL, NO_SUCH_TABLE.
    """
    cleaned = clean_table_name(name)
    with _deciding(table_id, "name") as (table, facts):
        if table.name != cleaned:
            table.name = cleaned
            note(table, facts, What.OFFICE_TABLE_NAME)
            write_down(staff_id, Table, table_id, str(table), _("Renamed"))


def rename_seats(*, user_id: int, name: str) -> None:
    """Change a person's name in all their seats, of matches long over too; tables they sit at now are told.

    So it is in seats that they were sent away from, as long as these are nobody else's.

    Raises Refused NAME_*.
    """
    cleaned = clean_name(name)
    with base.writing():
        tables = owners.lock_tables(user_id)
        owners.refresh_finished(user_id)
        Seat.objects.filter(user_id=user_id).exclude(name="").update(name=cleaned)
        for table in tables:
            facts = snapshot(table.pk)
            note(table, facts, What.OFFICE_RENAMED, seat=facts.seat_of(user_id))
            base.touch(table)
        owners.rename_left(user_id, cleaned)


def rename_seat(*, table_id: int, match: int, place: int, name: str, staff_id: int) -> None:
    """Change the name in one seat: for one whose person is gone. Raises Refused NAME_*, NO_SUCH_TABLE, PLACE_FREE."""
    cleaned = clean_name(name)
    with _deciding(table_id) as (table, facts):
        row = Seat.objects.filter(match__table_id=table_id, match__number=match, number=place).first()
        if row is None:
            raise Refused(Code.PLACE_FREE, place=place)
        if not row.name:
            return  # a deleted account: nothing of a name is left
        Seat.objects.filter(pk=row.pk).update(name=cleaned)
        seat = next((seat for seat in facts.seats if seat.id == row.pk), None)
        if seat is not None:
            note(table, snapshot(table_id), What.OFFICE_RENAMED, seat=seat)
        write_down(staff_id, Seat, row.pk, f"{table.code} · {match} · {cleaned}", _("Renamed"))


def send_away(*, user_id: int) -> None:
    """Take a person out of all unfinished matches: places become free, in running ones a stand-in plays on.

    The seats stay theirs, so that a mistake can be put right; that they cannot act is up to their account.
    """
    with base.writing():
        for table in owners.lock_tables(user_id):
            here = Visit(table, snapshot(table.pk), user_id)
            seat = here.seated()
            if here.facts.match.status == Match.Status.WAITING:
                Seat.objects.filter(pk=seat.id).delete()
            elif not seat.has_left:
                give_up(here, seat.number)
            here.tell(What.OFFICE_SENT_AWAY, seat=seat)
            here.changed()


def look_at_hands(*, round_id: int, reason: str, staff_id: int) -> OpenHands:
    """The hands of a round that is being played, after the look has been told to its players and written down.

    Raises Refused BAD_FORM (no reason given), NO_SUCH_TABLE, NOT_PLAYING (not dealt yet, or over: then everything
    about it is on its own page).
    """
    if not reason.strip():
        raise Refused(Code.BAD_FORM, field="reason")
    row = Round.objects.filter(pk=round_id).values_list("match__table_id", flat=True).first()
    if row is None:
        raise Refused(Code.NO_SUCH_TABLE)
    with _deciding(row) as (table, facts):
        found = open_hands(facts) if facts.round.id == round_id else None
        if found is None:
            raise Refused(Code.NOT_PLAYING)
        note(table, facts, What.OFFICE_LOOKED)
        name = f"{_match_name(facts)} · {found.round}"
        write_down(
            staff_id, Round, round_id, name, _("Looked at the hands: %(reason)s") % {"reason": reason.strip()}
        )
    log.info("The hands of %s were looked at by user %s: %r", name, staff_id, reason.strip())
    return found


def _check_match(facts: Snapshot, match: int) -> None:
    if facts.match.number != match:
        raise Refused(Code.STALE)


def _seat_at(facts: Snapshot, place: int) -> SeatNow:
    seat = next((seat for seat in facts.seats if seat.number == place), None)
    if seat is None:
        raise Refused(Code.PLACE_FREE, place=place)
    return seat


def _match_name(facts: Snapshot) -> str:
    return f"{facts.table.code} · {facts.match.number}"


def _seat_name(facts: Snapshot, seat: SeatNow) -> str:
    return f"{_match_name(facts)} · {seat.letter}"
