"""Rounds: how far they are and how they ended. Seed, deal and position are in no form and in no list."""

from __future__ import annotations

from django.contrib import admin
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.admin import hands
from games.admin.base import ReadOnly, ReadOnlyRows
from games.admin.links import link, match_link, rows_address
from games.models import LETTERS, Action, Penalty, Round


def how_ended(row: Round) -> str:
    """How a round ended, in words: who went out, or the foot that blocked it; "" while it is played."""
    if row.out is not None:
        return _("%(seat)s went out") % {"seat": LETTERS[row.out]}
    foot = "" if row.blocked_foot is None else f" {row.blocked_foot}-{row.blocked_foot}"
    return _("blocked") + foot if row.reason else ""


class PenaltyRows(ReadOnlyRows):
    """The score sheet of a round."""

    model = Penalty
    related = ("seat",)
    ordering = ("seat__index",)
    shown = ("seat", "points", "total", "tiles")


@admin.register(Round)
class RoundAdmin(ReadOnly):
    """The rounds."""

    secret = ("seed", "deal", "state")
    code_path = "match__table__code"
    about = ("of_match", "shown_number", "ways", "begins", "ending")
    replaced = ("match", "number", "poses", "first", "reason", "out", "blocked_foot")
    related = ("match__table",)
    inlines = (PenaltyRows,)
    list_display = (
        "shown_number",
        "of_match",
        "status",
        "start",
        "actions_of",
        "ending",
        "started_at",
        "ended_at",
    )
    list_filter = ("status", "started_at")
    search_fields = ("match__table__code__startswith",)
    search_help_text = gettext_lazy("The code of the table")

    @admin.display(description=gettext_lazy("round"))
    def shown_number(self, row: Round) -> int:
        return row.number + 1

    @admin.display(description=gettext_lazy("match"))
    def of_match(self, row: Round) -> SafeString:
        return match_link(row.match)

    @admin.display(description=gettext_lazy("actions"))
    def actions_of(self, row: Round) -> SafeString:
        return link(rows_address(Action, round__id__exact=row.pk), str(row.ply))

    @admin.display(description=gettext_lazy("first seat"))
    def begins(self, row: Round) -> str:
        return "" if row.first is None else LETTERS[row.first]

    @admin.display(description=gettext_lazy("how it ended"))
    def ending(self, row: Round) -> str:
        return how_ended(row)

    @admin.display(description=gettext_lazy("see also"))
    def ways(self, row: Round) -> SafeString:
        where = (row.match.table.code, row.match.number, row.number + 1)
        found = [link(rows_address(Action, round__id__exact=row.pk), _("its actions"))]
        if row.status in (Round.Status.OVER, Round.Status.DROPPED):
            found += [
                link(reverse("replay", args=where), _("replay")),
                link(reverse("deal-check", args=where), _("check the deal")),
            ]
        elif row.status == Round.Status.PLAYING:
            found.append(link(reverse("admin:games_round_hands", args=[row.pk]), _("look at the hands…")))
        return format_html_join(" · ", "{}", ((way,) for way in found))

    def get_urls(self) -> list[URLPattern]:
        own = path(
            "<int:round_id>/hands/",
            self.admin_site.admin_view(hands.look, cacheable=False),
            name="games_round_hands",
        )
        return [own, *super().get_urls()]
