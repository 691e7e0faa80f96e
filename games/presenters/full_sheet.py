"""The whole score sheet of a match: a row a round with points and running totals, and each round with its hands."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.utils.safestring import SafeString
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import LETTERS
from games.presenters.durations import took
from games.presenters.names import shown_name
from games.presenters.parts import Context, Plain, moment
from games.presenters.round_over import blocked_sentence, round_rows
from games.presenters.seats import person
from games.presenters.sheet import beneath
from games.presenters.words import isolated, plain, sentence
from games.queries.history import DroppedRound, Played
from games.queries.sheets import ScoredRound
from games.rules.games import game


def full_sheet(now: Played) -> Context:
    """Columns are the seats, rows the rounds that are over; the last row are the totals."""
    seats: list[Plain] = [
        {**person(seat), "total": seat.total, "winner": seat.index in now.match.winners} for seat in now.seats
    ]
    return {
        "seats": seats,
        "rows": [_row(now, scored) for scored in now.rounds],
        **beneath(now),
    }


def _row(now: Played, scored: ScoredRound) -> Context:
    return {
        "number": scored.number + 1,
        "start": scored.start,
        "blocked": scored.reason == "blocked",
        "foot": _foot(scored.blocked_foot),
        "cells": [
            {"points": points, "total": total, "out": seat == scored.out, **mark}
            for seat, (points, total, mark) in enumerate(
                zip(scored.points, scored.totals, marks(now, scored.points), strict=True)
            )
        ],
    }


def marks(now: Played, points: Sequence[int]) -> list[dict[str, Plain]]:
    """Which seats did best and worst in a round, by the rules of the game; nobody where all did the same."""
    rules = game(now.match.game)
    ranks = rules.result(rules.settings(now.match.settings), points).ranks
    last = max(ranks)
    return [{"best": rank == 1 < last, "worst": rank == last > 1} for rank in ranks]


def round_cards(now: Played) -> list[Plain]:
    """Every round that is over: how it ended, how it was played, what everybody had left, fewest points first."""
    return [_card(now, scored) for scored in now.rounds]


def _card(now: Played, scored: ScoredRound) -> Context:
    return {
        "number": scored.number + 1,
        "start": scored.start,
        "blocked": scored.reason == "blocked",
        "result": _result(now, scored),
        "reason": blocked_sentence(scored) if scored.out is None else "",
        "facts": _facts(now, scored),
        **_began(now, scored.started_at),
        "seats": round_rows(now, scored),
    }


def dropped_card(now: Played, dropped: DroppedRound) -> Context:
    """The round that was not finished: what everybody held when the match was ended, in the order of the seats."""
    seats: list[Plain] = [
        {**person(seat), "tiles": [{"tile": tile, "worth": -1} for tile in hand]}
        for seat, hand in zip(now.seats, dropped.hands, strict=True)
    ]
    return {
        "number": dropped.number + 1,
        "start": dropped.start,
        "facts": [_actions(dropped.actions)],
        **_began(now, dropped.started_at),
        "seats": seats,
    }


def _began(now: Played, at: datetime | None) -> Context:
    """When a round began; the day is told only if it is not that of the match."""
    match_at = now.match.started_at
    same_day = at is not None and match_at is not None and localdate(at) == localdate(match_at)
    return {"at": moment(at), "same_day": same_day}


def _result(now: Played, scored: ScoredRound) -> str | SafeString:
    if scored.out is None:
        return _("Blocked")
    return sentence(_("%(name)s went out"), name=isolated(shown_name(now.seats[scored.out])))


def _facts(now: Played, scored: ScoredRound) -> list[Plain]:
    """Who began, how many actions there were, how long it took if that is known."""
    facts: list[Plain] = []
    if scored.first is not None:
        first = now.seats[scored.first]
        text = _("%(seat)s %(name)s began")
        facts.append(sentence(text, seat=LETTERS[scored.first], name=isolated(shown_name(first))))
    facts.append(_actions(scored.actions))
    if length := took(scored.started_at, scored.ended_at):
        facts.append(length)
    return facts


def _actions(count: int) -> str:
    return plain(ngettext("%(count)s action", "%(count)s actions", count), count=count)


def _foot(number: int | None) -> str:
    return "" if number is None else f"{number}-{number}"
