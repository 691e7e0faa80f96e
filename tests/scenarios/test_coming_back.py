"""Scenarios 1 and 7: who comes back, to a seat or to a table that others have started meanwhile."""

from __future__ import annotations

import re
import secrets
from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.db.models import F
from django.test import Client

from games.models import Note
from games.queries import SeatNow, Snapshot, snapshot
from games.services import rounds
from tests import factories
from tests.services.ends import end_round
from tests.services.times import let_pass
from tests.web.pages import Page, browser

pytestmark = pytest.mark.django_db

EIGHT_DAYS = timedelta(days=8)


def joined(code: str, name: str) -> Client:
    """A browser that nobody knows sits down at a table."""
    client = browser()
    page = Page.load(client, code)
    assert page.submit("join", name=name, key=secrets.token_urlsafe(18)).status_code == 302
    return client


def seat_named(now: Snapshot, name: str) -> SeatNow:
    return next(seat for seat in now.seats if seat.name == name)


def tiles_of(html: str) -> set[str]:
    """The tiles that stand in the rack of a page."""
    rack = html[html.index('id="r-hand"') :]
    rack = rack[: rack.index("</section>")]
    return {part.partition('"')[0] for part in rack.split('<button type="button" id="h')[1:]}


def test_scenario_1_a_guest_comes_back_after_eight_days_to_the_seat_and_the_hand() -> None:
    hanna = factories.person("Hanna")
    table = factories.waiting_table([hanna])
    client = joined(table.code, "Bea")
    factories.begin(table.pk)
    now = snapshot(table.pk)
    for number in range(2):
        now = rounds.open_next(table_id=table.pk, round_number=end_round(now).round.number)
        assert now.round.number == number + 1

    let_pass(table.pk, EIGHT_DAYS.total_seconds())
    assert int(client.cookies["sessionid"]["max-age"]) > EIGHT_DAYS.total_seconds()
    Session.objects.update(expire_date=F("expire_date") - EIGHT_DAYS)

    bea = seat_named(snapshot(table.pk), "Bea")
    page = Page.load(client, table.code)
    assert f'data-seat="{bea.letter}"' in page.html
    assert 'id="join"' not in page.html
    assert tiles_of(page.html) == set(factories.hand_of(now, bea))
    # And it is not only shown: the first thing that Bea does there counts.
    assert page.post("prefs", auto_draw=1).status_code == 200
    assert seat_named(snapshot(table.pk), "Bea").auto_draw


def test_scenario_1_the_front_page_leads_back_after_eight_days() -> None:
    hanna = factories.person("Hanna")
    table = factories.waiting_table([hanna], name="Sunday at Grandma’s")
    client = joined(table.code, "Bea")
    factories.begin(table.pk)
    now = factories.play_until(
        snapshot(table.pk), lambda at: at.turn_seat is not None and at.turn_seat.name == "Bea"
    )
    let_pass(table.pk, EIGHT_DAYS.total_seconds())
    Session.objects.update(expire_date=F("expire_date") - EIGHT_DAYS)

    html = client.get("/").content.decode()
    entry = html[html.index("entry-mine") : html.index(f'id="on-{table.code}"')]
    assert "Sunday at Grandma’s" in entry
    assert "Your turn" in entry
    assert re.search(r">since [A-Z][a-z]+ \d+</time>", entry)
    (link,) = re.findall(rf'id="on-{table.code}" class="button button-yolk" href="([^"]+)"', html)
    bea = seat_named(now, "Bea")
    page = client.get(link).content.decode()
    assert f'data-seat="{bea.letter}"' in page
    assert tiles_of(page) == set(factories.hand_of(now, bea))


def test_scenario_7_another_may_start_after_a_minute_and_the_host_who_returns_is_told() -> None:
    people = factories.cast()
    table = factories.waiting_table([people.host, people.guest])
    guest = browser(people.guest)
    assert 'formaction="start/"' not in Page.load(guest, table.code).html

    let_pass(table.pk, 61, but_not=people.guest.pk)
    page = Page.load(guest, table.code)
    assert 'formaction="start/"' in page.html
    assert page.post("start").status_code == 200
    assert snapshot(table.pk).playing

    told = Page.load(browser(people.host), table.code).html
    assert 'data-stage="playing"' in told
    assert "started the match" in told[told.index('id="r-log"') :]
    assert Note.objects.get(what="started").by_seat == 1


def test_scenario_7_the_press_of_one_who_is_not_host_yet_is_refused_with_a_sentence() -> None:
    people = factories.cast()
    table = factories.waiting_table([people.host, people.guest])
    response = Page.load(browser(people.guest), table.code).post("start")
    assert response.status_code == 403
    assert "Only the host" in response.content.decode()
    assert not snapshot(table.pk).playing
    # The host's own press works, of course, and twice is as good as once.
    host = Page.load(browser(people.host), table.code)
    assert host.post("start").status_code == host.post("start").status_code == 200
