"""`manage.py record check FILE…` and `manage.py record legal FILE`: match records, replayed through the rules."""

import sys

from django.core.management.base import BaseCommand, CommandParser

from games.management.lines import contents, say, until_nobody_reads
from games.rules.record.check import check
from games.rules.record.faults import Fault, Status
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
        status = until_nobody_reads(self.stdout, lambda: max(tell(name) for name in files))
        if status:
            sys.exit(status)

    def _check(self, name: str) -> Status:
        try:
            say(self.stdout, name, str(check(read_record(contents(name)))))
        except Fault as fault:
            readable = fault.status is Status.WRONG
            say(self.stdout if readable else self.stderr, name, str(fault))
            return fault.status
        return Status.RIGHT

    def _legal(self, name: str) -> Status:
        try:
            for line in legal_lines(read_record(contents(name))):
                self.stdout.write(line)
        except Fault as fault:
            say(self.stderr, name, str(fault))
            return fault.status
        return Status.RIGHT
