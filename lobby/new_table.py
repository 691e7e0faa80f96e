"""What somebody chose for a table, read from the form, and the form that offers it again with what is wrong."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from games import forms
from games.names import clean_name
from games.presenters import tables as offers
from games.presenters.choices import wanted_settings
from games.presenters.refusals import refusal_sentence
from games.queries import Snapshot
from games.services.errors import Code, Refused
from games.services.tables import PLAY_NOW_GAME

# More bots than any game has seats for is nothing a form of ours sends.
_BOTS_AT_MOST: Final = 15


@dataclass(frozen=True, slots=True)
class NewTable:
    """A table as somebody wants it; `places` None means as many as the game is usually played with."""

    name: str = ""
    table_name: str = ""
    game: str = PLAY_NOW_GAME
    places: int | None = None
    bot_count: int = 0
    level: str = "normal"
    settings: Mapping[str, object] = field(default_factory=dict)
    pace: str = "normal"
    turn_clock: int = 0
    is_public: bool = False

    @property
    def bots(self) -> tuple[str, ...]:
        """The levels of the bots that sit down at once."""
        return (self.level,) * self.bot_count


def chosen(fields: Mapping[str, str]) -> NewTable:
    """What a form asks for; Refused BAD_FORM (field) for what no form of ours sends, UNKNOWN_GAME."""
    slug = forms.text(fields, "game") or PLAY_NOW_GAME
    offers.check_game(slug)
    bots = forms.optional_whole(fields, "bots") or 0
    if bots > _BOTS_AT_MOST:
        raise Refused(Code.BAD_FORM, field="bots")
    return NewTable(
        name=forms.text(fields, "name"),
        table_name=forms.text(fields, "table_name"),
        game=slug,
        places=forms.optional_whole(fields, "places"),
        bot_count=bots,
        level=forms.text(fields, "level") or "normal",
        settings=wanted_settings(slug, {name: forms.text(fields, name) for name in fields}),
        pace=forms.text(fields, "pace") or "normal",
        turn_clock=forms.optional_whole(fields, "turn_clock") or 0,
        is_public=forms.text(fields, "public") == "1",
    )


def as_it_is(now: Snapshot) -> NewTable:
    """A table as it was opened, to be changed."""
    table = now.table
    return NewTable(
        table_name=table.name,
        game=table.game,
        places=table.places,
        bot_count=sum(not seat.is_person for seat in now.seats),
        settings=dict(table.settings),
        pace=table.pace,
        turn_clock=table.turn_clock,
        is_public=table.is_public,
    )


def offer(wanted: NewTable, refused: Refused | None = None) -> dict[str, object]:
    """The context of the form: everything as it was chosen, the refusal beside the field it names."""
    at = "" if refused is None else error_field(wanted, refused)
    said = "" if refused is None else refusal_sentence(refused.code, refused.details)
    errors = {at: said} if said else {}
    return {
        "wanted": wanted,
        "errors": errors,
        "places": offers.places_row(wanted.game, wanted.places, wanted.settings),
        "bots": offers.bots_row(wanted.game, wanted.bot_count, wanted.level),
        "rows": offers.rule_rows(wanted.game, wanted.settings, errors),
        "paces": offers.paces(wanted.pace),
        "clocks": offers.clocks(wanted.turn_clock),
        "games": offers.games_to_choose(wanted.game),
    }


_FIELDS: Final[Mapping[str, str]] = {
    Code.PLACES: "places",
    Code.TOO_MANY_TAKEN: "bots",
    Code.UNKNOWN_LEVEL: "bots",
    Code.UNKNOWN_PACE: "pace",
    Code.UNKNOWN_CLOCK: "turn_clock",
}


def error_field(wanted: NewTable, refused: Refused) -> str:
    """The name of the field that a refusal is about, "" for none of them."""
    if refused.code in (Code.NAME_EMPTY, Code.NAME_TOO_LONG, Code.NAME_CONTROL):
        return _which_name(wanted, refused)
    return _FIELDS.get(refused.code) or str(refused.details.get("field", ""))


def _which_name(wanted: NewTable, refused: Refused) -> str:
    """A person's and a table's name are refused in the same words: the person's it is if it has just that fault."""
    try:
        clean_name(wanted.name)
    except Refused as fault:
        return "name" if fault.code == refused.code else "table_name"
    return "table_name"
