"""How people are told that it is their turn: browsers without the secrets that sending to them needs, what was told."""

from __future__ import annotations

from django.contrib import admin

from games.admin import ReadOnly
from lobby.models import Nudge, PushSubscription


@admin.register(PushSubscription)
class PushSubscriptionAdmin(ReadOnly):
    """Browsers that may be told."""

    secret = ("endpoint", "p256dh", "auth")
    related = ("user",)
    list_display = ("id", "user", "language", "failures", "created_at")


@admin.register(Nudge)
class NudgeAdmin(ReadOnly):
    """Turns that somebody was told of."""

    related = ("user",)
    list_display = ("id", "user", "match_id", "turn_at", "sent_at")
