"""The settings of a table: what a game offers, read from what a form, a record or the database says.

A game lists its fields; this file knows how a list of fields is read. What is wrong is refused by the name
of the field and never silently altered.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from games.rules.refusals import Detail, Refusal, RefusalCode

Setting = int | str | bool | None


class Settings(Mapping[str, Setting]):
    """Settings that a game has accepted: every field of the game, in the game's order, never changed."""

    __slots__ = ("_values",)

    def __init__(self, values: Mapping[str, Setting]) -> None:
        self._values: dict[str, Setting] = dict(values)

    def __getitem__(self, field: str) -> Setting:
        return self._values[field]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __hash__(self) -> int:
        return hash(tuple(self._values.items()))

    def __repr__(self) -> str:
        return f"Settings({self._values!r})"

    def whole(self, field: str) -> int:
        """The value of a field that is always a whole number."""
        value = self._values[field]
        if isinstance(value, int):
            return value
        raise TypeError(f"{field} is no whole number")

    def text(self, field: str) -> str:
        """The value of a field that is always text."""
        value = self._values[field]
        if isinstance(value, str):
            return value
        raise TypeError(f"{field} is no text")

    def optional_whole(self, field: str) -> int | None:
        """The value of a field that is a whole number or left out."""
        return None if self._values[field] is None else self.whole(field)


@dataclass(frozen=True, slots=True)
class Choice:
    """A field with a few values to choose from; the first is the default."""

    field: str
    allowed: tuple[Setting, ...]

    @property
    def default(self) -> Setting:
        return self.allowed[0]

    def read(self, value: Setting) -> Setting:
        """The value, if it is one of those allowed; Refusal SETTING_TYPE, SETTING_CHOICE."""
        # 1 == True in Python; a setting that is a number is never a truth value.
        if not any(type(value) is type(choice) for choice in self.allowed):
            raise Refusal(RefusalCode.SETTING_TYPE, {"field": self.field})
        if value not in self.allowed:
            allowed = ", ".join(str(choice) for choice in self.allowed)
            given = value if isinstance(value, int | str) else str(value)
            details: dict[str, Detail] = {"field": self.field, "value": given, "allowed": allowed}
            raise Refusal(RefusalCode.SETTING_CHOICE, details)
        return value


@dataclass(frozen=True, slots=True)
class OptionalWhole:
    """A field that is a whole number within bounds, or None: the default."""

    field: str
    least: int
    most: int

    @property
    def default(self) -> Setting:
        return None

    def read(self, value: Setting) -> Setting:
        """The value, if it is None or within the bounds; Refusal SETTING_TYPE, SETTING_RANGE."""
        if value is None:
            return None
        if type(value) is not int:
            raise Refusal(RefusalCode.SETTING_TYPE, {"field": self.field})
        if not self.least <= value <= self.most:
            bounds: dict[str, Detail] = {"value": value, "least": self.least, "most": self.most}
            raise Refusal(RefusalCode.SETTING_RANGE, {"field": self.field, **bounds})
        return value


Field = Choice | OptionalWhole


def read_settings(fields: Iterable[Field], raw: Mapping[str, object]) -> Settings:
    """Settings of a game with these fields; a field that is not given gets its default.

    Raises Refusal SETTING_UNKNOWN, SETTING_TYPE, SETTING_CHOICE or SETTING_RANGE.
    """
    by_name = {field.field: field for field in fields}
    for name in raw:
        if name not in by_name:
            raise Refusal(RefusalCode.SETTING_UNKNOWN, {"field": name})
    return Settings({name: _read(field, raw) for name, field in by_name.items()})


def _read(field: Field, raw: Mapping[str, object]) -> Setting:
    if field.field not in raw:
        return field.default
    value = raw[field.field]
    if value is None or isinstance(value, int | str | bool):
        return field.read(value)
    raise Refusal(RefusalCode.SETTING_TYPE, {"field": field.field})
