"""How a match is dealt and how long it takes, for each number of seats: what a form tells before anything is chosen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.presenters.parts import Plain
from games.presenters.words import plain
from games.rules.deals import Plan
from games.rules.games import Game
from games.rules.refusals import Refusal

Raw = Mapping[str, object]

# Turns (plays and passes) of a round by game and set, the mean over simulated matches: 490 turns for a full match
# of four, 1,050 for one of eight.
_TURNS: Final[Mapping[tuple[str, int], int]] = {("chicken-foot", 9): 49, ("chicken-foot", 12): 81}
# Seconds from one turn to the next among people who know the game; bots are quicker.
_SECONDS_A_TURN: Final = 8


def deal_notes(rules: Game, raw: Raw) -> list[Plain]:
    """For groups of seats with the same deal: which set and how many tiles each, {seats: "2 3", text}."""
    return _grouped({seats: deal_note(plan) for seats, plan in _plans(rules, raw).items()})


def deal_note(plan: Plan) -> str:
    """Set and hand: both follow the number of seats taken at the start."""
    sets = {
        6: _("Double-six set, %(hand)s tiles each when all seats are taken."),
        9: _("Double-nine set, %(hand)s tiles each when all seats are taken."),
        12: _("Double-twelve set, %(hand)s tiles each when all seats are taken."),
    }
    text = sets.get(plan.set_max, _("%(tiles)s tiles, %(hand)s each when all seats are taken."))
    return plain(text, hand=plan.hand, tiles=plan.tiles)


def length_notes(rules: Game, raw: Raw) -> list[Plain]:
    """For groups of seats: rounds, turns and time of a match, {seats, rounds, turns, time}; texts may be empty."""
    notes = {
        seats: (rounds_note(plan), turns_note(rules, plan), time_note(rules, plan))
        for seats, plan in _plans(rules, raw).items()
    }
    return [
        {"seats": group["seats"], "rounds": rounds, "turns": turns, "time": time}
        for group, (rounds, turns, time) in _groups(notes)
    ]


def rounds_note(plan: Plan) -> str:
    """ "10 rounds", empty where nobody knows beforehand."""
    if plan.rounds is None:
        return ""
    return plain(ngettext("%(count)s round", "%(count)s rounds", plan.rounds), count=plan.rounds)


def turns_of(rules: Game, plan: Plan) -> int:
    """About how many turns a match has in all; 0 where nobody knows."""
    turns = _TURNS.get((rules.slug, plan.set_max), 0) * (plan.rounds or 0)
    return round(turns, -1) if turns >= 100 else turns


def turns_note(rules: Game, plan: Plan) -> str:
    """ "About 490 turns" """
    turns = turns_of(rules, plan)
    if not turns:
        return ""
    shown = number_format(turns, force_grouping=True)
    return plain(ngettext("About %(count)s turn", "About %(count)s turns", turns), count=shown)


def time_note(rules: Game, plan: Plan) -> str:
    """ "about 65 min", "about 2 h 20 min" """
    turns = turns_of(rules, plan)
    if not turns:
        return ""
    minutes = turns * _SECONDS_A_TURN / 60
    if minutes < 60:
        return plain(_("about %(minutes)s min"), minutes=max(5, 5 * round(minutes / 5)))
    hours, rest = divmod(10 * round(minutes / 10), 60)
    if rest == 0:
        return plain(_("about %(hours)s h"), hours=hours)
    return plain(_("about %(hours)s h %(minutes)s min"), hours=hours, minutes=rest)


def _plans(rules: Game, raw: Raw) -> dict[int, Plan]:
    """The plan for each number of seats, with the usual settings where the wanted ones cannot be."""
    least, most = rules.seat_range
    try:
        settings = rules.settings(raw)
    except Refusal:
        settings = rules.settings({})
    return {seats: rules.plan(settings, seats) for seats in range(least, most + 1)}


def _grouped(notes: Mapping[int, str]) -> list[Plain]:
    return [{"seats": group["seats"], "text": text} for group, text in _groups(notes)]


def _groups[T](notes: Mapping[int, T]) -> list[tuple[dict[str, str], T]]:
    """Equal notes once, with the seats they hold for."""
    groups: dict[T, list[int]] = {}
    for seats, note in notes.items():
        groups.setdefault(note, []).append(seats)
    return [({"seats": " ".join(map(str, seats))}, note) for note, seats in groups.items()]
