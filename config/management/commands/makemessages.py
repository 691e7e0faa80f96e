"""`manage.py makemessages`: Django's own, with what keeps this project's catalogues in order as its defaults."""

from typing import Final

from django.conf import settings
from django.core.management.base import CommandParser
from django.core.management.commands import makemessages

# No user ever reads a sentence of these.
_LEFT_OUT: Final = ("tests", "bench", "docs", "var", "static-built")


class Command(makemessages.Command):
    # A guess from a similar sentence is wrong more often than right, and a fuzzy entry is not shown at all.
    msgmerge_options: list[str] = [*makemessages.Command.msgmerge_options, "--no-fuzzy-matching"]

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.set_defaults(
            locale=[code for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE],
            ignore_patterns=list(_LEFT_OUT),
            add_location="file",
            no_obsolete=True,
            no_wrap=True,
        )
