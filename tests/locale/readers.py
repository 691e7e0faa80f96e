"""People who look at pages in their language, and find no English there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.test import Client

from games.queries import Snapshot
from games.services.bots import NAMES
from lobby.models import User
from tests.locale.english import english_in
from tests.web.lobby_forms import fill

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Response

# Who and what is called by a name in these tests.
CALLED: Final = ("Hanna", "Gil", "Otto", "Test table", "Bot", *NAMES)


@dataclass(frozen=True, slots=True)
class Reader:
    """Somebody with a browser that asks for pages in a language."""

    language: str
    client: Client
    names: tuple[str, ...] = ()

    def look(self, path: str, status: int = 200) -> str:
        """The page at that address, in which no English may be."""
        response = self.client.get(path)
        assert response.status_code == status, (path, response.status_code)
        return self._read(response.content.decode(), path)

    def post(self, path: str, fields: Mapping[str, str], status: int = 200) -> str:
        """The page that answers a form."""
        response = self.client.post(path, fields)
        assert response.status_code == status, (path, response.status_code)
        return self._after(response, path)

    def fill(self, path: str, status: int = 200, /, **changed: str) -> str:
        """The page that answers the form of a page, with some fields changed."""
        response = fill(self.client, path, **changed)
        assert response.status_code == status, (path, response.status_code)
        return self._after(response, path)

    def _after(self, response: Response, path: str) -> str:
        if response.status_code == 302:
            return self.look(response["Location"])
        return self._read(response.content.decode(), path)

    def _read(self, html: str, path: str) -> str:
        assert f'<html lang="{self.language}"' in html, path
        english = english_in(html, (*CALLED, *self.names))
        assert not english, f"{path}: {english}"
        return html


def reader(
    language: str, user: User | None = None, *, csrf: bool = False, names: Iterable[str] = ()
) -> Reader:
    """A stranger, or a person who is known; with `csrf` tokens are checked; `names` may be read besides CALLED."""
    client = Client(enforce_csrf_checks=csrf, headers={"accept-language": language})
    client.raise_request_exception = False
    if user is not None:
        client.force_login(user)
    return Reader(language, client, tuple(names))


def url(now: Snapshot, rest: str = "") -> str:
    """An address at a table."""
    return f"/t/{now.table.code}/{rest}"
