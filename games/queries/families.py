"""The standing family table: what everybody who ever sat at a table has won there, over all evenings.

Whose a seat is follows the person (the user) through their names. Bots are told apart by name and level. A seat whose
person is gone is found by the name that is left on it; of deleted accounts none is left, they share one line.
What stands in a seat's column of the score sheet is its owner's, whoever played it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final, TypedDict

from django.db.models import (
    Case,
    CharField,
    Count,
    F,
    FloatField,
    Max,
    Min,
    Q,
    QuerySet,
    Sum,
    Value,
    When,
    Window,
)
from django.db.models.functions import Cast, RowNumber
from django.utils import timezone

from games.models import Match, Seat
from games.queries.aims import collecting
from games.queries.archive import OVER, Span


@dataclass(frozen=True, slots=True)
class Best:
    """Somebody's best match by its points a round: its number at the table, the total and the rounds."""

    number: int
    total: int
    rounds: int


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody's matches at a table in one game: those with at least one finished round.

    `wins` are first places of their own, `shared` those shared with others; `points` and `rounds` are sums, `best`
    is their best match. `first_seat` rises with when they first sat here.
    """

    game: str
    user_id: int | None
    is_bot: bool
    level: str
    name: str
    matches: int
    wins: int
    shared: int
    points: int
    rounds: int
    best: Best
    first_seat: int


class _Group(TypedDict):
    match__game: str
    user_id: int | None
    kind: str
    level: str
    left_name: str
    matches: int
    wins: int
    shared: int
    points: int
    rounds: int
    newest: int
    oldest: int


# One person: a user, or what is left of one; a bot with its level.
_WHO: Final = ("match__game", "user_id", "kind", "level", "left_name")


def family(table_id: int, span: Span | None = None) -> tuple[Member, ...]:
    """Everybody with a seat in a match that is over, in the order in which they first came. Three SELECTs."""
    seats = _counted(table_id, span)
    groups: list[_Group] = list(
        seats.values(*_WHO)
        .annotate(
            matches=Count("match", distinct=True),
            wins=Count("pk", filter=Q(place=1, match__is_draw=False)),
            shared=Count("pk", filter=Q(place=1, match__is_draw=True)),
            points=Sum("total"),
            rounds=Sum("match__rounds_done"),
            newest=Max("pk"),
            oldest=Min("pk"),
        )
        .order_by("oldest")
    )
    names = dict(Seat.objects.filter(pk__in=[group["newest"] for group in groups]).values_list("pk", "name"))
    best = _best(seats)
    # Whoever deleted their account between the SELECTs has another line in the last one: gone from this page, too.
    return tuple(
        _member(group, names[group["newest"]], best[_key(group)]) for group in groups if _key(group) in best
    )


def years_of(table_id: int) -> tuple[int, ...]:
    """The years in which matches that are over began, by the present time zone, newest first. One SELECT."""
    began = Match.objects.filter(table_id=table_id, status__in=OVER, started_at__isnull=False)
    zone = timezone.get_current_timezone()
    found: QuerySet[Match, datetime] = began.datetimes("started_at", "year", order="DESC", tzinfo=zone)
    return tuple(year.year for year in found)


def _counted(table_id: int, span: Span | None) -> QuerySet[Seat]:
    seats = Seat.objects.filter(match__table_id=table_id, match__status__in=OVER, match__rounds_done__gt=0)
    if span is not None:
        seats = seats.filter(match__started_at__gte=span.begin, match__started_at__lt=span.end)
    return seats.annotate(
        left_name=Case(When(user=None, then=F("name")), default=Value(""), output_field=CharField())
    )


def _best(seats: QuerySet[Seat]) -> dict[tuple[object, ...], Best]:
    """Everybody's match with the best points a round; among equals the longest, then the newest."""
    mean = Cast("total", FloatField()) / F("match__rounds_done")
    away_from_best = Case(When(match__game__in=collecting(), then=-mean), default=mean)
    order = [away_from_best.asc(), F("match__rounds_done").desc(), F("match__number").desc(), F("pk").desc()]
    ranked = seats.annotate(rank=Window(RowNumber(), partition_by=[F(name) for name in _WHO], order_by=order))
    rows = ranked.filter(rank=1).values_list(*_WHO, "match__number", "total", "match__rounds_done")
    return {tuple(who): Best(number, total, rounds) for *who, number, total, rounds in rows}


def _key(group: _Group) -> tuple[object, ...]:
    return (group["match__game"], group["user_id"], group["kind"], group["level"], group["left_name"])


def _member(group: _Group, name: str, best: Best) -> Member:
    return Member(
        game=group["match__game"],
        user_id=group["user_id"],
        is_bot=group["kind"] == Seat.Kind.BOT,
        level=group["level"],
        name=name,
        matches=group["matches"],
        wins=group["wins"],
        shared=group["shared"],
        points=group["points"],
        rounds=group["rounds"],
        best=best,
        first_seat=group["oldest"],
    )
