"""The front page as people use it: back into a match with one tap, tables that come and go by themselves, choices."""

from __future__ import annotations

import re
from typing import Final

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Visitor, Visitors
from tests.browser.player import Player
from tests.browser.test_small_screens import NARROW, sticks_out
from tests.live.staging import SESSION_COOKIE, Staged, Wish, stage, stage_all
from tests.servers import Server

# The page asks every five seconds by its clock, and what everybody sees is two seconds old at most.
EVERY: Final = 5_000
GROWN_OLD: Final = 2_200


def as_person(visitor: Visitor, staged: Staged, place: int) -> Page:
    """This browser is that of a person at a staged table, and opens the front page."""
    visitor.context.add_cookies(
        [{"name": SESSION_COOKIE, "value": staged.sessions[place], "url": visitor.url}]
    )
    return visitor.go("/")


def sitting_down(page: Page, table: str) -> Locator:
    """The way to a table with a free seat."""
    return page.get_by_role("link", name=re.compile(f"^Sit down.*{table}$"))


def look_later(page: Page) -> None:
    """The lists have grown old, and the page's own clock says that it is time to ask."""
    page.wait_for_timeout(GROWN_OLD)
    with page.expect_response(re.compile("/lobby/")):
        page.clock.fast_forward(EVERY)


def test_scenario_1_one_tap_leads_from_the_front_page_back_into_the_turn(
    visitors: Visitors, server: Server
) -> None:
    staged = stage(server.site, Wish(("Ann", "Ben"), plies=6, name="Sunday at Grandma’s"))
    phones = [visitors.phone(), visitors.phone()]
    for place, phone in enumerate(phones):
        page = as_person(phone, staged, place)
        mine = page.get_by_role("region", name="Your matches")
        expect(mine.get_by_role("heading", name="Sunday at Grandma’s")).to_be_visible()
        my_turn = mine.get_by_text("Your turn").count() == 1
        mine.get_by_role("link", name=re.compile("Play on")).tap()
        page.wait_for_url(f"**/t/{staged.code}/")
        assert Player.of(phone).is_my_turn() == my_turn


def test_tables_come_and_go_while_somebody_looks_and_nothing_else_moves(visitors: Visitors) -> None:
    watcher, host = visitors.desktop(), visitors.phone()
    watcher.page.clock.install()
    page = watcher.go("/")
    code = page.get_by_label("Table code")
    code.fill("half a co")
    page.evaluate("window.sameDocument = true")

    opening = host.go("/new/")
    opening.get_by_label("Your name").fill("Hanna")
    opening.get_by_label("Name of the table").fill("Clara’s porch")
    opening.get_by_label("Everyone").check()
    opening.get_by_role("button", name="Open the table").click()
    opening.wait_for_url("**/t/*/")

    sit_down = sitting_down(page, "Clara’s porch")
    look_later(page)
    expect(sit_down).to_be_visible()
    entry = page.get_by_role("listitem").filter(has=sit_down)
    expect(entry).to_contain_text("Hanna")
    expect(code).to_have_value("half a co")
    expect(code).to_be_focused()

    # The one that has the focus keeps it although the list around it is made anew.
    sit_down.focus()
    another = visitors.phone()
    other = another.go(host.page.url)
    other.get_by_label("Your name").fill("Otto")
    other.get_by_role("button", name="Sit down").click()
    expect(other.get_by_role("button", name="Sit down")).to_have_count(0)
    look_later(page)
    expect(entry).to_contain_text("Otto")
    expect(sit_down).to_be_focused()

    # The host closes the table: it goes from the list.
    host.go(host.page.url.rstrip("/") + "/close/").get_by_role("button", name="Close the table").click()
    host.page.wait_for_url(re.compile("/$"))
    look_later(page)
    expect(sit_down).to_have_count(0)
    assert page.evaluate("window.sameDocument") is True


def test_nobody_is_asked_while_the_page_is_out_of_sight(visitors: Visitors) -> None:
    phone = visitors.phone()
    phone.page.clock.install()
    page = phone.go("/")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/lobby/" in request.url else None)
    page.evaluate(
        """() => {
            Object.defineProperty(document, "visibilityState", { configurable: true, get: () => "hidden" });
            document.dispatchEvent(new Event("visibilitychange"));
        }"""
    )
    page.clock.fast_forward(4 * EVERY)
    page.wait_for_timeout(300)
    assert asked == []
    with page.expect_response(re.compile("/lobby/")):
        page.evaluate(
            "() => { delete document.visibilityState; document.dispatchEvent(new Event('visibilitychange')); }"
        )
    page.wait_for_timeout(300)
    assert len(asked) == 1


