"""A match that is over as a file to keep: the match record."""

from __future__ import annotations

from games.queries.records import match_record
from games.rules.record.write import to_text


def record_text(code: str, number: int) -> str:
    """The text of a match's record, by its table's code and its number; NoSuchRecord unless it is over."""
    return to_text(match_record(code, number))
