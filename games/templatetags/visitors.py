"""What a request tells of the visitor's surroundings: a messenger's own browser, an address of this machine only."""

from __future__ import annotations

import re
from typing import Final

from django import template
from django.http import HttpRequest
from django.template.context import Context

from games import links

register = template.Library()

# How the browsers built into messengers and networks call themselves. Their cookies are their own, so a seat taken
# in one of them is not known to the phone's real browser.
_MESSENGERS: Final = re.compile(
    r"KAKAOTALK|\bLine/|FBAN|FBAV|FB_IAB|Instagram|MicroMessenger|NAVER\(inapp|Snapchat|Twitter|WhatsApp|Telegram"
)


@register.simple_tag(takes_context=True)
def in_messenger(context: Context) -> bool:
    """Whether the page is shown in a browser that is built into a messenger."""
    request = context.get("request")
    return isinstance(request, HttpRequest) and bool(
        _MESSENGERS.search(request.headers.get("User-Agent", ""))
    )


@register.simple_tag(takes_context=True)
def local_only(context: Context) -> bool:
    """Whether the page was asked for by an address that no other device can open."""
    request = context.get("request")
    return isinstance(request, HttpRequest) and links.local_only(request)
