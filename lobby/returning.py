"""Back to where somebody came from: an address in a form or a link, taken only if it is a page of this site."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme

NEXT: Final = "next"


def next_page(request: HttpRequest) -> str:
    """The page to come back to (`next` of the form or of the address); "" if there is none, or it is another site's."""
    asked = request.POST.get(NEXT) or request.GET.get(NEXT) or ""
    return asked if is_ours(request, asked) else ""


def is_ours(request: HttpRequest, address: str) -> bool:
    """Whether an address leads to a page of this site, with or without its name in front.

    A word alone is none: `redirect` takes it for the name of a view.
    """
    return "/" in address and url_has_allowed_host_and_scheme(
        address, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