def test_choices_narrow_the_tables_and_stand_in_the_address(visitors: Visitors, server: Server) -> None:
    stage_all(
        server.site,
        [
            Wish(("Ann",), places=3, playing=False, public=True, name="Three here"),
            Wish(("Ben",), places=7, playing=False, public=True, name="Seven there"),
        ],
    )
    phone = visitors.phone()
    phone.page.wait_for_timeout(GROWN_OLD)
    page = phone.go("/")
    seven = sitting_down(page, "Seven there")
    three = sitting_down(page, "Three here")
    expect(seven).to_be_visible()
    page.get_by_role("combobox", name="Seats").select_option("7")
    page.wait_for_url(re.compile(r"\?seats=7(#|$)"))
    expect(three).to_have_count(0)
    expect(seven).to_be_visible()
    page.reload()
    expect(page.get_by_role("combobox", name="Seats")).to_have_value("7")
    page.get_by_role("link", name="All tables").tap()
    expect(three).to_be_visible()


def test_without_scripts_there_are_buttons_for_it(visitors: Visitors, server: Server) -> None:
    page = visitors.desktop(scripts=False).go("/")
    staged = stage(server.site, Wish(("Ann",), places=5, playing=False, public=True, name="Five"))
    stage(server.site, Wish(("Ben",), places=6, playing=False, public=True, name="Six"))
    page.wait_for_timeout(GROWN_OLD)
    page.get_by_role("link", name="Refresh the lists").click()
    expect(sitting_down(page, "Five")).to_be_visible()
    page.get_by_role("combobox", name="Seats").select_option("5")
    page.get_by_role("button", name="Show", exact=True).click()
    expect(page).to_have_url(re.compile("seats=5"))
    expect(sitting_down(page, "Six")).to_have_count(0)
    sitting_down(page, "Five").click()
    page.wait_for_url(f"**/t/{staged.code}/")


def test_without_scripts_all_matches_to_watch_are_found(visitors: Visitors, server: Server) -> None:
    stage_all(
        server.site,
        [Wish(("Ann",), ("easy",) * 6, public=True, name=f"Match {number}") for number in range(9)],
    )
    page = visitors.phone(scripts=False).page
    page.wait_for_timeout(GROWN_OLD)
    page.goto(f"{server.url}/?seats=7")
    watching = page.get_by_role("region", name="Watch a match")
    expect(watching.get_by_role("link", name=re.compile(r"^Watch.*Match \d$"))).to_have_count(8)
    watching.get_by_role("link", name="More tables").click()
    expect(page).to_have_url(re.compile(r"/\?seats=7&watch=\d+#running-title$"))
    expect(watching.get_by_role("heading", name="Match 0")).to_be_in_viewport()
    watching.get_by_role("link", name="Newest tables").click()
    expect(page).to_have_url(re.compile(r"/\?seats=7#running-title$"))
    expect(watching.get_by_role("heading", name="Match 8")).to_be_visible()


@pytest.mark.parametrize("width", [NARROW, 390])
def test_full_lists_with_odd_names_stay_inside_the_page(
    visitors: Visitors, server: Server, width: int
) -> None:
    names = ("Wolfeschlegelsteinhausen", "👨‍👩‍👧‍👦", "שרה לוי", "<img src=x onerror=alert(1)>"[:24])
    staged = stage_all(
        server.site,
        [
            Wish(names, ("easy",), places=8, playing=False, public=True, name="W" * 40),
            Wish(names, ("easy",), places=5, public=True, name="가나다라마바사아자차카타파하거너더러머버"),
        ],
    )
    page = as_person(visitors.phone(width=width), staged[1], 0)
    assert sticks_out(page) == []
    page = visitors.phone(width=width).go("/")
    # Lists may be two seconds old, and are asked for again after five.
    expect(page.get_by_role("heading", name="Watch a match")).to_be_visible(timeout=8000)
    assert sticks_out(page) == []


def test_the_theme_changes_in_place_and_its_buttons_stay_free(visitors: Visitors) -> None:
    page = visitors.desktop().go("/")
    for word in ("Dark", "Light", "Dark"):
        with page.expect_response("**/theme/"):
            page.get_by_role("button", name=word, exact=True).click()
        expect(page.locator("html")).to_have_attribute("data-theme", word.lower())
        expect(page.locator("[aria-busy], [data-sent]")).to_have_count(0)
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
