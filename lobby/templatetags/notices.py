"""The site's notices, for templates."""

from __future__ import annotations

from django import template
from django.http import HttpRequest
from django.template.context import Context

from lobby.notices import Shown, notices_for

register = template.Library()


@register.simple_tag(takes_context=True)
def site_notices(context: Context) -> list[Shown]:
    """What the site has to say to everybody just now, for the browser that asks."""
    request = context.get("request")
    return notices_for(request) if isinstance(request, HttpRequest) else []
