"""Bytes of a file → a JSON value, stricter than Python's reader: every key once, no NaN."""

import json
from typing import NoReturn

from games.rules.record.faults import quoted, unreadable


def parse_json(data: bytes) -> object:
    """The value in a file; Fault UNREADABLE if it is not JSON."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise unreadable("", "not JSON: not UTF-8 text") from None
    try:
        value: object = json.loads(text, object_pairs_hook=_once, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise unreadable("", f"not JSON: line {error.lineno}, column {error.colno}") from None
    except RecursionError:
        raise unreadable("", "not a record: nested too deeply") from None
    except ValueError:
        # A number of thousands of digits: Python refuses to read it.
        raise unreadable("", "not a record: a number is too long") from None
    return value


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for name, value in pairs:
        if name in found:
            raise unreadable("", f"the field {quoted(name)} stands twice in one object")
        found[name] = value
    return found


def _no_constant(name: str) -> NoReturn:
    raise unreadable("", f"not JSON: {name}")
