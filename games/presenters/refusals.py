"""Why something was refused, as a sentence that names the rule and says what to do instead."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy, ngettext

from games.presenters.fields import field_word
from games.presenters.words import chip, plain, sentence
from games.rules.refusals import Detail, RefusalCode

Details = Mapping[str, Detail]


def refusal_sentence(code: str, details: Details) -> SafeString:
    """The sentence for a refusal, safe for a page, its tile as a chip.

    `code` is the value of a `RefusalCode` or of a service's `Code`; `details` is what came with it.
    """
    return sentence(_text(code, details), **_parts(details, chip))


def refusal_text(code: str, details: Details) -> str:
    """The same without markup, for messages that wait for the next page."""
    return plain(_text(code, details), **_parts(details, str))


def _text(code: str, details: Details) -> str:
    if code == RefusalCode.FOOT_FIRST:
        return ngettext(
            "Foot first: %(tile)s still needs %(toes)s toe. Only a tile with a %(number)s can go there.",
            "Foot first: %(tile)s still needs %(toes)s toes. Only tiles with a %(number)s can go there.",
            int(details["toes"]),
        )
    return str(_TEXTS.get(code, _SOMETHING))


def _parts(details: Details, tile_as: Callable[[str], str]) -> dict[str, Detail]:
    parts = dict(details)
    if "tile" in parts:
        parts["tile"] = tile_as(str(parts["tile"]))
    for name in ("field", "other"):
        if name in parts:
            parts[name] = field_word(str(parts[name]))
    return parts


_SOMETHING: Final = gettext_lazy("That does not go just now. What you see is up to date.")

_TEXTS: Final[Mapping[str, Promise]] = {
    # The rules
    RefusalCode.ROUND_OVER: gettext_lazy("This round is over."),
    RefusalCode.NOT_YOUR_TURN: gettext_lazy("It is not your turn."),
    RefusalCode.UNREADABLE: gettext_lazy(
        "That is no move this table can read. Choose a tile and an open end."
    ),
    RefusalCode.NOT_HELD: gettext_lazy("You do not hold %(tile)s."),
    RefusalCode.NOT_ON_TABLE: gettext_lazy("%(tile)s does not lie on the table."),
    RefusalCode.NO_SUCH_END: gettext_lazy("Nothing can be joined to %(tile)s: it has no open end."),
    RefusalCode.DOES_NOT_FIT: gettext_lazy("%(tile)s does not fit here. This end needs a %(needs)s."),
    RefusalCode.MUST_LEAD: gettext_lazy("The table is empty: %(tile)s cannot be joined to anything."),
    RefusalCode.MUST_PLAY: gettext_lazy(
        "Whoever can play must play, and %(tile)s fits. Draw only when nothing fits."
    ),
    RefusalCode.MUST_PLAY_DRAWN: gettext_lazy("The tile just drawn must be played when it fits: %(tile)s."),
    RefusalCode.ONLY_DRAWN: gettext_lazy(
        "After drawing, only the tile just drawn may be played, not %(tile)s."
    ),
    RefusalCode.MUST_DRAW_FIRST: gettext_lazy("Draw one tile before you pass."),
    RefusalCode.MUST_DRAW_AGAIN: gettext_lazy("The tile just drawn does not fit: draw another one."),
    RefusalCode.ALREADY_DREW: gettext_lazy("Only one tile is drawn in a turn, and you have drawn already."),
    RefusalCode.BONEYARD_EMPTY: gettext_lazy("The boneyard is empty: there is nothing to draw."),
    RefusalCode.NO_DRAWING: gettext_lazy("Nothing is drawn in this game."),
    # Settings
    RefusalCode.UNKNOWN_GAME: gettext_lazy("There is no such game here."),
    RefusalCode.SEATS: gettext_lazy("This game is for %(least)s to %(most)s players, not for %(seats)s."),
    RefusalCode.SETTING_UNKNOWN: gettext_lazy("This game has no setting called “%(field)s”."),
    RefusalCode.SETTING_TYPE: gettext_lazy("%(field)s: that is no value for this setting."),
    RefusalCode.SETTING_CHOICE: gettext_lazy("%(field)s: “%(value)s” cannot be chosen."),
    RefusalCode.SETTING_RANGE: gettext_lazy(
        "%(field)s: it must be a whole number from %(least)s to %(most)s."
    ),
    RefusalCode.SETTING_CONFLICT: gettext_lazy(
        "“%(field)s” does not go together with this choice of “%(other)s”."
    ),
    # Playing
    "stale": gettext_lazy("The table has moved on. Nothing was changed; this is how it stands now."),
    "not_seated": gettext_lazy("You do not sit at this table."),
    "not_playing": gettext_lazy("No round is being played just now."),
    "key_used": gettext_lazy("That was sent once before for something else. Please try again."),
    "bad_key": gettext_lazy("That was not sent from this page. Please reload it and try again."),
    # The table
    "no_such_table": gettext_lazy("There is no table here."),
    "busy": gettext_lazy("Somebody else is just changing this table. Please try again."),
    "not_host": gettext_lazy("Only the host of the table can do that."),
    # Between rounds
    "round_not_over": gettext_lazy("This round is still being played."),
    "no_next_round": gettext_lazy("There is no further round in this match."),
    "nobody_present": gettext_lazy("Nobody is at the table, so no round begins."),
}
