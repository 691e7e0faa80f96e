"""What a page offers its host: only what would not be refused."""

from __future__ import annotations

import pytest

from games.services import hosts, standins
from tests import factories
from tests.services.times import let_pass
from tests.web.pages import Page, browser

pytestmark = pytest.mark.django_db


def offered(html: str, verb: str) -> list[int]:
    """The places for which the page has a button of this verb."""
    return [place for place in range(4) if f'formaction="{verb}/" name="place" value="{place}"' in html]


def test_the_opener_may_do_everything_to_everybody_else() -> None:
    people = factories.cast()
    now = factories.playing_table([people.host, people.guest, factories.person("Carla")])
    html = Page.load(browser(people.host), now.table.code).html
    assert offered(html, "host") == [1, 2]
    assert offered(html, "block") == [1, 2]
    assert offered(html, "free") == [1, 2]


def test_who_is_host_while_the_opener_is_away_is_not_offered_what_would_be_refused() -> None:
    people = factories.cast()
    now = factories.playing_table([people.host, people.guest, factories.person("Carla")])
    let_pass(now.table.id, 61, but_not=people.guest.pk)
    html = Page.load(browser(people.guest), now.table.code).html
    assert offered(html, "host") == []
    assert offered(html, "block") == [2]
    assert offered(html, "free") == [0, 2]


def test_nothing_is_offered_for_a_seat_that_nobody_can_come_back_to() -> None:
    people = factories.cast()
    now = factories.playing_table([people.host, people.guest, factories.person("Carla")])
    standins.leave(table_id=now.table.id, user_id=people.guest.pk)
    hosts.block(table_id=now.table.id, user_id=people.host.pk, place=2)
    html = Page.load(browser(people.host), now.table.code).html
    assert offered(html, "host") == offered(html, "block") == [1]


def test_the_same_holds_while_the_table_waits() -> None:
    people = factories.cast()
    table = factories.waiting_table([people.host, people.guest, factories.person("Carla")])
    assert offered(Page.load(browser(people.host), table.code).html, "block") == [1, 2]
    let_pass(table.pk, 61, but_not=people.guest.pk)
    html = Page.load(browser(people.guest), table.code).html
    assert offered(html, "host") == []
    assert offered(html, "block") == [2]
