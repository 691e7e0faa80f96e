"""Score sheets: what each seat was charged in each round, with the tiles that made the number."""

from __future__ import annotations

from django.contrib import admin
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy

from games.admin.base import ReadOnly
from games.admin.links import link, round_link, row_address
from games.models import Penalty, Seat


@admin.register(Penalty)
class PenaltyAdmin(ReadOnly):
    """The penalties of all rounds."""

    unread = ("round__seed", "round__deal", "round__state", "round__poses")
    code_path = "round__match__table__code"
    about = ("of_round", "of_seat")
    replaced = ("round", "seat")
    related = ("round__match__table", "seat")
    list_display = ("points", "of_round", "of_seat", "tiles", "total")
    search_fields = ("round__match__table__code__startswith",)
    search_help_text = gettext_lazy("The code of the table")

    @admin.display(description=gettext_lazy("round"))
    def of_round(self, penalty: Penalty) -> SafeString:
        return round_link(penalty.round)

    @admin.display(description=gettext_lazy("seat"))
    def of_seat(self, penalty: Penalty) -> SafeString:
        return link(row_address(Seat, penalty.seat_id), str(penalty.seat))
