"""What can be chosen for a table besides the settings of its game: seats, bots, pace, turn clock; and which game."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _

from games.models import Table
from games.presenters import choices
from games.presenters.fields import value_word
from games.presenters.lengths import deal_notes
from games.presenters.parts import Context, Plain
from games.presenters.rule_card import clock_words
from games.presenters.waiting import LEVELS
from games.presenters.words import plain
from games.rules.games import Game, game, slugs
from games.rules.refusals import Refusal
from games.services.errors import Refused
from games.services.tables import TURN_CLOCKS

Raw = Mapping[str, object]


def check_game(slug: str) -> Game:
    """The game of that slug; Refused UNKNOWN_GAME."""
    try:
        return game(slug)
    except Refusal as refusal:
        raise Refused.by_rules(refusal) from refusal


def games_to_choose(chosen: str) -> list[Plain]:
    """The games there are, {value, label, chosen}; one game is no choice: then it is empty."""
    known = slugs()
    if len(known) < 2:
        return []
    return [{"value": slug, "label": value_word("game", slug), "chosen": slug == chosen} for slug in known]


def places_row(slug: str, wanted: int | None, raw: Raw) -> Context:
    """The numbers of seats as tiles, and for each of them which set is used and how many tiles everybody gets."""
    rules = check_game(slug)
    least, most = rules.seat_range
    chosen = rules.places if wanted is None else wanted
    return {
        "numbers": [{"value": seats, "chosen": seats == chosen} for seats in range(least, most + 1)],
        "notes": deal_notes(rules, raw),
        "chosen": chosen,
    }


def bots_row(slug: str, count: int, level: str) -> Context:
    """How many bots sit down at once, and how well they play."""
    most = check_game(slug).seat_range[1] - 1
    return {
        "counts": [{"value": bots, "chosen": bots == count} for bots in range(most + 1)],
        "levels": [
            {"value": known, "label": value_word("level", known), "chosen": known == level}
            for known in LEVELS
        ],
    }


def rule_rows(slug: str, raw: Raw, errors: Mapping[str, str]) -> list[Plain]:
    """The rows of the game's own settings; see `choices.setting_rows`."""
    check_game(slug)
    return choices.setting_rows(slug, raw, errors)


def paces(chosen: str) -> list[Plain]:
    """How long bots let people look at each of their moves."""
    seconds = {Table.Pace.CALM: "2", Table.Pace.NORMAL: "1", Table.Pace.QUICK: "0.3"}
    return [
        {
            "value": pace.value,
            "label": plain(_("%(pace)s (%(seconds)s s)"), pace=str(pace.label), seconds=seconds[pace]),
            "chosen": pace.value == chosen,
        }
        for pace in Table.Pace
    ]


def clocks(chosen: int) -> list[Plain]:
    """The turn clocks, none first."""
    return [
        {"value": seconds, "label": clock_words(seconds), "chosen": seconds == chosen}
        for seconds in TURN_CLOCKS
    ]
