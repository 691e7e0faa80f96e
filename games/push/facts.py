"""The newest facts of each table that this process knows: one read per version serves everybody."""

from __future__ import annotations

from games.push.pictures import lock_of
from games.queries import Snapshot, snapshot
from games.queries.memory import Memory

_newest: Memory[int, Snapshot] = Memory(1024)


def keep(now: Snapshot) -> Snapshot:
    """Remember facts that were read or written; returns the newest that are known of that table."""
    with lock_of(now.table.id):
        known = _newest.get(now.table.id)
        if known is None or known.version < now.version or known.table.code != now.table.code:
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
