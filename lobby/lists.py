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
from games.queries.public import FIRST, Page, PublicLists, Wish, public_lists
from lobby.models import User

_SHOWN: Final = 16  # hexadecimal digits of what tells one state of the lists from another


@dataclass(frozen=True, slots=True)
class Asked:
    """What a front page lists: narrowed how, from where on."""

    wish: Wish
    page: Page = FIRST

    @classmethod
    def of(cls, fields: Mapping[str, str]) -> Asked:
        """As it stands in an address."""
        wish = wish_of(fields)
        if after := forms.version(fields, "after"):
            return cls(wish, Page(after=after))
        return cls(wish, Page(watch=forms.version(fields, "watch") or None))

    def query(self, **more: str) -> str:
        """The same for an address."""
        page = {"after": self.page.after, "watch": self.page.watch}
        at = {name: str(match) for name, match in page.items() if match is not None}
        return urlencode({**wish_fields(self.wish), **at, **more})

    def ways(self, is_further: bool, more: Page | None) -> dict[str, str]:
        """The addresses of the `first` page of a list and of `more` of it, "" where there is none to go to."""
        return {
            "first": Asked(self.wish).address if is_further else "",
            "more": "" if more is None else Asked(self.wish, more).address,
        }

    @property
    def address(self) -> str:
        query = self.query()
        return f"/?{query}" if query else "/"


@dataclass(frozen=True, slots=True)
class _Entries:
    """Public entries in one language, by the codes of their tables."""

    open: tuple[tuple[str, str], ...]
    running: tuple[tuple[str, str], ...]
    more_open: Page | None
    more_running: Page | None


_rendered: Memory[tuple[str, Asked, float], _Entries] = Memory(64)


def live_lists(person: User | None, asked: Asked) -> dict[str, object]:
    """`mine`, `open` and `running` for somebody, in the active language, as safe HTML; `v` tells them from others."""
    matches = my_matches(person.pk) if person is not None else ()
    mine = _html("front_mine", matches=match_entries(matches), known=person is not None)
    own = {match.code for match in matches}
    entries = _entries(asked)
    open_ = _html(
        "front_open",
        entries=_others(entries.open, own),
        narrowed=bool(wish_fields(asked.wish)),
        **asked.ways(asked.page.after is not None, entries.more_open),
    )
    running = _html(
        "front_running",
        entries=_others(entries.running, own),
        **asked.ways(asked.page.watch is not None, entries.more_running),
    )
    shown = hashlib.sha256("\0".join((mine, open_, running)).encode()).hexdigest()[:_SHOWN]
    return {"mine": mine, "open": open_, "running": running, "v": shown}


def _others(entries: tuple[tuple[str, str], ...], own: set[str]) -> list[SafeString]:
    """Without the tables that stand among one's own already."""
    return [mark_safe(html) for code, html in entries if code not in own]


def _entries(asked: Asked) -> _Entries:
    lists = public_lists(asked.wish, asked.page)
    key = (get_language() or "", asked, lists.read_at)
    return _rendered.get_or(key, lambda: _render(lists))


def _render(lists: PublicLists) -> _Entries:
    return _Entries(
        open=tuple((table.code, _html("front_open_entry", table=open_entry(table))) for table in lists.open),
        running=tuple(
            (table.code, _html("front_running_entry", table=running_entry(table))) for table in lists.running
        ),
        more_open=lists.more_open,
        more_running=lists.more_running,
    )


def _html(part: str, **context: object) -> SafeString:
    return render_to_string(f"lobby/parts/{part}.html", context)
