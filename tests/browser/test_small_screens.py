"""The narrowest phone there is, with the longest and oddest names: nothing sticks out, nothing executes."""

from __future__ import annotations

import re
from typing import Final

import pytest
from playwright.sync_api import Dialog, Page, expect

from tests.browser.conftest import Visitors
from tests.browser.stages import NAMES, STAGES, staged
from tests.live.staging import Wish, stage_all
from tests.servers import Server

NARROW: Final = 320


def sticks_out(page: Page) -> list[str]:
    """What is wider than the window: nothing may be scrolled sideways but what says so (the hand, wide tables)."""
    found: list[str] = page.evaluate(
        """() => {
            const scrolls = (element) => element && element !== document.documentElement
                && (["auto", "scroll", "hidden", "clip"].includes(getComputedStyle(element).overflowX)
                    || scrolls(element.parentElement));
            const wide = [...document.body.querySelectorAll("*")].filter((element) => {
                const box = element.getBoundingClientRect();
                return element.checkVisibility() && box.width && box.right > window.innerWidth + 1 && !scrolls(element);
            });
            const page = document.scrollingElement;
            const all = page.scrollWidth > window.innerWidth ? ["the page: " + page.scrollWidth] : [];
            return [...all, ...wide.map((element) => element.outerHTML.slice(0, 120))];
        }"""
    )
    return found


def test_scenario_22_odd_names_leave_every_stage_intact_at_320_pixels(
    visitors: Visitors, server: Server
) -> None:
    stages = staged(server.site, NAMES)
    ann = visitors.phone(width=NARROW)
    alarms: list[str] = []

    def alarm(dialog: Dialog) -> None:
        alarms.append(dialog.message)
        dialog.dismiss()

    ann.page.on("dialog", alarm)
    for stage in STAGES:
        page = stages.open(ann, stage)
        assert sticks_out(page) == [], stage
        # Everybody is named as they are called, and the two Min are told apart by their letters.
        for name in NAMES[2:]:
            expect(page.get_by_text(name, exact=True).filter(visible=True).first).to_be_visible()
        assert page.locator("img[src=x]").count() == 0
        letters = page.get_by_role("listitem").filter(has=page.get_by_text("Min", exact=True)).locator("use")
        drawn = {badge.get_attribute("href") for badge in letters.all()}
        assert {"#badge-A", "#badge-B"} <= drawn
    assert alarms == []


@pytest.mark.parametrize("path", ["/", "/new/", "/help/"])
def test_the_pages_before_a_table_fit_320_pixels(visitors: Visitors, path: str) -> None:
    page = visitors.phone(width=NARROW).go(path)
    assert sticks_out(page) == []


def test_scenario_22_a_name_of_forty_letters_and_a_blank_one_are_refused_with_a_sentence(
    visitors: Visitors,
) -> None:
    page = visitors.phone(width=NARROW).go("/new/")
    for name in ("W" * 40, "\u200b\u200d\u2060"):
        page.get_by_label("Your name").fill(name)
        page.get_by_role("button", name="Open the table").click()
        expect(
            page.get_by_text(re.compile("name", re.IGNORECASE))
            .filter(has_text=re.compile("24|visible|empty|see"))
            .first
        ).to_be_visible()
        assert page.url.endswith("/new/")
        assert sticks_out(page) == []


def test_the_head_of_a_phone_has_room_for_who_looks_on(visitors: Visitors, server: Server) -> None:
    (table,) = stage_all(server.site, [Wish(("Ann", "Ben"), name="Sunday at Grandma’s", plies=4)])
    visitors.phone().go(f"/t/{table.code}/")
    page = visitors.phone().sit(table, 0)
    head = page.locator("#r-head")
    expect(head).to_contain_text("1 watching")  # for readers; a sign and the number are what is seen
    expect(head.locator(".watchers")).to_be_visible()
    assert head.locator("p").evaluate("line => line.scrollWidth <= line.clientWidth")


# A notice as the server writes it, put where it stands.
TOLD: Final = """() => {
    const place = document.querySelector("[data-notices]");
    const words = "Tonight from 23:00 to 23:30 the site is being worked on. Matches wait and go on afterwards.";
    place.innerHTML = `<aside class="banner notice notice-maintenance"><p>${words}</p></aside>`;
}"""


def test_maintenance_leaves_the_smallest_phone_a_board(visitors: Visitors, server: Server) -> None:
    (table,) = stage_all(server.site, [Wish(("Ann", "Ben"), plies=8)])
    page = visitors.phone(width=NARROW).sit(table, 0)
    page.set_viewport_size({"width": NARROW, "height": 568})
    page.evaluate(TOLD)
    expect(page.get_by_text("Tonight from 23:00")).to_be_visible()
    board, hand = page.locator("#board").bounding_box(), page.locator("#r-hand").bounding_box()
    assert board is not None
    assert hand is not None
    assert board["height"] >= 165
    assert hand["y"] + hand["height"] <= 568


def test_maintenance_leaves_a_replay_within_the_window(visitors: Visitors, server: Server) -> None:
    (over,) = stage_all(server.site, [Wish(("Ann", "Ben"), ("easy",), plies=9999)])
    page = visitors.desktop().go(f"/t/{over.code}/m/1/r/1/?at=20")
    page.evaluate(TOLD)
    expect(page.get_by_text("Tonight from 23:00")).to_be_visible()
    for part in (".scrub-strip", ".replay-keys"):
        box = page.locator(part).bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 800
