"""Forms as a browser sends them: every field as it stands on the page, then what is changed."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import TYPE_CHECKING

from django.test import Client

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Response


class _Form(HTMLParser):
    """Reads the fields of the form that posts to an address ("" for the page's own)."""

    def __init__(self, action: str) -> None:
        super().__init__()
        self.action = action
        self.inside = False
        self.found = False
        self.select: str | None = None
        self.fields: dict[str, str] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "form":
            self.inside = given.get("method") == "post" and (given.get("action") or "") == self.action
            self.found = self.found or self.inside
        elif self.inside and tag == "input":
            self._input(given)
        elif self.inside and tag == "select":
            self.select = given.get("name") or ""
        elif self.inside and tag == "option" and self.select is not None:
            self._option(self.select, given)

    def _option(self, select: str, given: dict[str, str | None]) -> None:
        if "selected" in given or select not in self.fields:
            self.fields[select] = given.get("value") or ""

    def _input(self, given: dict[str, str | None]) -> None:
        name, kind = given.get("name"), given.get("type")
        if name and (kind not in ("radio", "checkbox") or "checked" in given):
            self.fields[name] = given.get("value") or ""

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self.select = None
        elif tag == "form":
            self.inside = False


def fields_of(html: str, action: str = "") -> dict[str, str]:
    """What a form would send as it stands on the page."""
    form = _Form(action)
    form.feed(html)
    assert form.found, f"no form for {action!r}"
    return form.fields


def fill(client: Client, path: str, action: str = "", **changed: str) -> Response:
    """Load a page, change some fields of its form and send it."""
    html = client.get(path).content.decode()
    return client.post(action or path, {**fields_of(html, action), **changed})


def text(response: Response) -> str:
    """A page's markup."""
    return response.content.decode()
