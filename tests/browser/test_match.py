"""A match from the front page to "play again", by what a person sees."""

from __future__ import annotations

import re
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor, Visitors
from tests.browser.player import Player, play_round

Size = Literal["phone", "desktop"]


def open_table(page: Page, name: str, *, bots: int, length: str) -> None:
    """From the front page to a waiting table for four."""
    page.goto("/")
    page.get_by_role("link", name="New table").first.click()
    page.get_by_label("Your name").fill(name)
    page.get_by_label("Bots at the table").select_option(str(bots))
    page.get_by_role("radio", name=re.compile(f"^{length}")).check(force=True)
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_text("Waiting for the others")).to_be_visible()
    page.wait_for_load_state()


def copied_link(visitor: Visitor) -> str:
    """The link of the table, from the clipboard."""
    visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    visitor.page.get_by_role("button", name="Copy link").click()
    expect(visitor.page.get_by_role("button", name="Copied")).to_be_visible()
    link: str = visitor.page.evaluate("navigator.clipboard.readText()")
    assert link == visitor.page.get_by_role("textbox", name="Link of the table").input_value()
    return link


def join(page: Page, link: str, name: str) -> None:
    page.goto(link)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Sit down", exact=True).click()
    expect(page.get_by_text("You", exact=True).first).to_be_visible()


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_two_people_and_two_bots_play_a_match_of_one_round_and_begin_another(
    visitors: Visitors, size: Size
) -> None:
    ann, ben = (
        (visitors.phone(), visitors.phone()) if size == "phone" else (visitors.desktop(), visitors.desktop())
    )
    open_table(ann.page, "Ann", bots=2, length="Short")
    link = copied_link(ann)
    join(ben.page, link, "Ben")
    expect(ann.page.get_by_text("4 of 4 seats")).to_be_visible()
    ann.page.get_by_role("button", name="Start with 4 players").click()

    players = [Player.of(ann), Player.of(ben)]
    for player in players:
        expect(player.turn).to_be_visible()
        assert len(player.names()) == 11
    assert play_round(players, drag=size == "desktop") > 4

    for visitor in (ann, ben):
        standings = visitor.page.get_by_role("list", name="Standings").get_by_role("listitem")
        expect(standings).to_have_count(4)
        expect(visitor.page.get_by_role("heading", name="Score sheet")).to_be_visible()
        # Who hears the page is told how it ended.
        title = visitor.page.get_by_role("heading", level=1).inner_text()
        expect(visitor.page.locator("#say")).to_have_text(title)
    ann.page.get_by_role("button", name="Play again").click()
    # Who comes later finds the next match waiting.
    ben.page.get_by_role("button", name=re.compile("Play again|I’m ready")).click()
    for player in players:
        expect(player.turn).to_be_visible()
        assert player.page.url == link
