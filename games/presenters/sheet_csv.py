"""The score sheet as CSV (RFC 4180) for spreadsheets: a row a round, points and running totals by seat.

It begins with a byte order mark, without which Excel takes Korean and Japanese names for another encoding. Nothing in
it is a formula, whatever somebody is called, and a tile is written so that no spreadsheet takes it for a date.
"""

from __future__ import annotations

import csv
from io import StringIO
from typing import Final

from django.utils.translation import gettext as _

from games.models import LETTERS
from games.presenters.names import shown_name
from games.queries.history import Played
from games.queries.sheets import ScoredRound

BOM: Final = "\ufeff"
# What a cell begins with that spreadsheets calculate; also the wide forms, which Japanese ones take for the same.
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")

type Cell = str | int


def sheet_csv(now: Played) -> str:
    """The file's text: a head, then the rounds that are over, in order."""
    file = StringIO()
    rows = csv.writer(file, lineterminator="\r\n")
    rows.writerow(map(safe, _head(now)))
    rows.writerows([map(safe, _row(scored)) for scored in now.rounds])
    return BOM + file.getvalue()


def safe(cell: Cell) -> Cell:
    """A cell that is taken for what it says: text that would be calculated gets an apostrophe before it."""
    return f"'{cell}" if isinstance(cell, str) and cell.lstrip().startswith(_FORMULA) else cell


def _head(now: Played) -> list[Cell]:
    names = [f"{seat.letter} {shown_name(seat)}" for seat in now.seats]
    totals = [_("%(seat)s, total") % {"seat": name} for name in names]
    words = [
        _("Round"),
        _("Starting double"),
        _("End"),
        _("Foot"),
        _("Who began"),
        _("Actions"),
        _("Minutes"),
    ]
    return [*words, *names, *totals]


def _row(scored: ScoredRound) -> list[Cell]:
    return [
        scored.number + 1,
        scored.start.replace("-", "–"),
        _("blocked") if scored.out is None else _("%(seat)s went out") % {"seat": LETTERS[scored.out]},
        "" if scored.blocked_foot is None else f"{scored.blocked_foot}–{scored.blocked_foot}",
        "" if scored.first is None else LETTERS[scored.first],
        scored.actions,
        _minutes(scored),
        *scored.points,
        *scored.totals,
    ]


def _minutes(scored: ScoredRound) -> Cell:
    if scored.started_at is None or scored.ended_at is None:
        return ""
    return round((scored.ended_at - scored.started_at).total_seconds() / 60)
