"""Reported names, with the match beside them: a neutral name, out of the site, or left as it is."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.admin import ReadOnly
from games.admin.decisions import EVERYWHERE, decide, staff_id
from games.presenters.names import shown_letter, shown_name, spaced
from games.queries.beside import Beside, match_beside
from lobby.models import NameReport
from lobby.reports import block_reported, dismiss, rename_reported


@admin.register(NameReport)
class NameReportAdmin(ReadOnly):
    """The names that somebody reported."""

    about = ("beside",)
    replaced = ("place",)
    related = ("reported", "reporter", "handled_by")
    list_display = (
        "name",
        "at_table",
        "reason",
        "status",
        "reported",
        "reporter",
        "at",
        "handled_by",
        "handled_at",
    )
    list_filter = ("status", "at")
    search_fields = ("table_code__startswith", "name")
    search_help_text = gettext_lazy("A code, or a part of the name")
    date_hierarchy = "at"
    code_path = "table_code"
    actions = ("rename", "block", "dismiss")

    def has_decide_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perms(("lobby.change_namereport", "lobby.change_user"))

    @admin.display(description=gettext_lazy("table"))
    def at_table(self, report: NameReport) -> SafeString:
        address = reverse("admin:games_match_changelist", query={"q": report.table_code})
        return format_html(
            '<a href="{}">{} · {}</a>', address, spaced(report.table_code), report.match_number
        )

    @admin.display(description=gettext_lazy("the match"))
    def beside(self, report: NameReport) -> SafeString | str:
        """Who sits in the match now, the reported seat in bold, with ways to all of it."""
        found = match_beside(report.table_code, report.match_number)
        if found is None:
            return _("This match does not exist any more.")
        return format_html("<p>{}</p><ul>{}</ul>", _ways(found), _seats(found, report.place))

    @admin.action(
        permissions=["decide"], description=gettext_lazy("Give a neutral name…"), location=EVERYWHERE
    )
    def rename(self, request: HttpRequest, rows: QuerySet[NameReport]) -> HttpResponse | None:
        """Replace reported names."""
        by = staff_id(request)
        return decide(
            self,
            request,
            rows,
            title=_("Give this person a neutral name?"),
            explain=_(
                "They are called “Guest” in all their seats, those of old matches included. "
                "Tables where they sit now show it at once. The report is done."
            ),
            button=_("Give a neutral name"),
            do=lambda report, _answers: rename_reported(report, staff_id=by),
        )

    @admin.action(
        permissions=["decide"],
        description=gettext_lazy("Give a neutral name and block…"),
        location=EVERYWHERE,
    )
    def block(self, request: HttpRequest, rows: QuerySet[NameReport]) -> HttpResponse | None:
        """Replace reported names, and keep their people out."""
        by = staff_id(request)
        return decide(
            self,
            request,
            rows,
            title=_("Give a neutral name and block this person?"),
            explain=_(
                "They are called “Guest” everywhere and cannot use the site any more; stand-ins play on in their "
                "seats. The block can be taken back on the person’s page. The report is done."
            ),
            button=_("Rename and block"),
            do=lambda report, _answers: block_reported(report, staff_id=by),
        )

    @admin.action(permissions=["decide"], description=gettext_lazy("Leave the name…"), location=EVERYWHERE)
    def dismiss(self, request: HttpRequest, rows: QuerySet[NameReport]) -> HttpResponse | None:
        """Leave names as they are."""
        by = staff_id(request)
        return decide(
            self,
            request,
            rows,
            title=_("Leave the name as it is?"),
            explain=_("The report is put away. Nobody is told."),
            button=_("Leave it"),
            do=lambda report, _answers: dismiss(report, staff_id=by),
        )


def _ways(found: Beside) -> SafeString:
    ways = [
        (reverse("admin:games_table_change", args=[found.table_id]), _("the table in admin")),
        (reverse("admin:games_match_change", args=[found.match_id]), _("the match in admin")),
        (reverse("table", args=[found.code]), _("the table as everybody sees it")),
    ]
    if found.has_page:
        ways.append((reverse("match", args=[found.code, found.number]), _("the page of the match")))
    return format_html_join(" · ", '<a href="{}">{}</a>', ways)


def _seats(found: Beside, place: int) -> SafeString:
    lines = []
    for seat in found.seats:
        name = format_html("<bdi>{}</bdi>", shown_name(seat))
        if seat.user_id is not None:
            name = format_html(
                '<a href="{}">{}</a>', reverse("admin:lobby_user_change", args=[seat.user_id]), name
            )
        if seat.number == place:
            name = format_html("<strong>{}</strong>", name)
        lines.append((shown_letter(seat), name))
    return format_html_join("", "<li>{} {}</li>", lines)
