"""Mina, who has an account with a password and a confirmed address (`mina`, see conftest), and her browsers."""

from __future__ import annotations

from typing import Final

from django.test import Client

from tests.services.push_service import BrowserKeys

PASSWORD: Final = "three tall hens"
ENDPOINT: Final = "https://fcm.googleapis.com/fcm/send/abc"


def subscribe(client: Client, endpoint: str = ENDPOINT, **changed: str) -> int:
    """Let a browser be told of turns; the status of the answer."""
    keys = BrowserKeys()
    sent = {"endpoint": endpoint, "p256dh": keys.p256dh, "auth": keys.auth, **changed}
    return client.post("/me/push/on/", sent).status_code
