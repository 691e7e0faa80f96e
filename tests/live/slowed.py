"""`manage.py serve` with two places made slow, so that a kill can be aimed at them. The product knows nothing of it.

SLOW_BOT: so many seconds pass in every choice of a bot.
SLOW_REPAIR with REPAIR_FILE: while that file exists every tile "fits nowhere", so the layout is repaired, which takes
so many seconds more; a file beside it, with `.begun` at its end, tells that it has begun.
"""

import os
import random
import sys
import time
from importlib import import_module
from pathlib import Path
from typing import Any

from games import bots
from games.rules.actions import Action
from games.rules.view import View
from tests.servers import Server


class SlowedServer(Server):
    """A server of a site that runs this module."""

    def command(self) -> list[str]:
        return [sys.executable, "-m", "tests.live.slowed", "serve", "--prepare", "--host", "127.0.0.1"]


def slow_bots(seconds: float) -> None:
    choose = bots.choose

    def chosen_slowly(view: View, level: str, source: random.Random) -> Action:
        time.sleep(seconds)
        return choose(view, level, source)

    bots.choose = chosen_slowly


def slow_repairs(seconds: float, wanted: Path) -> None:
    yard: Any = import_module("games.farmyard.yard")
    search, short_link, repaired = yard.search, yard.short_link, yard.repaired

    def repaired_slowly(*state: object) -> object:
        if wanted.exists():
            wanted.with_suffix(".begun").touch()
            time.sleep(seconds)
        return repaired(*state)

    yard.search = lambda *place: None if wanted.exists() else search(*place)
    yard.short_link = lambda *place: None if wanted.exists() else short_link(*place)
    yard.repaired = repaired_slowly


def main() -> None:
    if bot := os.environ.get("SLOW_BOT"):
        slow_bots(float(bot))
    if repair := os.environ.get("SLOW_REPAIR"):
        slow_repairs(float(repair), Path(os.environ["REPAIR_FILE"]))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(["manage.py", *sys.argv[1:]])


if __name__ == "__main__":
    main()
