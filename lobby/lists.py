"""The lists of the front page as HTML: the same for the page and for what it asks for again while it is looked at.

Public entries are rendered once per language and shared; one's own are one's own. A page says which lists it shows,
and is told nothing while they are the same.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from games import forms
from games.presenters.entries import match_entries, open_entry, running_entry
from games.presenters.narrowing import wish_fields, wish_of
from games.queries.lists import my_matches
from games.queries.memory import Memory
from games.queries.public import PublicLists, Wish, public_lists
from lobby.models import User

_SHOWN: Final = 16  # hexadecimal digits of what tells one state of the lists from another


@dataclass(frozen=True, slots=True)
class Asked:
    """What a front page lists: narrowed how, from where on."""

    wish: Wish
    after: int | None

    @classmethod
    def of(cls, fields: Mapping[str, str]) -> Asked:
        """As it stands in an address."""
        return cls(wish_of(fields), forms.version(fields, "after") or None)

    def query(self, **more: str) -> str:
        """The same for an address."""
        after = {} if self.after is None else {"after": str(self.after)}
        return urlencode({**wish_fields(self.wish), **after, **more})


@dataclass(frozen=True, slots=True)
class _Entries:
    """Public entries in one language, by the codes of their tables."""

    open: tuple[tuple[str, str], ...]
    running: tuple[tuple[str, str], ...]
    after: int | None


_rendered: Memory[tuple[str, Wish, int | None, float], _Entries] = Memory(64)


def live_lists(person: User | None, asked: Asked) -> dict[str, object]:
    """`mine`, `open` and `running` for somebody, in the active language, as safe HTML; `v` tells them from others."""
    matches = my_matches(person.pk) if person is not None else ()
    mine = _html("front_mine", matches=match_entries(matches), known=person is not None)
    own = {match.code for match in matches}
    entries = _entries(asked)
    more = "" if entries.after is None else Asked(asked.wish, entries.after).query()
    open_ = _html(
        "front_open",
        entries=_others(entries.open, own),
        more=more,
        first="" if asked.after is None else f"?{Asked(asked.wish, None).query()}",
        narrowed=bool(wish_fields(asked.wish)),
    )
    running = _html("front_running", entries=_others(entries.running, own))
    shown = hashlib.sha256("\0".join((mine, open_, running)).encode()).hexdigest()[:_SHOWN]
    return {"mine": mine, "open": open_, "running": running, "v": shown}


def _others(entries: tuple[tuple[str, str], ...], own: set[str]) -> list[SafeString]:
    """Without the tables that stand among one's own already."""
    return [mark_safe(html) for code, html in entries if code not in own]


def _entries(asked: Asked) -> _Entries:
    lists = public_lists(asked.wish, asked.after)
    key = (get_language() or "", asked.wish, asked.after, lists.read_at)
    return _rendered.get_or(key, lambda: _render(lists))


def _render(lists: PublicLists) -> _Entries:
    return _Entries(
        open=tuple((table.code, _html("front_open_entry", table=open_entry(table))) for table in lists.open),
        running=tuple(
            (table.code, _html("front_running_entry", table=running_entry(table))) for table in lists.running
        ),
        after=lists.after,
    )


def _html(part: str, **context: object) -> SafeString:
    return render_to_string(f"lobby/parts/{part}.html", context)
