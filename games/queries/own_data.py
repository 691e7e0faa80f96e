"""What is stored about one person at the tables, for that person: nothing of others, nothing of running rounds."""

from __future__ import annotations

from collections import defaultdict
from datetime import datetime
from typing import TypedDict

from games.models import Match, Penalty, Seat, Table


class RoundData(TypedDict):
    """What a seat was charged in a round; numbers count from 1."""

    round: int
    points: int
    tiles: list[str]
    total: int


class SeatData(TypedDict):
    """A seat in a match, with its result as far as it has one."""

    table: str
    table_name: str
    match: int
    game: str
    settings: dict[str, object]
    status: str
    started_at: datetime | None
    ended_at: datetime | None
    seats: int
    seat: str
    name: str
    joined_at: datetime
    total: int
    place: int | None
    rounds: list[RoundData]


class TableData(TypedDict):
    """A table that the person opened."""

    table: str
    name: str
    created_at: datetime


def seats_of(user_id: int) -> list[SeatData]:
    """All seats of a person, the newest match first, with the penalties of finished rounds. Two SELECTs."""
    rounds: dict[int, list[RoundData]] = defaultdict(list)
    charged = Penalty.objects.filter(seat__user_id=user_id).order_by("seat", "round__number")
    for seat_id, number, points, tiles, total in charged.values_list(
        "seat_id", "round__number", "points", "tiles", "total"
    ):
        rounds[seat_id].append({"round": number + 1, "points": points, "tiles": tiles, "total": total})
    rows = Seat.objects.filter(user_id=user_id).select_related("match__table").order_by("-match_id")
    return [_seat(row, row.match, rounds[row.pk]) for row in rows]


def _seat(row: Seat, match: Match, rounds: list[RoundData]) -> SeatData:
    return {
        "table": match.table.code,
        "table_name": match.table.name,
        "match": match.number,
        "game": match.game,
        "settings": match.settings,
        "status": match.status,
        "started_at": match.started_at,
        "ended_at": match.ended_at,
        "seats": match.seat_count,
        "seat": row.letter,
        "name": row.name,
        "joined_at": row.joined_at,
        "total": row.total,
        "place": row.place,
        "rounds": rounds,
    }


def tables_of(user_id: int) -> list[TableData]:
    """The tables that a person opened, the newest first."""
    rows = Table.objects.filter(opener_id=user_id).order_by("-pk").values_list("code", "name", "created_at")
    return [{"table": code, "name": name, "created_at": created_at} for code, name, created_at in rows]
