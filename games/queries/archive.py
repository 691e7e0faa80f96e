"""Lists of matches of the past, newest first: a table's, a person's. Page by page, from a match on (keyset).

They read `Match`, `Seat` and the tables' names, and as many rows as a page shows, however many there are.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final, NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.models import Match, Seat
from games.queries.facts import MatchNow, SeatNow
from games.queries.snapshots import match_now, seat_now

OVER: Final = (Match.Status.FINISHED, Match.Status.ENDED_EARLY)
PAGE: Final = 20


class Span(NamedTuple):
    """A stretch of time in which matches began: from `begin` (in it) to `end` (not in it)."""

    begin: datetime
    end: datetime


class Outcome(StrEnum):
    """How a match went for somebody. Ended early is asked for besides: such a match has a winner, too."""

    WON = "won"
    SHARED = "shared"
    OTHER = "other"
    EARLY = "early"


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which of a person's matches are asked for: empty, 0 and None ask for all of them.

    `text` stands in the name of another seat or of the table; a name without letters but in capitals is the same.
    """

    text: str = ""
    game: str = ""
    seats: int = 0
    outcome: Outcome | None = None
    span: Span | None = None
    public_only: bool = False


@dataclass(frozen=True, slots=True)
class PastMatch:
    """A match in a list; `seats` in turn order, `mine` the index of the seat of the person whose list it is."""

    code: str
    table_name: str
    match: MatchNow
    seats: tuple[SeatNow, ...]
    mine: int | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """Some matches, newest first; `older` is what to ask for as `before` to go on, None at the end."""

    matches: tuple[PastMatch, ...]
    older: int | None


def table_matches(
    table_id: int, *, game: str = "", span: Span | None = None, before: int | None = None
) -> Page:
    """The matches of a table that have begun, those with a smaller number than `before`. Two SELECTs."""
    rows = Match.objects.filter(table_id=table_id).exclude(status=Match.Status.WAITING)
    if game:
        rows = rows.filter(game=game)
    if span is not None:
        rows = rows.filter(_began(span))
    if before is not None:
        rows = rows.filter(number__lt=before)
    found = list(rows.select_related("table").defer("table__trouble").order_by("-number")[: PAGE + 1])
    shown = found[:PAGE]
    seats = _seats_of(shown)
    return Page(
        tuple(_past(match, seats.get(match.pk, ())) for match in shown),
        shown[-1].number if len(found) > PAGE else None,
    )


def past_matches(user_id: int, wanted: Wanted, before: int | None = None) -> Page:
    """The matches of a person that are over, those made before the match with the id `before`. Two SELECTs."""
    rows = _of_person(user_id, wanted)
    if before is not None:
        rows = rows.filter(match__lt=before)
    mine = rows.select_related("match__table").defer("match__table__trouble")
    found = list(mine.order_by("-match_id")[: PAGE + 1])
    shown = found[:PAGE]
    seats = _seats_of([row.match for row in shown])
    return Page(
        tuple(_past(row.match, seats[row.match_id], mine=row.index) for row in shown),
        shown[-1].match_id if len(found) > PAGE else None,
    )


def _of_person(user_id: int, wanted: Wanted) -> QuerySet[Seat]:
    rows = Seat.objects.filter(user_id=user_id, match__status__in=OVER)
    if wanted.game:
        rows = rows.filter(match__game=wanted.game)
    if wanted.seats:
        rows = rows.filter(match__seat_count=wanted.seats)
    if wanted.outcome is not None:
        rows = rows.filter(_OUTCOMES[wanted.outcome])
    if wanted.span is not None:
        rows = rows.filter(_began(wanted.span, "match__"))
    if wanted.public_only:
        rows = rows.filter(match__table__is_public=True)
    if wanted.text:
        others = Seat.objects.filter(match=OuterRef("match"), name__icontains=wanted.text)
        named = Exists(others.exclude(pk=OuterRef("pk")))
        rows = rows.filter(named | Q(match__table__name__icontains=wanted.text))
    return rows


_OUTCOMES: Final = {
    Outcome.WON: Q(place=1, match__is_draw=False),
    Outcome.SHARED: Q(place=1, match__is_draw=True),
    Outcome.OTHER: Q(place__gt=1),
    Outcome.EARLY: Q(match__status=Match.Status.ENDED_EARLY),
}


def _began(span: Span, where: str = "") -> Q:
    return Q(**{f"{where}started_at__gte": span.begin, f"{where}started_at__lt": span.end})


def _seats_of(matches: Iterable[Match]) -> dict[int, list[SeatNow]]:
    """The seats of these matches in turn order, by match."""
    by_match: dict[int, list[SeatNow]] = {}
    rows = Seat.objects.filter(match__in=[match.pk for match in matches])
    for seat in rows.order_by("match_id", "index"):
        by_match.setdefault(seat.match_id, []).append(seat_now(seat))
    return by_match


def _past(match: Match, seats: Sequence[SeatNow], mine: int | None = None) -> PastMatch:
    return PastMatch(match.table.code, match.table.name, match_now(match), tuple(seats), mine)


def first_began(user_id: int) -> datetime | None:
    """When the oldest match of a person that is over began; None if there is none. One SELECT."""
    mine = Seat.objects.filter(user_id=user_id, match__status__in=OVER).order_by("match_id")
    return mine.values_list("match__started_at", flat=True).first()
