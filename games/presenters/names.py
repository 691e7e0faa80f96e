"""How seats and tables are called where only their name is shown."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.models import LETTERS
from games.names import NEUTRAL
from games.presenters.words import plain
from games.queries import SeatNow
from games.rules.games import slugs
from games.rules.refusals import Refusal, RefusalCode


def shown_name(seat: SeatNow) -> str:
    """The name at the time of the match; of a deleted account nothing is left of it."""
    return in_words(seat.name)


def in_words(name: str) -> str:
    """A name as it is stored, as it is read: none is a deleted player's, and that of a guest is in all languages."""
    return _("Guest") if name == NEUTRAL else name or deleted_player()


def deleted_player() -> str:
    """What stands wherever the name of somebody stood who was deleted."""
    return _("(deleted player)")


def shown_letter(seat: SeatNow) -> str:
    """The letter beside a name: the seat's, before the start that of its place."""
    return seat.letter or LETTERS[seat.number]


def table_title(name: str, code: str) -> str:
    """A table's name; one that was given none is called by its code."""
    return name or plain(_("Table %(code)s"), code=spaced(code))


def knows(game: str) -> bool:
    """Whether this release can show and play a game."""
    return game in slugs()


def says_unknown_game(error: Exception) -> bool:
    """Whether the rules refused something because they do not know its game."""
    return isinstance(error, Refusal) and error.code == RefusalCode.UNKNOWN_GAME


def spaced(code: str) -> str:
    """A code in two groups, as it is read aloud."""
    return f"{code[:4]} {code[4:]}"
