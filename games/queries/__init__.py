"""Every read. Who may know what is decided here: there is no other way to a hand than `round_view`."""

from games.queries.facts import (
    Due,
    MatchNow,
    Position,
    Repeat,
    RoundNow,
    SeatNow,
    Snapshot,
    TableNow,
)
from games.queries.hosts import host_of
from games.queries.snapshots import (
    PRESENT_FOR,
    NoSuchTable,
    snapshot,
    snapshot_and_repeat,
    table_id_of,
    version_of,
)

__all__ = [
    "PRESENT_FOR",
    "Due",
    "MatchNow",
    "NoSuchTable",
    "Position",
    "Repeat",
    "RoundNow",
    "SeatNow",
    "Snapshot",
    "TableNow",
    "host_of",
    "snapshot",
    "snapshot_and_repeat",
    "table_id_of",
    "version_of",
]
