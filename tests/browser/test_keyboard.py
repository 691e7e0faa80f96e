"""A round by keyboard alone: no mouse, no finger."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitors
from tests.browser.player import Player
from tests.live.positions import plays, wish_for
from tests.live.staging import Wish, stage
from tests.servers import Server


def focused(page: Page) -> str:
    """What a reader would say of the thing that has the focus."""
    name: str = page.evaluate(
        "() => { const it = document.activeElement; return it.getAttribute('aria-label') || it.textContent.trim() }"
    )
    return name


def tab_to(page: Page, what: re.Pattern[str]) -> None:
    for _stop in range(60):
        if what.match(focused(page)):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never reaches {what.pattern}")


def lay_by_keys(player: Player) -> None:
    page = player.page
    tab_to(page, re.compile(r"\d+-\d+"))
    page.keyboard.press("Home")
    for _tile in range(len(player.names())):
        if "does not fit" not in focused(page):
            break
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(player.lit.first).to_be_attached()
    assert focused(page).startswith("Play ")
    page.keyboard.press("ArrowRight")
    assert focused(page).startswith("Play ")
    page.keyboard.press("Enter")
    warning = page.get_by_role("dialog", name="This foot cannot be finished")
    if warning.is_visible():
        tab_to(page, re.compile("Lay it"))
        page.keyboard.press("Enter")


def test_a_round_is_played_with_the_keyboard_alone(visitors: Visitors, server: Server) -> None:
    staged = stage(server.site, Wish(("Ann",), ("easy",) * 5, {"length": "one"}, places=6))
    ann = visitors.desktop()
    page = ann.sit(staged, 0)
    player = Player.of(ann)

    acted = 0
    while not page.get_by_role("list", name="Standings").is_visible():
        if not player.is_my_turn():
            page.wait_for_timeout(20)
            continue
        before = player.board()
        if player.draw_button.is_visible():
            page.keyboard.press("d")
        else:
            lay_by_keys(player)
        acted += 1
        for _wait in range(500):
            if player.board() != before:
                break
            page.wait_for_timeout(20)
    assert acted > 2
    tab_to(page, re.compile("Play again"))
    page.keyboard.press("Enter")
    expect(player.turn).to_be_visible()


def test_sheets_open_and_close_by_keyboard_and_give_the_focus_back(
    visitors: Visitors, server: Server
) -> None:
    staged = stage(server.site, Wish(("Ann", "Ben"), settings={"length": "one"}))
    page = visitors.desktop().sit(staged, 0)

    tab_to(page, re.compile("Score sheet"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name="Score sheet")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Score sheet")).to_be_hidden()
    assert focused(page) == "Score sheet"


def test_a_key_that_is_held_chooses_a_tile_and_does_not_lay_it(visitors: Visitors, server: Server) -> None:
    wish, state = wish_for(
        Wish(("Ann", "Ben"), settings={"length": "one"}), lambda state: bool(plays(state)) and not state.drawn
    )
    ann = visitors.desktop()
    page = ann.sit(stage(server.site, wish), state.turn)
    player = Player.of(ann)
    player.wait_for_my_turn()
    hand = player.names()
    player.fitting.first.focus()

    for _repeat in range(4):
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    page.wait_for_timeout(400)

    assert player.names() == hand
    assert focused(page).startswith("Play ")
    page.keyboard.press("Enter")
    expect(player.hand).to_have_count(len(hand) - 1)


def test_keys_of_the_cloth_do_nothing_where_there_is_none(visitors: Visitors, server: Server) -> None:
    wish = Wish(("Ann", "Ben"), settings={"length": "one"}, playing=False)
    page = visitors.desktop().sit(stage(server.site, wish), 0)
    for key in ("z", "+", "-", "s", "d"):
        page.keyboard.press(key)
    # Whatever goes wrong here stands in the console, which every test finds empty.
    expect(page.get_by_role("heading", name="At the table")).to_be_attached()
