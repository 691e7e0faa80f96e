"""The people, to look at: read only; passwords and what a private link hangs on are not shown."""

from __future__ import annotations

from django.contrib import admin

from games.admin import ReadOnly
from lobby.models import User


@admin.register(User)
class UserAdmin(ReadOnly):
    secret = ("password", "carry_number")
    list_display = (
        "id",
        "shown_name",
        "is_guest",
        "is_active",
        "is_staff",
        "language",
        "date_joined",
        "last_login",
    )
    list_filter = ("is_guest", "is_active", "is_staff")
    search_fields = ("name", "username", "email")

    @admin.display(description="name")
    def shown_name(self, user: User) -> str:
        return user.name or user.username
