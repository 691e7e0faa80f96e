"""`manage.py record check FILE…` and `manage.py record legal FILE`: match records, replayed through the rules."""

import os
import sys

from django.core.management.base import BaseCommand, CommandParser, OutputWrapper

from games.rules.record.check import check
from games.rules.record.faults import Fault, Status, quoted, unreadable
from games.rules.record.legal import legal_lines
from games.rules.record.read import read_record


class Command(BaseCommand):
    help = "Checks match records, or prints what is legal at each of their positions."
    # A record is checked without a database and without the rest of the site.
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        tasks = parser.add_subparsers(dest="task", required=True, metavar="check|legal")
        check_parser = tasks.add_parser("check", help="replay each file and say whether it is right")
        check_parser.add_argument("files", nargs="+", metavar="FILE")
        legal_parser = tasks.add_parser("legal", help="print one JSON line for each position")
        legal_parser.add_argument("files", nargs=1, metavar="FILE")

    def handle(self, *, task: str, files: list[str], **options: object) -> None:
        tell = self._check if task == "check" else self._legal
        try:
            status = max(tell(name) for name in files)
            self.stdout.flush()
        except BrokenPipeError:
            # Whoever reads (`head`) has seen enough; Python must not fail on the rest at its exit either.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            status = Status.WRONG
        if status:
            sys.exit(status)

    def _check(self, name: str) -> Status:
        try:
            self._say(self.stdout, name, str(check(read_record(_contents(name)))))
        except Fault as fault:
            readable = fault.status is Status.WRONG
            self._say(self.stdout if readable else self.stderr, name, str(fault))
            return fault.status
        return Status.RIGHT

    def _legal(self, name: str) -> Status:
        try:
            for line in legal_lines(read_record(_contents(name))):
                self.stdout.write(line)
        except Fault as fault:
            self._say(self.stderr, name, str(fault))
            return fault.status
        return Status.RIGHT

    def _say(self, stream: OutputWrapper, name: str, sentence: str) -> None:
        """One line about a file, whatever its name is made of and whatever the terminal can show."""
        line = f"{name if name.isprintable() else quoted(name)}: {sentence}"
        encoding = getattr(stream, "encoding", None) or "utf-8"
        stream.write(line.encode(encoding, "backslashreplace").decode(encoding))


def _contents(name: str) -> bytes:
    try:
        with open(name, "rb") as file:
            return file.read()
    except OSError as error:
        raise unreadable("", f"cannot be read: {error.strerror}") from None
    except ValueError:
        raise unreadable("", "cannot be read: no file name") from None
