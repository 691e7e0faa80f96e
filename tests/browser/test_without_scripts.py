"""A browser without scripts: a round by forms and "look again"."""

from __future__ import annotations

import re
import time
from typing import Final

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Visitors

PATIENCE: Final = 20.0
LINE: Final = re.compile(r"^Open (\d+)")
NEXT_TOE: Final = re.compile(r"^Next toe of \S+: needs (\d+)")
MINE: Final = re.compile("Your turn|You drew")


def choices(page: Page) -> list[str]:
    """The tiles that can be chosen: what stands on the choices below them."""
    return [
        text.strip()
        for text in page.locator("label").filter(has_text=re.compile(r"^\s*\d+-\d+\s*$")).all_inner_texts()
    ]


def end_for(page: Page, tile: str) -> Locator:
    """An open end on which the tile fits: that of the foot that waits, or one with a number of the tile."""
    ends = page.get_by_role("list", name="Open ends").get_by_role("button")
    names = [name.strip() for name in ends.all_inner_texts()]
    toes = [place for place, name in enumerate(names) if NEXT_TOE.match(name)]
    if toes:
        return ends.nth(toes[0])
    numbers = tile.split("-")
    fits = (place for place, name in enumerate(names) if (line := LINE.match(name)) and line[1] in numbers)
    return ends.nth(next(fits))


def test_a_round_is_played_with_scripts_off(visitors: Visitors) -> None:
    page = visitors.phone(scripts=False).go("/")
    page.get_by_role("link", name="New table").first.click()
    page.get_by_label("Your name").fill("Ann")
    page.get_by_label("Bots at the table").select_option("2")
    page.get_by_role("radio", name=re.compile("^Short")).check(force=True)
    page.get_by_role("button", name="Open the table").click()
    page.get_by_role("button", name="Add a bot").click()
    page.get_by_role("button", name="Start with 4 players").click()

    acted, changed_at = 0, time.monotonic()
    while not page.get_by_role("list", name="Standings").is_visible():
        turn = page.get_by_role("region", name="Turn", exact=True)
        draw = turn.get_by_role("button", name="Draw", exact=True)
        if draw.is_visible():
            draw.click()
        elif turn.filter(has_text=MINE).is_visible():
            tile = choices(page)[0]
            page.locator("label").filter(has_text=re.compile(rf"^\s*{tile}\s*$")).click()
            end_for(page, tile).click()
        else:
            assert time.monotonic() - changed_at < PATIENCE
            page.reload()
            continue
        acted, changed_at = acted + 1, time.monotonic()
    assert acted > 3
    expect(page.get_by_role("list", name="Standings").get_by_role("listitem")).to_have_count(4)
