"""One serving process per database, as long as the channel layer is memory.

Messages of the in-memory layer reach one process only: with two, half of the viewers would see nothing move. So a
serving process without REDIS_URL holds this lock from its start to its end; the system drops it when it dies.
"""

import fcntl
import os
from pathlib import Path
from typing import IO, TYPE_CHECKING

from django.conf import settings

from config.env import Postgres
from config.reachable import connect
from lobby.kept_secret import keeping, make_folder

if TYPE_CHECKING:
    import psycopg

# Any fixed number of our own; advisory locks are apart for each database.
_ADVISORY_KEY = 0x00C41C4EF007
_held: "IO[str] | psycopg.Connection[tuple[bool]] | None" = None


class AlreadyServed(Exception):
    """Another process serves this database; the message is the sentence to show."""


def hold() -> None:
    """Takes the lock for the rest of this process's life; does nothing with REDIS_URL or when it is held already.

    Raises AlreadyServed, kept_secret.Unusable, and reachable.Unreachable where PostgreSQL does not answer.
    """
    global _held
    if settings.REDIS_URL is not None or _held is not None:
        return
    server = settings.ENV.database
    _held = _lock_postgresql(server) if server else _lock_file(settings.SQLITE_FILE)


def _lock_file(database: Path) -> IO[str]:
    make_folder(database.parent)
    with keeping(database):
        file = open(f"{database}.lock", "a+")  # noqa: SIM115 - stays open as long as the process lives
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.seek(0)
        holder = file.read().strip()
        file.close()
        raise AlreadyServed(_sentence(f"process {holder}" if holder else "another process")) from None
    file.truncate(0)
    file.write(str(os.getpid()))
    file.flush()
    return file


def _lock_postgresql(server: Postgres) -> "psycopg.Connection[tuple[bool]]":
    # Outside the pool: the lock belongs to a connection and must last as long as the process.
    connection = connect(server, "chicken-foot serving lock")
    row = connection.execute("SELECT pg_try_advisory_lock(%s)", [_ADVISORY_KEY]).fetchone()
    if row is None or not row[0]:
        connection.close()
        raise AlreadyServed(_sentence("another process"))
    return connection


def _sentence(holder: str) -> str:
    return f"This database is already served by {holder}; several server processes need REDIS_URL."
