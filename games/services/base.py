"""The one door that writes: a transaction with the table's row locked, its version, what is due, receipts."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from datetime import datetime
from typing import Final

from django.db import IntegrityError, OperationalError, connection, transaction

from games import events
from games.models import KEY_LENGTH, Receipt, Table
from games.services.errors import Code, Refused

# The column of each reason to act, and what it is called in `due_kind`. At equal times the earlier line wins.
DUE_COLUMNS: Final[Mapping[str, Table.Due]] = {
    "forced_pass_at": Table.Due.FORCED_PASS,
    "forced_draw_at": Table.Due.FORCED_DRAW,
    "bot_at": Table.Due.BOT,
    "turn_clock_at": Table.Due.TURN_CLOCK,
    "objection_at": Table.Due.OBJECTION,
    "next_round_at": Table.Due.NEXT_ROUND,
    "presence_at": Table.Due.PRESENCE,
    "sweep_at": Table.Due.SWEEP,
}
KEY_LEAST: Final = 8

_PG_LOCK_ERRORS: Final = ("55P03", "40P01")  # lock_not_available, deadlock_detected

# SQLite has one writer at a time. Waiting for it here, in turn, is four times quicker at the slow end than
# leaving it to SQLite, whose waiters sleep and try again (measured).
_sqlite_writer = threading.Lock()
_this_thread = threading.local()


@contextmanager
def writing() -> Iterator[None]:
    """The transaction of a write. Inside another one of these it is that one: there is never a nested one.

    Raises Refused BUSY if the database did not get a lock for so long that it gave up.
    """
    if getattr(_this_thread, "writing", False):
        yield
        return
    writer = _sqlite_writer if connection.vendor == "sqlite" else nullcontext()
    with writer:
        _this_thread.writing = True
        try:
            with transaction.atomic(durable=True):
                yield
        except OperationalError as error:
            if _gave_up_waiting(error):
                raise Refused(Code.BUSY) from error
            raise
        finally:
            _this_thread.writing = False


def _gave_up_waiting(error: OperationalError) -> bool:
    cause = error.__cause__
    return getattr(cause, "sqlstate", None) in _PG_LOCK_ERRORS or (
        getattr(cause, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY
    )


@contextmanager
def locked(table_id: int, *, wait: bool = True) -> Iterator[Table]:
    """A transaction with the row of this table locked: everything that is written at a table is written in one.

    Think before, not inside: nothing slower than a few milliseconds belongs between the lock and the commit.
    Raises Refused NO_SUCH_TABLE; with `wait=False` (PostgreSQL) also when somebody else holds the lock just now:
    then as BUSY.
    """
    with writing():
        rows = Table.objects.defer("trouble").select_for_update(of=("self",), skip_locked=not wait)
        table = rows.filter(pk=table_id).first()
        if table is None:
            raise Refused(Code.NO_SUCH_TABLE if wait else Code.BUSY)
        yield table


def touch(table: Table, *fields: str) -> None:
    """Something that a viewer can see changed: raise the version, store it and `fields`, announce after the commit.

    The columns of what is due are stored too; `due_at` and `due_kind` become the earliest of them.
    """
    table.version += 1
    reschedule(table, "version", *fields)
    events.announce(table.pk, table.version)


def reschedule(table: Table, *fields: str) -> None:
    """Store what is due (and `fields`) without raising the version: nothing that anybody sees has changed."""
    before = table.due_at
    table.due_at, table.due_kind = earliest({column: getattr(table, column) for column in DUE_COLUMNS})
    table.save(update_fields={"due_at", "due_kind", *DUE_COLUMNS, *fields})
    wake_if_sooner(before, table.due_at)


def earliest(times: Mapping[str, datetime | None]) -> tuple[datetime | None, str]:
    """What is due first, from the columns' times: when, and the kind; at equal times as `DUE_COLUMNS` lists them."""
    due = [(at, kind.value) for column, kind in DUE_COLUMNS.items() if (at := times.get(column)) is not None]
    return min(due, key=lambda item: item[0]) if due else (None, "")


def wake_if_sooner(before: datetime | None, after: datetime | None) -> None:
    """After the commit: wake the clock if it would sleep too long."""
    if after is not None and (before is None or after < before):
        events.wake_clock(after)


def lock_at(table_id: int, version: int, times: Mapping[str, datetime | None]) -> bool:
    """Lock the table's row, compare its version, raise it and store what is due: one statement, first in `writing`.

    False if the table is not at `version` any more: then nothing was changed, and the caller reads again. Every
    change that anybody can see raises the version, so True means that all that was read still holds.
    """
    due_at, due_kind = earliest(times)
    rows = Table.objects.filter(pk=table_id, version=version)
    if not rows.update(version=version + 1, due_at=due_at, due_kind=due_kind, **times):
        return False
    events.announce(table_id, version + 1)
    return True


def is_key(key: str) -> bool:
    """Whether this is a key as pages of ours make them."""
    return KEY_LEAST <= len(key) <= KEY_LENGTH and key.isascii() and key.isprintable()


def check_key(key: str) -> None:
    """Raises Refused BAD_KEY for a key that no page of ours makes."""
    if not is_key(key):
        raise Refused(Code.BAD_KEY)


Outcome = Mapping[str, int | str]


def receipt(*, key: str, what: str, user_id: int | None) -> Outcome | None:
    """What the POST with this key did, None if it is new. Raises Refused KEY_USED, BAD_KEY."""
    check_key(key)
    found = Receipt.objects.filter(key=key).first()
    if found is None:
        return None
    if (found.what, found.user_id) != (what, user_id):
        raise Refused(Code.KEY_USED)
    outcome: dict[str, int | str] = found.outcome
    return outcome


def keep_receipt(*, key: str, what: str, user_id: int | None, table_id: int, outcome: Outcome) -> None:
    """Store what was done for this key, in the transaction that did it. A twin raises IntegrityError."""
    Receipt.objects.create(key=key, what=what, user_id=user_id, table_id=table_id, outcome=dict(outcome))


def once(*, key: str, what: str, user_id: int | None, do: Callable[[], Outcome]) -> Outcome:
    """Do something once for a key: `do` works in a transaction of its own that ends with `keep_receipt`.

    A repeat does nothing and gets the outcome of the first; so does a twin that comes at the same instant.
    """
    if (earlier := receipt(key=key, what=what, user_id=user_id)) is not None:
        return earlier
    try:
        return do()
    except IntegrityError:
        earlier = receipt(key=key, what=what, user_id=user_id)
        if earlier is None:
            raise
        return earlier
