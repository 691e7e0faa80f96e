"""Tables: what they are set to, what is due at them, what went wrong; closing one, taking it off the public lists."""

from __future__ import annotations

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.admin.base import ReadOnly
from games.admin.decisions import EVERYWHERE, decide, staff_id
from games.admin.filters import GameFilter, TableStateFilter
from games.admin.links import link, rows_address
from games.admin.played import PlayedWords
from games.models import Match, Receipt, Table, Watcher
from games.services import office


class TableNameForm(forms.Form):
    """The new name, or none."""

    name = forms.CharField(
        label=gettext_lazy("New name"),
        max_length=100,
        required=False,
        help_text=gettext_lazy("Everybody sees it. Without a name the table is called by its code."),
    )


@admin.register(Table)
class TableAdmin(PlayedWords, ReadOnly):
    """The tables."""

    code_path = "code"
    about = ("game_played", "rules_played", "ways")
    replaced = ("game", "settings")
    related = ("opener", "host")
    grouped = {
        gettext_lazy("What is due"): (
            "due_at",
            "due_kind",
            "bot_at",
            "forced_draw_at",
            "forced_pass_at",
            "turn_clock_at",
            "presence_at",
            "objection_at",
            "next_round_at",
            "sweep_at",
            "trouble",
            "trouble_count",
        )
    }
    list_display = (
        "code",
        "name",
        "is_public",
        "matches_of",
        "opener",
        "due_kind",
        "due_at",
        "trouble_count",
        "created_at",
        "closed_at",
        "game_played",
    )
    list_filter = (TableStateFilter, "is_public", GameFilter, "due_kind", "created_at")
    search_fields = ("code__startswith", "name")
    search_help_text = gettext_lazy("A code, or a part of the name")
    actions = ("close", "make_private", "rename")

    @admin.display(description=gettext_lazy("matches"))
    def matches_of(self, table: Table) -> SafeString:
        return link(rows_address(Match, table__id__exact=table.pk), str(table.matches_begun))

    @admin.display(description=gettext_lazy("see also"))
    def ways(self, table: Table) -> SafeString:
        return format_html(
            "{} · {} · {} · {}",
            link(f"/t/{table.code}/", _("the table as everybody sees it")),
            link(rows_address(Match, table__id__exact=table.pk), _("its matches")),
            link(rows_address(Receipt, table__id__exact=table.pk), _("receipts")),
            link(rows_address(Watcher, table__id__exact=table.pk), _("watchers")),
        )

    @admin.action(permissions=["decide"], description=gettext_lazy("Close the table…"), location=EVERYWHERE)
    def close(self, request: HttpRequest, rows: QuerySet[Table]) -> HttpResponse | None:
        """Close tables for good."""
        by = staff_id(request)
        return decide(
            self,
            request,
            rows,
            title=_("Close the table?"),
            explain=_(
                "A match that is being played ends with the scores so far. Nobody sits down there any more; "
                "what was played stays readable. It cannot be opened again. The players are told."
            ),
            button=_("Close the table"),
            do=lambda table, _answers: office.close_table(table_id=table.pk, staff_id=by),
        )

    @admin.action(permissions=["decide"], description=gettext_lazy("Make private…"), location=EVERYWHERE)
    def make_private(self, request: HttpRequest, rows: QuerySet[Table]) -> HttpResponse | None:
        """Take tables off the public lists."""
        by = staff_id(request)
        return decide(
            self,
            request,
            rows,
            title=_("Make the table private?"),
            explain=_(
                "It leaves the lists on the front page, and only its code finds it. "
                "Whoever has the code or sits there stays. The players are told."
            ),
            button=_("Make private"),
            do=lambda table, _answers: office.make_private(table_id=table.pk, staff_id=by),
        )

    @admin.action(permissions=["decide"], description=gettext_lazy("Rename…"), location=EVERYWHERE)
    def rename(self, request: HttpRequest, rows: QuerySet[Table]) -> HttpResponse | None:
        """Call tables something else."""
        by = staff_id(request)
        return decide(
            self,
            request,
            rows,
            title=_("Rename the table?"),
            explain=_("Everybody sees the new name at once. The players are told."),
            button=_("Rename"),
            do=lambda table, answers: office.rename_table(
                table_id=table.pk, name=answers["name"], staff_id=by
            ),
            form_class=TableNameForm,
        )
