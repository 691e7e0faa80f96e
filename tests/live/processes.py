"""The processes of a site that has outgrown one: servers without a clock, and the clock by itself."""

from __future__ import annotations

import sys

from tests.servers import Server, Site


class Clock(Server):
    """`manage.py clock` of a site."""

    def command(self) -> list[str]:
        return [sys.executable, "manage.py", "clock"]

    def wait(self) -> None:
        """It answers nobody; what it does shows in the database."""


class Uvicorn(Server):
    """A server process as compose runs them: uvicorn, no clock of its own."""

    def command(self) -> list[str]:
        return [
            *(sys.executable, "-m", "uvicorn", "config.asgi:application"),
            *("--host", "127.0.0.1", "--port", str(self.port), "--log-level", "warning"),
        ]


def start[S: Server](site: Site, kind: type[S], **environment: str) -> S:
    """A further process of a site whose database is prepared."""
    server = kind(site, environment)
    site.servers.append(server)
    server.start()
    return server
