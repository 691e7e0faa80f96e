"""SQL statements of the hot requests, counted from the client through the whole middleware: session, user and all."""

from __future__ import annotations

import random
from collections import defaultdict

import pytest

from games.queries import Snapshot, snapshot
from games.queries.memory import forget_everything
from lobby.models import User
from tests import factories
from tests.services.statements import counted
from tests.web.pages import Page, browser

pytestmark = pytest.mark.django_db

AT_MOST = 9
EIGHT = 8
# Kinds of actions, and whether they were made at ply 80 or later: rounds are dealt anew until all have been seen.
WANTED = {("play", False), ("play", True), ("draw pass", False), ("draw pass", True)}


@pytest.fixture
def people() -> list[User]:
    return [factories.person(f"P{number}") for number in range(EIGHT)]


def acted(now: Snapshot, page: Page, text: str) -> tuple[Snapshot, int]:
    """The table after an action over HTTP, and what it cost."""
    fields = {"match": now.match.number, "round": now.round.number, "ply": now.round.ply, "v": now.version}
    with counted() as statements:
        response = page.post("act", action=text, **fields)
    assert response.status_code == 200, response.content
    return snapshot(now.table.id), len(statements)


@pytest.mark.parametrize("cold", [False, True], ids=["warm", "another process"])
def test_an_ordinary_action_takes_at_most_nine_statements_early_and_late(
    people: list[User], cold: bool
) -> None:
    forget_everything()
    now = factories.playing_table(people, seed="7" * 64)
    pages = {user.pk: Page.load(browser(user), now.table.code) for user in people}
    choose = factories.at_random(random.Random(5))
    costs: dict[tuple[str, bool], int] = defaultdict(int)
    for _action in range(2000):
        if set(costs) >= WANTED:
            break
        now = factories.play_until(now, lambda now_at: now_at.playing)
        seat = now.turn_seat
        assert seat is not None
        assert seat.user_id is not None
        action = choose(factories.legal(now))
        if cold:
            forget_everything()
        after, cost = acted(now, pages[seat.user_id], factories.text_of(now, action))
        if not after.playing:
            now = after
            continue  # the end of a round is no ordinary action
        kind = "draw pass" if after.round.ply == now.round.ply + 2 else factories.kind_of(action)
        late = now.round.ply >= 80
        costs[kind, late] = max(costs[kind, late], cost)
        now = after
    assert set(costs) >= WANTED
    assert max(costs.values()) <= AT_MOST, costs


@pytest.mark.parametrize("ply", [5, 80])
def test_a_refusal_takes_four_statements(people: list[User], ply: int) -> None:
    forget_everything()
    start = factories.playing_table(people, seed="7" * 64)
    now = factories.play_until(start, factories.has_ply(ply), factories.at_random(random.Random(5)))
    seat = now.turn_seat
    assert seat is not None
    mover = next(user for user in people if user.pk == seat.user_id)
    page = Page.load(browser(mover), now.table.code)
    with counted() as statements:
        response = page.post("act", action="nonsense")
    assert response.status_code == 422
    assert len(statements) == 4


@pytest.mark.parametrize("ply", [5, 80])
def test_a_page_takes_the_same_few_statements_early_and_late(people: list[User], ply: int) -> None:
    start = factories.playing_table(people, seed="7" * 64)
    now = factories.play_until(start, factories.has_ply(ply), factories.at_random(random.Random(5)))
    client = browser(people[0])
    forget_everything()
    with counted() as statements:
        Page.load(client, now.table.code)
    assert len(statements) == 5  # session, user, table, seats, log
    with counted() as statements:
        Page.load(client, now.table.code)
    assert len(statements) == 4


def test_asking_for_news_takes_four_statements(people: list[User]) -> None:
    forget_everything()
    now = factories.playing_table(people, seed="7" * 64)
    page = Page.load(browser(people[0]), now.table.code)
    with counted() as statements:
        assert page.post("news").status_code == 204
    assert len(statements) == 4
    factories.step(now)
    with counted() as statements:
        assert page.post("news").status_code == 200
    assert len(statements) == 4
