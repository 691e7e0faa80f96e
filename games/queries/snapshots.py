"""Reading a table's facts: two SELECTs that are known to belong to the same version."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple

from django.db import DEFAULT_DB_ALIAS
from django.db.models import Count, F, IntegerField, Model, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from games.models import Action, Match, Note, Round, Seat, Table, Watcher
from games.queries.facts import Due, MatchNow, Repeat, RoundNow, SeatNow, Snapshot, TableNow
from games.queries.memory import Memory
from games.queries.prepared import Prepared, Row, Value
from games.rules.settings import Settings
from games.rules.state import State
from games.rules.state_json import from_json

# Somebody whose page was not heard from for this long is not there.
PRESENT_FOR: Final = timedelta(seconds=45)
_TRIES: Final = 5

# A position never changes, so it is known by its round and ply; the commitment tells deals apart whose rounds have
# the same id (in a database that was put back).
states: Memory[tuple[int, str, int], State] = Memory(512)


class NoSuchTable(LookupError):
    """There is no table with this id or code."""


class _Found(NamedTuple):
    round: Round  # with its match and table
    repeat_id: int | None
    watchers: int
    last_note: int


class _Seated(NamedTuple):
    version: int | None  # None: there are no seats
    seats: tuple[SeatNow, ...]


def snapshot(table: int | str) -> Snapshot:
    """The facts of a table, by its id or its code (any case). Raises NoSuchTable."""
    return snapshot_and_repeat(table, None)[0]


def snapshot_and_repeat(table: int | str, key: str | None) -> tuple[Snapshot, Repeat | None]:
    """The same, and the action that was stored with this key before, looked up in the same SELECT."""
    found = _read_round(table, key)
    for _try in range(_TRIES):
        seated = _read_seats(found.round.match_id)
        if seated.version in (None, found.round.match.table.version):
            break
        found = _read_round(table, key)
    repeat = None if found.repeat_id is None else _read_repeat(found.repeat_id)
    return _assembled(found, seated.seats), repeat


def version_of(table: int | str) -> int:
    """The version of a table, for those who only want to know whether there is something new."""
    version = _tables(table).values_list("version", flat=True).first()
    if version is None:
        raise NoSuchTable(table)
    return version


def table_id_of(code: str) -> int:
    """The id of the table with this code (any case). Raises NoSuchTable."""
    table_id = _tables(code).values_list("pk", flat=True).first()
    if table_id is None:
        raise NoSuchTable(code)
    return table_id


def _tables(table: int | str) -> QuerySet[Table]:
    if isinstance(table, int):
        return Table.objects.filter(pk=table)
    return Table.objects.filter(code=stored_code(table))


def stored_code(typed: str) -> str:
    """A code as it is stored; "", which no table has, for what can be none.

    Not every database lets itself be asked for all that stands in an address.
    """
    return typed.upper() if typed.isascii() and typed.isalnum() else ""


def _read_round(table: int | str, key: str | None) -> _Found:
    # No action is stored with an empty key.
    query, here = (_round_by_id, table) if isinstance(table, int) else (_round_by_code, stored_code(table))
    row = next(query.rows(table=here, key=key or "", heard_since=timezone.now() - PRESENT_FOR), None)
    if row is None:
        raise NoSuchTable(table)
    repeat_id, watchers, last_note, *columns = row
    found = _round_of(columns)
    return _Found(found, repeat_id, watchers or 0, last_note or 0)


def _attnames(model: type[Model], *, without: tuple[str, ...] = ()) -> list[str]:
    return [field.attname for field in model._meta.concrete_fields if field.attname not in without]


# What no reader of a table as it is now may see is not even fetched.
_ROUND: Final = _attnames(Round, without=("seed", "deal"))
_MATCH: Final = _attnames(Match)
_TABLE: Final = _attnames(Table, without=("trouble",))
_SEAT: Final = _attnames(Seat)


def _round_of(columns: Sequence[object]) -> Round:
    """The round with its match and table, from the columns of the SELECT."""
    after_round, after_match = len(_ROUND), len(_ROUND) + len(_MATCH)
    row = Round.from_db(DEFAULT_DB_ALIAS, _ROUND, columns[:after_round])
    row.match = Match.from_db(DEFAULT_DB_ALIAS, _MATCH, columns[after_round:after_match])
    row.match.table = Table.from_db(DEFAULT_DB_ALIAS, _TABLE, columns[after_match:])
    return row


def _rounds_where(lookup: str) -> Callable[[Mapping[str, Value]], QuerySet[Round, Row]]:
    """The current round of the newest match of the table that `lookup` finds."""

    def build(given: Mapping[str, Value]) -> QuerySet[Round, Row]:
        stored = Action.objects.filter(table=OuterRef("match__table"), key=given["key"])
        heard = Watcher.objects.filter(table=OuterRef("match__table"), last_seen__gte=given["heard_since"])
        there = heard.order_by().values("table").annotate(there=Count("pk")).values("there")
        notes = Note.objects.filter(match=OuterRef("match")).order_by("-pk")
        here = Q(**{lookup: given["table"]})
        current = Q(match__number=F("match__table__matches_begun"), number=F("match__round_number"))
        return (
            Round.objects.filter(here & current)
            .annotate(
                repeat_id=Subquery(stored.order_by().values("pk")[:1]),
                watchers=Subquery(there, output_field=IntegerField()),
                last_note=Subquery(notes.values("pk")[:1]),
            )
            .values_list(
                "repeat_id",
                "watchers",
                "last_note",
                *_ROUND,
                *(f"match__{name}" for name in _MATCH),
                *(f"match__table__{name}" for name in _TABLE),
            )
        )

    return build


def _seats_of_match(given: Mapping[str, Value]) -> QuerySet[Seat, Row]:
    return Seat.objects.filter(Q(match_id=given["match"])).values_list("match__table__version", *_SEAT)


_EXAMPLE_TIME: Final = datetime(2000, 1, 2, 3, 4, 5, tzinfo=UTC)
_round_by_id: Final = Prepared(
    _rounds_where("match__table"), table=-770_001, key="example-key", heard_since=_EXAMPLE_TIME
)
_round_by_code: Final = Prepared(
    _rounds_where("match__table__code"), table="EXAMPLE", key="example-key", heard_since=_EXAMPLE_TIME
)
_seats: Final = Prepared(_seats_of_match, match=-770_001)


def _read_seats(match_id: int) -> _Seated:
    rows = list(_seats.rows(match=match_id))
    seats = [Seat.from_db(DEFAULT_DB_ALIAS, _SEAT, columns) for _version, *columns in rows]
    # Before the start all indexes are null: then places count.
    seats.sort(key=lambda seat: (seat.index or 0, seat.number))
    return _Seated(rows[0][0] if rows else None, tuple(map(seat_now, seats)))


def _read_repeat(action_id: int) -> Repeat:
    action = Action.objects.select_related("round__match").defer("round__state").get(pk=action_id)
    return Repeat(
        match=action.round.match.number,
        round=action.round.number,
        ply=action.ply,
        seat=action.seat,
        text=action.text,
        user_id=action.user_id,
    )


def _assembled(found: _Found, seats: Sequence[SeatNow]) -> Snapshot:
    match = found.round.match
    table = match.table
    return Snapshot(
        version=table.version,
        now=timezone.now(),
        table=table_now(table),
        match=match_now(match),
        round=round_now(found.round),
        seats=tuple(seats),
        state=state_of(found.round),
        due=due_now(table),
        watchers=found.watchers,
        last_note=found.last_note,
    )


def state_of(row: Round) -> State | None:
    """The position that a round's row holds, read once per process."""
    stored = row.state
    if stored is None:
        return None
    return states.get_or((row.pk, row.commitment, row.ply), lambda: from_json(stored))


