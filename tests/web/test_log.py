"""The log beside the table: it says who did what, and nothing of which it cannot say who."""

from __future__ import annotations

import re

import pytest
from django.utils.html import strip_tags

from games.services import matches, office, places
from lobby.models import User
from tests import factories
from tests.services.ends import match_ended, round_ended
from tests.web.pages import Page, browser

pytestmark = pytest.mark.django_db


def test_people_who_sat_down_before_the_start_are_not_told_of_without_their_name() -> None:
    hanna, gil = factories.person("Hanna"), factories.person("Gil")
    table = factories.waiting_table([hanna])
    places.join(table_id=table.pk, user_id=gil.pk, name="Gil", key=factories.new_key())
    Page.load(browser(hanna), table.code).post("start")

    html = Page.load(browser(gil), table.code).html
    log = strip_tags(html[html.index('id="r-log"') :])
    assert "Hanna started the match" in log
    assert "sat down" not in log
    assert "somebody" not in log.partition("This table")[0]


def test_a_match_that_began_when_all_were_ready_was_started_by_nobody() -> None:
    people = [factories.person("Hanna"), factories.person("Gil")]
    table = match_ended(people).table
    for person in people:
        matches.again(
            table_id=table.id, user_id=person.pk, name=person.name, match=1, key=factories.new_key()
        )

    html = Page.load(browser(people[0]), table.code).html
    log = strip_tags(html[html.index('id="r-log"') :])
    assert "All were ready: the match began" in log
    assert "started the match" not in log


def test_a_round_begins_with_what_happened_since_the_last_one() -> None:
    people = [factories.person("Hanna"), factories.person("Gil")]
    over = round_ended(people, ["easy"])
    hanna = Page.load(browser(people[0]), over.table.code)
    for verb, fields in (("lock", {"locked": "1"}), ("react", {"code": "hello"})):
        hanna.post(verb, **fields)
    page = Page.load(hanna.client, over.table.code)
    assert "Hanna locked the table" in strip_tags(page.html[page.html.index('id="r-log"') :])
    page.post("next")
    html = Page.load(browser(people[1]), over.table.code).html
    (first, *_others) = re.findall(r'<li id="n\d+" data-ply="(\d+)".*?</li>', html)
    assert first == "0"
    log = strip_tags(html[html.index('id="r-log"') :]).partition("This table")[0]
    assert "Hanna locked the table" in log
    assert "Hello!" not in log


def test_people_read_that_the_match_was_ended_for_them() -> None:
    people = [factories.person("Hanna"), factories.person("Gil")]
    staff = User.objects.create(username="root", is_staff=True)
    now = factories.play_until(factories.playing_table(people), factories.has_ply(4))
    office.end_match(table_id=now.table.id, match=1, staff_id=staff.pk)
    html = Page.load(browser(people[0]), now.table.code).html
    told = html[html.index('class="card after-log"') :].partition("</section>")[0]
    assert "The person in charge of this site ended the match" in strip_tags(told.rpartition("<li")[2])
