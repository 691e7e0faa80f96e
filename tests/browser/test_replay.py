"""Watching a round again: by buttons, keys and slider, without a reload; by a link to a position; without scripts."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Request, Route, expect

from tests.browser.conftest import Visitors
from tests.live.staging import Staged, Wish, stage
from tests.servers import Server

AT = re.compile(r"[?&]at=(\d+)")


@pytest.fixture(scope="module")
def over(server: Server) -> Staged:
    """A table between its first and its second round."""
    return stage(server.site, Wish(("Ann", "Ben"), ("easy",), plies=9999))


def address(over: Staged, at: int | None = None) -> str:
    return f"/t/{over.code}/m/1/r/1/" + ("" if at is None else f"?at={at}")


def tiles(page: Page) -> int:
    """How many tiles lie on the cloth."""
    return page.locator("#l-tiles > g").count()


def shown(page: Page, at: int) -> None:
    """The page is at a position, and its address says so."""
    expect(page.locator("#scrub output")).to_have_text(str(at))
    expect(page).to_have_url(re.compile(rf"\?at={at}$"))


def last(page: Page) -> int:
    return int(page.locator("#scrub").get_attribute("data-last") or "")


def test_buttons_step_through_the_round(visitors: Visitors, over: Staged) -> None:
    page = visitors.phone().go(address(over))
    expect(page.get_by_text("The tiles are dealt.")).to_be_visible()
    assert tiles(page) == 1
    next_one = page.get_by_role("link", name="One on", exact=True)
    next_one.click()
    shown(page, 1)
    expect(page.locator("#replay-said")).to_contain_text(re.compile(r"(Ann|Ben|Bot 2) (played|drew) "))
    page.get_by_role("link", name="Last", exact=True).click()
    shown(page, last(page))
    expect(page.locator(".replay-end")).to_have_text(re.compile("goes out!|Blocked"))
    assert page.locator('[data-to="next"]').get_attribute("aria-disabled") == "true"
    page.get_by_role("link", name="One back", exact=True).click()
    shown(page, last(page) - 1)
    expect(page.get_by_role("heading", name=re.compile("is to act"))).to_be_visible()
    page.get_by_role("link", name="First", exact=True).click()
    shown(page, 0)
    assert tiles(page) == 1


def test_keys_step_through_the_round(visitors: Visitors, over: Staged) -> None:
    page = visitors.desktop().go(address(over, 3))
    page.keyboard.press("ArrowRight")
    shown(page, 4)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    shown(page, 2)
    page.keyboard.press("End")
    shown(page, last(page))
    page.keyboard.press("ArrowRight")
    shown(page, last(page))
    page.keyboard.press("Home")
    shown(page, 0)


def test_the_slider_goes_anywhere(visitors: Visitors, over: Staged) -> None:
    page = visitors.phone().go(address(over))
    slider = page.get_by_role("slider", name="Action")
    slider.fill("17")
    shown(page, 17)
    slider.focus()
    page.keyboard.press("ArrowRight")
    shown(page, 18)
    page.keyboard.press("End")
    shown(page, last(page))


def test_space_plays_and_pauses(visitors: Visitors, over: Staged) -> None:
    page = visitors.desktop().go(address(over, 2))
    pace = page.get_by_role("button", name=re.compile("^Pace"))
    while "4×" not in pace.inner_text():
        pace.click()
    page.locator("#board").focus()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause", exact=True)).to_be_visible()
    expect(page.locator("#scrub output")).to_have_text(re.compile(r"^([5-9]|[1-9]\d)$"))
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    stopped = page.locator("#scrub output").inner_text()
    page.wait_for_timeout(700)
    assert page.locator("#scrub output").inner_text() == stopped

    # The button does the same, and at the end the replay stops by itself.
    page.get_by_role("slider").fill(str(last(page) - 2))
    page.get_by_role("button", name="Play", exact=True).click()
    shown(page, last(page))
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_a_browser_that_allows_no_more_addresses_goes_on(visitors: Visitors, over: Staged) -> None:
    """Safari allows a hundred in half a minute; a key that is held makes more."""
    page = visitors.desktop().go(address(over, 3))
    page.evaluate("() => { history.replaceState = () => { throw new DOMException('Too often'); }; }")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#scrub output")).to_have_text("4")
    expect(page.locator("#replay-said")).to_contain_text("Action 4 of")
    expect(page.get_by_text("That position could not be fetched.")).to_be_hidden()


def test_a_pause_while_a_position_is_fetched_leaves_one_player_running(
    visitors: Visitors, over: Staged
) -> None:
    visitor = visitors.desktop()
    visitor.page.clock.install(time=0)
    page = visitor.go(address(over, 2))
    page.clock.pause_at(3600)  # from here on time passes only as told
    held: list[Route] = []
    page.route("**/at/3/*", lambda route: held.append(route))
    page.locator("#board").focus()
    page.keyboard.press("Space")
    page.clock.run_for(1000)  # the first step asks for its position
    page.keyboard.press("Space")
    page.keyboard.press("Space")
    held[0].continue_()
    shown(page, 3)

    page.clock.run_for(700)  # half a step until the first one, then a step each 1,200 ms
    shown(page, 4)
    page.clock.run_for(600)  # a player left over would have made its own by now
    page.wait_for_timeout(200)
    shown(page, 4)


def test_a_jump_is_one_request_and_no_reload(visitors: Visitors, over: Staged) -> None:
    page = visitors.desktop().go(address(over))
    end = last(page)
    asked: list[Request] = []
    page.on("request", lambda request: asked.append(request) if over.code in request.url else None)
    page.keyboard.press("End")
    shown(page, end)
    page.wait_for_timeout(300)
    assert [request.url.split("/at/")[1].split("/")[0] for request in asked] == [str(end)]
    # One back, and what comes before that is fetched meanwhile: going on takes one request a step, never two.
    for step in (1, 2, 3):
        page.keyboard.press("ArrowLeft")
        shown(page, end - step)
    page.wait_for_timeout(300)
    assert len(asked) == 1 + 4
    # What was there is not asked for again.
    page.keyboard.press("End")
    shown(page, end)
    assert len(asked) == 5
    assert not [request for request in asked if request.is_navigation_request()]


def test_a_link_leads_to_the_position(visitors: Visitors, over: Staged) -> None:
    page = visitors.desktop().go(address(over))
    page.get_by_role("slider").fill("21")
    shown(page, 21)
    copier = page.get_by_role("button", name="Copy a link to this position")
    link = copier.get_attribute("data-copy") or ""
    assert AT.search(link)
    copier.click()
    expect(page.get_by_text("Copied")).to_be_visible()
    other = visitors.phone(scripts=False).go(link)
    assert other.locator("#replay-said").inner_text() == page.locator("#replay-said").inner_text()
    assert other.locator("#r-seats").inner_text() == page.locator("#r-seats").inner_text()
    assert tiles(other) == tiles(page)


def test_the_cloth_can_be_looked_at_more_closely(visitors: Visitors, over: Staged) -> None:
    page = visitors.desktop().go(address(over, 20))
    before = page.locator("#layout").get_attribute("viewBox") or ""
    page.get_by_role("button", name="Closer").click()
    expect(page.get_by_role("button", name="Show everything")).to_be_visible()
    expect(page.locator("#layout")).not_to_have_attribute("viewBox", before)
    page.keyboard.press("z")
    expect(page.get_by_role("button", name="Show everything")).to_be_hidden()
    # The square picture is for screens that are higher than wide.
    first = page.locator("#t3").get_attribute("transform")
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.locator("#t3").get_attribute("data-square") == page.locator("#t3").get_attribute("transform")
    page.get_by_role("link", name="One on", exact=True).click()
    shown(page, 21)
    assert page.locator("#t3").get_attribute("data-square") == page.locator("#t3").get_attribute("transform")
    assert first


def test_back_leaves_the_replay(visitors: Visitors, over: Staged) -> None:
    page = visitors.phone().go("/help/")
    page.goto(address(over))
    page.keyboard.press("End")
    shown(page, last(page))
    page.go_back()
    expect(page).to_have_url(re.compile("/help/$"))


def test_a_position_that_cannot_be_fetched_is_said_and_nothing_is_lost(
    visitors: Visitors, over: Staged
) -> None:
    visitor = visitors.phone()
    visitor.allow("net::ERR_INTERNET_DISCONNECTED|Failed to load resource")
    page = visitor.go(address(over, 8))
    before = page.locator("#replay-said").inner_text()
    visitor.context.set_offline(True)
    page.get_by_role("link", name="Last", exact=True).click()
    expect(page.get_by_text("That position could not be fetched.")).to_be_visible()
    assert page.locator("#replay-said").inner_text() == before
    expect(page.locator("#scrub output")).to_have_text("8")
    visitor.context.set_offline(False)
    page.get_by_role("link", name="Last", exact=True).click()
    shown(page, last(page))
    expect(page.get_by_text("That position could not be fetched.")).to_be_hidden()


def test_without_scripts_links_lead_through_the_round(visitors: Visitors, over: Staged) -> None:
    page = visitors.phone(scripts=False).go(address(over))
    for at in (1, 2):
        page.get_by_role("link", name="One on", exact=True).click()
        shown(page, at)
    page.get_by_role("link", name="One back", exact=True).click()
    shown(page, 1)
    page.get_by_role("link", name="Last", exact=True).click()
    shown(page, last(page))
    expect(page.locator(".replay-end")).to_have_text(re.compile("goes out!|Blocked"))
    assert page.get_by_role("button", name="Play", exact=True).count() == 0


@pytest.mark.parametrize("width", [320, 390, 844, 1280])
def test_nothing_is_wider_than_the_screen(visitors: Visitors, over: Staged, width: int) -> None:
    page = visitors.phone(width=width).go(address(over, 25))
    for path in ("", "check/"):
        page.goto(address(over) + path)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
