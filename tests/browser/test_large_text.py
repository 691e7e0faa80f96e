"""Text at twice its size: what is pressed still lies where it is seen, and the bar tells who is next only to them."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Visitors
from tests.browser.player import Player, middle
from tests.browser.test_lit_places import box_of, is_inside
from tests.live.staging import Wish, stage
from tests.servers import Server

TWICE = "document.documentElement.style.fontSize = '200%'"


def test_a_lit_place_is_pressed_where_it_is_seen(visitors: Visitors, server: Server) -> None:
    visitor = visitors.desktop()
    visitor.sit(stage(server.site, Wish(("Ann", "Ben"), settings={"length": "one"})), 0)
    player = Player.of(visitor)
    player.wait_for_my_turn()
    player.page.evaluate(TWICE)
    tile = player.tile(player.names(player.fitting)[0])
    player.choose(tile)
    expect(player.lit.first).to_be_attached()
    player.page.wait_for_timeout(400)

    x, y = middle(player.lit.first)
    disc = box_of(player.page.locator("#l-lit .disc").first)
    assert is_inside({"x": x, "y": y, "width": 0, "height": 0}, disc)
    player.lay()
    expect(tile).to_have_count(0)


def test_only_who_is_next_reads_it(visitors: Visitors, server: Server) -> None:
    staged = stage(server.site, Wish(("Ann", "Ben", "Cleo"), settings={"length": "one"}))
    everybody = [visitors.desktop() for _person in staged.sessions]
    for place, visitor in enumerate(everybody):
        visitor.sit(staged, place)
    bars = [Player.of(visitor).turn for visitor in everybody]
    for bar in bars:
        expect(bar).to_contain_text("Your turn" if bar is bars[0] else "Ann is choosing.")
    assert ["You are next." in bar.inner_text() for bar in bars] == [False, True, False]
