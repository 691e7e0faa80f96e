"""Accounts in real browsers: signing up in the middle of a round, two people in two tabs, coming back, being told."""

from __future__ import annotations

import json
import re
from typing import Final

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitors
from tests.browser.player import Player
from tests.live.staging import SESSION_COOKIE, Wish, stage
from tests.servers import Server

PASSWORD: Final = "three tall hens"


def sign_up(page: Page, username: str) -> None:
    page.get_by_label("User name").fill(username)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign up").click()


def sign_in(page: Page, username: str) -> None:
    page.get_by_label("User name").fill(username)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()


def test_scenario_3_signing_up_in_the_middle_of_a_round(server: Server, visitors: Visitors) -> None:
    staged = stage(server.site, Wish(("Bea",), ("easy",), plies=4))
    bea = visitors.phone()
    page = bea.sit(staged, 0)
    player = Player.of(bea)
    player.wait_for_my_turn()
    letter = page.locator("#table").get_attribute("data-seat")
    page.get_by_role("button", name="Menu").first.click()
    page.get_by_role("link", name="Sign up to keep your seat everywhere").click()
    sign_up(page, "bea")
    expect(page).to_have_url(re.compile(f"/t/{staged.code}/$"))
    expect(page.locator("#table")).to_have_attribute("data-seat", letter or "")
    # It is said for a while, and does not stay in the way.
    said = page.get_by_text("You have an account now.")
    expect(said).to_be_visible()
    expect(said).to_be_hidden(timeout=10_000)
    before = page.locator("#table").get_attribute("data-ply")
    player.act()
    expect(page.locator("#table")).not_to_have_attribute("data-ply", before or "")
    # On another device: the same seat, by user name and password.
    other = visitors.desktop()
    other.go(f"/login/?next=/t/{staged.code}/")
    sign_in(other.page, "bea")
    expect(other.page.locator("#table")).to_have_attribute("data-seat", letter or "")


def test_two_people_in_two_tabs_are_told_whose_page_it_is_and_nothing_loops(
    server: Server, visitors: Visitors
) -> None:
    staged = stage(server.site, Wish(("Bea", "Cai"), plies=4))
    bea = visitors.phone()
    first = bea.sit(staged, 0)
    second = bea.tab("/sign-up/")
    sign_up(second, "bea-of-two")
    expect(second).to_have_url(re.compile("/me/$"))
    expect(first.locator('[data-banner="viewer"]')).to_be_hidden()  # the same person, an account now
    second.get_by_role("button", name="Sign out").click()
    second.goto("/sign-up/")
    second.get_by_label("Name at the table").fill("Dora")
    sign_up(second, "dora")
    expect(second).to_have_url(re.compile("/me/$"))
    # The first tab learns it by its socket, without being looked at.
    banner = first.locator('[data-banner="viewer"]')
    expect(banner).to_be_visible(timeout=40_000)
    expect(banner).to_contain_text("This page is now for: Dora")
    expect(first.locator("#table")).to_have_attribute("data-seat", "")
    fetched: list[str] = []
    first.on("request", lambda request: fetched.append(request.url) if "/page/" in request.url else None)
    first.wait_for_timeout(3000)
    assert len(fetched) <= 1
    expect(banner).to_be_visible()


def test_a_press_on_a_page_of_somebody_else_does_nothing(server: Server, visitors: Visitors) -> None:
    staged = stage(server.site, Wish(("Bea", "Cai"), plies=4))
    bea = visitors.desktop()
    page = bea.sit(staged, 0)
    page.wait_for_function("document.getElementById('table').dataset.fresh === 'yes'")
    version = page.locator("#table").get_attribute("data-v")
    bea.context.add_cookies([{"name": SESSION_COOKIE, "value": staged.sessions[1], "url": bea.url}])
    page.evaluate(
        """() => document.dispatchEvent(new CustomEvent("table:act", { detail: { action: "draw" } }))"""
    )
    banner = page.locator('[data-banner="viewer"]')
    expect(banner).to_be_visible()
    expect(page.locator("#table")).to_have_attribute("data-v", version or "")


def test_the_worker_tells_of_a_turn_while_no_page_of_the_table_is_in_front(
    notified_visitors: Visitors,
) -> None:
    visitor = notified_visitors.phone()
    visitor.context.grant_permissions(["notifications"])
    page = visitor.go("/help/")
    page.evaluate(
        "navigator.serviceWorker.register('/sw.js', { scope: '/' }).then(() => navigator.serviceWorker.ready)"
    )
    devtools = visitor.context.new_cdp_session(page)
    registrations: list[str] = []
    devtools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: registrations.extend(entry["registrationId"] for entry in event["registrations"]),
    )
    devtools.send("ServiceWorker.enable")
    page.wait_for_timeout(500)

    def push(path: str) -> list[str]:
        message = {"title": "Your turn", "body": "Sunday", "url": path, "tag": path}
        devtools.send(
            "ServiceWorker.deliverPushMessage",
            {"origin": visitor.url, "registrationId": registrations[-1], "data": json.dumps(message)},
        )
        page.wait_for_timeout(500)
        shown: list[str] = page.evaluate(
            """async () => (await (await navigator.serviceWorker.ready).getNotifications()).map((one) => one.body)"""
        )
        return shown

    assert push("/help/") == []  # this very page is in front
    assert push("/t/ABCD2345/") == ["Sunday"]


def test_ones_own_page_says_why_a_browser_cannot_be_told(notified_visitors: Visitors) -> None:
    visitor = notified_visitors.phone()
    page = visitor.go("/sign-up/")
    page.get_by_label("Name at the table").fill("Ann")
    sign_up(page, "ann")
    expect(page.get_by_role("button", name="Tell me here")).to_be_visible()
    visitor.page.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false })")
    page.reload()
    expect(page.get_by_text("only on pages that came over https")).to_be_visible()
    expect(page.get_by_role("button", name="Tell me here")).to_be_hidden()
