"""The lasting page of a match: how it ended or stands, when and how it was played, its sheet, chart and rounds."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.presenters.chart import chart
from games.presenters.durations import took
from games.presenters.fields import value_word
from games.presenters.full_sheet import dropped_card, full_sheet, round_cards
from games.presenters.match_over import match_end, standings
from games.presenters.names import table_title
from games.presenters.parts import Context, moment
from games.presenters.rounds import planned_rounds
from games.presenters.rule_card import differing, length_words
from games.presenters.words import plain
from games.queries.history import DroppedRound, Played
from games.rules.games import game


def past_match(now: Played, dropped: DroppedRound | None, viewer_id: int | None) -> Context:
    """Everything on the page; `viewer_id` only says which seat is the viewer's own."""
    seat = now.seat_of(viewer_id)
    return {
        "code": now.table.code,
        "name": table_title(now.table.name, now.table.code),
        "number": now.match.number,
        "seat": "" if seat is None else seat.letter,
        "head": _head(now),
        "facts": _facts(now),
        "standings": standings(now),
        "chart": chart(now),
        "sheet": full_sheet(now),
        "cards": round_cards(now),
        "dropped": None if dropped is None else dropped_card(now, dropped),
    }


def _head(now: Played) -> Context:
    """Who won, or how far a running match is: its open round is not told of."""
    if now.match.over:
        return {"over": True, **match_end(now)}
    done = now.match.rounds_done
    planned = planned_rounds(now.match)
    text = ngettext("%(count)s round is over so far.", "%(count)s rounds are over so far.", done)
    if planned is not None:
        text = _("%(count)s of %(planned)s rounds are over.")
    return {
        "over": False,
        "title": _("This match is being played"),
        "text": plain(text, count=done, planned=planned or 0),
    }


def _facts(now: Played) -> Context:
    """When it was played, how long it took, which game and how long, how it differs from the usual."""
    match = now.match
    rules = game(match.game)
    plan = rules.plan(match.settings, match.seat_count)
    players = plain(
        ngettext("%(count)s player", "%(count)s players", match.seat_count), count=match.seat_count
    )
    return {
        "began": moment(match.started_at),
        "ended": moment(match.ended_at),
        "took": took(match.started_at, match.ended_at),
        "game": value_word("game", match.game),
        "length": length_words(match.settings, plan),
        "players": players,
        "differing": differing(rules, match.settings),
    }
