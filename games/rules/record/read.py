"""A file → a `MatchRecord`: every field known, present where it must be, and of its type.

What the values say is not looked at here; `check.py` does that.
"""

from collections.abc import Callable, Mapping

from games.rules.record.faults import unreadable
from games.rules.record.fields import (
    a_counting,
    a_list,
    a_text,
    a_time,
    a_truth,
    a_whole,
    an_object,
    inside,
    only,
    optional,
    or_null,
    plain,
    required,
    texts,
)
from games.rules.record.parse import parse_json
from games.rules.record.shapes import By, MatchRecord, ResultRecord, RoundRecord, SeatRecord
from games.rules.settings import Setting

_MATCH = (
    *("format", "version", "game", "settings", "seats", "rounds", "result"),
    *("table", "match", "started", "ended", "ended_early"),
)
_SEAT = ("seat", "name", "kind", "level")
_RESULT = ("winners", "draw")
_ROUND = (
    *("start", "first", "hands", "boneyard", "actions", "end"),
    *("out", "penalties", "totals", "seed", "by"),
)


def read_record(data: bytes) -> MatchRecord:
    """The record in a file; Fault UNREADABLE if there is none."""
    value = parse_json(data)
    if not isinstance(value, dict):
        raise unreadable("", "not a record: must be a JSON object")
    only(value, _MATCH, "")
    return MatchRecord(
        format=required(value, "format", a_text, ""),
        version=required(value, "version", a_whole, ""),
        game=required(value, "game", a_text, ""),
        settings=required(value, "settings", _settings, ""),
        seats=_numbered(value, "seats", "seat", _seat),
        rounds=_numbered(value, "rounds", "round", _round),
        result=optional(value, "result", or_null(_result), ""),
        table=optional(value, "table", a_text, ""),
        match=optional(value, "match", a_counting, ""),
        started=optional(value, "started", a_time, ""),
        ended=optional(value, "ended", a_time, ""),
        ended_early=optional(value, "ended_early", a_truth, ""),
    )


def _numbered[T](
    found: dict[str, object], name: str, one: str, read: Callable[[object, str], T]
) -> tuple[T, ...]:
    items = required(found, name, a_list, "")
    return tuple(read(item, f"{one} {number}") for number, item in enumerate(items, 1))


def _settings(value: object, place: str) -> dict[str, Setting]:
    settings: dict[str, Setting] = {}
    for name, setting in an_object(value, place).items():
        if setting is not None and not isinstance(setting, bool | int | str):
            raise unreadable(inside(place, plain(name)), "must be text, a whole number, true, false or null")
        settings[name] = setting
    return settings


def _seat(value: object, place: str) -> SeatRecord:
    found = an_object(value, place)
    only(found, _SEAT, place)
    return SeatRecord(
        seat=required(found, "seat", a_text, place),
        name=required(found, "name", a_text, place),
        kind=required(found, "kind", a_text, place),
        level=optional(found, "level", a_text, place),
    )


def _result(value: object, place: str) -> ResultRecord:
    found = an_object(value, place)
    only(found, _RESULT, place)
    return ResultRecord(required(found, "winners", texts, place), required(found, "draw", a_truth, place))


def _round(value: object, place: str) -> RoundRecord:
    found = an_object(value, place)
    only(found, _ROUND, place)
    end = required(found, "end", or_null(a_text), place)
    if end is not None:
        # `out` is left to the check: whether it must be there depends on how the round really ended.
        required(found, "penalties", an_object, place)
        required(found, "totals", an_object, place)
    return RoundRecord(
        start=required(found, "start", or_null(a_text), place),
        first=required(found, "first", a_text, place),
        hands=required(found, "hands", _by_seat(texts), place),
        boneyard=required(found, "boneyard", texts, place),
        actions=required(found, "actions", texts, place),
        end=end,
        out=optional(found, "out", a_text, place),
        penalties=optional(found, "penalties", _by_seat(a_whole), place),
        totals=optional(found, "totals", _by_seat(a_whole), place),
        seed=optional(found, "seed", a_text, place),
        by=optional(found, "by", _takeovers, place) or (),
    )


def _by_seat[T](read: Callable[[object, str], T]) -> Callable[[object, str], Mapping[str, T]]:
    def read_all(value: object, place: str) -> Mapping[str, T]:
        items = an_object(value, place).items()
        return {seat: read(item, inside(place, plain(seat))) for seat, item in items}

    return read_all


def _takeovers(value: object, place: str) -> tuple[By, ...]:
    return tuple(_takeover(item, place) for item in a_list(value, place))


def _takeover(value: object, place: str) -> By:
    parts = a_list(value, place)
    if len(parts) != 3:
        raise unreadable(place, "each entry must be [action number, seat, who]")
    action, seat, kind = parts
    return By(a_whole(action, place), a_text(seat, place), a_text(kind, place))
