"""Whether the database and Redis answer, asked once at the start: a wrong address is one sentence, not a traceback."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from django.conf import settings

from config.env import Postgres

if TYPE_CHECKING:
    import psycopg

SECONDS = 5


class Unreachable(Exception):
    """A database or a service does not answer; the message is the sentence to show."""


def connect(server: Postgres, application_name: str) -> "psycopg.Connection[tuple[bool]]":
    """A connection of its own to PostgreSQL, outside the pool. Raises Unreachable."""
    import psycopg

    try:
        return psycopg.connect(
            dbname=server.name,
            user=server.user or None,
            password=server.password or None,
            host=server.host or None,
            port=server.port or None,
            connect_timeout=SECONDS,
            autocommit=True,
            application_name=application_name,
        )
    except psycopg.OperationalError as error:
        lines = [line.strip("- \t") for line in str(error).splitlines()]
        reason = next((line for line in lines if "failed: " in line), lines[0])
        raise Unreachable(f"The database of DATABASE_URL cannot be used: {reason}") from None


def check() -> None:
    """Raises Unreachable when the database does not answer, or Redis, where the environment names one."""
    if settings.ENV.database is not None:
        connect(settings.ENV.database, "chicken-foot start").close()
    elif settings.SQLITE_FILE.exists():
        _check_sqlite(settings.SQLITE_FILE)
    if settings.REDIS_URL is not None:
        _check_redis(settings.REDIS_URL)


def _check_sqlite(file: Path) -> None:
    try:
        with closing(sqlite3.connect(file, timeout=SECONDS)) as connection:
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.DatabaseError as error:
        raise Unreachable(f"The database {file} cannot be used: {error}") from None


def _check_redis(url: str) -> None:
    import redis

    client = redis.Redis.from_url(url, socket_connect_timeout=SECONDS, socket_timeout=SECONDS)
    try:
        client.ping()
    except redis.RedisError as error:
        raise Unreachable(f"The Redis of REDIS_URL cannot be used: {error}") from None
    finally:
        client.close()
