"""Tags for the small pieces of every page: icons, seat badges, tile chips, tile faces, the chosen theme."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django import template
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest
from django.template.context import Context
from django.templatetags.static import static
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from games import drawing

register = template.Library()

THEMES: Final = ("light", "dark")
THEME_COOKIE: Final = "theme"


@register.simple_tag
def icon(name: str, extra: str = "") -> SafeString:
    """An icon of the sprite. It says nothing to a screen reader: put the word beside it."""
    return drawing.icon(name, extra)


@register.simple_tag
def badge(letter: str, extra: str = "") -> SafeString:
    """A seat's badge, "A" to "H"; an empty letter gives the dashed ring of a free place."""
    return drawing.badge(letter, extra)


@register.simple_tag
def chip(tile: str) -> SafeString:
    """A tile inside a sentence, "9-3": two numerals in an ivory pill, read out as "9-3"."""
    return drawing.chip(tile)


@register.simple_tag
def face(tile: str) -> SafeString:
    """An upright tile, "9-3", the first number on top; "" gives its back. The size comes from outside."""
    return drawing.face(tile)


@register.filter
def as_chip(tile: str) -> SafeString:
    """The same chip as a filter, to be put into a translated sentence."""
    return drawing.chip(tile)


@register.filter
def isolated(name: str) -> SafeString:
    """A name that cannot turn the direction of the text around it."""
    return format_html("<bdi>{}</bdi>", name)


@register.filter
def dotted(text: str) -> SafeString:
    """A line of parts with dots between them, for a `dotted` element: where it wraps, a part stays whole."""
    first, *others = conditional_escape(text).split(" · ")
    rest = format_html_join(
        "", ' <span class="phrase"><i class="dot">· </i>{}</span>', ((mark_safe(one),) for one in others)
    )
    return format_html('<span class="phrase">{}</span>{}', mark_safe(first), rest)


@register.simple_tag(takes_context=True)
def theme(context: Context) -> str:
    """The theme of the browser that asks."""
    request = context.get("request")
    return chosen_theme(request) if isinstance(request, HttpRequest) else ""


def chosen_theme(request: HttpRequest) -> str:
    """What a browser chose: "light", "dark", or "" for what the device wishes."""
    chosen = request.COOKIES.get(THEME_COOKIE, "")
    return chosen if chosen in THEMES else ""


@register.simple_tag(takes_context=True)
def absolute_static(context: Context, path: str) -> str:
    """The full address of a static file, for pictures that other sites fetch."""
    request = context.get("request")
    address = static(path)
    try:
        return request.build_absolute_uri(address) if isinstance(request, HttpRequest) else address
    except DisallowedHost:
        # The page says just that the site does not go by this name.
        return address


@register.filter
def error_of(errors: Mapping[str, str], field: str) -> str:
    """What is wrong with a field of a form, "" if nothing is."""
    return errors.get(field, "")
