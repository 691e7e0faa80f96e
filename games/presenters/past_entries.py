"""One line for a match of the past in a list: when, how it ended, who was there."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Match
from games.presenters.fields import value_word
from games.presenters.names import shown_name, table_title
from games.presenters.parts import Context, Plain, moment
from games.presenters.words import isolated, joined, plain, sentence
from games.queries import SeatNow
from games.queries.archive import PastMatch

_NAMES_AT_MOST: Final = 3


def past_entries(matches: Iterable[PastMatch]) -> list[Plain]:
    """The entries of a list; what concerns one person is empty in the list of a table."""
    return [_entry(past) for past in matches]


def _entry(past: PastMatch) -> Context:
    match = past.match
    return {
        "code": past.code,
        "name": table_title(past.table_name, past.code),
        "number": match.number,
        "began": moment(match.started_at),
        "over": match.over,
        "early": match.status == Match.Status.ENDED_EARLY,
        "result": _result(past),
        "winners": [seat.letter for seat in _winners(past)],
        "letters": [seat.letter for seat in past.seats],
        "rounds": rounds_words(match.rounds_done),
        "game": value_word("game", match.game),
        **(_own(past) if past.mine is not None else {}),
    }


def rounds_words(count: int) -> str:
    """ "10 rounds" """
    return plain(ngettext("%(count)s round", "%(count)s rounds", count), count=count)


def _winners(past: PastMatch) -> list[SeatNow]:
    return [past.seats[index] for index in past.match.winners if index < len(past.seats)]


def _result(past: PastMatch) -> str | SafeString:
    """Who won, in a few words."""
    if not past.match.over:
        return _("Being played")
    names = [isolated(shown_name(seat)) for seat in _winners(past)]
    if not names:
        return _("No round was finished")
    if len(names) > 1:
        return sentence(_("A draw between %(names)s"), names=joined(names))
    return sentence(_("Won by %(name)s"), name=names[0])


def _own(past: PastMatch) -> Context:
    """The match as one person's: their place and points, and against whom."""
    mine = past.seats[past.mine or 0]
    others = [seat for seat in past.seats if seat.id != mine.id]
    won = mine.place == 1
    return {
        "won": won and not past.match.is_draw,
        "shared": won and past.match.is_draw,
        "place": _place(mine, len(past.seats)),
        "points": plain(ngettext("%(count)s point", "%(count)s points", mine.total), count=mine.total),
        "opponents": _opponents(others),
        "left": mine.has_left,
    }


def _place(mine: SeatNow, seats: int) -> str:
    """ "2nd of 4" without the ending, which every language makes differently; "" without a finished round."""
    if mine.place is None:
        return ""
    return plain(_("Place %(place)s of %(seats)s"), place=mine.place, seats=seats)


def _opponents(others: list[SeatNow]) -> SafeString:
    """People first, then bots; of many only the first few and how many more."""
    ranked = sorted(others, key=lambda seat: (not seat.is_person, seat.index or 0))
    names = [isolated(shown_name(seat)) for seat in ranked]
    more = len(names) - _NAMES_AT_MOST
    if more <= 1:
        return joined(names)
    text = ngettext("%(names)s and %(count)s more", "%(names)s and %(count)s more", more)
    listed = SafeString(_(", ")).join(names[:_NAMES_AT_MOST])
    return sentence(text, names=SafeString(listed), count=more)
