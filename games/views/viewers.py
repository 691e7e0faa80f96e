"""Whose page it is: a page carries a mark of whoever it was made for, and what it sends is done for nobody else.

Tabs of one browser share its session. Where somebody signs in as another person in one tab, the others still show
what the first one may see, and their buttons would act as the second.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.http import HttpRequest
from django.utils.crypto import salted_hmac

FIELD: Final = "viewer"


def viewer_of(request: HttpRequest) -> str:
    """The mark of whoever asks, which says nothing else about them; "" for somebody nobody knows."""
    if not request.user.is_authenticated:
        return ""
    return salted_hmac("games.viewer", str(request.user.pk), algorithm="sha256").hexdigest()[:16]


def made_for_another(request: HttpRequest, fields: Mapping[str, str]) -> bool:
    """Whether what is asked comes from a page that was made for somebody else than who asks now.

    A page that was made for nobody is nobody else's: whoever presses there first becomes somebody by it.
    """
    return bool(fields.get(FIELD)) and fields[FIELD] != viewer_of(request)


def viewer_part(request: HttpRequest) -> str:
    """Whose page it has to be, for a message."""
    return f',"{FIELD}":"{viewer_of(request)}"'
