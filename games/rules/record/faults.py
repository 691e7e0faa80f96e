"""What is wrong with a record, and where."""

import json
from enum import IntEnum
from typing import Final

_LONGEST: Final = 60


class Status(IntEnum):
    """What the command exits with: the highest of its files."""

    RIGHT = 0
    WRONG = 1  # can be read, but is not so
    UNREADABLE = 2


class Fault(Exception):
    """The first fault of a record; `place` may be empty when the whole file is meant."""

    def __init__(self, place: str, reason: str, status: Status = Status.WRONG) -> None:
        super().__init__(f"{place}: {reason}" if place else reason)
        self.place = place
        self.reason = reason
        self.status = status


def unreadable(place: str, reason: str) -> Fault:
    """A fault because of which the file is no record at all."""
    return Fault(place, reason, Status.UNREADABLE)


def quoted(text: str) -> str:
    """Text from a file, safe to print: one line, plain characters, not endless."""
    shown = text if len(text) <= _LONGEST else text[:_LONGEST] + "..."
    return json.dumps(shown)


def shown(value: object) -> str:
    """A value as the record has it, for a comparison with what it should be."""
    text = json.dumps(value)
    return text if len(text) <= _LONGEST else text[:_LONGEST] + "..."


def in_round(index: int, name: str) -> str:
    """The place of a field of a round (from 0)."""
    return f"round {index + 1}, {name}"


def at_action(index: int, number: int, text: str) -> str:
    """The place of an action (from 1) of a round (from 0)."""
    return f"round {index + 1}, action {number} {quoted(text)}"
