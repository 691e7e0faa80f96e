"""`manage.py prepare`: migrate and compile what is not up to date."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from config.env import stop
from config.prepare import compile_catalogues, prepare
from config.reachable import Unreachable, check
from lobby.kept_secret import Unusable


class Command(BaseCommand):
    help = "Migrates the database and compiles the message catalogues, where they are not up to date."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--catalogues-only", action="store_true", help="leave the database alone")

    def handle(self, *args: Any, catalogues_only: bool, **options: Any) -> None:
        if catalogues_only:
            compile_catalogues(settings.LOCALE_PATHS)
            return
        try:
            check()
            done = prepare()
        except (Unreachable, Unusable) as refusal:
            stop(str(refusal))
        for line in done:
            self.stdout.write(line)
