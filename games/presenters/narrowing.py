"""Narrowing the list of public tables: what somebody asks for in the address, and the choices that exist just now."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.presenters.fields import value_word
from games.presenters.parts import Context, Plain
from games.presenters.words import plain
from games.queries.public import UNTIL_TARGET, Options, Wish
from games.rules.games import slugs

Fields = Mapping[str, str]

LENGTHS: Final[tuple[str, ...]] = ("full", "half", "one", UNTIL_TARGET)
_MOST_SEATS: Final = 15


def wish_of(fields: Fields) -> Wish:
    """What an address asks for; what cannot be meant is not asked for."""
    seats, length, game = (fields.get(name, "") for name in ("seats", "length", "game"))
    return Wish(
        seats=int(seats) if seats in {str(number) for number in range(1, _MOST_SEATS + 1)} else None,
        length=length if length in LENGTHS else "",
        game=game if game in slugs() else "",
    )


def wish_fields(wish: Wish) -> dict[str, str]:
    """The same as fields of an address: only what is asked for."""
    asked = {"seats": "" if wish.seats is None else str(wish.seats), "length": wish.length, "game": wish.game}
    return {name: value for name, value in asked.items() if value}


def narrowing(there: Options, wish: Wish) -> list[Plain]:
    """The rows of choices, {name, label, all, options [{value, label, chosen}]}: only where there is a choice.

    What is asked for stays among them although no such table is left.
    """
    numbers = sorted({*there.seats, *([] if wish.seats is None else [wish.seats])})
    slugs_there = sorted({*there.games, *([wish.game] if wish.game else [])})
    seats = [(str(number), _seats_word(number)) for number in numbers]
    lengths = [(name, length_word(name)) for name in LENGTHS if name in there.lengths or name == wish.length]
    games = [(slug, value_word("game", slug)) for slug in slugs_there]
    rows = [
        _row("seats", _("Seats"), _("Any number of seats"), seats, wish_fields(wish)),
        _row("length", _("Length"), _("Any length"), lengths, wish_fields(wish)),
        _row("game", _("Game"), _("Any game"), games, wish_fields(wish)),
    ]
    return [row for row in rows if row is not None]


def _seats_word(seats: int) -> str:
    return plain(ngettext("%(count)s seat", "%(count)s seats", seats), count=seats)


def length_word(length: str) -> str:
    """What a length is called."""
    return _("Until a total is passed") if length == UNTIL_TARGET else value_word("length", length)


def _row(
    name: str, label: str, every: str, values: list[tuple[str, str]], asked: Mapping[str, str]
) -> Context | None:
    if len(values) < 2 and name not in asked:
        return None
    options: list[Plain] = [
        {"value": value, "label": word, "chosen": asked.get(name) == value} for value, word in values
    ]
    return {"name": name, "label": label, "all": every, "options": options}
