"""The settings of a game in words: what they are called and what their values mean."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from games.rules.settings import Setting

_FIELDS: Final[Mapping[str, Promise]] = {
    "length": gettext_lazy("Length"),
    "start": gettext_lazy("First foot"),
    "blank": gettext_lazy("0-0 left in hand"),
    "target": gettext_lazy("Play to a total"),
    "dead_foot": gettext_lazy("A foot that cannot be finished"),
    "places": gettext_lazy("Seats"),
    "pace": gettext_lazy("Pace of the bots"),
    "turn_clock": gettext_lazy("Turn clock"),
    "game": gettext_lazy("Game"),
    "level": gettext_lazy("Level"),
    "bots": gettext_lazy("Bots"),
}

_VALUES: Final[Mapping[tuple[str, Setting], Promise]] = {
    ("length", "full"): gettext_lazy("Full match"),
    ("length", "half"): gettext_lazy("Half match"),
    ("length", "one"): gettext_lazy("One round"),
    ("start", 6): gettext_lazy("six toes, three on each side"),
    ("start", 4): gettext_lazy("four toes, one on each side"),
    ("blank", 50): gettext_lazy("counts 50"),
    ("blank", 25): gettext_lazy("counts 25"),
    ("blank", 0): gettext_lazy("counts 0"),
    ("dead_foot", "block"): gettext_lazy("waits until the boneyard is empty"),
    ("dead_foot", "release"): gettext_lazy("is given up"),
    ("game", "chicken-foot"): gettext_lazy("Chicken Foot"),
    ("level", "easy"): gettext_lazy("easy"),
    ("level", "normal"): gettext_lazy("normal"),
    ("level", "hard"): gettext_lazy("hard"),
}


def field_word(field: str) -> str:
    """What a setting is called; an unknown one by its own name."""
    return str(_FIELDS.get(field, field))


def value_word(field: str, value: Setting) -> str:
    """What a value of a setting means; an unknown one as it is."""
    return str(_VALUES.get((field, value), value))
