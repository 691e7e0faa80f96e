"""Whose turn it is, told where the table is not looked at: title, favicon, a nudge a minute; and what a double does."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import Page, expect

from games.rules.state import State
from games.rules.tiles import Tile
from tests.browser.calm import be_calm
from tests.browser.conftest import Visitors
from tests.browser.player import Player
from tests.live.positions import is_dead, plays, wish_for
from tests.live.staging import Wish, stage
from tests.servers import Server

TWO: Final = Wish(("Ann", "Ben"), settings={"length": "one"})
# A nudge lets the turn bar light up for a moment: so often has it done so.
COUNT_NUDGES: Final = """() => {
    window.nudges = 0;
    const bar = document.querySelector(".turn");
    const animate = bar.animate;
    bar.animate = function (...all) {
        window.nudges += 1;
        return animate.apply(this, all);
    };
}"""


# Whether the ribbon was seen when a double was announced.
NOTE_RIBBON: Final = """() => {
    window.announced = false;
    const note = () => (window.announced = document.getElementById("ribbon").checkVisibility());
    document.addEventListener("table:chickie", note);
}"""


def favicon(page: Page) -> str:
    address: str = page.locator("#favicon").evaluate("icon => icon.href")
    return address.rpartition("/")[2]


def test_title_and_favicon_say_whose_turn_it_is_and_stop_saying_it(
    visitors: Visitors, server: Server
) -> None:
    wish, state = wish_for(
        TWO, lambda state: bool(state.layout[1:] and plays(state)) and not state.drawn and not is_dead(state)
    )
    staged = stage(server.site, wish)
    mover, other = visitors.desktop(), visitors.desktop()
    mine, theirs = mover.sit(staged, state.turn), other.sit(staged, 1 - state.turn)
    player = Player.of(mover)
    player.wait_for_my_turn()
    assert mine.title().startswith("● Your turn · ")
    plain = theirs.title()
    assert (mine.title(), "●" in plain) == (f"● Your turn · {plain}", False)
    assert (favicon(mine), favicon(theirs)) == ("favicon-turn.svg", "favicon.svg")

    be_calm(mine)
    player.act()
    expect(mine).to_have_title(plain)
    assert favicon(mine) == "favicon.svg"
    expect(theirs).to_have_title(f"● Your turn · {plain}")
    assert favicon(theirs) == "favicon-turn.svg"


def test_who_is_waited_for_is_nudged_once_a_minute(visitors: Visitors, server: Server) -> None:
    wish, state = wish_for(TWO, lambda state: bool(plays(state)))
    staged = stage(server.site, wish)
    mover, other = visitors.desktop(), visitors.desktop()
    nudged = []
    for visitor, place in ((mover, state.turn), (other, 1 - state.turn)):
        visitor.page.clock.install()
        page = visitor.sit(staged, place)
        page.wait_for_load_state("load")
        page.evaluate(COUNT_NUDGES)
        for minutes in ("00:59", "00:02", "00:57", "00:03"):
            page.clock.fast_forward(minutes)
            nudged.append(page.evaluate("window.nudges"))
    assert nudged == [0, 1, 1, 2, 0, 0, 0, 0]


def test_a_table_that_was_made_silent_stays_so(visitors: Visitors, server: Server) -> None:
    page = visitors.desktop().sit(stage(server.site, TWO), 0)
    sound = page.get_by_role("button", name="Sound")
    expect(sound).to_have_attribute("aria-pressed", "true")
    sound.click()
    expect(sound).to_have_attribute("aria-pressed", "false")
    page.reload()
    expect(sound).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("m")
    expect(sound).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize("double", [True, False])
def test_a_double_is_announced_to_everybody_and_nothing_else_is(
    visitors: Visitors, server: Server, double: bool
) -> None:
    def wanted(state: State) -> list[Tile]:
        return [play.tile for play in plays(state) if play.tile.is_double is double]

    wish, state = wish_for(
        TWO, lambda state: bool(wanted(state)) and state.drawn is None and not is_dead(state)
    )
    tile = wanted(state)[0]
    staged = stage(server.site, wish)
    mover, other = visitors.desktop(), visitors.desktop()
    mover.sit(staged, state.turn)
    other.sit(staged, 1 - state.turn)
    player = Player.of(mover)
    player.wait_for_my_turn()
    for page in (mover.page, other.page):
        page.evaluate(NOTE_RIBBON)
    player.act(str(tile))
    Player.of(other).sees_what(player)
    for page in (mover.page, other.page):
        assert page.evaluate("window.announced") is double
        expect(page.locator("#ribbon")).to_be_hidden()
