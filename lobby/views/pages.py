"""Pages and switches that belong to no table: the help, light or dark."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from games import forms
from games.presenters.showcase import front_layout
from games.templatetags.pieces import THEMES
from lobby.guests import signed_in
from lobby.preferences import keep_theme
from lobby.returning import is_ours


@require_safe
def help_page(request: HttpRequest) -> HttpResponse:
    """How to play in short, how the page works, and why some things are as they are."""
    return render(request, "lobby/help.html", {"layout": front_layout()})


@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Keep light, dark or (empty) the device's own wish in this browser, and go back to where one was."""
    response = HttpResponseRedirect(_back(request))
    asked = forms.text(request.POST, "theme")
    chosen = asked if asked in THEMES else ""
    keep_theme(response, request, chosen)
    person = signed_in(request)
    if person is not None and person.theme != chosen:
        person.theme = chosen
        person.save(update_fields=["theme"])
    return response


def _back(request: HttpRequest) -> str:
    """The page that asked, if it is one of ours."""
    asked = (request.POST.get("next", ""), request.headers.get("Referer", ""))
    return next((address for address in asked if is_ours(request, address)), "/")
