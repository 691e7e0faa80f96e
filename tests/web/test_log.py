"""The log beside the table: it says who did what, and nothing of which it cannot say who."""

from __future__ import annotations

import pytest
from django.utils.html import strip_tags

from games.services import matches, places
from tests import factories
from tests.services.ends import match_ended
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
