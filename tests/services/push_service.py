"""A push service and a browser for tests: takes what is sent, and reads it as the browser that subscribed would."""

from __future__ import annotations

import base64
import json
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from lobby.models import PushSubscription, User


def text(data: bytes) -> str:
    """Bytes as browsers write them."""
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


@dataclass
class BrowserKeys:
    """What a browser makes for a subscription."""

    private: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )
    secret: bytes = field(default_factory=lambda: os.urandom(16))

    @property
    def p256dh(self) -> str:
        return text(self.private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))

    @property
    def auth(self) -> str:
        return text(self.secret)

    def read(self, body: bytes) -> dict[str, str]:
        """The message as the service worker gets it."""
        message: dict[str, str] = json.loads(
            http_ece.decrypt(body, private_key=self.private, auth_secret=self.secret, version="aes128gcm")
        )
        return message


@dataclass
class PushService:
    """What was sent there, and what it answers."""

    url: str = ""
    status: int = 201
    got: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)  # path, headers, body

    def subscribe(self, user: User, path: str = "/1", **fields: Any) -> BrowserKeys:
        """A subscription of this person at this service."""
        keys = BrowserKeys()
        PushSubscription.objects.create(
            user=user, endpoint=self.url + path, p256dh=keys.p256dh, auth=keys.auth, **fields
        )
        return keys


@contextmanager
def serving() -> Iterator[PushService]:
    """Run the service on a free port of this machine."""
    service = PushService()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            headers = {name.lower(): value for name, value in self.headers.items()}
            service.got.append((self.path, headers, body))
            self.send_response(service.status)
            self.send_header("Location", f"{service.url}/elsewhere")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_args: object) -> None:
            """Quiet."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    service.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield service
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
