"""The score sheet: a row per finished round, running totals, who went out. The same for everybody."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.presenters.parts import Context, Part, Plain
from games.presenters.scene import Scene
from games.presenters.seats import person
from games.presenters.words import chip, sentence
from games.queries.history import Played
from games.queries.sheets import ScoredRound


def sheet_part(scene: Scene) -> Part:
    """The score sheet of the running match."""
    return Part("r-sheet", "games/parts/sheet.html", {"id": "r-sheet", **sheet(Played.of(scene.now))})


def sheet(now: Played) -> Context:
    """Columns are the seats, rows the scored rounds; the lowest total so far is marked once there is a round."""
    rounds = now.rounds
    totals = [seat.total for seat in now.seats]
    least = min(totals, default=0)
    seats: list[Plain] = [
        {
            **person(seat),
            "total": seat.total,
            "lowest": bool(rounds) and seat.total == least,
            "winner": seat.index in now.match.winners,
        }
        for seat in now.seats
    ]
    rows: list[Plain] = [_row(scored) for scored in rounds]
    return {"seats": seats, "rounds": rows, "match": now.match.number, **beneath(now)}


def hands(now: Played) -> list[Plain]:
    """What was left in every hand, round by round, with the seed that anybody can check."""
    return [
        {
            "number": scored.number + 1,
            "start": scored.start,
            "blocked": scored.reason == "blocked",
            "seats": [
                {
                    **person(seat),
                    "tiles": list(scored.hands[index]),
                    "points": scored.points[index],
                    "out": index == scored.out,
                }
                for index, seat in enumerate(now.seats)
            ],
            "seed": scored.seed,
            "commitment": scored.commitment,
        }
        for scored in now.rounds
    ]


def _row(scored: ScoredRound) -> Context:
    return {
        "number": scored.number + 1,
        "start": scored.start,
        "blocked": scored.reason == "blocked",
        "cells": [
            {"points": points, "total": total, "out": seat == scored.out}
            for seat, (points, total) in enumerate(zip(scored.points, scored.totals, strict=True))
        ],
    }


def beneath(now: Played) -> Context:
    """What is said beneath the rounds, and instead of them while there are none."""
    blank = now.match.settings.get("blank")
    counts = _("%(tile)s left in a hand counts %(points)s.")
    return {
        "blank": "" if blank is None else sentence(counts, tile=chip("0-0"), points=int(blank)),
        "nothing": _("No round was played to its end.")
        if now.match.over
        else _("No round is over yet. Points appear here after each round."),
    }
