"""Tables without their indexes and foreign keys while millions of rows go in: put back as they were afterwards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final, LiteralString

from psycopg import Connection
from psycopg.sql import SQL, Identifier

TABLES: Final = ["games_table", "games_match", "games_seat", "games_round", "games_penalty", "games_action"]
_FOREIGN_KEYS: Final = """
    SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint
    WHERE contype = 'f' AND conrelid::regclass::text = ANY(%s)
"""
# Those that carry a constraint stay: without them nothing would refuse what the site could never hold.
_INDEXES: Final = """
    SELECT indexname, indexdef FROM pg_indexes
    WHERE tablename = ANY(%s) AND indexname NOT IN (SELECT conname FROM pg_constraint)
"""

Row = tuple[str, ...]


@contextmanager
def bare(connection: Connection[Row]) -> Iterator[None]:
    """Without both inside of the block; the connection commits each statement by itself."""
    keys = connection.execute(_FOREIGN_KEYS, [TABLES]).fetchall()
    indexes = connection.execute(_INDEXES, [TABLES]).fetchall()
    for table, name, _definition in keys:
        _run(connection, "ALTER TABLE {} DROP CONSTRAINT {}", (table, name))
    for name, _definition in indexes:
        _run(connection, "DROP INDEX {}", (name,))
    yield
    for _name, definition in indexes:
        connection.execute(definition)
    for table, name, definition in keys:
        _run(connection, "ALTER TABLE {} ADD CONSTRAINT {} " + definition, (table, name))


def _run(connection: Connection[Row], statement: LiteralString, names: Sequence[str]) -> None:
    connection.execute(SQL(statement).format(*map(Identifier, names)))
