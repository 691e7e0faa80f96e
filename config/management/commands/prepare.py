"""`manage.py prepare`: migrate and compile what is not up to date."""

from typing import Any

from django.core.management.base import BaseCommand

from config.prepare import prepare


class Command(BaseCommand):
    help = "Migrates the database and compiles the message catalogues, where they are not up to date."

    def handle(self, *args: Any, **options: Any) -> None:
        for line in prepare():
            self.stdout.write(line)
