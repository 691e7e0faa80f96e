"""The newest facts of each table that this process knows: one read per version serves everybody."""

from __future__ import annotations

import threading
from typing import Final

from games.queries import Snapshot, snapshot
from games.queries.memory import Memory

_newest: Memory[int, Snapshot] = Memory(1024)

# Whoever reads or renders a table holds its lock, so that sockets, pages and answers do not do the same work side by
# side. A few tables share one.
_locks: Final = tuple(threading.RLock() for _n in range(256))


def lock_of(table_id: int) -> threading.RLock:
    """The lock for reading and rendering a table in this process."""
    return _locks[table_id % len(_locks)]


def keep(now: Snapshot) -> Snapshot:
    """Remember facts that were read or written; returns the newest that are known of that table."""
    with lock_of(now.table.id):
        known = _newest.get(now.table.id)
        # At the same version the fresh facts are better: signs of life are noted without a new one.
        if known is None or known.version <= now.version or known.table.code != now.table.code:
            _newest.put(now.table.id, now)
            return now
        return known


def at_least(table_id: int, version: int) -> Snapshot:
    """Facts of a table that are no older than a version, read if this process does not know any.

    Whoever asks meanwhile waits for the same read. Raises NoSuchTable.
    """
    with lock_of(table_id):
        known = _newest.get(table_id)
        if known is not None and known.version >= version:
            return known
        return keep(snapshot(table_id))
