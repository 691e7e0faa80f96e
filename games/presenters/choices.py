"""The settings of a game as rows of a form, whatever the game: what can be chosen, what does not go together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from games.presenters.fields import field_word, value_word
from games.presenters.lengths import length_notes
from games.presenters.parts import Context, Plain
from games.presenters.words import chip, sentence
from games.rules.games import Game, game
from games.rules.refusals import Refusal, RefusalCode
from games.rules.settings import Choice, Field, OptionalWhole, Setting

Raw = Mapping[str, object]

# What a setting is called in a form, so that no game can have one that collides with the table's own fields.
PREFIX: Final = "rule_"

# Fields whose choice is one of two that reads best as a switch: which value is "on", and what that means.
_SWITCHES: Final[Mapping[str, tuple[Setting, Promise]]] = {
    "dead_foot": ("release", gettext_lazy("Give up a foot that cannot be finished")),
}
# Fields whose few values stand side by side, with what each of them means for the match below it.
_SEGMENTS: Final = ("length", "set")
# Labels that say more than the setting's name; `%(blank)s` is the tile 0-0.
_LABELS: Final[Mapping[str, Promise]] = {
    "start": gettext_lazy("Toes on the first foot"),
    "blank": gettext_lazy("%(blank)s left in hand counts"),
    "target": gettext_lazy("Play until a total is passed"),
}
# Values side by side are short words; what they mean stands below them.
_SHORT: Final[Mapping[tuple[str, Setting], Promise]] = {
    ("length", "full"): gettext_lazy("Full"),
    ("length", "half"): gettext_lazy("Half"),
    ("length", "one"): gettext_lazy("Short"),
}
# What a switched-on number begins with.
_SUGGESTED: Final[Mapping[str, int]] = {"target": 300}


def wanted_settings(slug: str, fields: Mapping[str, str]) -> dict[str, object]:
    """The settings that a form asks for, raw: values as the game has them where the text is one of its values.

    What cannot be read stays text, so that the game refuses it by name, and so do settings the game does not
    have. Refusal UNKNOWN_GAME.
    """
    known = {field.field: field for field in game(slug).fields}
    raw: dict[str, object] = {}
    for name, text in fields.items():
        setting = name.removeprefix(PREFIX)
        if name == setting or setting.endswith("_on"):
            continue
        field = known.get(setting)
        if isinstance(field, OptionalWhole) and fields.get(f"{name}_on") != "1":
            continue  # switched off
        raw[setting] = text if field is None else _value(field, text)
    return raw


def _value(field: Field, text: str) -> object:
    if isinstance(field, OptionalWhole):
        stripped = text.strip()
        return int(stripped) if stripped.isascii() and stripped.isdigit() and len(stripped) < 10 else text
    return next((value for value in field.allowed if str(value) == text), text)


def setting_rows(slug: str, raw: Raw, errors: Mapping[str, str]) -> list[Plain]:
    """The rows of a game's settings as they are wanted (`raw`), with what is wrong by field. Refusal UNKNOWN_GAME.

    kind: segment, select, switch or number. `not_with` names, for an OptionalWhole that is on, the row and its
    values that it does not go together with.
    """
    rules = game(slug)
    rows: list[Plain] = []
    for field in rules.fields:
        wanted = raw.get(field.field, field.default)
        row = (
            _number(rules, field, wanted)
            if isinstance(field, OptionalWhole)
            else _choice(rules, field, wanted)
        )
        rows.append({**row, "error": errors.get(field.field, "")})
    return rows


def _base(field: Field, kind: str) -> Context:
    label = _LABELS.get(field.field)
    words = field_word(field.field) if label is None else sentence(str(label), blank=chip("0-0"))
    return {"field": field.field, "name": f"{PREFIX}{field.field}", "label": words, "kind": kind}


def _choice(rules: Game, field: Choice, wanted: object) -> Context:
    switch = _switch_of(field)
    if switch is not None:
        on, label = switch
        off = next(value for value in field.allowed if value != on)
        words: Context = {"label": str(label), "on_value": str(on), "off_value": str(off)}
        return {**_base(field, "switch"), **words, "on": wanted == on}
    chosen = wanted if wanted in field.allowed else field.default
    options: list[Plain] = [
        {
            "value": str(value),
            "label": _option_word(field.field, value),
            "chosen": value == chosen,
            "notes": length_notes(rules, {field.field: value}) if field.field == "length" else [],
        }
        for value in field.allowed
    ]
    kind = "segment" if field.field in _SEGMENTS and len(field.allowed) <= 4 else "select"
    return {**_base(field, kind), "options": options}


def _option_word(field: str, value: Setting) -> str:
    if (field, value) in _SHORT:
        return str(_SHORT[field, value])
    # Where the label says what is counted, the bare number is enough.
    return str(value) if field in _LABELS else value_word(field, value)


def _switch_of(field: Choice) -> tuple[Setting, Promise | str] | None:
    if field.field in _SWITCHES:
        return _SWITCHES[field.field]
    if set(field.allowed) == {False, True} and all(isinstance(value, bool) for value in field.allowed):
        return True, field_word(field.field)
    return None


def _number(rules: Game, field: OptionalWhole, wanted: object) -> Context:
    suggested = _SUGGESTED.get(field.field, field.least)
    other, values = _conflicts(rules, field)
    return {
        **_base(field, "number"),
        "on": wanted is not None,
        "value": str(suggested if wanted is None else wanted),
        "least": field.least,
        "most": field.most,
        "not_with": f"{PREFIX}{other}" if other else "",
        "not_with_values": " ".join(values),
    }


def _conflicts(rules: Game, field: OptionalWhole) -> tuple[str, list[str]]:
    """With which values of which other field a number does not go together, as the game itself says."""
    with_field, values = "", []
    for other in rules.fields:
        if not isinstance(other, Choice):
            continue
        for value in other.allowed:
            try:
                rules.settings({field.field: field.least, other.field: value})
            except Refusal as refusal:
                if refusal.code == RefusalCode.SETTING_CONFLICT:
                    with_field = other.field
                    values.append(str(value))
    return with_field, values
