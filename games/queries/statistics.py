"""A person's figures over all their matches, counted by the database in two SELECTs however many there are.

Counted are matches that are over and have at least one finished round, also those ended early: their page names a
winner, too. What stands in the column of a person's seat is theirs, whoever played it: a stand-in for them, or somebody
before they took the seat over.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple, TypedDict

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Sum, TextField
from django.db.models.functions import Cast

from games.models import Penalty, Round, Seat
from games.queries.archive import OVER

_BLANK: Final = '"0-0"'  # as it stands in the JSON of the tiles left in a hand; "10-0" is another tile


class Kind(NamedTuple):
    """What matches have in common: the game, how many seats, whether another person sat there at the end."""

    game: str
    seats: int
    with_people: bool


@dataclass(frozen=True, slots=True)
class Tally:
    """The sums over a person's matches of one kind.

    `wins` are first places of their own, `shared` those shared with others. `points` were charged in `rounds`. In
    `out` of these rounds they laid the last tile, in `caught` they were left with 0-0.
    """

    kind: Kind
    matches: int
    wins: int
    shared: int
    points: int
    rounds: int
    out: int
    caught: int


class _Matches(TypedDict):
    match__game: str
    match__seat_count: int
    people: bool
    matches: int
    wins: int
    shared: int


class _Rounds(TypedDict):
    seat__match__game: str
    seat__match__seat_count: int
    people: bool
    rounds: int
    points: int
    out: int
    caught: int


def tallies(user_id: int) -> tuple[Tally, ...]:
    """One tally for every kind of match that this person has played, few seats first. Two SELECTs."""
    rounds = {
        Kind(row["seat__match__game"], row["seat__match__seat_count"], row["people"]): row
        for row in _rounds(user_id)
    }
    return tuple(
        _tally(kind, row, rounds.get(kind))
        for row in _matches(user_id)
        for kind in [Kind(row["match__game"], row["match__seat_count"], row["people"])]
    )


def _others(match: str, seat: str) -> Exists:
    """Whether another person sat in the match."""
    people = Seat.objects.filter(match=OuterRef(match), kind=Seat.Kind.PERSON)
    return Exists(people.exclude(pk=OuterRef(seat)))


def _matches(user_id: int) -> QuerySet[Seat, _Matches]:
    mine = Seat.objects.filter(user_id=user_id, match__status__in=OVER, match__rounds_done__gt=0)
    return (
        mine.annotate(people=_others("match", "pk"))
        .values("match__game", "match__seat_count", "people")
        .annotate(
            matches=Count("pk"),
            wins=Count("pk", filter=Q(place=1, match__is_draw=False)),
            shared=Count("pk", filter=Q(place=1, match__is_draw=True)),
        )
        .order_by("match__game", "match__seat_count", "people")
    )


def _rounds(user_id: int) -> QuerySet[Penalty, _Rounds]:
    mine = Penalty.objects.filter(
        seat__user_id=user_id, seat__match__status__in=OVER, round__status=Round.Status.OVER
    )
    return (
        mine.annotate(people=_others("seat__match", "seat"), held=Cast("tiles", TextField()))
        .values("seat__match__game", "seat__match__seat_count", "people")
        .annotate(
            rounds=Count("pk"),
            points=Sum("points"),
            out=Count("pk", filter=Q(round__out=F("seat__index"))),
            caught=Count("pk", filter=Q(held__contains=_BLANK)),
        )
        .order_by()
    )


def _tally(kind: Kind, matches: _Matches, rounds: _Rounds | None) -> Tally:
    return Tally(
        kind=kind,
        matches=matches["matches"],
        wins=matches["wins"],
        shared=matches["shared"],
        points=0 if rounds is None else rounds["points"],
        rounds=0 if rounds is None else rounds["rounds"],
        out=0 if rounds is None else rounds["out"],
        caught=0 if rounds is None else rounds["caught"],
    )
