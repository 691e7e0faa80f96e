"""How much one person or one address may ask for in a short time: generous for people, in the way of programs.

A family behind one address that sits down at once, a class with thirty phones, somebody who tries ten names: none of
them comes near. With REDIS_URL all server processes count together.
"""

from __future__ import annotations

import ipaddress
import logging
import math
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Final

from django.conf import settings
from django.http import HttpRequest
from limits import RateLimitItem, RateLimitItemPerHour, RateLimitItemPerMinute
from limits.errors import StorageError
from limits.storage import MemoryStorage, RedisStorage
from limits.strategies import MovingWindowRateLimiter

from games.services.errors import Code, Refused

log = logging.getLogger(__name__)


class Limit(StrEnum):
    """What is counted."""

    RENAME = "rename"
    OPEN = "open"
    GUEST = "guest"
    JOIN = "join"
    REPORT = "report"
    SIGN_UP = "sign-up"
    MAIL = "mail"


@dataclass(frozen=True, slots=True)
class Allowed:
    """So often for a person, and so often for everybody behind one address."""

    person: RateLimitItem
    address: RateLimitItem


ALLOWED: Final[Mapping[Limit, Allowed]] = {
    Limit.RENAME: Allowed(RateLimitItemPerMinute(20), RateLimitItemPerMinute(120)),
    Limit.OPEN: Allowed(RateLimitItemPerMinute(20, 10), RateLimitItemPerMinute(100, 10)),
    Limit.GUEST: Allowed(RateLimitItemPerMinute(60, 10), RateLimitItemPerMinute(60, 10)),
    Limit.JOIN: Allowed(RateLimitItemPerMinute(30), RateLimitItemPerMinute(120)),
    Limit.REPORT: Allowed(RateLimitItemPerHour(10), RateLimitItemPerHour(40)),
    Limit.SIGN_UP: Allowed(RateLimitItemPerHour(5), RateLimitItemPerHour(60)),
    Limit.MAIL: Allowed(RateLimitItemPerHour(6), RateLimitItemPerHour(20)),
}


# What makes a guest of somebody whom nobody knows yet.
_SEATING: Final = (Limit.OPEN, Limit.JOIN)


def spend(request: HttpRequest, limit: Limit) -> None:
    """Count one more of these for who asks and for where they are; Refused TOO_MANY (seconds: how long to wait).

    What is refused is not counted: waiting helps, pressing again does no harm.
    """
    limiter, counts = _limiter(), list(_counts(request, limit))
    try:
        full = next((count for count in counts if not limiter.test(*count)), None)
        if full is None:
            for count in counts:
                limiter.hit(*count)
            return
        again_at = limiter.get_window_stats(*full).reset_time
    except StorageError as error:
        # Counting is no reason to keep anybody from playing.
        log.warning("What is asked for cannot be counted: %s.", type(error).__name__)
        return
    raise Refused(Code.TOO_MANY, seconds=max(1, math.ceil(again_at - time.time())))


def _counts(request: HttpRequest, limit: Limit) -> Iterator[tuple[RateLimitItem, Limit, str]]:
    """What of whom is counted: how much there may be, the limit, and who."""
    address = address_of(request)
    if request.user.is_authenticated:
        yield ALLOWED[limit].person, limit, f"person {request.user.pk}"
    elif address and limit in _SEATING:
        yield ALLOWED[Limit.GUEST].address, Limit.GUEST, address
    if address:
        yield ALLOWED[limit].address, limit, address


def address_of(request: HttpRequest) -> str:
    """The address that asks, "" where it says nothing: this machine, or a proxy on it that does not tell.

    Behind HTTPS there is a proxy, and what it wrote last into `X-Forwarded-For` is the address that asked it. Of an
    IPv6 address only the network counts: one household has as many of the others as it likes. An IPv4 address stays
    one, also where the server listens on IPv6 and so is told "::ffff:192.0.2.1".
    """
    told = request.META.get("REMOTE_ADDR", "")
    if settings.SECURE_PROXY_SSL_HEADER:
        told = request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip()
    try:
        address = ipaddress.ip_address(told)
    except ValueError:
        return ""
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    if address.is_loopback:
        return ""
    if isinstance(address, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)


@cache
def _limiter() -> MovingWindowRateLimiter:
    url = settings.REDIS_URL
    if url is None:
        return MovingWindowRateLimiter(MemoryStorage())
    # The package calls a socket what Redis' own client calls "unix:".
    uri = f"redis+{url}" if url.startswith("unix:") else url
    site = f"chicken-foot.{settings.DATABASES['default']['NAME']}.limits"
    return MovingWindowRateLimiter(RedisStorage(uri, key_prefix=site, wrap_exceptions=True))


def forget() -> None:
    """Begin to count anew (tests)."""
    _limiter().storage.reset()
