"""People: read only but for what the person in charge decides. Passwords and private links are not shown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.auth.models import Permission
from django.db.models import ManyToManyField, Model, QuerySet
from django.forms import ModelMultipleChoiceField
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.admin import ReadOnly
from games.admin.decisions import EVERYWHERE, decide, staff_id
from games.services.base import writing
from games.services.errors import Code, Refused
from games.services.written_down import write_down
from lobby.leaving import delete_person
from lobby.models import User
from lobby.people import block_person, lock_person, rename_person, unblock_person


class NameForm(forms.Form):
    """The new name."""

    name = forms.CharField(
        label=gettext_lazy("New name"),
        max_length=100,
        help_text=gettext_lazy("It stands in all seats of this person, those of old matches too."),
    )


@admin.register(User)
class UserAdmin(ReadOnly):
    """Everybody who ever sat down, and the staff."""

    secret = ("password", "carry_number")
    about = ("seats_of",)
    replaced = ("slug",)
    changeable = ("is_staff", "groups", "user_permissions")
    filter_horizontal = ("groups", "user_permissions")
    list_display = (
        "id",
        "shown_name",
        "is_guest",
        "is_active",
        "is_staff",
        "language",
        "seats_of",
        "date_joined",
        "last_login",
    )
    list_filter = ("is_guest", "is_active", "is_staff", "date_joined")
    search_fields = ("name", "username__startswith", "email__startswith")
    search_help_text = gettext_lazy("A part of the name, or the beginning of a user name or address")
    actions = ("rename", "block", "unblock", "delete")

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """A superuser says which accounts help to run the site, and what they may do; nothing else changes here."""
        return request.user.is_superuser and isinstance(obj, User) and not obj.is_guest

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> tuple[str, ...]:
        return tuple(field for field in self.get_fields(request, obj) if field not in self.changeable)

    def formfield_for_manytomany(
        self, db_field: ManyToManyField[Any, Any], request: HttpRequest, **options: Any
    ) -> ModelMultipleChoiceField[Model] | None:
        """As Django's own for users: the permissions are read together with the models they are about."""
        if db_field.name == "user_permissions":
            options["queryset"] = Permission.objects.select_related("content_type")
        return super().formfield_for_manytomany(db_field, request, **options)

    def has_decide_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("lobby.change_user")

    def has_remove_permission(self, request: HttpRequest) -> bool:
        """Whether somebody may delete people for good, when they ask for it."""
        return request.user.has_perm("lobby.delete_user")

    @admin.display(description=gettext_lazy("name"))
    def shown_name(self, user: User) -> str:
        return user.shown_name

    @admin.display(description=gettext_lazy("seats"))
    def seats_of(self, user: User) -> SafeString:
        address = reverse("admin:games_seat_changelist", query={"user__id__exact": str(user.pk)})
        return format_html('<a href="{}">{}</a>', address, _("seats"))

    @admin.action(permissions=["decide"], description=gettext_lazy("Rename…"), location=EVERYWHERE)
    def rename(self, request: HttpRequest, rows: QuerySet[User]) -> HttpResponse | None:
        """Give people another name, everywhere."""
        by = staff_id(request)
        return decide(
            self,
            request,
            rows,
            title=_("Rename this person?"),
            explain=_(
                "The name changes in all their seats, those of old matches included. Tables where they sit now "
                "show it at once and are told. They may choose another name later."
            ),
            button=_("Rename"),
            do=lambda user, answers: rename_person(user, answers["name"], staff_id=by),
            form_class=NameForm,
        )

    @admin.action(permissions=["decide"], description=gettext_lazy("Block…"), location=EVERYWHERE)
    def block(self, request: HttpRequest, rows: QuerySet[User]) -> HttpResponse | None:
        """Keep people out."""
        by = staff_id(request)

        def do(user: User, _answers: Mapping[str, str]) -> None:
            _not_staff(user)
            block_person(user, staff_id=by)

        return decide(
            self,
            request,
            rows,
            title=_("Block this person?"),
            explain=_(
                "All their sessions and their private link stop working. Before a start their place is free, in "
                "matches that go on a stand-in plays. The other players are told. You can take it back."
            ),
            button=_("Block"),
            do=do,
        )

    @admin.action(permissions=["decide"], description=gettext_lazy("Unblock…"), location=EVERYWHERE)
    def unblock(self, request: HttpRequest, rows: QuerySet[User]) -> HttpResponse | None:
        """Let people in again."""
        by = staff_id(request)
        return decide(
            self,
            request,
            rows,
            title=_("Let this person in again?"),
            explain=_(
                "They are signed in again where they were. Seats in matches that go on they take back."
            ),
            button=_("Unblock"),
            do=lambda user, _answers: unblock_person(user, staff_id=by),
        )

    @admin.action(
        permissions=["remove"], description=gettext_lazy("Delete, as they asked…"), location=EVERYWHERE
    )
    def delete(self, request: HttpRequest, rows: QuerySet[User]) -> HttpResponse | None:
        """Delete people who asked for it: as their own button does."""
        by = staff_id(request)

        def do(user: User, _answers: Mapping[str, str]) -> None:
            _not_staff(user)
            pk = user.pk
            with writing():
                lock_person(user)  # of several presses only the one that deletes is written down
                delete_person(user)
                write_down(by, User, pk, f"#{pk}", _("Deleted on request"))

        return decide(
            self,
            request,
            rows,
            title=_("Delete this person for good?"),
            explain=_(
                "Name, address and account are gone and cannot be brought back. Score sheets stay, under "
                "“(deleted player)”; stand-ins play on in their seats."
            ),
            button=_("Delete"),
            do=do,
        )


def _not_staff(user: User) -> None:
    """Nobody locks the person in charge out by a wrong tick. Raises Refused STAFF."""
    if user.is_staff:
        raise Refused(Code.STAFF)
