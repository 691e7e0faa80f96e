"""The pages that check deals: what they give the browser to check, and that it is no more than may be known."""

from __future__ import annotations

import html as markup
import json
import re
from typing import Any

import pytest
from django.utils import timezone

from games.models import Action, Round
from games.queries import Snapshot, snapshot
from games.queries.claims import claimed
from games.rules.claims import claim_json, faults_of
from games.services import rounds
from games.services.base import locked, touch
from tests import factories
from tests.services.statements import counted
from tests.web.pages import browser

pytestmark = pytest.mark.django_db
_DATA = re.compile(r'<textarea id="deal-data"[^>]*>(.*?)</textarea>', re.DOTALL)


def played(seats: int = 3, until: int = 2) -> Snapshot:
    """A match in the round after `until`."""
    people = [factories.person(f"P{number}") for number in range(seats)]
    start = factories.playing_table(people)
    return factories.play_until(start, lambda at: at.round.number == until and at.round.ply > 3)


def page(now_at: Snapshot, what: str) -> str:
    response = browser().get(f"/t/{now_at.table.code}/m/1/{what}")
    assert response.status_code == 200
    return response.content.decode()


def data(html: str) -> Any:
    found = _DATA.search(html)
    assert found is not None
    return json.loads(markup.unescape(found[1]))


def test_the_page_of_a_round_holds_what_is_checked() -> None:
    now_at = played()
    html = page(now_at, "r/2/check/")
    row = Round.objects.get(number=1)
    value = data(html)
    assert row.deal is not None
    assert list(value["hands"].values()) == row.deal["hands"]
    assert value["boneyard"] == row.deal["boneyard"]
    assert (value["seed"], value["commitment"]) == (row.seed, row.commitment)
    assert (value["table"], value["match"], value["round"]) == (now_at.table.code, 1, 2)
    drawn = Action.objects.filter(round=row, kind="draw").order_by("ply").values_list("drawn", flat=True)
    assert [draw.split()[1] for draw in value["draws"]] == list(drawn)
    assert value["first"] is None
    parts = re.findall(r'data-check="2 ([^"]+)"', html)
    assert parts == ["commitment", "seed", "hand A", "hand B", "hand C", "boneyard", "draws"]


def test_in_the_first_round_the_seed_gave_the_first_turn() -> None:
    html = page(played(), "r/1/check/")
    assert data(html)["first"] == "ABC"[Round.objects.get(number=0).first or 0]
    assert 'data-check="1 first"' in html
    assert "while the table waited for its start" in html
    assert "while the table waited for its start" not in page(played(), "r/2/check/")


def test_the_page_of_a_match_holds_its_rounds_that_are_over() -> None:
    now_at = played()
    html = page(now_at, "check/")
    assert [value["round"] for value in data(html)] == [1, 2]
    assert [data(page(now_at, f"r/{number}/check/")) for number in (1, 2)] == data(html)
    assert re.findall(r'data-check="(\d+)"', html) == ["1", "2"]


def test_what_is_claimed_agrees() -> None:
    found = claimed(played(8).table.code, 1)
    assert len(found.claims) == 2
    assert [faults_of(claim) for claim in found.claims] == [(), ()]
    assert json.loads(json.dumps(claim_json(found.claims[0])))["set"] == 12


def test_a_round_that_is_played_and_the_one_to_come_are_nowhere() -> None:
    now_at = played()
    secret = Round.objects.filter(number__gte=2)
    assert secret.count() >= 1
    for what in ("check/", "r/1/check/", "r/2/check/"):
        html = page(now_at, what)
        for row in secret:
            assert row.seed not in html
            assert row.commitment not in html
    code = now_at.table.code
    for number in (3, 4):
        assert browser().get(f"/t/{code}/m/1/r/{number}/check/").status_code == 404
    over = factories.play_until(now_at, factories.round_over)
    coming = Round.objects.get(number=over.round.number + 1)
    for what in ("check/", "r/3/check/"):
        html = page(over, what)
        assert coming.seed not in html
        assert coming.commitment not in html
    assert browser().get(f"/t/{code}/m/1/r/4/check/").status_code == 404


def test_a_match_of_which_no_round_is_over() -> None:
    now_at = factories.playing_table([factories.person("A"), factories.person("B")])
    assert browser().get(f"/t/{now_at.table.code}/m/1/check/").status_code == 404


def test_a_round_that_was_dropped_can_be_checked() -> None:
    now_at = played(until=1)
    with locked(now_at.table.id) as table:
        rounds.end_early(facts=snapshot(table.pk), now=timezone.now())
        touch(table)
    assert data(page(now_at, "r/2/check/"))["seed"] == Round.objects.get(number=1).seed
    assert "download" in page(now_at, "r/2/check/")


def test_names_are_shown_and_nothing_in_them_runs() -> None:
    people = [factories.person('<img src=x onerror="x">'), factories.person("B")]
    start = factories.playing_table(people)
    now_at = factories.play_until(start, factories.round_over)
    assert "<img src=x" not in page(now_at, "r/1/check/")
    assert "&lt;img src=x" in page(now_at, "r/1/check/")


def test_the_code_is_written_as_the_table_writes_it() -> None:
    now_at = played(2, 1)
    code = now_at.table.code
    for what in ("m/1/r/1/check/", "m/1/check/"):
        response = browser().get(f"/t/{code.lower()}/{what}")
        assert (response.status_code, response["Location"]) == (302, f"/t/{code}/{what}")


@pytest.mark.parametrize(("seats", "until"), [(2, 1), (8, 3)])
def test_the_number_of_statements(seats: int, until: int) -> None:
    now_at = played(seats, until)
    for what in ("r/1/check/", "check/"):
        client = browser()
        with counted() as statements:
            assert client.get(f"/t/{now_at.table.code}/m/1/{what}").status_code == 200
        assert len(statements) == 3  # rounds, draws, seats
