"""What staff did: decisions, changed notices, every look at hands."""

from __future__ import annotations

from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy

from games.admin import ReadOnly
from games.presenters.names import deleted_player
from lobby.models import DELETED


@admin.register(LogEntry)
class LogEntryAdmin(ReadOnly):
    """Admin's own log, which nobody can change."""

    about = ("by_whom", "about_row", "what_was_done")
    replaced = ("user", "object_repr", "change_message")
    related = ("user", "content_type")
    list_display = ("action_time", "by_whom", "content_type", "about_row", "what_was_done")
    list_filter = ("action_time",)
    search_fields = ("object_repr", "change_message")
    ordering = ("-action_time",)

    @admin.display(description=gettext_lazy("person"))
    def by_whom(self, entry: LogEntry) -> str:
        return str(entry.user)

    @admin.display(description=gettext_lazy("row"))
    def about_row(self, entry: LogEntry) -> SafeString | str:
        if entry.object_repr == DELETED:
            return deleted_player()
        address = entry.get_admin_url()
        return (
            format_html('<a href="{}">{}</a>', address, entry.object_repr) if address else entry.object_repr
        )

    @admin.display(description=gettext_lazy("what was done"))
    def what_was_done(self, entry: LogEntry) -> str:
        return entry.get_change_message()
