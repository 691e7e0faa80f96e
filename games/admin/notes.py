"""Notes: what happened at the tables besides actions."""

from __future__ import annotations

from django.contrib import admin
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy

from games.admin.base import ReadOnly
from games.admin.filters import NoteFilter
from games.admin.links import match_link
from games.models import LETTERS, Note


@admin.register(Note)
class NoteAdmin(ReadOnly):
    """The notes of all matches."""

    code_path = "match__table__code"
    about = ("of_match",)
    replaced = ("match",)
    related = ("match__table",)
    list_display = ("what", "of_match", "round_number", "ply", "letter", "by_letter", "at")
    list_filter = (NoteFilter,)
    search_fields = ("match__table__code__startswith",)
    search_help_text = gettext_lazy("The code of the table")

    @admin.display(description=gettext_lazy("match"))
    def of_match(self, note: Note) -> SafeString:
        return match_link(note.match)

    @admin.display(description=gettext_lazy("seat"))
    def letter(self, note: Note) -> str:
        return "" if note.seat is None else LETTERS[note.seat]

    @admin.display(description=gettext_lazy("done by"))
    def by_letter(self, note: Note) -> str:
        return "" if note.by_seat is None else LETTERS[note.by_seat]
