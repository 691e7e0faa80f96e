"""`manage.py makemessages`: Django's own, with what keeps this project's catalogues in order as its defaults."""

import re
from pathlib import Path
from typing import Final

from django.conf import settings
from django.core.management.base import CommandParser
from django.core.management.commands import makemessages

# No user ever reads a sentence of these.
_LEFT_OUT: Final = ("tests", "bench", "docs", "var", "static-built")
# Lines of the header that are different after every run, or empty.
_NOISE: Final = re.compile(r'^"(?:POT-Creation-Date|Report-Msgid-Bugs-To): .*\n', re.MULTILINE)


class Command(makemessages.Command):
    # A guess from a similar sentence is wrong more often than right, and a fuzzy entry is not shown at all.
    msgmerge_options: list[str] = [*makemessages.Command.msgmerge_options, "--no-fuzzy-matching"]

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.set_defaults(
            locale=[code for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE],
            ignore_patterns=list(_LEFT_OUT),
            no_location=True,
            no_obsolete=True,
            no_wrap=True,
        )

    def write_po_file(self, potfile: str, locale: str) -> None:
        """As Django's, without what would stand in every difference between two runs."""
        super().write_po_file(potfile, locale)
        for folder in settings.LOCALE_PATHS:
            path = Path(folder) / locale / "LC_MESSAGES" / f"{self.domain}.po"
            text = path.read_text(encoding="utf-8")
            path.write_text(_NOISE.sub("", text), encoding="utf-8")
