"""Which names this site answers to when nobody configured any: those of a home network.

Eight phones at home open http://192.168.x.x and the address may change tomorrow, so a fixed list does not do, and
"every name" would let a foreign page reach the server by DNS rebinding. A page cannot rebind an IP literal, a name
without a dot or one of the endings kept for local use, so exactly these are accepted. ALLOWED_HOSTS replaces the rule.
"""

import ipaddress
from collections.abc import Iterable
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest
from django.http.request import split_domain_port, validate_host
from django.utils.deprecation import MiddlewareMixin

HOST_AT_MOST = 260  # the longest name there can be, and a port: links with more would fit into no QR code
LOCAL_ENDINGS = (".local", ".lan", ".home", ".internal", ".home.arpa", ".localhost", ".fritz.box")


def is_home_host(host: str) -> bool:
    """Whether `host` (a Host header, with or without port) can only mean a machine of this network."""
    try:
        name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return False
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return bool(name) and ("." not in name or name.endswith(LOCAL_ENDINGS))
    return True


def answers_to(host: str) -> bool:
    """Whether the site goes by this Host header: by the rule of this module, or where ALLOWED_HOSTS names it."""
    if len(host) > HOST_AT_MOST:
        return False
    if settings.HOME_NETWORK_HOSTS:
        return is_home_host(host)
    return validate_host(split_domain_port(host)[0], settings.ALLOWED_HOSTS)


def same_origin(origin: str | None, host: str, trusted: Iterable[str]) -> bool:
    """Whether a websocket may be opened: browsers always send the page's origin, so none means no browser."""
    if origin is None:
        return True
    scheme, _, name = origin.partition("://")
    return (scheme in ("http", "https") and name.lower() == host.lower()) or origin in trusted


class HomeNetworkHosts(MiddlewareMixin):
    """Refuses foreign Host headers as Django's ALLOWED_HOSTS would, by the rule of this module."""

    def process_request(self, request: HttpRequest) -> None:
        host = request.get_host()
        if not answers_to(host):
            raise DisallowedHost(
                f"{host!r} is no name of this network; name it in ALLOWED_HOSTS to serve it."
            )
