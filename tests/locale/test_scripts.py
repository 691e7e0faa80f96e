"""Scripts hold no sentence of their own: what they show stands in data attributes, which templates translate."""

from __future__ import annotations

import re
from typing import Final

from tests.locale.sources import ROOT

_COMMENT: Final = re.compile(r"/\*.*?\*/|(?<![:\"'`])//[^\n]*", re.DOTALL)
_LITERAL: Final = re.compile(r"\"((?:[^\"\\\n]|\\.)*)\"|`((?:[^`\\]|\\.)*)`")
# Begins with a capital or ends like a sentence; lists of classes and selectors do neither.
_SENTENCE: Final = re.compile(r"^[A-Z][a-z]+ [a-z]+|[a-z]{2,} [a-z]+[.!?…]$")


def sentences_in(script: str) -> list[str]:
    """What a script would show in English to everybody."""
    literals = (match[1] or match[2] or "" for match in _LITERAL.finditer(_COMMENT.sub("", script)))
    return [text for text in literals if _SENTENCE.search(text)]


def test_finds_a_planted_sentence() -> None:
    assert sentences_in('toast("Nothing fits here"); // A comment says anything.') == ["Nothing fits here"]
    assert sentences_in("say(`${tile} does not fit.`)") == ["${tile} does not fit."]
    assert sentences_in('element.className = "chip chip-double"; find("#l-ends button")') == []


def test_no_script_speaks_english_by_itself() -> None:
    scripts = sorted(path for app in ("games", "lobby") for path in (ROOT / app / "static").rglob("*.js"))
    assert len(scripts) > 10
    spoken = {path.name: sentences_in(path.read_text(encoding="utf-8")) for path in scripts}
    assert {name: said for name, said in spoken.items() if said} == {}
