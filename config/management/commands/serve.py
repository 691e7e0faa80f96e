"""`manage.py serve`: the site in one process, Daphne's server and the clock together."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from config.env import is_host, stop
from config.prepare import prepare as prepare_site
from config.process_lock import AlreadyServed, hold
from config.reachable import Unreachable, check
from games import links
from lobby import push_key
from lobby.kept_secret import Unusable


class Command(BaseCommand):
    help = "Serves the site and does what is due. The port is PORT's (8000)."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--prepare", action="store_true", help="first do what `prepare` does")
        parser.add_argument("--host", default="0.0.0.0", help="the interface to listen on (default: all)")

    def handle(self, *args: Any, prepare: bool, host: str, **options: Any) -> None:
        # Twisted takes its event loop when Daphne's server is first imported: not before somebody serves.
        from config import server

        if host and not is_host(host):
            stop(f"--host must be an address of this machine, as in 127.0.0.1, not {host!r}.")
        try:
            check()
            hold()
            push_key.private_key()
            if prepare:
                for line in prepare_site():
                    self.stdout.write(line)
            from config import asgi

            def ready() -> None:
                asgi.start()
                if host == "0.0.0.0" and settings.HOME_NETWORK_HOSTS:
                    links.use_address(server.network_address)
                self.greet(server.network_address())

            server.serve(asgi.application, host, settings.ENV.port, ready)
        except (AlreadyServed, Unreachable, Unusable, server.CannotListen) as refusal:
            stop(str(refusal))

    def greet(self, network_address: str | None) -> None:
        port = settings.ENV.port
        self.stdout.write(f"On this machine:             http://localhost:{port}/")
        if network_address:
            self.stdout.write(f"Phones in the same network:  http://{network_address}:{port}/")
        self.stdout.write("Stop with Ctrl-C.")
        sys.stdout.flush()
