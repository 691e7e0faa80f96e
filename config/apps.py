"""The app of the wiring: what has to happen at the end of every process."""

import atexit

from django.apps import AppConfig
from django.db import connection


class SiteConfig(AppConfig):
    name = "config"

    def ready(self) -> None:
        atexit.register(close_pool)


def close_pool() -> None:
    """Give the connections to PostgreSQL back. A pool that is left open holds the process up for 20 s at its end."""
    close = getattr(connection, "close_pool", None)  # only the backend that has pools has this
    if close is not None:
        connection.close()
        close()
