"""Two databases in one process, one with nothing else in it and one that is full: which of them is the site."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connections

from bench.lobby import FULL
from games.queries.memory import forget_everything


@contextmanager
def site(name: str) -> Iterator[None]:
    """The site on this database; nothing is remembered of the other one."""
    usual = connections[FULL]
    forget_everything()
    connections[FULL] = connections[name]
    try:
        yield
    finally:
        connections[FULL] = usual
        forget_everything()
