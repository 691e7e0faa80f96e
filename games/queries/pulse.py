"""How the site is doing just now: what is played, what is late, what went wrong. A constant number of statements."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Count, Min, Q
from django.db.models.functions import TruncMinute
from django.utils import timezone

from games.models import Action, Match, Round, Seat, Table
from games.queries.snapshots import PRESENT_FOR

# What is due this little is being done just now.
LATE_AFTER: Final = timedelta(seconds=5)
BUCKET: Final = timedelta(minutes=5)
BUCKETS: Final = 12
TROUBLES_AT_MOST: Final = 10


@dataclass(frozen=True, slots=True)
class Bucket:
    """Five minutes of the last hour: when they began, and how many actions were made in them."""

    start: datetime
    actions: int


@dataclass(frozen=True, slots=True)
class Trouble:
    """A table whose due work fails: what happened, how often in a row, when it is tried next."""

    table_id: int
    code: str
    what: str
    times: int
    due_at: datetime | None


@dataclass(frozen=True, slots=True)
class Pulse:
    """The figures of one moment."""

    at: datetime
    playing: int
    waiting: int
    paused: int
    present: int  # people seated at unfinished matches whose page was heard from
    buckets: tuple[Bucket, ...]  # the last hour, oldest first
    bots_waiting: int
    overdue: int
    overdue_since: datetime | None
    troubles: tuple[Trouble, ...]


def pulse(now: datetime | None = None) -> Pulse:
    """The figures of now, in five SELECTs."""
    at = now or timezone.now()
    matches = _matches()
    due = Table.objects.filter(due_at__isnull=False).aggregate(
        bots=Count("pk", filter=Q(due_kind=Table.Due.BOT)),
        late=Count("pk", filter=Q(due_at__lt=at - LATE_AFTER)),
        since=Min("due_at", filter=Q(due_at__lt=at - LATE_AFTER)),
    )
    return Pulse(
        at=at,
        playing=matches[Match.Status.PLAYING],
        waiting=matches[Match.Status.WAITING],
        paused=matches[Match.Status.PAUSED],
        present=_present(at),
        buckets=_buckets(at),
        bots_waiting=due["bots"],
        overdue=due["late"],
        overdue_since=due["since"],
        troubles=_troubles(),
    )


def _matches() -> Counter[str]:
    rows = Match.objects.filter(status__in=Match.UNFINISHED, table__closed_at=None)
    return Counter(dict(rows.order_by().values_list("status").annotate(Count("pk"))))


def _present(at: datetime) -> int:
    seated = Seat.objects.filter(match__status__in=Match.UNFINISHED, match__table__closed_at=None)
    here = seated.filter(kind=Seat.Kind.PERSON, present=True, last_seen__gte=at - PRESENT_FOR)
    return here.order_by().values("user").distinct().count()


def _buckets(at: datetime) -> tuple[Bucket, ...]:
    """Only rounds that were open in the last hour are looked through: actions have no index by time."""
    last = at.replace(minute=at.minute - at.minute % 5, second=0, microsecond=0)
    first = last - BUCKET * (BUCKETS - 1)
    lately = Round.objects.filter(
        Q(match__status__in=Match.UNFINISHED) | Q(match__ended_at__gte=first),
        Q(ended_at=None) | Q(ended_at__gte=first),
        started_at__isnull=False,
    )
    rows = Action.objects.filter(round__in=lately.values("pk"), at__gte=first).order_by()
    minutes = rows.annotate(minute=TruncMinute("at")).values_list("minute").annotate(Count("pk"))
    counts: Counter[int] = Counter()
    for minute, actions in minutes:
        counts[(minute - first) // BUCKET] += actions
    return tuple(Bucket(first + BUCKET * number, counts[number]) for number in range(BUCKETS))


def _troubles() -> tuple[Trouble, ...]:
    # A table in trouble is put off, so something is due at it: the index of what is due finds it.
    rows = Table.objects.filter(due_at__isnull=False, trouble_count__gt=0).order_by("-trouble_count", "-pk")
    columns = rows.values_list("pk", "code", "trouble", "trouble_count", "due_at")[:TROUBLES_AT_MOST]
    return tuple(Trouble(*row) for row in columns)
