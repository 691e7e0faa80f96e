"""Public tables for everybody: those with a free seat, those that are played and may be watched; how to narrow them.

What nobody has been at for a while is not shown. All of it is the same for everybody and read once in a few seconds.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.db.models import (
    BooleanField,
    Case,
    Count,
    F,
    IntegerField,
    Max,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    TextField,
    Value,
    When,
)
from django.db.models.fields.json import KT
from django.db.models.functions import Cast, Coalesce, NullIf
from django.utils import timezone

from games.models import Match, Seat, Table, Watcher
from games.queries.facts import SeatNow, to_act
from games.queries.memory import Brief
from games.queries.snapshots import PRESENT_FOR, seat_now
from games.rules.games import slugs
from games.rules.settings import Settings

OPEN_AT_ONCE: Final = 20
RUNNING_AT_ONCE: Final = 8
# A phone that sleeps while its owner waits for somebody to sit down is no dead table.
LIVELY_FOR: Final = timedelta(minutes=15)
LISTS_FOR: Final = 2.0  # seconds
# The length of a match that goes on until a total is passed.
UNTIL_TARGET: Final = "target"
# Among so many of each kind is every choice that many would make; to read all of thousands takes longer than the page.
OPTIONS_OF: Final = 100


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody looks for; None and "" take everything. `length` is a game's, or UNTIL_TARGET."""

    seats: int | None = None
    length: str = ""
    game: str = ""


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A public table that waits and has free seats."""

    match_id: int
    code: str
    table_name: str
    game: str
    settings: Settings
    places: int
    seats: tuple[SeatNow, ...]  # by place


@dataclass(frozen=True, slots=True)
class RunningTable:
    """A public table where a match is played."""

    code: str
    table_name: str
    game: str
    settings: Settings
    seats: tuple[SeatNow, ...]  # in turn order
    turn_seat: SeatNow | None
    round_number: int
    rounds_done: int
    rounds_planned: int | None
    last_round: bool
    watchers: int


@dataclass(frozen=True, slots=True)
class Page:
    """From behind which match on somebody looks at a list; None: from the newest on.

    Further open tables are looked at without the running ones, and further running ones below the newest open ones.
    """

    after: int | None = None  # the open ones
    watch: int | None = None  # the running ones


FIRST: Final = Page()


@dataclass(frozen=True, slots=True)
class PublicLists:
    """Both lists as they were read at `read_at` (of this process' own clock)."""

    read_at: float
    open: tuple[OpenTable, ...]
    running: tuple[RunningTable, ...]
    more_open: Page | None  # where they go on, None at their end
    more_running: Page | None


@dataclass(frozen=True, slots=True)
class Options:
    """What the newest tables of now can be narrowed by; sorted."""

    seats: tuple[int, ...]
    lengths: tuple[str, ...]
    games: tuple[str, ...]


_lists: Brief[tuple[Wish, Page], PublicLists] = Brief(64, LISTS_FOR)
_options: Brief[str, Options] = Brief(1, LISTS_FOR)


def public_lists(wish: Wish, page: Page = FIRST) -> PublicLists:
    """The public tables that somebody looks for, the newest first, from a page on.

    Five SELECTs at most, or none if the same was asked for within the last seconds.
    """
    return _lists.get_or((wish, page), lambda: _read(wish, page))


def options() -> Options:
    """By what the newest public tables can be narrowed. Two SELECTs, or none as above."""
    return _options.get_or("", _read_options)


def _read(wish: Wish, page: Page) -> PublicLists:
    read_at = time.monotonic()
    waiting, more_waiting = _cut(_wished(_open(), wish, page.after), OPEN_AT_ONCE)
    played, more_played = (
        _cut(_wished(_running(), wish, page.watch), RUNNING_AT_ONCE) if page.after is None else ([], False)
    )
    there = _there([*waiting, *played])
    return PublicLists(
        read_at=read_at,
        open=tuple(_open_table(match, there) for match in waiting if match.table_id in there.tables),
        running=tuple(_running_table(match, there) for match in played if match.table_id in there.tables),
        more_open=Page(after=waiting[-1].pk) if more_waiting else None,
        more_running=Page(watch=played[-1].pk) if more_played else None,
    )


def _cut(rows: QuerySet[Match], at: int) -> tuple[list[Match], bool]:
    """So many of the rows, and whether there are more."""
    found = list(rows[: at + 1])
    return found[:at], len(found) > at


def _public(status: Match.Status, seats: Subquery) -> QuerySet[Match]:
    """Matches at public tables where somebody was heard from lately; `wanted_seats` is what `seats` gives for them.

    The few matches that are not over are walked from the newest on, and what is asked about each is looked up for it
    alone: so it costs the same however many tables there are. (As joins, PostgreSQL reads the whole of the tables.)
    """
    people = Seat.objects.filter(match=OuterRef("pk"), kind=Seat.Kind.PERSON).exclude(
        stand_in=Seat.StandIn.LEFT
    )
    heard = people.order_by().values("match").annotate(last=Max("last_seen")).values("last")
    # A game that this release does not know must not take the whole list with it.
    return (
        Match.objects.filter(status=status, game__in=slugs())
        .annotate(wanted_seats=seats)
        .alias(heard=Subquery(heard))
        .filter(_if(wanted_seats__isnull=False, heard__gte=timezone.now() - LIVELY_FOR))
    )


def _if(**conditions: object) -> Case:
    """The same as conditions that PostgreSQL expects to hold for every other row, not for one in two hundred.

    Else it looks at all rows and sorts what is left, instead of stopping at the newest twenty.
    """
    return Case(When(**conditions, then=Value(True)), default=Value(False), output_field=BooleanField())


def _table() -> QuerySet[Table]:
    return Table.objects.filter(pk=OuterRef("table"), is_public=True, closed_at=None)


def _counted(rows: QuerySet[Seat] | QuerySet[Watcher], by: str) -> Coalesce:
    count = rows.order_by().values(by).annotate(count=Count("pk")).values("count")
    return Coalesce(Subquery(count, output_field=IntegerField()), 0)


def _open() -> QuerySet[Match]:
    taken = _counted(Seat.objects.filter(match=OuterRef("pk")), "match")
    listed = _public(Match.Status.WAITING, Subquery(_table().filter(locked=False).values("places")))
    return listed.alias(taken=taken).filter(_if(taken__lt=F("wanted_seats")))


def _running() -> QuerySet[Match]:
    here = Watcher.objects.filter(table=OuterRef("table"), last_seen__gte=timezone.now() - PRESENT_FOR)
    listed = _public(Match.Status.PLAYING, Subquery(_table().values(seats=OuterRef("seat_count"))))
    return listed.annotate(watching=_counted(here, "table"))


def _wished(rows: QuerySet[Match], wish: Wish, after: int | None) -> QuerySet[Match]:
    if wish.seats is not None:
        rows = rows.filter(Q(("wanted_seats", wish.seats)))
    if wish.game:
        rows = rows.filter(game=wish.game)
    if wish.length:
        rows = rows.alias(target=_setting("target"), length=_setting("length"))
        until = Q(target__isnull=False)
        rows = rows.filter(until if wish.length == UNTIL_TARGET else Q(length=wish.length) & ~until)
    if after is not None:
        rows = rows.filter(pk__lt=after)
    return rows.order_by("-pk")


def _setting(name: str) -> NullIf:
    """A setting as text, null where it is null or the game has none; SQLite calls the null of JSON "null"."""
    return NullIf(Cast(KT(f"settings__{name}"), TextField()), Value("null", TextField()))


@dataclass(frozen=True, slots=True)
class _There:
    """The tables of some matches by their ids, and the seats by those of the matches.

    A table that was closed for good since its match was read is not among them.
    """

    tables: Mapping[int, Table]
    seats: Mapping[int, tuple[SeatNow, ...]]


def _there(matches: Sequence[Match]) -> _There:
    if not matches:
        return _There({}, {})
    seats: dict[int, tuple[SeatNow, ...]] = {match.pk: () for match in matches}
    for seat in Seat.objects.filter(match__in=matches).order_by("index", "number"):
        seats[seat.match_id] += (seat_now(seat),)
    named = Table.objects.only("code", "name", "places")
    return _There(named.in_bulk([match.table_id for match in matches]), seats)


def _open_table(match: Match, there: _There) -> OpenTable:
    table = there.tables[match.table_id]
    return OpenTable(
        match_id=match.pk,
        code=table.code,
        table_name=table.name,
        game=match.game,
        settings=Settings(match.settings),
        places=table.places,
        seats=there.seats[match.pk],
    )


def _running_table(match: Match, there: _There) -> RunningTable:
    table, seats = there.tables[match.table_id], there.seats[match.pk]
    return RunningTable(
        code=table.code,
        table_name=table.name,
        game=match.game,
        settings=Settings(match.settings),
        seats=seats,
        turn_seat=to_act(Match.Status(match.status), match.turn, seats),
        round_number=match.round_number,
        rounds_done=match.rounds_done,
        rounds_planned=match.rounds_planned,
        last_round=match.last_round,
        watchers=getattr(match, "watching", 0),
    )


def _read_options() -> Options:
    kinds = "wanted_seats", "game", _setting("target"), _setting("length")
    rows = {
        row
        for listed in (_open(), _running())
        for row in listed.order_by("-pk").values_list(*kinds)[:OPTIONS_OF]
    }
    return Options(
        seats=tuple(sorted({seats for seats, *_rest in rows})),
        lengths=tuple(sorted({_length(target, length) for _seats, _game, target, length in rows} - {""})),
        games=tuple(sorted({game for _seats, game, *_rest in rows})),
    )


def _length(target: str | None, length: str | None) -> str:
    return UNTIL_TARGET if target is not None else length or ""
