"""Doing several things at the same time, each in a thread with a database connection of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

from django.db import connection

from games.services.errors import Refused


def together[T](things: Sequence[Callable[[], T]]) -> list[T | Refused]:
    """Start all at once; what each returned, or how it was refused, in the given order. Anything else is raised."""
    start = threading.Barrier(len(things))

    def run(thing: Callable[[], T]) -> T | Refused:
        start.wait(timeout=30)
        try:
            return thing()
        except Refused as refused:
            return refused
        finally:
            connection.close()

    with ThreadPoolExecutor(len(things)) as threads:
        return list(threads.map(run, things))


def in_thread(thing: Callable[[], object]) -> Callable[[], None]:
    """The same thing for a thread that is started by hand: its connection is closed at the end."""

    def run() -> None:
        try:
            thing()
        finally:
            connection.close()

    return run