def table_now(table: Table) -> TableNow:
    """The plain facts of a table's row."""
    return TableNow(
        id=table.pk,
        code=table.code,
        name=table.name,
        game=table.game,
        settings=Settings(table.settings),
        places=table.places,
        is_public=table.is_public,
        pace=table.pace,
        turn_clock=table.turn_clock,
        locked=table.locked,
        opener_id=table.opener_id,
        host_id=table.host_id,
        trouble_count=table.trouble_count,
        created_at=table.created_at,
        closed_at=table.closed_at,
    )


def match_now(match: Match) -> MatchNow:
    """The plain facts of a match's row."""
    return MatchNow(
        id=match.pk,
        number=match.number,
        status=Match.Status(match.status),
        game=match.game,
        settings=Settings(match.settings),
        seat_count=match.seat_count,
        set_max=match.set_max,
        rounds_planned=match.rounds_planned,
        rounds_done=match.rounds_done,
        round_number=match.round_number,
        first=match.first,
        turn=match.turn,
        turn_at=match.turn_at,
        winners=tuple(match.winners),
        is_draw=match.is_draw,
        last_round=match.last_round,
        last_round_by=tuple(match.last_round_by),
        end_by=tuple(match.end_by),
        end_proposed_by=match.end_proposed_by,
        created_at=match.created_at,
        started_at=match.started_at,
        ended_at=match.ended_at,
        ends_at=match.ends_at,
    )


def round_now(row: Round) -> RoundNow:
    """The plain facts of a round's row: neither its seed nor its deal nor its position."""
    return RoundNow(
        id=row.pk,
        number=row.number,
        status=Round.Status(row.status),
        start=row.start,
        first=row.first,
        commitment=row.commitment,
        ply=row.ply,
        reason=row.reason,
        out=row.out,
        blocked_foot=row.blocked_foot,
        started_at=row.started_at,
        ended_at=row.ended_at,
        poses=row.poses,
    )


def seat_now(seat: Seat) -> SeatNow:
    """The plain facts of a seat's row."""
    return SeatNow(
        id=seat.pk,
        number=seat.number,
        index=seat.index,
        user_id=seat.user_id,
        name=seat.name,
        kind=Seat.Kind(seat.kind),
        level=seat.level,
        stand_in=Seat.StandIn(seat.stand_in),
        auto_draw=seat.auto_draw,
        ready=seat.ready,
        present=seat.present,
        last_seen=seat.last_seen,
        joined_at=seat.joined_at,
        total=seat.total,
        place=seat.place,
    )


def due_now(table: Table) -> Due:
    """What is due at a table, as its row says."""
    return Due(
        at=table.due_at,
        kind=table.due_kind,
        turn_clock_at=table.turn_clock_at,
        next_round_at=table.next_round_at,
        objection_at=table.objection_at,
    )
