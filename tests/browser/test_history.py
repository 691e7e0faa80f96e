"""The past of a table in a browser: from the end of a match into each round and back, at every size, with odd names."""

from __future__ import annotations

import re
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitors
from tests.browser.stages import ENDLESS, NAMES
from tests.browser.test_small_screens import NARROW, sticks_out
from tests.live.staging import Staged, Wish, stage
from tests.servers import Server

TWICE: Final = "document.documentElement.style.fontSize = '200%'"


@pytest.fixture(scope="module")
def over(server: Server) -> Staged:
    """A match of one round that is over, of seven people with odd names and a bot."""
    wish = Wish(
        NAMES, ("hard",), places=8, settings={"length": "one"}, plies=ENDLESS, name="Sunday at Grandma’s"
    )
    return stage(server.site, wish)


def pages(over: Staged) -> list[str]:
    return [f"/t/{over.code}/m/1/", f"/t/{over.code}/all/", "/me/history/", "/me/statistics/"]


def unfold_everything(page: Page) -> None:
    page.evaluate("document.querySelectorAll('details').forEach((fold) => fold.open = true)")


def test_from_the_end_of_a_match_to_a_hand_of_it_and_to_all_matches(visitors: Visitors, over: Staged) -> None:
    page = visitors.desktop().sit(over, 0)
    page.get_by_role("link", name="Everything about this match").click()
    expect(page).to_have_url(re.compile(r"/m/1/$"))
    hands = page.locator("#round-1")
    expect(hands).to_be_hidden()
    # The number of a round in the sheet unfolds it.
    page.locator("a[href='#round-1']").click()
    expect(hands).to_be_visible()
    expect(hands.get_by_role("listitem").filter(has=page.locator(".hand-points"))).to_have_count(8)
    expect(hands.get_by_role("link", name="Replay")).to_be_visible()
    page.get_by_role("link", name="All matches of this table").click()
    expect(page.get_by_role("table").get_by_role("row")).to_have_count(9)
    page.get_by_role("link", name=re.compile("Won by|A draw between")).click()
    expect(page).to_have_url(re.compile(r"/m/1/$"))


def test_my_own_pages_lead_to_the_match(visitors: Visitors, over: Staged) -> None:
    visitor = visitors.phone()
    visitor.sit(over, 2)
    page = visitor.go("/me/history/")
    page.get_by_role("link", name="Sunday at Grandma’s").click()
    expect(page.get_by_role("row", name=re.compile("^Total"))).to_be_visible()
    page = visitor.go("/me/statistics/")
    expect(page.get_by_text(re.compile("points? in 1 round"))).to_be_visible()


def test_the_arrow_leads_back_to_where_one_came_from(visitors: Visitors, over: Staged) -> None:
    visitor = visitors.phone()
    visitor.sit(over, 2)
    page = visitor.go("/me/history/?q=sunday")
    back = page.get_by_role("banner").get_by_role("link", name="Back")
    page.get_by_role("link", name="Sunday at Grandma’s").click()
    # Places on the page are no steps of their own.
    page.get_by_role("link", name="Rounds and hands").click()
    page.locator("a[href='#round-1']").click()
    page.locator("#round-1").get_by_role("link", name="Replay").click()
    # Nobody presses before the page has come to rest; until then its scripts would not hear it.
    for url in (r"/m/1/r/1/", r"/m/1/#round-1$"):
        expect(page).to_have_url(re.compile(url))
        page.wait_for_load_state("load")
        back.click()
    expect(page).to_have_url(re.compile(r"/me/history/\?q=sunday$"))
    # Who opens a link that was sent to them gets to the table.
    page = visitor.tab(f"/t/{over.code}/m/1/")
    page.get_by_role("banner").get_by_role("link", name="Back").click()
    expect(page).to_have_url(re.compile(f"/t/{over.code}/$"))


def test_the_first_page_of_a_browser_tells_the_time_of_its_own_zone(visitors: Visitors, over: Staged) -> None:
    times = "[...document.querySelectorAll('.facts time')].map((one) => one.textContent)"
    here = visitors.desktop().go(f"/t/{over.code}/m/1/").evaluate(times)
    page = visitors.desktop(zone="Asia/Seoul").go(f"/t/{over.code}/m/1/#sheet")
    page.wait_for_function(f"now => String({times}) !== String(now)", arg=here)
    expect(page).to_have_url(re.compile("#sheet$"))


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_scenario_22_nothing_sticks_out_at_320_pixels(visitors: Visitors, over: Staged, dark: bool) -> None:
    visitor = visitors.phone(width=NARROW, dark=dark)
    visitor.sit(over, 0)
    for path in pages(over):
        page = visitor.go(path)
        unfold_everything(page)
        assert sticks_out(page) == [], path
        assert page.locator("img[src=x]").count() == 0


def test_text_at_twice_its_size_sticks_out_nowhere(visitors: Visitors, over: Staged) -> None:
    visitor = visitors.desktop()
    visitor.sit(over, 0)
    for path in pages(over):
        page = visitor.go(path)
        page.evaluate(TWICE)
        unfold_everything(page)
        assert sticks_out(page) == [], path


def test_the_filters_work_without_scripts(visitors: Visitors, over: Staged) -> None:
    visitor = visitors.desktop(scripts=False)
    visitor.sit(over, 0)
    page = visitor.go("/me/history/?q=nobody")
    expect(page.get_by_text("None of your matches is like that.")).to_be_visible()
    page.get_by_label("Player or table").fill("wolfe")
    page.get_by_role("button", name="Show", exact=True).click()
    expect(page).to_have_url(re.compile("q=wolfe"))
    expect(page.get_by_role("link", name="Sunday at Grandma’s")).to_be_visible()
