"""The site's notices alone, for pages that stay open for long."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers
from django.views.decorators.http import require_safe


@require_safe
def notices(request: HttpRequest) -> HttpResponse:
    """What every page has at its top, as it is now."""
    response = render(request, "pieces/notice.html")
    add_never_cache_headers(response)
    return response
