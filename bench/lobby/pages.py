"""The pages that must not be slowed down by what others played, the time they take, and how they are looked up."""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.queries.memory import forget_everything
from lobby.models import User

PERSON: Final = 1  # of the first seat of the matches that this is a divisor of
TIMES: Final = 80
BIG: Final = ("games_match", "games_seat", "games_table", "games_round", "games_action", "games_penalty")


@dataclass(frozen=True, slots=True)
class Page:
    """A page and who asks for it: an account that played in many matches, or nobody."""

    name: str
    path: str
    known: bool = True


@dataclass(frozen=True, slots=True)
class Taken:
    """Milliseconds: with what the process remembers, and with nothing remembered.

    The quick tenth of many requests: what else the machine does makes the others slower, by chance.
    """

    warm: float
    cold: float


def pages(code: str, number: int) -> tuple[Page, ...]:
    """What is measured; `code` and `number` are those of a match with all its rounds."""
    return (
        Page("front page, nobody", reverse("front"), known=False),
        Page("front page, account", reverse("front")),
        Page("front page, narrowed", f"{reverse('front')}?seats=5&length=half"),
        Page("its lists alone", reverse("lobby-lists")),
        Page("my history", reverse("my-history")),
        Page("my statistics", reverse("my-statistics")),
        Page("all matches of a table", reverse("table-history", args=[code])),
        Page("page of a match", reverse("match", args=[code, number])),
    )


def client_of(page: Page) -> Client:
    """A browser for it."""
    client = Client(headers={"accept-encoding": "identity"})
    if page.known:
        client.force_login(User.objects.get(pk=PERSON))
    return client


def taken(page: Page) -> Taken:
    """How long the page takes."""
    client = client_of(page)
    _ask(client, page)
    return Taken(warm=_time(client, page, cold=False), cold=_time(client, page, cold=True))


def _time(client: Client, page: Page, *, cold: bool) -> float:
    times = []
    for _request in range(TIMES):
        if cold:
            forget_everything()
        start = time.perf_counter()
        _ask(client, page)
        times.append(time.perf_counter() - start)
    return statistics.quantiles(times, n=10)[0] * 1000


def _ask(client: Client, page: Page) -> None:
    response = client.get(page.path)
    if response.status_code != 200:
        raise AssertionError(f"{page.path} answered {response.status_code}")


def whole_reads(page: Page) -> Iterator[str]:
    """The big tables that a statement of this page reads from end to end, with the statement."""
    client = client_of(page)
    forget_everything()
    with CaptureQueriesContext(connection) as captured:
        _ask(client, page)
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
