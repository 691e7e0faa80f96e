"""What keeps repeats harmless, and who looks on: rows without meaning for people, shown without their keys."""

from __future__ import annotations

from django.contrib import admin
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy

from games.admin.base import ReadOnly
from games.admin.links import table_link
from games.models import Receipt, Watcher


@admin.register(Receipt)
class ReceiptAdmin(ReadOnly):
    """What POSTs with a key did."""

    secret = ("key",)
    code_path = "table__code"
    about = ("at_table",)
    replaced = ("table",)
    related = ("table", "user")
    list_display = ("what", "user", "at_table", "at")
    search_fields = ("table__code__startswith",)
    search_help_text = gettext_lazy("The code of the table")

    @admin.display(description=gettext_lazy("table"))
    def at_table(self, receipt: Receipt) -> SafeString | str:
        return "" if receipt.table is None else table_link(receipt.table)


@admin.register(Watcher)
class WatcherAdmin(ReadOnly):
    """Pages that look on without a seat."""

    secret = ("key",)
    code_path = "table__code"
    about = ("at_table",)
    replaced = ("table",)
    related = ("table",)
    list_display = ("id", "at_table", "last_seen")
    search_fields = ("table__code__startswith",)
    search_help_text = gettext_lazy("The code of the table")

    @admin.display(description=gettext_lazy("table"))
    def at_table(self, watcher: Watcher) -> SafeString:
        return table_link(watcher.table)
