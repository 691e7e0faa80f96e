"""The viewer's time zone: a page's script keeps its name in a cookie, and dates are shown in it."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

ZONE_COOKIE: Final = "tz"
# How the names of the IANA database look; what else a cookie can hold is looked up nowhere.
_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_+-]{0,31}(?:/[A-Za-z0-9_+-]{1,32}){0,3}")


class LocalTimes:
    """Middleware: while a request is answered the present time zone is the viewer's, UTC if it is not known."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with timezone.override(zone_of(request.COOKIES.get(ZONE_COOKIE, ""))):
            return self.get_response(request)


@lru_cache(maxsize=1024)
def zone_of(name: str) -> ZoneInfo | None:
    """The zone of an IANA name such as "Asia/Seoul"; None if there is no such zone."""
    if not _NAME.fullmatch(name):
        return None
    try:
        return ZoneInfo(name)
    except (KeyError, OSError, ValueError):  # no such file, a folder, a file of the database that is no zone
        return None
