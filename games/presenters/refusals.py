"""Why something was refused, as a sentence that names the rule and says what to do instead."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_lazy, ngettext

from games.presenters.fields import field_word
from games.presenters.words import chip, plain, sentence
from games.rules.refusals import Detail, RefusalCode
from games.services.errors import Code

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
            "Foot first: %(tile)s still needs %(toes)s toe. Choose a tile with %(number)s.",
            "Foot first: %(tile)s still needs %(toes)s toes. Choose a tile with %(number)s.",
            int(details["toes"]),
        )
    if code in (Code.TOO_FAST, Code.STAND_IN_TOO_EARLY):
        return ngettext(
            "Not yet. Please try again in %(seconds)s second.",
            "Not yet. Please try again in %(seconds)s seconds.",
            int(details["seconds"]),
        )
    if code == Code.TOO_MANY:
        return ngettext(
            "That was a lot in a short time. Please wait %(seconds)s second.",
            "That was a lot in a short time. Please wait %(seconds)s seconds.",
            int(details["seconds"]),
        )
    if code == Code.FULL:
        return (
            ngettext(
                "Every seat is taken. You can watch, or take over the seat of a bot (%(bots)s).",
                "Every seat is taken. You can watch, or take over the seat of a bot (%(bots)s).",
                int(details["bots"]),
            )
            if details.get("bots")
            else gettext("Every seat is taken. You can watch.")
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


_SOMETHING: Final = gettext_lazy("That is not possible just now. What you see is up to date.")

_TEXTS: Final[Mapping[str, Promise]] = {
    # The rules
    RefusalCode.ROUND_OVER: gettext_lazy("This round is over."),
    RefusalCode.NOT_YOUR_TURN: gettext_lazy("It is not your turn."),
    RefusalCode.UNREADABLE: gettext_lazy("That move could not be read. Choose a tile and an open end."),
    RefusalCode.NOT_HELD: gettext_lazy("You do not hold %(tile)s."),
    RefusalCode.NOT_ON_TABLE: gettext_lazy("%(tile)s is not on the table."),
    RefusalCode.NO_SUCH_END: gettext_lazy("Nothing can be joined to %(tile)s: it has no open end."),
    RefusalCode.DOES_NOT_FIT: gettext_lazy("%(tile)s does not fit here. This end needs %(needs)s."),
    RefusalCode.MUST_LEAD: gettext_lazy("The table is still empty: there is nothing to join %(tile)s to."),
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
    RefusalCode.SETTING_TYPE: gettext_lazy("%(field)s: this setting cannot have that value."),
    RefusalCode.SETTING_CHOICE: gettext_lazy("%(field)s: “%(value)s” cannot be chosen."),
    RefusalCode.SETTING_RANGE: gettext_lazy(
        "%(field)s: it must be a whole number from %(least)s to %(most)s."
    ),
    RefusalCode.SETTING_CONFLICT: gettext_lazy(
        "“%(field)s” does not go together with this choice of “%(other)s”."
    ),
    # Playing
    Code.STALE: gettext_lazy("The table has moved on. Nothing was changed; this is how it stands now."),
    Code.NOT_SEATED: gettext_lazy("You do not sit at this table."),
    Code.NOT_PLAYING: gettext_lazy("No round is being played just now."),
    Code.KEY_USED: gettext_lazy("That was sent once before for something else. Please try again."),
    Code.BAD_KEY: gettext_lazy("That was not sent from this page. Please reload it and try again."),
    Code.BAD_FORM: gettext_lazy("That was not sent from this page. Please reload it and try again."),
    # The table
    Code.NO_SUCH_TABLE: gettext_lazy("There is no table here."),
    Code.BUSY: gettext_lazy("Somebody else is just changing this table. Please try again."),
    Code.NOT_HOST: gettext_lazy("Only the host of the table can do that."),
    Code.NO_SUCH_PERSON: gettext_lazy("This person was deleted meanwhile."),
    Code.STAFF: gettext_lazy("This person helps to run the site. Take that from them first."),
    Code.NOT_OPENER: gettext_lazy("Only who opened the table can do that."),
    Code.LEFT: gettext_lazy("You left this match. Take your seat back first: “I am back”."),
    Code.TABLE_CLOSED: gettext_lazy("This table is closed."),
    Code.TABLE_LOCKED: gettext_lazy("The table is locked: you can watch, but nobody new sits down."),
    Code.BLOCKED: gettext_lazy("You cannot sit down at this table any more."),
    Code.MATCH_RUNNING: gettext_lazy("That has to wait until no match is being played."),
    Code.MATCH_NOT_OVER: gettext_lazy("The match is not over yet."),
    Code.PLACES: gettext_lazy("A table has %(least)s to %(most)s seats, not %(places)s."),
    Code.TOO_MANY_TAKEN: gettext_lazy("More seats than that are taken already: %(taken)s."),
    Code.TOO_FEW: gettext_lazy("At least %(least)s players are needed. So far: %(taken)s."),
    Code.UNKNOWN_PACE: gettext_lazy("There is no such pace."),
    Code.UNKNOWN_CLOCK: gettext_lazy("There is no such turn clock."),
    Code.UNKNOWN_LEVEL: gettext_lazy("There is no such level of bots."),
    # Names
    Code.NAME_EMPTY: gettext_lazy("A name needs at least one character that can be seen."),
    Code.NAME_TOO_LONG: gettext_lazy("A name can have at most %(limit)s characters."),
    Code.NAME_CONTROL: gettext_lazy(
        "This name has characters in it that cannot be shown. Please leave them out."
    ),
    # Places
    Code.NO_SUCH_PLACE: gettext_lazy("This table has no such seat."),
    Code.PLACE_TAKEN: gettext_lazy("Somebody else was quicker: that seat is taken."),
    Code.PLACE_FREE: gettext_lazy("Nobody sits there."),
    Code.STARTED: gettext_lazy(
        "The match has begun. You can watch, and take over a bot's seat after the round."
    ),
    Code.OWN_PLACE: gettext_lazy("That is your own seat."),
    Code.NOT_A_BOT: gettext_lazy("No bot sits there."),
    Code.NOT_A_PERSON: gettext_lazy("That can only be done with a person's seat."),
    Code.NOT_FREE_NOW: gettext_lazy("That seat is not free: its owner may still come back."),
    # Absence, ending, reactions
    Code.NOT_AWAITED: gettext_lazy("Nobody is waiting for that seat just now."),
    Code.NO_PROPOSAL: gettext_lazy("The proposal to end the match is no longer open."),
    Code.UNKNOWN_REACTION: gettext_lazy("There is no such reaction."),
    # Between rounds
    Code.ROUND_NOT_OVER: gettext_lazy("This round is still being played."),
    Code.NO_NEXT_ROUND: gettext_lazy("There is no further round in this match."),
    Code.NOBODY_PRESENT: gettext_lazy("Nobody is at the table just now, so no round begins."),
}
