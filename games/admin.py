"""A plain look at what is stored, for whoever runs the site: read only, and without anything that a hand hangs on.

Seeds, deals, positions and drawn tiles are not shown, whatever the round's status: they are in no form and in no list.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.db.models.constants import LOOKUP_SEP
from django.http import HttpRequest

from games.models import Action, Match, Note, Penalty, Receipt, Round, Seat, Table, Watcher

if TYPE_CHECKING:
    _ModelAdmin = admin.ModelAdmin[Model]
else:  # generic for the type checker only
    _ModelAdmin = admin.ModelAdmin


class ReadOnly(_ModelAdmin):
    """Rows to look at. `secret` names the columns that are neither shown nor read."""

    secret: ClassVar[tuple[str, ...]] = ()
    show_full_result_count = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Model]:
        return super().get_queryset(request).defer(*self.secret)

    def get_exclude(self, request: HttpRequest, obj: Model | None = None) -> tuple[str, ...]:
        return self.secret

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Whether a list may be narrowed by this: what is not shown cannot be guessed letter by letter, either."""
        return lookup.partition(LOOKUP_SEP)[0] not in self.secret and super().lookup_allowed(
            lookup, value, request
        )

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(Table)
class TableAdmin(ReadOnly):
    list_display = (
        "code",
        "name",
        "game",
        "is_public",
        "version",
        "due_kind",
        "due_at",
        "trouble_count",
        "created_at",
    )
    list_filter = ("game", "is_public", "due_kind")
    search_fields = ("code", "name")


@admin.register(Match)
class MatchAdmin(ReadOnly):
    list_display = (
        "table",
        "number",
        "status",
        "seat_count",
        "rounds_done",
        "rounds_planned",
        "started_at",
        "ended_at",
    )
    list_filter = ("status", "game")
    search_fields = ("table__code",)
    list_select_related = ("table",)


@admin.register(Seat)
class SeatAdmin(ReadOnly):
    list_display = (
        "match",
        "number",
        "letter",
        "name",
        "kind",
        "level",
        "stand_in",
        "present",
        "total",
        "place",
    )
    list_filter = ("kind", "stand_in")
    search_fields = ("match__table__code", "name")


@admin.register(Round)
class RoundAdmin(ReadOnly):
    secret = ("seed", "deal", "state")
    list_display = (
        "match",
        "number",
        "status",
        "start",
        "ply",
        "reason",
        "out",
        "blocked_foot",
        "started_at",
        "ended_at",
    )
    list_filter = ("status", "reason")
    search_fields = ("match__table__code",)


@admin.register(Action)
class ActionAdmin(ReadOnly):
    secret = ("drawn", "key")
    list_display = ("round", "ply", "seat", "text", "by", "at")
    list_filter = ("kind", "by")
    search_fields = ("table__code",)
    list_select_related = ("round",)


@admin.register(Penalty)
class PenaltyAdmin(ReadOnly):
    list_display = ("round", "seat", "points", "total", "tiles")
    search_fields = ("round__match__table__code",)
    list_select_related = ("round", "seat")


@admin.register(Note)
class NoteAdmin(ReadOnly):
    list_display = ("match", "round_number", "ply", "what", "seat", "by_seat", "version", "at")
    list_filter = ("what",)
    search_fields = ("match__table__code",)


@admin.register(Receipt)
class ReceiptAdmin(ReadOnly):
    secret = ("key",)
    list_display = ("what", "user", "table", "at")
    list_display_links = ("what",)
    list_filter = ("what",)
    search_fields = ("table__code",)


@admin.register(Watcher)
class WatcherAdmin(ReadOnly):
    secret = ("key",)
    list_display = ("table", "last_seen")
    search_fields = ("table__code",)
