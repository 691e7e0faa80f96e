"""The check of a deal in a real browser: our SHA-256 against the browser's own, the check values, and tampering."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from games.rules.claims import claim_json, faults_of
from tests.browser.conftest import Visitors
from tests.live.staging import SEED, Staged, Wish, stage
from tests.locale.sources import ROOT
from tests.rules.test_claims import TAMPERED, claim
from tests.servers import Server

Claim = dict[str, Any]

# The browser's own is asked beside ours, for messages and keys of many lengths.
AGAINST_WEBCRYPTO: Final = """async ([lengths, keys]) => {
    const { sha256, hmacSha256, toHex } = await import("/static/games/sha256.js");
    const random = (length) => crypto.getRandomValues(new Uint8Array(length));
    const wrong = [];
    for (const length of lengths) {
        const message = random(length);
        const theirs = new Uint8Array(await crypto.subtle.digest("SHA-256", message));
        if (toHex(sha256(message)) !== toHex(theirs)) wrong.push(`sha256 of ${length}`);
    }
    for (const size of keys) {
        const [secret, message] = [random(size), random(size % 71)];
        const algorithm = { name: "HMAC", hash: "SHA-256" };
        const key = await crypto.subtle.importKey("raw", secret, algorithm, false, ["sign"]);
        const theirs = new Uint8Array(await crypto.subtle.sign("HMAC", key, message));
        if (toHex(hmacSha256(secret, message)) !== toHex(theirs)) wrong.push(`hmac with ${size}`);
    }
    return wrong;
}"""
CHECKED: Final = """async (claims) => {
    const { checkDeal } = await import("/static/games/deal.js");
    return claims.map((claim) => checkDeal(claim).parts.filter(({ agrees }) => !agrees).map(({ part }) => part));
}"""
ORDER: Final = """async ([seed, largest, start]) => {
    const { words, shuffled, tilesOf, numberBelow } = await import("/static/games/deal.js");
    const { fromHex } = await import("/static/games/sha256.js");
    const seats = [2, 3, 4, 5, 6, 7, 8];
    const firsts = seats.map((count) => {
        const stream = words(fromHex(seed));
        shuffled(tilesOf(largest, start), stream);
        return numberBelow(count, stream);
    });
    return [shuffled(tilesOf(largest, start), words(fromHex(seed))), firsts];
}"""


@pytest.fixture(scope="module")
def over(server: Server) -> Staged:
    """A table between its first and its second round."""
    return stage(server.site, Wish(("Ann", "Ben", "Cleo"), plies=9999))


@pytest.fixture
def page(visitors: Visitors, over: Staged) -> Page:
    """Its check page, with scripts from a secure address."""
    page = visitors.desktop().go(f"/t/{over.code}/m/1/r/1/check/")
    assert page.evaluate("isSecureContext")
    return page


def test_our_hashes_are_those_of_the_browser(page: Page) -> None:
    lengths = [*range(200), 255, 256, 257, 1000, 4096, 65_536]
    assert page.evaluate(AGAINST_WEBCRYPTO, [lengths, [*range(1, 200, 3), 63, 64, 65, 500]]) == []


def test_the_check_values_of_the_design(page: Page) -> None:
    order, firsts = page.evaluate(ORDER, [SEED, 9, "9-9"])
    assert " ".join(order[:12]) == "8-7 5-1 9-4 7-3 2-2 8-3 5-0 9-8 1-0 0-0 9-2 8-5"
    assert order[-4:] == ["7-5", "7-0", "8-4", "9-0"]
    assert firsts[:5] == [0, 0, 2, 2, 0]
    order, firsts = page.evaluate(ORDER, [SEED, 12, "12-12"])
    assert " ".join(order[:6]) == "10-5 11-11 10-0 8-5 9-7 5-3"
    assert firsts[5:] == [6, 6]


def test_browser_and_server_find_the_same(page: Page) -> None:
    """Every kind of tampering, for every number of seats."""
    claims = [claim(seats, number) for seats in range(2, 9) for number in (1, 3)]
    claims += [change(claim()) for change, _wrong in TAMPERED.values()]
    found = page.evaluate(CHECKED, [claim_json(one) for one in claims])
    for one, parts in zip(claims, found, strict=True):
        expected = [
            f"hand {'ABCDEFGH'[fault.seat]}" if fault.seat is not None else fault.part.value
            for fault in faults_of(one)
        ]
        assert parts == expected


def test_the_scripts_need_no_secure_page() -> None:
    for name in ("sha256.js", "deal.js", "check.js"):
        assert "crypto" not in (ROOT / "games" / "static" / "games" / name).read_text()


def test_a_deal_that_was_not_changed_agrees(page: Page) -> None:
    expect(page.locator("#verdict")).to_have_text("Everything agrees.", use_inner_text=True)
    assert page.get_by_text("does not agree").filter(visible=True).count() == 0
    assert page.get_by_text("agrees", exact=True).filter(visible=True).count() == 7
    page.get_by_text("The order of all tiles that this seed gives").click()
    assert page.locator("[data-order] .chip").count() == 54


def changed(page: Page, change: Callable[[Claim], None]) -> None:
    """Change what stands in the field, as somebody would by typing."""
    field = page.get_by_label(re.compile("^Copy it, or change a tile"))
    value = json.loads(field.input_value())
    change(value)
    field.fill(json.dumps(value))


def swap_hands(value: Claim) -> None:
    value["hands"]["A"][0], value["hands"]["C"][0] = value["hands"]["C"][0], value["hands"]["A"][0]


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        (swap_hands, ["hand A", "hand C"]),
        (lambda value: value["hands"]["B"].reverse(), ["hand B"]),
        (lambda value: value["boneyard"].reverse(), ["boneyard"]),
        (lambda value: value.update(commitment="f" * 64), ["commitment"]),
        (lambda value: value.update(table="ACDEFGHJ"), ["commitment"]),
        (lambda value: value.update(draws=["A 0-0", *value["draws"][1:]]), ["draws"]),
        (lambda value: value.update(first="B" if value["first"] == "A" else "A"), ["first"]),
        (lambda value: value.update(seed="x"), ["seed"]),
    ],
    ids=["two tiles", "a hand", "boneyard", "seal", "table", "draws", "first", "seed"],
)
def test_what_was_changed_is_found(page: Page, change: Callable[[Claim], None], wrong: list[str]) -> None:
    changed(page, change)
    expect(page.locator("#verdict")).to_have_text("Something does not agree.", use_inner_text=True)
    found = page.locator('[data-check][data-state="differs"]')
    names = found.evaluate_all("rows => rows.map(row => row.dataset.check.slice(2))")
    assert names == wrong
    page.get_by_role("button", name="As it was").click()
    expect(page.locator("#verdict")).to_have_text("Everything agrees.", use_inner_text=True)


def test_a_set_that_is_no_set_is_said_to_be_none(page: Page) -> None:
    changed(page, lambda value: value.update(set=999_999_999))
    verdict = "What stands in the field cannot be read as a deal."
    expect(page.locator("#verdict")).to_have_text(verdict, use_inner_text=True)


def test_what_the_seed_gives_is_shown_beside_what_differs(page: Page) -> None:
    tile = page.locator('[data-check="1 hand A"] .chips').first.locator(".chip").first.inner_text()
    changed(page, swap_hands)
    why = page.locator('[data-check="1 hand A"] .check-why')
    expect(why).to_be_visible()
    assert why.locator("[data-expected] .chip").first.inner_text() == tile
    assert why.locator("[data-stated] .chip").first.inner_text() != tile
    assert why.locator(".check-odd").count() == 2  # that one tile, in both


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "null", "7", '{"round": 1}', '[{"seed": 5, "hands": 3}]', "x" * 9000]
)
def test_what_is_no_deal_is_said(page: Page, text: str) -> None:
    page.locator("#deal-data").fill(text)
    expect(page.locator("#verdict")).to_have_text(
        re.compile("cannot be read|does not agree"), use_inner_text=True
    )


def test_the_seal_that_somebody_noted_is_compared(page: Page) -> None:
    noted = page.get_by_label("The seal that you noted before the deal")
    seal = page.locator('[data-check="1 commitment"] .hash').first.inner_text()
    noted.fill(f" {seal.upper()} ")
    expect(page.get_by_text("It is the same.")).to_be_visible()
    noted.fill(seal[:-1])
    expect(page.get_by_text("It is another one.")).to_be_visible()
    noted.fill("")
    expect(page.get_by_text("It is another one.")).to_be_hidden()


def test_all_rounds_are_checked_at_once(visitors: Visitors, server: Server) -> None:
    staged = stage(server.site, Wish(("Ann", "Ben"), settings={"length": "one"}, plies=9999))
    page = visitors.phone().go(f"/t/{staged.code}/m/1/check/")
    expect(page.locator("#verdict")).to_have_text("Everything agrees, in every round.", use_inner_text=True)
    field = page.locator("#deal-data")
    field.fill(field.input_value().replace('"seed": "00', '"seed": "01'))
    expect(page.locator("#verdict")).to_have_text("Something does not agree.", use_inner_text=True)
    assert page.locator('[data-check="1"]').get_attribute("data-state") == "differs"
    page.get_by_role("link", name="Round 1").click()
    expect(page.locator("#verdict")).to_have_text("Everything agrees.", use_inner_text=True)


def test_without_scripts_the_page_says_what_to_do(visitors: Visitors, over: Staged) -> None:
    page = visitors.phone(scripts=False).go(f"/t/{over.code}/m/1/r/1/check/")
    expect(page.get_by_text(re.compile("its scripts are off"))).to_be_visible()
    expect(page.get_by_text(re.compile("manage.py deal check"))).to_be_visible()
    expect(page.get_by_text("Everything agrees.")).to_be_hidden()
