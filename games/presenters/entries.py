"""One line for a match or a table in a list: where it stands, whose turn it is, who is there."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.models import LETTERS, Match
from games.presenters.names import shown_name, table_title
from games.presenters.parts import Context, Plain, moment
from games.presenters.rule_card import differing, length_words
from games.presenters.words import isolated, plain, sentence
from games.queries.lists import MyMatch, OpenTable
from games.rules.games import game


def match_entries(matches: Iterable[MyMatch]) -> list[Plain]:
    """The entries of a person's own matches."""
    return [_match_entry(match) for match in matches]


def _match_entry(match: MyMatch) -> Context:
    return {
        "code": match.code,
        "name": table_title(match.table_name, match.code),
        "my_turn": match.my_turn,
        "state": _state(match),
        "since": moment(match.turn_at),
        "place": _place(match),
        "letters": _letters(match),
    }


def _state(match: MyMatch) -> str | SafeString:
    if match.status == Match.Status.WAITING:
        return _("Waiting for the others")
    if match.mine.has_left:
        return _("You left; a stand-in plays on")
    if match.status == Match.Status.PAUSED:
        return _("Paused until somebody comes back")
    if match.my_turn:
        return _("Your turn")
    seat = match.turn_seat
    if seat is None:
        return _("Between two rounds")
    return sentence(_("%(name)s to play"), name=isolated(shown_name(seat)))


def _place(match: MyMatch) -> str:
    """ "Round 3 of 10", before the start how many seats are taken."""
    if match.status == Match.Status.WAITING:
        return plain(_("%(taken)s of %(places)s seats"), taken=len(match.seats), places=match.places)
    number = match.round_number + 1
    if match.rounds_planned is None:
        return plain(_("Round %(number)s"), number=number)
    planned = match.rounds_done + 1 if match.last_round else match.rounds_planned
    return plain(_("Round %(number)s of %(planned)s"), number=number, planned=planned)


def _letters(match: MyMatch) -> list[Plain]:
    """A letter for every seat; before the start those of the places, "" for a free one."""
    if match.status != Match.Status.WAITING:
        return [seat.letter for seat in match.seats]
    taken = {seat.number for seat in match.seats}
    return [LETTERS[place] if place in taken else "" for place in range(match.places)]


def table_entries(tables: Iterable[OpenTable]) -> list[Plain]:
    """The entries of tables with free seats."""
    return [_table_entry(table) for table in tables]


def _table_entry(table: OpenTable) -> Context:
    rules = game(table.game)
    least, most = rules.seat_range
    plan = rules.plan(table.settings, min(max(table.places, least), most))
    return {
        "code": table.code,
        "name": table_title(table.table_name, table.code),
        "length": length_words(table.settings, plan),
        "taken": plain(_("%(taken)s of %(places)s seats"), taken=table.taken, places=table.places),
        "letters": [LETTERS[place] if place < table.taken else "" for place in range(table.places)],
        "differing": differing(rules, table.settings),
    }
