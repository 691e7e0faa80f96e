"""Filters whose choices are known without reading the rows: a million of them are not looked through for it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from django.contrib import admin
from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.presenters.fields import value_word
from games.rules.games import slugs
from games.services.notes import What

if TYPE_CHECKING:
    _ModelAdmin = admin.ModelAdmin[Model]
else:
    _ModelAdmin = admin.ModelAdmin


class GameFilter(admin.SimpleListFilter):
    """By game."""

    title = _("game")
    parameter_name = "game"

    def lookups(self, request: HttpRequest, model_admin: _ModelAdmin) -> Iterable[tuple[str, str]]:
        return [(slug, value_word("game", slug)) for slug in slugs()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Model]) -> QuerySet[Model]:
        return queryset.filter(game=self.value()) if self.value() else queryset


class NoteFilter(admin.SimpleListFilter):
    """Notes by what they tell."""

    title = _("what happened")
    parameter_name = "what"

    def lookups(self, request: HttpRequest, model_admin: _ModelAdmin) -> Iterable[tuple[str, str]]:
        return [(what.value, what.value) for what in What]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Model]) -> QuerySet[Model]:
        return queryset.filter(what=self.value()) if self.value() else queryset


class TableStateFilter(admin.SimpleListFilter):
    """Tables that are open, closed, late, or in trouble."""

    title = _("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: _ModelAdmin) -> Iterable[tuple[str, str]]:
        return [
            ("open", gettext("open")),
            ("closed", gettext("closed")),
            ("overdue", gettext("something is overdue")),
            ("trouble", gettext("in trouble")),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Model]) -> QuerySet[Model]:
        wanted = {
            "open": Q(closed_at=None),
            "closed": Q(closed_at__isnull=False),
            "overdue": Q(due_at__lt=timezone.now()),
            # A table in trouble is put off, so something is due at it.
            "trouble": Q(due_at__isnull=False, trouble_count__gt=0),
        }
        return queryset.filter(wanted[value]) if (value := self.value()) in wanted else queryset
