"""The pages that must not be slowed down by what others played, the time they take, and how they are looked up."""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from bench.lobby import ALONE, FULL
from bench.lobby.sites import site
from games.models import Match, Round
from games.queries.memory import forget_everything
from lobby.models import User

PERSON: Final = 1
BLOCKS: Final = 8
WARM: Final = 12
COLD: Final = 4
BIG: Final = ("games_match", "games_seat", "games_table", "games_round", "games_action")


@dataclass(frozen=True, slots=True)
class Page:
    """A page by the name of its address, and who asks for it: an account that played much, or nobody.

    `judged`: the ratio decides. My statistics count what one played, so they may take longer with it.
    """

    title: str
    name: str
    query: str = ""
    known: bool = True
    judged: bool = True
    of_match: bool = False
    of_table: bool = False


PAGES: Final = (
    Page("front page, nobody", "front", known=False),
    Page("front page, account", "front"),
    Page("front page, narrowed", "front", "?seats=5&length=half"),
    Page("its lists alone", "lobby-lists"),
    Page("my history", "my-history"),
    Page("all matches of a table", "table-history", of_table=True),
    Page("page of a match", "match", of_match=True),
    Page("my statistics", "my-statistics", judged=False),
)


@dataclass(frozen=True, slots=True)
class Taken:
    """Milliseconds on each site: with what the process remembers, and with nothing remembered."""

    warm: Mapping[str, float]
    cold: Mapping[str, float]


class Visit:
    """Somebody who asks for a page of the site that is set up now."""

    def __init__(self, page: Page) -> None:
        self.path = reverse(page.name, args=_arguments(page)) + page.query
        self.client = Client(headers={"accept-encoding": "identity"})
        if page.known:
            self.client.force_login(User.objects.get(pk=PERSON))

    def ask(self) -> float:
        """Seconds until the answer."""
        start = time.perf_counter()
        response = self.client.get(self.path)
        if response.status_code != 200:
            raise AssertionError(f"{self.path} answered {response.status_code}")
        return time.perf_counter() - start


def _arguments(page: Page) -> list[str | int]:
    if not (page.of_table or page.of_match):
        return []
    # One that has all its rounds.
    detailed = Round.objects.filter(status=Round.Status.OVER).order_by("pk").values("match")[:1]
    match = Match.objects.select_related("table").get(pk__in=detailed)
    return [match.table.code, match.number] if page.of_match else [match.table.code]


def taken(page: Page) -> Taken:
    """How long the page takes on both sites. They take turns, so that whatever else the machine does slows both."""
    visits: dict[str, Visit] = {}
    warm: dict[str, list[float]] = {ALONE: [], FULL: []}
    cold: dict[str, list[float]] = {ALONE: [], FULL: []}
    for _block in range(BLOCKS):
        for name in (ALONE, FULL):
            with site(name):
                visit = visits.get(name) or Visit(page)
                visits[name] = visit
                visit.ask()
                warm[name] += [visit.ask() for _request in range(WARM)]
                cold[name] += [_cold(visit) for _request in range(COLD)]
    return Taken(_quick(warm), _quick(cold))


def _cold(visit: Visit) -> float:
    forget_everything()
    return visit.ask()


def _quick(times: Mapping[str, list[float]]) -> dict[str, float]:
    """The quick tenth, in milliseconds: the slower ones were in the way of something else."""
    return {name: statistics.quantiles(values, n=10)[0] * 1000 for name, values in times.items()}


def whole_reads(page: Page) -> Iterator[str]:
    """The big tables that a statement of this page reads from end to end on the full site, with the statement."""
    with site(FULL):
        visit = Visit(page)
        with CaptureQueriesContext(connection) as captured:
            visit.ask()
        for query in captured.captured_queries:
            if query["sql"].startswith("SELECT"):
                yield from (f"{table}: {query['sql']}" for table in _read_whole(query["sql"]))


def _read_whole(sql: str) -> Iterator[str]:
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (FORMAT JSON) {sql}")
        (plan,) = cursor.fetchone()
    plans = [(plan if isinstance(plan, list) else json.loads(plan))[0]["Plan"]]
    while plans:
        node = plans.pop()
        plans += node.get("Plans", ())
        if node["Node Type"] == "Seq Scan" and node["Relation Name"] in BIG:
            yield node["Relation Name"]
