"""Guessing passwords: how django-axes counts here, and what somebody reads who has to wait."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Final

from axes.handlers.database import AxesDatabaseHandler
from axes.models import AccessAttempt
from django.conf import settings
from django.db.models import Q
from django.db.models.signals import pre_save
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.timezone import now
from django.utils.translation import ngettext

from games import limits
from lobby.forms import SignInForm
from lobby.models import User
from lobby.returning import next_page

TOO_MANY: Final = 429


class Handler(AxesDatabaseHandler):  # type: ignore[misc]  # axes has no types
    """Counts in the database, so for all processes; writes nothing for guests, who have no password."""

    def user_logged_in(self, sender: Any, request: HttpRequest, user: User, **kwargs: Any) -> None:
        """The right password: what was counted for the name from here is gone."""
        if not user.is_guest:
            super().user_logged_in(sender, request, user, **kwargs)

    def user_logged_out(self, sender: Any, request: HttpRequest, user: User | None, **kwargs: Any) -> None:
        """Nothing is kept about it."""


@receiver(pre_save, sender=AccessAttempt)
def _keep_no_form(instance: AccessAttempt, **_about: object) -> None:
    """What a form held is not stored: on one's own page it is the old and the new password, a name, an address."""
    instance.get_data = instance.post_data = ""


def address_of(request: HttpRequest) -> str | None:
    """The address that a try comes from, of an IPv6 address the first of its network; None where it is not known."""
    return limits.address_of(request).partition("/")[0] or None


def locked_out(
    request: HttpRequest, _response: HttpResponse, credentials: Mapping[str, str] | None
) -> HttpResponse:
    """The page for signing in with a sentence that says how long to wait; what was typed stays, but the password.

    The name is the one that was counted: without the spaces around it, on one's own page one's own.
    """
    username = (credentials or {}).get("username", "")
    minutes = _minutes_left(request, username)
    form = SignInForm(request, initial={"username": username})
    wait = ngettext(
        "That was tried too often from here. Please wait for %(minutes)s minute, or set a new password.",
        "That was tried too often from here. Please wait for %(minutes)s minutes, or set a new password.",
        minutes,
    ) % {"minutes": minutes}
    context = {"form": form, "next": next_page(request), "wait": wait}
    response = render(request, "registration/login.html", context, status=TOO_MANY)
    response["Retry-After"] = str(minutes * 60)
    return response


def _minutes_left(request: HttpRequest, username: str) -> int:
    """How long the pair of name and address has to wait, rounded up."""
    tried = AccessAttempt.objects.filter(username=username, ip_address=address_of(request))
    last = tried.order_by("-attempt_time").values_list("attempt_time", flat=True).first() or now()
    left = last + settings.AXES_COOLOFF_TIME - now()
    return max(1, math.ceil(left.total_seconds() / 60))


def forget(person: User) -> None:
    """Delete what was counted under the names of somebody, in whatever case they were typed."""
    typed = Q(username__iexact=person.username)
    if person.email:
        typed |= Q(username__iexact=person.email)
    AccessAttempt.objects.filter(typed).delete()
