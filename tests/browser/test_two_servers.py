"""Two server processes and the clock on PostgreSQL and Redis: people on either see each other, and one may die."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Visitors
from tests.browser.player import Player
from tests.browser.test_connection import allow_broken_connections
from tests.live.processes import Clock, Uvicorn, start
from tests.live.staging import Wish, stage
from tests.servers import Server, Site

pytestmark = [pytest.mark.scale]


@pytest.fixture
def pair(site: Site) -> tuple[Server, Server]:
    """Two serving processes, one of each kind, without a clock; the clock is a third process."""
    one = site.start(CLOCK="0")
    other = start(site, Uvicorn, CLOCK="0")
    start(site, Clock)
    return one, other


def test_people_on_two_servers_play_together_and_go_on_when_one_is_killed(
    browser: Browser, pair: tuple[Server, Server]
) -> None:
    one, other = pair
    staged = stage(one.site, Wish(("Ann", "Ben"), ("easy", "easy"), {"length": "one"}))
    visitors = Visitors(browser, one.url)
    ann, ben = visitors.phone(), visitors.desktop(url=other.url)
    allow_broken_connections(ann)
    ann.sit(staged, 0)
    ben.sit(staged, 1)
    first, second = Player.of(ann), Player.of(ben)

    # The bots are moved by the clock's process, and both pages hear of it through Redis.
    for _turn in range(3):
        for player in (first, second):
            player.wait_for_my_turn()
            player.act()
            first.sees_what(second)

    one.kill()
    # Ann's browser goes to the process that is left, with the same cookie: the same seat.
    again = visitors.phone(url=other.url)
    again.sit(staged, 0)
    first = Player.of(again)
    for _turn in range(2):
        for player in (first, second):
            player.wait_for_my_turn()
            player.act()
    expect(ben.page.get_by_role("list", name="Seats")).to_contain_text("Ann")
    assert not visitors.unexpected()
    visitors.close()
