"""Links that others open. "localhost" means their own device to them, so a page that was asked for by a name of this
machine alone gives out the address that the network knows it by."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from django.http import HttpRequest

_THIS_MACHINE: Final = re.compile(r"^(localhost|127\.[\d.]+|\[::1\])(:\d+)?$")

Finder = Callable[[], str | None]
_finders: list[Finder] = []


def use_address(finder: Finder) -> None:
    """Ask this for the machine's address in its network (called where a server listens on all interfaces)."""
    _finders[:] = [finder]


def absolute(request: HttpRequest, path: str) -> str:
    """The absolute link to a page of this site, for whoever it is sent to."""
    host = network_host(request)
    return request.build_absolute_uri(path if host is None else f"{request.scheme}://{host}{path}")


def local_only(request: HttpRequest) -> bool:
    """Whether the links of a page work on this machine only."""
    return _asked_locally(request) is not None and network_host(request) is None


def network_host(request: HttpRequest) -> str | None:
    """The host, with its port, that the network knows this site by; None unless it was asked for by a local name."""
    local = _asked_locally(request)
    address = next((finder() for finder in _finders), None) if local is not None else None
    return None if local is None or address is None else f"{address}{local[2] or ''}"


def _asked_locally(request: HttpRequest) -> re.Match[str] | None:
    return _THIS_MACHINE.match(request.headers.get("Host", ""))
