"""Pages and switches that belong to no table: the help, light or dark."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST, require_safe

from games import forms
from games.presenters.showcase import front_layout
from games.templatetags.pieces import THEMES

THEME_COOKIE: Final = "theme"


@require_safe
def help_page(request: HttpRequest) -> HttpResponse:
    """How to play in short, how the page works, and why some things are as they are."""
    return render(request, "lobby/help.html", {"layout": front_layout()})


@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Keep light, dark or (empty) the device's own wish in this browser, and go back to where one was."""
    response = HttpResponseRedirect(_back(request))
    chosen = forms.text(request.POST, "theme")
    if chosen in THEMES:
        response.set_cookie(
            THEME_COOKIE,
            chosen,
            max_age=settings.SESSION_COOKIE_AGE,
            samesite="Lax",
            secure=request.is_secure(),
        )
    else:
        response.delete_cookie(THEME_COOKIE, samesite="Lax")
    return response


def _back(request: HttpRequest) -> str:
    """The page that asked, if it is one of ours."""
    for address in (request.POST.get("next", ""), request.headers.get("Referer", "")):
        if url_has_allowed_host_and_scheme(
            address, allowed_hosts={request.get_host()}, require_https=request.is_secure()
        ):
            return address
    return "/"
