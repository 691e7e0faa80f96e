"""Pages and switches that belong to no table: the help, light or dark, the language."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe
from django.views.i18n import set_language

from games.presenters.showcase import front_layout
from games.templatetags.pieces import THEMES
from lobby.guests import signed_in
from lobby.models import User
from lobby.preferences import choose_language, keep_theme
from lobby.returning import is_ours


@require_safe
def help_page(request: HttpRequest) -> HttpResponse:
    """How to play in short, how the page works, and why some things are as they are."""
    return render(request, "lobby/help.html", {"layout": front_layout()})


@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Keep light, dark or (empty) the device's own wish in this browser, and go back to where one was."""
    response = HttpResponseRedirect(_back(request))
    asked = request.POST.get("theme", "")
    chosen = asked if asked in THEMES else ""
    keep_theme(response, request, chosen)
    person = signed_in(request)
    if person is not None and person.theme != chosen:
        User.objects.filter(pk=person.pk).update(theme=chosen)
    return response


@require_POST
def language(request: HttpRequest) -> HttpResponseBase:
    """Django's switch of the language, which is also that of the mails to who is signed in."""
    response, chosen = set_language(request), request.POST.get("language", "")
    if chosen in dict(settings.LANGUAGES):
        choose_language(response, request, chosen)
    return response


def _back(request: HttpRequest) -> str:
    """The page that asked, if it is one of ours."""
    asked = (request.POST.get("next", ""), request.headers.get("Referer", ""))
    return next((address for address in asked if is_ours(request, address)), "/")
