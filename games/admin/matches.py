"""Matches, with their seats and rounds beside them; ending one, taking records home."""

from __future__ import annotations

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.admin.base import ReadOnly, ReadOnlyRows
from games.admin.decisions import AT_ONCE, EVERYWHERE, decide, staff_id
from games.admin.exports import records_file
from games.admin.filters import GameFilter
from games.admin.links import link, rows_address, table_link
from games.admin.played import PlayedWords
from games.admin.rounds import how_ended
from games.models import Match, Note, Round, Seat
from games.services import office


class SeatRows(ReadOnlyRows):
    """The seats of a match."""

    model = Seat
    related = ("user",)
    ordering = ("index", "number")
    shown = ("user", "kind", "level", "stand_in", "present", "last_seen", "total", "place")


class RoundRows(ReadOnlyRows):
    """The rounds of a match: nothing that a hand hangs on."""

    model = Round
    related = ("match__table",)
    unread = ("seed", "deal", "state", "poses")
    ordering = ("number",)
    shown = ("status", "start", "ply", "ending", "started_at", "ended_at")

    @admin.display(description=gettext_lazy("how it ended"))
    def ending(self, row: Round) -> str:
        return how_ended(row)


@admin.register(Match)
class MatchAdmin(PlayedWords, ReadOnly):
    """The matches."""

    code_path = "table__code"
    about = ("at_table", "game_played", "rules_played", "ways")
    replaced = ("table", "game", "settings")
    related = ("table",)
    grouped = {
        gettext_lazy("What its people agreed"): (
            "last_round_by",
            "last_round",
            "end_by",
            "end_proposed_by",
            "ends_at",
        )
    }
    inlines = (SeatRows, RoundRows)
    list_display = (
        "name",
        "at_table",
        "status",
        "seat_count",
        "seats_of",
        "rounds_of",
        "rounds_planned",
        "turn_at",
        "started_at",
        "ended_at",
    )
    list_filter = ("status", GameFilter, "started_at")
    search_fields = ("table__code__startswith",)
    search_help_text = gettext_lazy("The code of the table")
    actions = ("end", "export")

    @admin.display(description=gettext_lazy("match"))
    def name(self, match: Match) -> str:
        return f"{match.table.code} · {match.number}"

    @admin.display(description=gettext_lazy("table"))
    def at_table(self, match: Match) -> SafeString:
        return table_link(match.table)

    @admin.display(description=gettext_lazy("seats"))
    def seats_of(self, match: Match) -> SafeString:
        return link(rows_address(Seat, match__id__exact=match.pk), _("seats"))

    @admin.display(description=gettext_lazy("rounds"))
    def rounds_of(self, match: Match) -> SafeString:
        return link(rows_address(Round, match__id__exact=match.pk), str(match.rounds_done))

    @admin.display(description=gettext_lazy("see also"))
    def ways(self, match: Match) -> SafeString:
        return format_html_join(
            " · ",
            "{}",
            (
                (link(f"/t/{match.table.code}/", _("the table as everybody sees it")),),
                (link(rows_address(Note, match__id__exact=match.pk), _("what happened")),),
                (link(rows_address(Round, match__id__exact=match.pk), _("its rounds")),),
            ),
        )

    @admin.action(
        permissions=["decide"],
        description=gettext_lazy("End the match with the scores so far…"),
        location=EVERYWHERE,
    )
    def end(self, request: HttpRequest, rows: QuerySet[Match]) -> HttpResponse | None:
        """End matches that are being played."""
        by = staff_id(request)
        return decide(
            self,
            request,
            rows,
            title=_("End the match with the scores so far?"),
            explain=_(
                "The round that is being played counts for nothing; its hands and its seed are shown. "
                "This cannot be undone. The players are told that you ended the match."
            ),
            button=_("End the match"),
            do=lambda match, _answers: office.end_match(
                table_id=match.table_id, match=match.number, staff_id=by
            ),
        )

    @admin.action(permissions=["view"], description=gettext_lazy("Download the records"), location=EVERYWHERE)
    def export(self, request: HttpRequest, rows: QuerySet[Match]) -> HttpResponse | None:
        """The records of matches that are over: one as JSON, several as a zip."""
        over = list(rows.exclude(status__in=Match.UNFINISHED)[:AT_ONCE])
        if not over:
            self.message_user(request, _("Only matches that are over have a record."), messages.WARNING)
            return None
        return records_file([(match.table.code, match.number) for match in over])
