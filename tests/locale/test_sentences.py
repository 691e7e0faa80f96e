"""Sentences that few pages show: every refusal, every line of the log, in both languages."""

from __future__ import annotations

from typing import Final

import pytest
from django.utils import timezone, translation

from games.models import Action
from games.presenters.log import REACTIONS, action_line, note_line
from games.presenters.refusals import refusal_sentence, refusal_text
from games.queries.logs import NoteNow
from games.rules.refusals import Detail, RefusalCode
from games.services.errors import Code
from games.services.notes import What
from lobby.errors import PersonCode
from lobby.words import person_refusal
from tests.locale.english import english_in

# Everything that comes with any refusal.
_DETAILS: Final[dict[str, Detail]] = {
    "tile": "9-3",
    "number": 9,
    "toes": 2,
    "needs": 4,
    "seat": 1,
    "field": "blank",
    "other": "length",
    "value": "7",
    "least": 2,
    "most": 8,
    "seats": 9,
    "places": 9,
    "taken": 3,
    "limit": 24,
    "seconds": 5,
    "bots": 1,
}


@pytest.mark.parametrize("code", [*RefusalCode, *Code])
def test_every_refusal(language: str, code: RefusalCode | Code) -> None:
    with translation.override("en"):
        english = refusal_text(code, _DETAILS)
    with translation.override(language):
        assert english_in(f"<p>{refusal_sentence(code, _DETAILS)}</p>") == []
        assert refusal_text(code, _DETAILS) != english
        assert "%" not in refusal_text(code, _DETAILS)


@pytest.mark.parametrize("code", PersonCode)
def test_every_refusal_about_people(language: str, code: PersonCode) -> None:
    with translation.override(language):
        assert english_in(f"<p>{person_refusal(code)}</p>") == []


@pytest.mark.parametrize("by", Action.By.values)
@pytest.mark.parametrize("text", ["9-3@9-9", "draw", "pass"])
def test_every_action_in_the_log(language: str, text: str, by: str) -> None:
    with translation.override(language):
        line = action_line(0, 0, 1, text, by, ["Hanna", "Gil"])
    assert english_in(f"<p>{line['text']}</p>") == []


def test_everything_else_in_the_log(language: str) -> None:
    now = timezone.now()
    for number, what in enumerate(What):
        codes = list(REACTIONS) if what == What.REACTED else [""]
        for code in codes:
            note = NoteNow(number, 0, 0, what.value, 1, 0, {"code": code}, 1, now)
            with translation.override(language):
                line = note_line(note, ["Hanna", "Gil"])
            assert english_in(f"<p>{line['text']}</p>") == [], what
