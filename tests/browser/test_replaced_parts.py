"""What somebody is in the middle of, while a push or a whole stage puts new parts in the place of old ones."""

from __future__ import annotations

import re
from typing import Final

from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Visitor, Visitors
from tests.browser.player import Player
from tests.live.positions import plays, wish_for
from tests.live.staging import Staged, Wish, stage
from tests.servers import Server

TWO: Final = Wish(("Ann", "Ben"), settings={"length": "one"})
# As after a gap: the page finds that it is behind, and fetches the whole stage.
FALL_BEHIND: Final = """() => {
    Object.assign(document.getElementById("table").dataset, { v: "0", old: "yes" });
    window.dispatchEvent(new Event("online"));
}"""


def get_a_new_stage(page: Page) -> None:
    page.evaluate(FALL_BEHIND)
    expect(page.locator("#table:not([data-old])")).to_be_attached()


def open_menu(page: Page) -> None:
    page.get_by_role("button", name="Menu").filter(visible=True).click()
    expect(page.get_by_role("dialog", name="Menu")).to_be_visible()


def say(page: Page, what: str) -> None:
    open_menu(page)
    page.get_by_role("button", name=what).click()


def both(visitors: Visitors, staged: Staged) -> tuple[Visitor, Visitor]:
    ann, ben = visitors.desktop(), visitors.desktop()
    ann.sit(staged, 0)
    ben.sit(staged, 1)
    return ann, ben


def test_a_sheet_that_is_read_stays_open_when_the_stage_comes_anew(
    visitors: Visitors, server: Server
) -> None:
    page = visitors.phone().go("/help/")
    page = visitors.everybody[-1].sit(stage(server.site, TWO), 0)
    page.get_by_role("button", name="Score sheet").click()
    sheet = page.get_by_role("dialog", name="Score sheet")
    expect(sheet).to_be_visible()

    get_a_new_stage(page)

    expect(sheet).to_be_visible()
    sheet.get_by_role("button", name="Close").click()
    expect(sheet).to_be_hidden()
    page.wait_for_timeout(100)
    page.go_back()
    expect(page).to_have_url(re.compile("/help/$"))


def test_after_a_reload_with_an_open_sheet_back_leaves_at_once(visitors: Visitors, server: Server) -> None:
    visitor = visitors.phone()
    visitor.go("/help/")
    page = visitor.sit(stage(server.site, TWO), 0)
    page.get_by_role("button", name="Score sheet").click()
    expect(page.get_by_role("dialog", name="Score sheet")).to_be_visible()

    page.reload()
    expect(page.locator('#table[data-fresh="yes"]')).to_be_attached()
    page.wait_for_timeout(100)

    page.go_back()
    expect(page).to_have_url(re.compile("/help/$"))


def test_a_question_is_answered_although_its_button_was_replaced_meanwhile(
    visitors: Visitors, server: Server
) -> None:
    ann, ben = both(visitors, stage(server.site, TWO))
    open_menu(ann.page)
    ann.page.get_by_role("button", name="Leave the match").click()
    question = ann.page.get_by_role("dialog", name="Leave for good?")
    expect(question).to_be_visible()

    open_menu(ben.page)
    ben.page.get_by_role("button", name="Let this be the last round").click()
    expect(ann.page.locator(".own-ask")).to_be_attached()
    question.get_by_role("button", name="Leave").click()

    expect(ben.page.get_by_role("list", name="Seats")).to_contain_text("stand-in")


def test_a_switch_in_the_menu_keeps_the_focus_when_it_was_pressed(visitors: Visitors, server: Server) -> None:
    page = visitors.desktop().sit(stage(server.site, TWO), 0)
    open_menu(page)
    switch = page.get_by_role("switch", name="Draw for me when I must")
    switch.focus()
    page.keyboard.press("Enter")
    expect(switch).to_be_checked()
    expect(switch).to_be_focused()
    page.keyboard.press("Enter")
    expect(switch).not_to_be_checked()


def test_news_from_the_table_do_not_let_a_second_tile_be_laid_before_the_first_is_answered(
    visitors: Visitors, server: Server
) -> None:
    wish, state = wish_for(
        TWO, lambda state: len({play.tile for play in plays(state)}) >= 2 and state.drawn is None
    )
    staged = stage(server.site, wish)
    mine, other = visitors.desktop(), visitors.desktop()
    page = mine.sit(staged, state.turn)
    other.sit(staged, 1 - state.turn)
    player = Player.of(mine)
    player.wait_for_my_turn()
    held: list[Route] = []
    page.route("**/act/", lambda route: held.append(route))
    first, second = player.names(player.fitting)[:2]
    player.choose(player.tile(first))
    player.lay()
    page.wait_for_function("document.querySelector('.flying')")

    say(other.page, "Let me think")
    expect(page.get_by_text("Let me think").filter(visible=True).first).to_be_visible()
    player.press(player.tile(second))
    expect(player.tile(second)).to_have_attribute("aria-pressed", "false")

    assert len(held) == 1
    held[0].continue_()
    expect(player.tile(first)).to_have_count(0)
    expect(page.locator(".flying")).to_have_count(0)
    expect(player.tile(second)).to_have_count(1)


def test_a_new_stage_asks_again_where_tiles_would_lie(visitors: Visitors, server: Server) -> None:
    wish, state = wish_for(TWO, lambda state: len(plays(state)) >= 1 and state.drawn is None)
    visitor = visitors.desktop()
    with visitor.page.expect_response("**/ghosts/"):
        page = visitor.sit(stage(server.site, wish), state.turn)
    with page.expect_response("**/ghosts/"):
        get_a_new_stage(page)
    expect(page.locator("#r-ghosts[data-ghosts]")).to_be_attached()
