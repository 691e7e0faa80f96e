"""One line for a match or a table in a list: where it stands, whose turn it is since when, who is there."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import LETTERS, Match, Seat
from games.presenters.fields import value_word
from games.presenters.names import shown_name, table_title
from games.presenters.parts import Context, Plain, moment
from games.presenters.rounds import planned_rounds
from games.presenters.rule_card import differing, length_words
from games.presenters.since import day_words, since_words
from games.presenters.words import isolated, joined, plain, sentence
from games.queries import SeatNow
from games.queries.lists import MyMatch
from games.queries.public import OpenTable, RunningTable
from games.rules.games import Game, game, slugs
from games.rules.settings import Settings


def match_entries(matches: Iterable[MyMatch]) -> list[Plain]:
    """The entries of a person's own matches."""
    return [_match_entry(match) for match in matches]


def _match_entry(match: MyMatch) -> Context:
    now = timezone.now()
    return {
        "code": match.code,
        "name": table_title(match.table_name, match.code),
        "my_turn": match.my_turn,
        "state": _state(match),
        "since": moment(match.turn_at) if match.turn_seat else "",
        "waited": since_words(match.turn_at, now) if match.turn_seat and match.turn_at else "",
        "place": _place(match),
        "letters": _letters(match),
        "ends": _ends(match, now),
    }


def _state(match: MyMatch) -> str | SafeString:
    if match.status == Match.Status.WAITING:
        return _("Waiting for the others")
    if match.mine.has_left:
        return _("You left; a stand-in plays on")
    if match.status == Match.Status.PAUSED:
        return _("Paused until somebody comes back")
    if match.turn_seat is None:
        return _("Between two rounds")
    return _("Your turn") if match.my_turn else turn_words(match.turn_seat)


def turn_words(seat: SeatNow) -> SafeString:
    """Whose turn it is, in short."""
    text = _("A stand-in plays for %(name)s") if seat.stand_in else _("%(name)s to play")
    return sentence(text, name=isolated(shown_name(seat)))


def _ends(match: MyMatch, now: datetime) -> str:
    """The notice before a match that nobody comes to is ended, "" for all others."""
    if match.ends_at is None:
        return ""
    text = _(
        "Nobody has come for weeks. On %(day)s this match ends with the scores so far, unless somebody does."
    )
    return plain(text, day=day_words(match.ends_at, now))


def _place(match: MyMatch) -> str:
    """ "Round 3 of 10", before the start how many seats are taken."""
    if match.status == Match.Status.WAITING:
        return _taken(len(match.seats), match.places)
    return round_words(match)


def _taken(taken: int, places: int) -> str:
    return plain(_("%(taken)s of %(places)s seats"), taken=taken, places=places)


def round_words(match: MyMatch | RunningTable) -> str:
    """ "Round 3 of 10"; without the number of rounds where a target decides."""
    number, planned = match.round_number + 1, planned_rounds(match)
    if planned is None:
        return plain(_("Round %(number)s"), number=number)
    return plain(_("Round %(number)s of %(planned)s"), number=number, planned=planned)


def _letters(match: MyMatch) -> list[Plain]:
    """A letter for every seat; before the start those of the places, "" for a free one."""
    if match.status != Match.Status.WAITING:
        return [seat.letter for seat in match.seats]
    taken = {seat.number for seat in match.seats}
    return [LETTERS[place] if place in taken else "" for place in range(match.places)]


def open_entry(table: OpenTable) -> Context:
    """The entry of a table with free seats: what is played there, by which rules, who sits there."""
    rules = game(table.game)
    free = max(table.places - len(table.seats), 0)
    return {
        **_played(rules, table.settings, table.places),
        "code": table.code,
        "name": table_title(table.table_name, table.code),
        "taken": _taken(len(table.seats), table.places),
        "people": [_sitting(seat, LETTERS[seat.number]) for seat in table.seats],
        "free": [""] * free,
    }


def running_entry(table: RunningTable) -> Context:
    """The entry of a table to watch: its round, who leads or is to play, who looks on."""
    watching = ngettext("%(count)s watching", "%(count)s watching", table.watchers)
    return {
        **_played(game(table.game), table.settings, len(table.seats)),
        "code": table.code,
        "name": table_title(table.table_name, table.code),
        "round": round_words(table),
        "state": _standing(table),
        "watching": plain(watching, count=table.watchers) if table.watchers else "",
        "people": [_sitting(seat, seat.letter) for seat in table.seats],
    }


def _played(rules: Game, settings: Settings, seats: int) -> Context:
    least, most = rules.seat_range
    return {
        # While there is one game only, nobody needs to be told which.
        "game": value_word("game", rules.slug) if len(slugs()) > 1 else "",
        "length": length_words(settings, rules.plan(settings, min(max(seats, least), most))),
        "differing": differing(rules, settings),
    }


def _sitting(seat: SeatNow, letter: str) -> Context:
    return {"letter": letter, "name": shown_name(seat), "bot": seat.kind == Seat.Kind.BOT}


def _standing(table: RunningTable) -> str | SafeString:
    """Who leads after the rounds so far; in the first one whose turn it is."""
    if table.rounds_done:
        final = game(table.game).result(table.settings, [seat.total for seat in table.seats])
        leaders = [isolated(shown_name(table.seats[index])) for index in final.winners]
        if len(leaders) < len(table.seats):
            text = ngettext("%(names)s leads", "%(names)s lead", len(leaders))
            return sentence(text, names=joined(leaders))
    return turn_words(table.turn_seat) if table.turn_seat else _("Between two rounds")
