"""Seats: who sits where; freeing one before the start, handing one to a stand-in."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.admin.base import ReadOnly
from games.admin.decisions import EVERYWHERE, decide, staff_id
from games.admin.links import link, match_link, rows_address
from games.models import Penalty, Seat
from games.presenters.fields import value_word
from games.services import office


@admin.register(Seat)
class SeatAdmin(ReadOnly):
    """The seats of all matches."""

    code_path = "match__table__code"
    about = ("of_match", "letter", "scores_of")
    replaced = ("match", "total")
    related = ("match__table", "user")
    list_display = (
        "name",
        "of_match",
        "letter",
        "user",
        "present",
        "last_seen",
        "stand_in",
        "kind",
        "played_as",
        "number",
        "scores_of",
        "place",
    )
    list_filter = ("kind", "stand_in", "match__status")
    search_fields = ("match__table__code__startswith", "name")
    search_help_text = gettext_lazy("The code of the table, or a part of the name")
    actions = ("free", "stand_in")

    @admin.display(description=gettext_lazy("match"))
    def of_match(self, seat: Seat) -> SafeString:
        return match_link(seat.match)

    @admin.display(description=gettext_lazy("seat"))
    def letter(self, seat: Seat) -> str:
        return seat.letter

    @admin.display(description=gettext_lazy("level"))
    def played_as(self, seat: Seat) -> str:
        return value_word("level", seat.level) if seat.level else ""

    @admin.display(description=gettext_lazy("total"))
    def scores_of(self, seat: Seat) -> SafeString:
        return link(rows_address(Penalty, seat__id__exact=seat.pk), str(seat.total))

    @admin.action(
        permissions=["decide"],
        description=gettext_lazy("Free the place, before the start…"),
        location=EVERYWHERE,
    )
    def free(self, request: HttpRequest, rows: QuerySet[Seat]) -> HttpResponse | None:
        """Free places of matches that have not begun."""
        by = staff_id(request)
        return decide(
            self,
            request,
            rows,
            title=_("Free the place?"),
            explain=_(
                "Whoever sits there gets up, and may sit down again. Only while the match waits: "
                "after its start a seat is handed to a stand-in. The players are told."
            ),
            button=_("Free the place"),
            do=lambda seat, _answers: office.free_seat(
                table_id=seat.match.table_id, match=seat.match.number, place=seat.number, staff_id=by
            ),
        )

    @admin.action(
        permissions=["decide"], description=gettext_lazy("Hand the seat to a stand-in…"), location=EVERYWHERE
    )
    def stand_in(self, request: HttpRequest, rows: QuerySet[Seat]) -> HttpResponse | None:
        """Let stand-ins play seats."""
        by = staff_id(request)
        return decide(
            self,
            request,
            rows,
            title=_("Hand the seat to a stand-in?"),
            explain=_(
                "A bot plays on in it, at once and whether or not its person is there. "
                "They have the seat back with any move, or with “I am back”. The players are told."
            ),
            button=_("Hand it over"),
            do=lambda seat, _answers: office.call_stand_in(
                table_id=seat.match.table_id, match=seat.match.number, place=seat.number, staff_id=by
            ),
        )
