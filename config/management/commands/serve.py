"""`manage.py serve`: the site in one process, Daphne's server and the clock together."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db.utils import OperationalError

from config.prepare import prepare


class Command(BaseCommand):
    help = "Serves the site and does what is due. The port is PORT's (8000)."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--prepare", action="store_true", help="first do what `prepare` does")
        parser.add_argument("--host", default="0.0.0.0", help="the interface to listen on (default: all)")

    def handle(self, *args: Any, prepare: bool, host: str, **options: Any) -> None:
        # Twisted chooses its event loop when these are first imported: not before somebody serves.
        from config import server
        from config.process_lock import AlreadyServed, hold

        try:
            hold()
            if prepare:
                self.prepare()
            from config import asgi

            def ready() -> None:
                asgi.start()
                self.greet(server.network_address())

            server.serve(asgi.application, host, settings.ENV.port, ready)
        except (AlreadyServed, server.CannotListen) as refusal:
            raise CommandError(str(refusal), returncode=2) from None
        except OperationalError as error:
            first_line = str(error).strip().splitlines()[0]
            raise CommandError(f"The database cannot be reached: {first_line}", returncode=2) from None

    def prepare(self) -> None:
        for line in prepare():
            self.stdout.write(line)

    def greet(self, network_address: str | None) -> None:
        port = settings.ENV.port
        self.stdout.write(f"On this machine:             http://localhost:{port}/")
        if network_address:
            self.stdout.write(f"Phones in the same network:  http://{network_address}:{port}/")
        self.stdout.write("Stop with Ctrl-C.")
        sys.stdout.flush()
