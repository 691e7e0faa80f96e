"""Another language in the middle of a form: the page comes anew, and nothing that was written in it is lost."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation


def in_language(request: HttpRequest, page: Callable[[], HttpResponse]) -> HttpResponse:
    """A page in the language that was pressed in its form (field `language`), which this browser keeps.

    What is none of ours changes nothing. As Django's own switch, for pages whose form is sent with it.
    """
    wanted = request.POST.get("language", "")
    if wanted not in dict(settings.LANGUAGES):
        return page()
    with translation.override(wanted):
        response = page()
        response.headers["Content-Language"] = wanted
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        wanted,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        samesite="Lax",
    )
    return response
