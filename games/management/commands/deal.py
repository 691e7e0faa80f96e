"""`manage.py deal check FILE…` and `manage.py deal table CODE [MATCH]`: do the seeds give the deals?"""

import sys
from collections.abc import Iterator

from django.core.management.base import BaseCommand, CommandParser
from django.db import DatabaseError

from games.management.lines import contents, say, until_nobody_reads
from games.queries.claims import claimed
from games.queries.past import NoSuchRound
from games.rules.record.faults import Fault, Status, unreadable
from games.rules.record.read import read_record
from games.rules.record.seeds import Checked, check_claim, check_deals


class Command(BaseCommand):
    help = "Checks deals against their seeds: those of match records, or of a match of this site."
    # A record is checked without a database and without the rest of the site.
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        tasks = parser.add_subparsers(dest="task", required=True, metavar="check|table")
        check = tasks.add_parser("check", help="check the deals of match records, a line for each round")
        check.add_argument("files", nargs="+", metavar="FILE")
        table = tasks.add_parser(
            "table", help="check the finished rounds of a match of this site, commitments too"
        )
        table.add_argument("code", metavar="CODE", help="the code of the table")
        table.add_argument("match", nargs="?", type=int, metavar="MATCH", help="its number, else the newest")

    def handle(
        self,
        *,
        task: str,
        files: list[str] | None = None,
        code: str = "",
        match: int | None = None,
        **options: object,
    ) -> None:
        if task == "check":
            status = until_nobody_reads(
                self.stdout, lambda: max(self._tell(name, _of_file(name)) for name in files or ())
            )
        else:
            status = until_nobody_reads(self.stdout, lambda: self._tell(code, _of_table(code, match)))
        if status:
            sys.exit(status)

    def _tell(self, name: str, rounds: Iterator[Checked]) -> Status:
        status = Status.RIGHT
        try:
            for checked in rounds:
                say(self.stdout, name, checked.line)
                status = max(status, checked.status)
        except Fault as fault:
            readable = fault.status is Status.WRONG
            say(self.stdout if readable else self.stderr, name, str(fault))
            return fault.status
        return status


def _of_file(name: str) -> Iterator[Checked]:
    record = read_record(contents(name))
    if not record.rounds:
        raise Fault("rounds", "there are none, so nothing can be checked")
    yield from check_deals(record)


def _of_table(code: str, match: int | None) -> Iterator[Checked]:
    try:
        found = claimed(code, match)
    except NoSuchRound:
        where = "" if match is None else f"match {match}"
        raise unreadable(where, "there is no round that is over") from None
    except (DatabaseError, LookupError, TypeError, ValueError) as error:
        reason = " ".join(str(error).split())  # that of a database may have several lines
        raise unreadable("", f"what is stored cannot be read: {reason}") from None
    for claim in found.claims:
        yield check_claim(claim)
