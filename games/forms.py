"""What pages post, as plain values or a refusal. Who is meant comes from the session, never from here."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Final

from django.conf import settings
from django.utils import translation

from games.queries import Position
from games.services.errors import Code, Refused

Fields = Mapping[str, str]

# More than this fits into no field of ours; what is longer is somebody's experiment.
_TEXT_AT_MOST: Final = 500
# The columns these numbers are compared with hold no greater ones.
_WHOLE_AT_MOST: Final = 2**31 - 1


def new_key() -> str:
    """A key for a form on a page without scripts; a script makes its own for every sending."""
    return secrets.token_urlsafe(18)


def text(fields: Fields, name: str) -> str:
    """A field's text, "" if it is missing; Refused BAD_FORM (field) if it is absurdly long."""
    value = fields.get(name, "")
    if len(value) > _TEXT_AT_MOST:
        raise Refused(Code.BAD_FORM, field=name)
    return value


def whole(fields: Fields, name: str) -> int:
    """A field that is a whole number from 0; Refused BAD_FORM (field) if it is not."""
    value = fields.get(name, "")
    if not (value.isascii() and value.isdigit() and len(value) <= 10 and int(value) <= _WHOLE_AT_MOST):
        raise Refused(Code.BAD_FORM, field=name)
    return int(value)


def optional_whole(fields: Fields, name: str) -> int | None:
    """The same, None if the field is missing or empty."""
    return whole(fields, name) if fields.get(name) else None


def version(fields: Fields, name: str = "v") -> int:
    """The version that a page shows (or another number from 1); 0, which nothing has, where it is not said."""
    value = fields.get(name, "")
    return int(value) if value.isascii() and value.isdigit() and len(value) <= 18 else 0


def flag(fields: Fields, name: str) -> bool:
    """A field that is "1" or "0"."""
    value = fields.get(name, "")
    if value not in ("0", "1"):
        raise Refused(Code.BAD_FORM, field=name)
    return value == "1"


def position(fields: Fields) -> Position:
    """The position that an action was made for."""
    return Position(whole(fields, "match"), whole(fields, "round"), whole(fields, "ply"))


def action_text(fields: Fields) -> str:
    """The action as text: from `action`, or on a page without scripts from a chosen `tile` and the end pressed."""
    at = text(fields, "at")
    return f"{text(fields, 'tile')}@{at}" if at else text(fields, "action")


def language(fields: Fields) -> str:
    """The language of the page that asks, if it is one of ours; else that of the request."""
    asked = fields.get("lang", "")
    return asked if asked in dict(settings.LANGUAGES) else translation.get_language()
