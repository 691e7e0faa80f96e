"""What a list is narrowed to, as it stands in the page's address, and the choices of its form."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Final

from django.utils import timezone
from django.utils.http import urlencode

from games.presenters.parts import Plain
from games.queries.archive import Span

_YEARS: Final = range(1970, 9999)
_TEXT_AT_MOST: Final = 60


def year_of(fields: Mapping[str, str]) -> int:
    """The year asked for, 0 for all."""
    value = fields.get("year", "")
    year = int(value) if value.isascii() and value.isdigit() and len(value) == 4 else 0
    return year if year in _YEARS else 0


def span_of(year: int) -> Span | None:
    """A year in the present time zone; None for year 0."""
    if not year:
        return None
    zone = timezone.get_current_timezone()
    return Span(datetime(year, 1, 1, tzinfo=zone), datetime(year + 1, 1, 1, tzinfo=zone))


def text_of(fields: Mapping[str, str]) -> str:
    """What somebody searches for, without what no name contains; "" for nothing."""
    value = unicodedata.normalize("NFC", fields.get("q", "")[: 4 * _TEXT_AT_MOST])
    return "".join(mark for mark in value if unicodedata.category(mark) != "Cc").strip()[:_TEXT_AT_MOST]


def choice_of(fields: Mapping[str, str], name: str, allowed: Iterable[str]) -> str:
    """A field that is one of a few values; "" for anything else."""
    value = fields.get(name, "")
    return value if value in set(allowed) else ""


def options(chosen: str, every: str, choices: Iterable[tuple[str, str]]) -> list[Plain]:
    """The options of a select as {value, text, chosen}; the first one, `every`, asks for all."""
    pairs = [("", every), *choices]
    return [{"value": value, "text": text, "chosen": value == chosen} for value, text in pairs]


type Asked = dict[str, str | int | None]


def query(**fields: str | int | None) -> str:
    """The fields as the part of an address behind the question mark, without those that are empty."""
    return urlencode({name: value for name, value in fields.items() if value})
