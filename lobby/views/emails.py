"""Confirming an e-mail address: sending the link, and the page behind it."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import limits
from games.presenters.refusals import refusal_text
from games.services.errors import Refused
from lobby import confirmation
from lobby.guests import signed_in
from lobby.models import User


def ask_to_confirm(request: HttpRequest, person: User) -> None:
    """Send the link where an address waits for it, and say so; who asked too often is told when to ask again."""
    if not confirmation.is_wanted(person):
        return
    try:
        limits.spend(request, limits.Limit.MAIL)
    except Refused as refused:
        messages.error(request, refusal_text(refused.code, refused.details))
        return
    confirmation.send_link(person)
    messages.info(request, _("A mail is on its way: open the link in it to confirm your e-mail."))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def confirm(request: HttpRequest, token: str) -> HttpResponse:
    """The page behind the link: looking asks (mail programs look, too), the button confirms.

    Nobody has to be signed in: mail is often read on another device than the one for playing.
    """
    person = confirmation.person_of(token)
    if request.method == "POST" and person is not None:
        confirmation.confirm(person)
        return redirect("email-confirm", token)
    context = {"person": person, "is_me": person is not None and person == signed_in(request)}
    return render(request, "registration/confirm_email.html", context)
