"""Finds English that was left in a Korean or Japanese page: in its text, and in attributes that people see or hear."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html.parser import HTMLParser
from typing import Final

# Written with Latin letters in every language, besides the names of people.
_ALLOWED: Final = (
    *("QR", "Enter", "Esc", "OK", "English", "SHA", "HMAC", "CSV", "https"),
    *("iPhone", "iPad", "Redis", "ms"),
)
_WORD: Final = re.compile(r"[A-Za-z][A-Za-z'’]+")
_SENTENCE: Final = re.compile(r"[A-Za-z'’]{2,}[,:;.!?]? +[A-Za-z'’]{2,}|[A-Za-z] [a-z]{2,}")

_UNSEEN: Final = frozenset({"script", "style", "svg", "code", "kbd", "bdi"})
_SPOKEN: Final = frozenset({"title", "alt", "placeholder", "aria-label", "content", "label"})
# What scripts and style sheets read there are words of the code, never of a sentence.
_OF_THE_CODE: Final = ("data-url", "data-ends", "data-not-with", "data-push-when")
_VOID: Final = frozenset(
    {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"}
)
_META: Final = frozenset({"description", "og:title", "og:description", "og:site_name", "twitter:title"})


def english_in(html: str, names: Iterable[str] = ()) -> list[str]:
    """The pieces of a page that hold English words, in order of the page; `names` are those of people and tables.

    In seen text a single word is enough. In data attributes, which scripts may show, two in a row are: single
    words there are codes.
    """
    page = _Page()
    page.feed(html)
    allowed = re.compile(
        "|".join(rf"(?<![A-Za-z]){re.escape(name)}(?![A-Za-z])" for name in (*names, *_ALLOWED))
    )
    seen = [text for text in page.seen if _WORD.search(allowed.sub("", text))]
    return [*seen, *(text for text in page.hidden if _SENTENCE.search(allowed.sub("", text)))]


class _Page(HTMLParser):
    """Collects what is seen or heard, and what scripts may show later."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[str] = []
        self.hidden: list[str] = []
        self._skipping: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if self._skipping:
            if tag not in _VOID:
                self._skipping.append(tag)
            return
        foreign = tag != "html" and "lang" in given
        if tag in _UNSEEN or foreign or given.get("translate") == "no":
            if tag not in _VOID:
                self._skipping.append(tag)
            return
        self._attributes(tag, given)

    def _attributes(self, tag: str, given: dict[str, str]) -> None:
        if tag == "meta" and (given.get("name") or given.get("property")) not in _META:
            return
        for name, value in given.items():
            if name in _SPOKEN or (tag == "input" and name == "value" and given.get("type") == "submit"):
                self.seen.append(value)
            elif name.startswith("data-") and not name.startswith(_OF_THE_CODE):
                self.hidden.append(value)

    def handle_endtag(self, tag: str) -> None:
        if self._skipping and self._skipping[-1] == tag:
            self._skipping.pop()

    def handle_data(self, data: str) -> None:
        if not self._skipping and data.strip():
            self.seen.append(" ".join(data.split()))
