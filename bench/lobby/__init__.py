"""Lobby and history pages with a million finished matches in PostgreSQL, against a site with nothing else in it."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from bench.options import positive
from tests.servers import Site

FULL: Final = "default"
ALONE: Final = "alone"
RATIO_AT_MOST: Final = 1.5
FILL_SECONDS_AT_MOST: Final = 300


def main(argv: list[str]) -> int:
    """`./dev bench lobby [--matches 1000000] [--open 2000]`: 1 if a page is slowed down, 2 without PostgreSQL."""
    parser = argparse.ArgumentParser(prog="./dev bench lobby", description=__doc__)
    parser.add_argument(
        "--matches", type=positive, default=1_000_000, help="finished matches (default: a million)"
    )
    parser.add_argument(
        "--open", type=positive, default=2_000, help="public tables with free seats (default: 2,000)"
    )
    wanted = parser.parse_args(argv)
    if not os.environ.get("DATABASE_URL"):
        print(
            "This needs PostgreSQL: set DATABASE_URL to a database beside which it may make its own.",
            file=sys.stderr,
        )
        return 2
    # Databases of its own, and no Redis: what other processes count does not belong into this measurement.
    os.environ.pop("REDIS_URL", None)
    with tempfile.TemporaryDirectory() as folder, Site(Path(folder)) as alone, Site(Path(folder)) as full:
        os.environ.update(full.environ(DJANGO_SETTINGS_MODULE="config.settings"))
        assert alone.database_url is not None
        return _measure(alone.database_url, wanted.matches, wanted.open)


def _measure(alone_url: str, matches: int, open_tables: int) -> int:
    import django
    from django.conf import settings
    from django.core.management import call_command
    from django.db import connections

    settings.DATABASES[ALONE] = {**settings.DATABASES[FULL], "NAME": urlsplit(alone_url).path.lstrip("/")}
    django.setup()
    for site in (ALONE, FULL):
        call_command("migrate", database=site, verbosity=0)
    from bench.lobby.report import run

    try:
        return run(matches, open_tables)
    finally:
        connections.close_all()
