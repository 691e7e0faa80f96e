"""How many rounds a match has."""

from __future__ import annotations

from typing import Protocol


class Counted(Protocol):
    """A match as any reading of it knows it."""

    @property
    def rounds_planned(self) -> int | None: ...
    @property
    def rounds_done(self) -> int: ...
    @property
    def last_round(self) -> bool: ...


def planned_rounds(match: Counted) -> int | None:
    """Its rounds in all, one more than are over once the last one is agreed; None where a total decides."""
    if match.rounds_planned is None:
        return None
    return match.rounds_done + 1 if match.last_round else match.rounds_planned
