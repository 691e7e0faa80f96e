"""What is played at a table, in the words in which its players read it."""

from __future__ import annotations

from typing import Protocol

from django.contrib import admin
from django.utils.html import format_html_join
from django.utils.translation import gettext_lazy

from games.presenters.fields import field_word, value_word


class Played(Protocol):
    """A table or a match."""

    game: str
    settings: dict[str, int | str | None]


class PlayedWords:
    """For lists of tables and of matches: both columns as words, the settings as "Length: Full match"."""

    @admin.display(description=gettext_lazy("game"))
    def game_played(self, row: Played) -> str:
        return value_word("game", row.game)

    @admin.display(description=gettext_lazy("settings"))
    def rules_played(self, row: Played) -> str:
        told = [
            (field_word(name), value_word(name, value))
            for name, value in row.settings.items()
            if value is not None
        ]
        return format_html_join(" · ", "{}: {}", told)
