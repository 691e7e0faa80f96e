"""Names that somebody finds offensive: reported by whoever sees them, settled by the person in charge."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.db import IntegrityError
from django.utils import timezone

from games.names import NEUTRAL
from games.queries import NoSuchTable, SeatNow, Snapshot, table_id_of
from games.services import office
from games.services.base import writing
from games.services.errors import Code, Refused
from games.services.owners import owner_of
from games.services.written_down import write_down
from lobby.models import NameReport, User
from lobby.people import block_person, rename_person

REMARK_AT_MOST: Final = 300


def can_be_reported(now: Snapshot, by_id: int | None) -> Sequence[SeatNow]:
    """The seats of the newest match whose names somebody may report: those of other people."""
    return [
        seat
        for seat in now.seats
        if seat.is_person and seat.name and (by_id is None or seat.user_id != by_id)
    ]


def report_name(now: Snapshot, *, place: int, remark: str, by: User | None) -> None:
    """Put a report of the name at `place` before the person in charge; `by` is None for somebody nobody knows.

    Nothing more happens while the same person's report of that seat is open. Raises Refused PLACE_FREE for a seat
    that cannot be reported, BAD_FORM for a remark that is too long or no text.
    """
    found = can_be_reported(now, None if by is None else by.pk)
    seat = next((seat for seat in found if seat.number == place), None)
    if seat is None:
        raise Refused(Code.PLACE_FREE, place=place)
    if len(remark) > REMARK_AT_MOST or "\0" in remark:
        raise Refused(Code.BAD_FORM, field="remark")
    about = {"table_code": now.table.code, "match_number": now.match.number, "place": place, "reporter": by}
    if NameReport.objects.filter(**about, status=NameReport.Status.OPEN).exists():
        return
    owner_id = owner_of(now.match.id, seat)
    report = NameReport(**about, name=seat.name, reason=remark.strip(), reported_id=owner_id)
    try:
        with writing():
            report.save()
    except IntegrityError:
        return  # the same press a moment earlier


def open_reports() -> int:
    """How many names wait for a decision."""
    return NameReport.objects.filter(status=NameReport.Status.OPEN).count()


def rename_reported(report: NameReport, *, staff_id: int) -> None:
    """Give the reported person a neutral name in all their seats; where there is no person, in that seat.

    Raises Refused NO_SUCH_TABLE or PLACE_FREE if neither is there any more.
    """
    if report.reported is not None:
        rename_person(report.reported, NEUTRAL, staff_id=staff_id)
    else:
        office.rename_seat(
            table_id=_table_id(report),
            match=report.match_number,
            place=report.place,
            name=NEUTRAL,
            staff_id=staff_id,
        )
    _settle(report, NameReport.Status.DONE, staff_id)


def _table_id(report: NameReport) -> int:
    try:
        return table_id_of(report.table_code)
    except NoSuchTable:
        raise Refused(Code.NO_SUCH_TABLE) from None


def block_reported(report: NameReport, *, staff_id: int) -> None:
    """The same, and keep the person out of the site.

    Raises Refused PLACE_FREE if there is nobody any more, STAFF for somebody who helps to run the site.
    """
    if report.reported is None:
        raise Refused(Code.PLACE_FREE, place=report.place)
    if report.reported.is_staff:
        raise Refused(Code.STAFF)
    rename_reported(report, staff_id=staff_id)
    block_person(report.reported, staff_id=staff_id)


def dismiss(report: NameReport, *, staff_id: int) -> None:
    """Leave the name as it is."""
    _settle(report, NameReport.Status.DISMISSED, staff_id)


def _settle(report: NameReport, status: NameReport.Status, staff_id: int) -> None:
    """Close this report and the others about the same seat."""
    same = NameReport.objects.filter(
        table_code=report.table_code,
        match_number=report.match_number,
        place=report.place,
        status=NameReport.Status.OPEN,
    )
    with writing():
        same.update(status=status, handled_by=staff_id, handled_at=timezone.now())
        write_down(staff_id, NameReport, report.pk, report.name, str(status.label))
