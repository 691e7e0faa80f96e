"""Actions: the log of every round. Which tile a draw gave is not in it, and a key says nothing to anybody."""

from __future__ import annotations

from django.contrib import admin
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy

from games.admin.base import ReadOnly
from games.admin.links import round_link
from games.models import LETTERS, Action


@admin.register(Action)
class ActionAdmin(ReadOnly):
    """The actions of all rounds."""

    secret = ("drawn", "key")
    unread = ("round__seed", "round__deal", "round__state", "round__poses", "poses")
    code_path = "table__code"
    about = ("of_round", "letter")
    replaced = ("round", "table", "seat", "poses")
    related = ("round__match__table", "user")
    list_display = ("text", "of_round", "ply", "letter", "kind", "by", "user", "at")
    list_filter = ("kind", "by")
    search_fields = ("table__code__startswith",)
    search_help_text = gettext_lazy("The code of the table")

    @admin.display(description=gettext_lazy("round"))
    def of_round(self, action: Action) -> SafeString:
        return round_link(action.round)

    @admin.display(description=gettext_lazy("seat"))
    def letter(self, action: Action) -> str:
        return LETTERS[action.seat]
