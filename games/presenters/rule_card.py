"""The rule card: how this table plays, in a few lines, and which of them differ from the usual."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Table
from games.presenters.fields import field_word, value_word
from games.presenters.parts import Context, Plain
from games.presenters.words import plain
from games.queries import Snapshot
from games.rules.deals import Plan
from games.rules.games import Game, game
from games.rules.settings import Settings


def rule_card(now: Snapshot) -> Context:
    """Lines of the card as {label, value, differs}; before the start for the seats taken so far, at least two."""
    settings = now.match.settings
    rules = game(now.match.game)
    seats = counted_seats(now)
    usual = rules.settings({})
    plan = rules.plan(settings, seats)
    lines: list[Plain] = [
        _seats_line(now, seats),
        _line(field_word("length"), length_words(settings, plan)),
        _line(_("Tiles"), deal_words(plan)),
    ]
    for name, value in settings.items():
        if name != "length" and value is not None:
            lines.append(_line(field_word(name), value_word(name, value), differs=value != usual[name]))
    if not now.match.seat_count:
        # Told while people come: a table may also be made private from outside.
        lines.insert(
            0, _line(_("Who can come"), _("Everyone") if now.table.is_public else _("With the link"))
        )
    lines.append(_line(field_word("turn_clock"), clock_words(now.table.turn_clock)))
    lines.append(_line(field_word("pace"), str(Table.Pace(now.table.pace).label)))
    return {"lines": lines}


def _seats_line(now: Snapshot, seats: int) -> Context:
    """How many play; while it waits, how many would."""
    if now.match.seat_count:
        return _line(_("Players"), str(seats))
    players = plain(ngettext("%(count)s player", "%(count)s players", seats), count=seats)
    return _line(_("If it starts now"), players)


def counted_seats(now: Snapshot) -> int:
    """The seats of the match; before its start those taken so far, as many as it needs at least."""
    least, most = game(now.match.game).seat_range
    return now.match.seat_count or min(max(len(now.seats), least), most)


def differing(rules: Game, settings: Settings) -> list[Plain]:
    """The settings that are not the usual ones, besides what `length_words` tells, as {label, value}."""
    usual = rules.settings({})
    return [
        {"label": field_word(name), "value": value_word(name, value)}
        for name, value in settings.items()
        if name not in ("length", "target") and value is not None and value != usual[name]
    ]


def _line(label: str, value: str, *, differs: bool = False) -> Context:
    return {"label": label, "value": value, "differs": differs}


def length_words(settings: Settings, plan: Plan) -> str:
    """ "Full match, 10 rounds", or until when it goes on."""
    target = settings.get("target")
    if target is not None:
        return plain(_("Until a total is over %(target)s"), target=int(target))
    rounds = plan.rounds or len(plan.starts)
    if rounds == 1:
        return value_word("length", settings.get("length"))
    text = ngettext("%(kind)s, %(rounds)s round", "%(kind)s, %(rounds)s rounds", rounds)
    return plain(text, kind=value_word("length", settings.get("length")), rounds=rounds)


def deal_words(plan: Plan) -> str:
    """Which set is used and how it is dealt."""
    sets = {6: _("Double-six"), 9: _("Double-nine"), 12: _("Double-twelve")}
    text = _("%(set)s set, %(tiles)s tiles; %(hand)s each, %(boneyard)s in the boneyard")
    name = sets.get(plan.set_max, str(plan.set_max))
    return plain(text, set=name, tiles=plan.tiles, hand=plan.hand, boneyard=plan.boneyard)


def clock_words(seconds: int) -> str:
    """The turn clock's time."""
    if seconds == 0:
        return _("off")
    if seconds % 3600 == 0:
        return plain(ngettext("%(count)s hour", "%(count)s hours", seconds // 3600), count=seconds // 3600)
    if seconds % 60 == 0:
        return plain(ngettext("%(count)s minute", "%(count)s minutes", seconds // 60), count=seconds // 60)
    return plain(ngettext("%(count)s second", "%(count)s seconds", seconds), count=seconds)
