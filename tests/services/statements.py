"""SQL statements of a block: counted, without the ends of transactions and savepoints; something done between two."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

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


@contextmanager
def before_statement(number: int, change: Callable[[], object]) -> Iterator[None]:
    """Let something change once, just before the block's statement with this number (from 1)."""
    sent = 0

    def count(execute: Callable[..., Any], *statement: Any) -> Any:
        nonlocal sent
        sent += 1
        if sent == number:
            change()
        return execute(*statement)

    with connection.execute_wrapper(count):
        yield
    assert sent >= number
