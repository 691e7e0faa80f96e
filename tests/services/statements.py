"""Counting SQL statements: what was sent to the database, without the ends of transactions and savepoints."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection
from django.test.utils import CaptureQueriesContext

_ENDS = ("BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE")


@contextmanager
def counted() -> Iterator[list[str]]:
    """The statements of this thread's connection, filled in at the end of the block."""
    statements: list[str] = []
    with CaptureQueriesContext(connection) as captured:
        yield statements
    sent = (query["sql"] for query in captured.captured_queries)
    statements += [sql for sql in sent if not sql.upper().startswith(_ENDS)]
