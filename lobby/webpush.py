"""Web push: which addresses are taken from a browser, and sending there."""

from __future__ import annotations

import base64
import binascii
import json
import logging
import re
from collections.abc import Mapping
from enum import Enum
from typing import Final

from django.conf import settings

from lobby.models import PushSubscription
from lobby.push_key import private_key

log = logging.getLogger(__name__)

TIMEOUT: Final = 10.0
# A turn that was told a day late is no news.
KEEP_SECONDS: Final = 24 * 3600
_GONE: Final = (404, 410)
# How browsers write such an address. Of anything else two libraries may read two hosts: the name may end at a
# backslash, at an "@", at a tab.
_ADDRESS: Final = re.compile(r"https://([a-z0-9.-]+)(?::443)?/[!-\[\]-~]*")


class Outcome(Enum):
    """What became of a push."""

    SENT = "sent"
    GONE = "gone"  # the browser has given the subscription up
    FAILED = "failed"


def is_service(endpoint: str) -> bool:
    """Whether an address is one of a push service.

    Browsers get it from their maker's service. Others are refused: this server would send there, from inside of its
    own network, whatever somebody made up.
    """
    address = _ADDRESS.fullmatch(endpoint)
    return address is not None and any(
        address[1] == service or address[1].endswith(f".{service}") for service in settings.PUSH_SERVICES
    )


def is_key(text: str, size: int) -> bool:
    """Whether text stands for so many bytes, as browsers write their keys."""
    try:
        return len(base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)) == size
    except (binascii.Error, ValueError):
        return False


def send(subscription: PushSubscription, message: Mapping[str, str]) -> Outcome:
    """Encrypt a message for a browser and hand it to its push service; whatever goes wrong is an outcome."""
    # Loaded by who sends: half a second, and some memory that the other processes can spare.
    import requests
    from py_vapid import VapidException
    from pywebpush import WebPushException, webpush

    session = requests.Session()
    session.max_redirects = 0  # a service answers itself
    try:
        webpush(
            {
                "endpoint": subscription.endpoint,
                "keys": {"p256dh": subscription.p256dh, "auth": subscription.auth},
            },
            json.dumps(message),
            vapid_private_key=private_key(),
            vapid_claims={"sub": settings.PUSH_CONTACT},
            ttl=KEEP_SECONDS,
            timeout=TIMEOUT,
            headers={"Urgency": "high"},
            requests_session=session,
        )
    except WebPushException as error:
        status = getattr(error.response, "status_code", None)
        if status in _GONE:
            return Outcome.GONE
        log.warning("A push service refused a message: %s.", status)
        return Outcome.FAILED
    except (requests.RequestException, VapidException, ValueError) as error:
        log.warning("A push could not be sent: %s.", type(error).__name__)
        return Outcome.FAILED
    finally:
        session.close()
    return Outcome.SENT
