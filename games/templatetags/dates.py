"""Tags that print a point in time for a reader: in the viewer's zone, as the page's language writes dates.

The zone is the one that is active while the request is answered (`lobby.zone`). A point in time comes as a datetime
or as ISO 8601 text, the way presenters hand it on; nothing comes out of nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Final

from django import template
from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()

type Moment = datetime | str | None

# Django puts the Korean half of the day behind the time, where nobody says it, and joins a Japanese day to its hour.
_OWN_FORMS: Final[Mapping[tuple[str, str], str]] = {
    ("ko", "TIME_FORMAT"): "A g:i",
    ("ko", "DATETIME_FORMAT"): "Y년 n월 j일 A g:i",
    ("ja", "DATETIME_FORMAT"): "Y年n月j日 G:i",
}


@register.simple_tag
def day(at: Moment) -> SafeString:
    """The day alone, "Nov. 30, 2026", as a `<time>`."""
    return _printed(at, "DATE_FORMAT")


@register.simple_tag
def clock_time(at: Moment) -> SafeString:
    """The time of day alone, "8:05 p.m.", as a `<time>`."""
    return _printed(at, "TIME_FORMAT")


@register.simple_tag
def day_and_time(at: Moment) -> SafeString:
    """Day and time, "Nov. 30, 2026, 8:05 p.m.", as a `<time>`."""
    return _printed(at, "DATETIME_FORMAT")


def _printed(at: Moment, form: str) -> SafeString:
    moment = datetime.fromisoformat(at) if isinstance(at, str) and at else at
    if not isinstance(moment, datetime):
        return SafeString("")
    exact = moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    form = _OWN_FORMS.get((translation.get_language() or "", form), form)
    shown = date_format(timezone.localtime(moment), form)
    return format_html('<time datetime="{}">{}</time>', exact, shown)
