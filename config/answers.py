"""What holds for every page: it is sent in UTF-8, and kept by nobody who was not told so."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _

Answer = Callable[[HttpRequest], HttpResponse]


class OnlyUtf8:
    """Middleware: a form in another charset is refused before anybody reads it.

    Browsers send what the page is written in. Django cannot even say in a page of its own that it cannot read one.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        charset = (request.content_params or {}).get("charset", "utf-8")
        if charset.lower() != "utf-8":
            return HttpResponse(
                _("Send forms in UTF-8."), status=415, content_type="text/plain; charset=utf-8"
            )
        return self.get_response(request)


class AskAgain:
    """Middleware: a page that says nothing of keeping it is this browser's own, and asked for again each time."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if not response.has_header("Cache-Control"):
            patch_cache_control(response, private=True, no_cache=True)
        return response
