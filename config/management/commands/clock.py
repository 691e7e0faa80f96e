"""`manage.py clock`: the clock as a process of its own, beside several server processes."""

import asyncio
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from config.env import stop
from config.reachable import Unreachable, check


class Command(BaseCommand):
    help = "Does what is due: bots, forced actions, turn clocks, next rounds. Needs REDIS_URL to tell the servers."

    def handle(self, *args: Any, **options: Any) -> None:
        from games import clock
        from lobby import faults, nudges

        if settings.REDIS_URL is None:
            sentence = "manage.py clock needs REDIS_URL; without it the server process runs the clock itself."
            stop(sentence)
        try:
            check()
        except Unreachable as refusal:
            stop(str(refusal))
        faults.start()

        async def both() -> None:
            telling = asyncio.create_task(nudges.run())
            try:
                await clock.run()
            finally:
                telling.cancel()

        asyncio.run(both())
