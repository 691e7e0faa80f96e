"""Reading fields of JSON objects by name and type; everything unexpected is a Fault that names the place."""

from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta

from games.rules.record.faults import quoted, unreadable

Object = dict[str, object]


def an_object(value: object, place: str) -> Object:
    """A JSON object."""
    if isinstance(value, dict):
        return value
    raise unreadable(place, "must be an object")


def a_list(value: object, place: str) -> list[object]:
    """A JSON list."""
    if isinstance(value, list):
        return value
    raise unreadable(place, "must be a list")


def a_text(value: object, place: str) -> str:
    """A JSON string."""
    if isinstance(value, str):
        return value
    raise unreadable(place, "must be text")


def a_whole(value: object, place: str) -> int:
    """A whole number (true is none)."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise unreadable(place, "must be a whole number")


def a_truth(value: object, place: str) -> bool:
    """true or false."""
    if isinstance(value, bool):
        return value
    raise unreadable(place, "must be true or false")


def a_counting(value: object, place: str) -> int:
    """A whole number from 1."""
    number = a_whole(value, place)
    if number >= 1:
        return number
    raise unreadable(place, "must be 1 or more")


def a_time(value: object, place: str) -> str:
    """A time in UTC as ISO 8601 writes it, with its date and zone."""
    text = a_text(value, place)
    try:
        offset = datetime.fromisoformat(text).utcoffset()
    except ValueError:
        offset = None
    if offset == timedelta(0):
        return text
    raise unreadable(place, "must be a time in UTC such as 2026-01-31T20:00:00Z")


def moment(text: str) -> datetime:
    """The moment that such a time means."""
    return datetime.fromisoformat(text).astimezone(UTC)


def texts(value: object, place: str) -> tuple[str, ...]:
    """A list of strings."""
    return tuple(a_text(item, place) for item in a_list(value, place))


def only(found: Object, known: Iterable[str], place: str) -> None:
    """Refuse a field that is not known; `place` is empty for the top level."""
    names = set(known)
    for name in found:
        if name not in names:
            raise unreadable(inside(place, plain(name)), "unknown field")


def required[T](found: Object, name: str, read: Callable[[object, str], T], place: str) -> T:
    """The value of a field that must be there."""
    if name not in found:
        raise unreadable(inside(place, name), "missing field")
    return read(found[name], inside(place, name))


def optional[T](found: Object, name: str, read: Callable[[object, str], T], place: str) -> T | None:
    """The value of a field, None if it is absent."""
    return read(found[name], inside(place, name)) if name in found else None


def or_null[T](read: Callable[[object, str], T]) -> Callable[[object, str], T | None]:
    """The same reader for a field that may also be null."""
    return lambda value, place: None if value is None else read(value, place)


def inside(place: str, name: str) -> str:
    """The place of a field of an object at `place`."""
    return f"{place}, {name}" if place else name


def plain(name: str) -> str:
    """A name from a file as it is, if it is an ordinary one, else quoted."""
    return name if name.isidentifier() and name.isascii() and len(name) < 40 else quoted(name)
