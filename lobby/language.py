"""Another language in the middle of a form: the page comes anew, and nothing that was written in it is lost."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation

from lobby.preferences import choose_language


def in_language(request: HttpRequest, page: Callable[[], HttpResponse]) -> HttpResponse:
    """A page in the language that was pressed in its form (field `language`), which is that of all pages from now on.

    What is none of ours changes nothing. As Django's own switch, for pages whose form is sent with it.
    """
    wanted = request.POST.get("language", "")
    if wanted not in dict(settings.LANGUAGES):
        return page()
    with translation.override(wanted):
        response = page()
        response.headers["Content-Language"] = wanted
    choose_language(response, request, wanted)
    return response
