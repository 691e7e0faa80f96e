"""Errors that the serving processes logged, by the hour."""

from __future__ import annotations

from django.contrib import admin

from games.admin import ReadOnly
from lobby.models import Fault


@admin.register(Fault)
class FaultAdmin(ReadOnly):
    """The errors of the last thirty days."""

    list_display = ("what", "logger", "times", "hour", "last_at")
    list_filter = ("hour",)
    search_fields = ("what",)
