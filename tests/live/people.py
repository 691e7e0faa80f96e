"""A person at a table without a browser: posts what the pages post, over real connections, and knows what was
answered."""

from __future__ import annotations

import json
import secrets
import threading
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from typing import Any
from urllib.parse import urlencode

from tests.live.staging import SESSION_COOKIE
from tests.servers import Server

TOKEN = "a" * 32  # a CSRF token is whatever cookie and header agree on


@dataclass
class Posting:
    """One POST: what was sent, and what came back. `status` None: no answer came."""

    verb: str
    seat: int
    fields: dict[str, str]
    sent: threading.Event = field(default_factory=threading.Event)
    answered: threading.Event = field(default_factory=threading.Event)
    status: int | None = None
    message: dict[str, Any] = field(default_factory=dict)

    @property
    def key(self) -> str:
        return self.fields["key"]


class Person:
    """Somebody with a session at a table of a server."""

    def __init__(self, server: Server, code: str, session: str, seat: int) -> None:
        self.server = server
        self.code = code
        self.session = session
        self.seat = seat

    def posting(self, verb: str, position: tuple[int, int, int], **fields: str) -> Posting:
        """What the page would post from a position, not sent yet."""
        match, number, ply = position
        own = {"match": str(match), "round": str(number), "ply": str(ply), "key": secrets.token_urlsafe(18)}
        return Posting(verb, self.seat, {**own, "lang": "en", **fields})

    def send(self, posting: Posting) -> Posting:
        """Send it, also again, and wait for the answer; a broken connection leaves `status` None."""
        connection = HTTPConnection("127.0.0.1", self.server.port, timeout=20)
        try:
            connection.request(
                "POST", f"/t/{self.code}/{posting.verb}/", urlencode(posting.fields), self._headers()
            )
            posting.sent.set()
            response = connection.getresponse()
            body = response.read()
            posting.message = json.loads(body) if body.startswith(b"{") else {}
            posting.status = response.status
        except (OSError, HTTPException):
            posting.status = None
        finally:
            posting.sent.set()
            posting.answered.set()
            connection.close()
        return posting

    def post(self, verb: str, position: tuple[int, int, int], **fields: str) -> Posting:
        return self.send(self.posting(verb, position, **fields))

    def begin(self, posting: Posting) -> Posting:
        """Send it without waiting for the answer; returns once the request is on its way."""
        threading.Thread(target=self.send, args=(posting,), daemon=True).start()
        assert posting.sent.wait(20)
        return posting

    def here(self) -> None:
        """A sign of life, as a page without a socket gives it."""
        self.post("news", (0, 0, 0), v="0")

    def _headers(self) -> dict[str, str]:
        return {
            "Cookie": f"{SESSION_COOKIE}={self.session}; csrftoken={TOKEN}",
            "X-CSRFToken": TOKEN,
            "Accept": "application/json",
            "Content-Type": "application/x-www-form-urlencoded",
        }
