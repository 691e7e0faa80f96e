"""A look at what is stored, and what the person in charge may decide: one module for each noun.

Rows are read only. Seeds, deals, positions and drawn tiles are not shown, whatever the round's status: they are in no
form and in no list. The hands of a running round have a page of their own (`hands`), which tells that it was opened.
"""

from games.admin import actions, matches, notes, receipts, rounds, scores, seats, tables
from games.admin.base import Careful, ReadOnly
from games.admin.rounds import RoundAdmin

__all__ = [
    "Careful",
    "ReadOnly",
    "RoundAdmin",
    "actions",
    "matches",
    "notes",
    "receipts",
    "rounds",
    "scores",
    "seats",
    "tables",
]
