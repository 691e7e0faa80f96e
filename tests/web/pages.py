"""A page of a table for tests: its fields as they stand in it, and what it posts, as script or as plain form."""

from __future__ import annotations

import json
import re
import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.test import Client

from lobby.models import User

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Response

Answer = dict[str, Any]
_FIELD = re.compile(r'<input type="hidden" name="(match|round|ply|v|key|viewer)" value="([^"]*)">')


def browser(user: User | None = None, *, csrf: bool = False) -> Client:
    """A browser, signed in as somebody or as nobody; with `csrf` tokens are checked."""
    client = Client(enforce_csrf_checks=csrf)
    if user is not None:
        client.force_login(user)
    return client


@dataclass
class Page:
    """A page that was loaded."""

    client: Client
    code: str
    html: str
    fields: dict[str, str]

    @classmethod
    def load(cls, client: Client, code: str) -> Page:
        response = client.get(f"/t/{code}/")
        assert response.status_code == 200, response.status_code
        html = response.content.decode()
        return cls(client, code, html, dict(_FIELD.findall(html)))

    def post(self, verb: str, **fields: str | int) -> Response:
        """What the page's script posts: the position it shows, a key of its own."""
        sent = {**self.fields, "key": secrets.token_urlsafe(18), "lang": "en", **fields}
        return self.client.post(f"/t/{self.code}/{verb}/", sent, headers={"accept": "application/json"})

    def submit(self, verb: str, **fields: str | int) -> Response:
        """What a browser without scripts posts from the page's form."""
        sent = {**self.fields, **fields}
        return self.client.post(f"/t/{self.code}/{verb}/", sent)


def read(response: Response) -> Answer:
    """The message in an answer."""
    message: Answer = json.loads(response.content)
    return message
