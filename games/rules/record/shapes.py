"""The record as values: the same fields as in the file, with tiles, seats and actions as text.

What is optional in the file is None here while it is absent (`by`: empty).
"""

import string
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from games.rules.settings import Setting

FORMAT: Final = "domino-match"
VERSION: Final = 1
LETTERS: Final = string.ascii_uppercase  # of the seats, in turn order

SEAT_KINDS: Final = ("person", "bot")
ACTOR_KINDS: Final = ("person", "bot", "stand-in", "clock")
LEVELS: Final = ("easy", "normal", "hard")


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """Who sits there: `kind` is person or bot, `level` is a bot's."""

    seat: str
    name: str
    kind: str
    level: str | None = None


class By(NamedTuple):
    """Who acted for a seat from an action on (counted from 1): see `ACTOR_KINDS`."""

    action: int
    seat: str
    kind: str


@dataclass(frozen=True, slots=True)
class RoundRecord:
    """One round; `end`, `out`, `penalties` and `totals` are None while it is open."""

    start: str | None
    first: str
    hands: Mapping[str, tuple[str, ...]]
    boneyard: tuple[str, ...]
    actions: tuple[str, ...]
    end: str | None
    out: str | None = None
    penalties: Mapping[str, int] | None = None
    totals: Mapping[str, int] | None = None
    seed: str | None = None
    by: tuple[By, ...] = ()


@dataclass(frozen=True, slots=True)
class ResultRecord:
    """Who won."""

    winners: tuple[str, ...]
    draw: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchRecord:
    """A whole match, or one that is not finished (`result` None)."""

    format: str = FORMAT
    version: int = VERSION
    game: str
    settings: Mapping[str, Setting]
    seats: tuple[SeatRecord, ...]
    rounds: tuple[RoundRecord, ...]
    result: ResultRecord | None = None
    table: str | None = None
    match: int | None = None
    started: str | None = None
    ended: str | None = None
    ended_early: bool | None = None
