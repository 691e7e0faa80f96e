"""A phone that lies down, forced colours, and tiles that a repair moves, with and without motion."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, FloatRect, Locator, Page, ViewportSize, expect

from games.rules.state import State
from tests.browser.calm import be_calm
from tests.browser.conftest import visiting
from tests.browser.player import IN_REACH, Player
from tests.live.positions import is_dead, plays, wish_for
from tests.live.staging import Staged, Wish, stage
from tests.servers import Server

TWO: Final = Wish(("Ann", "Ben"), settings={"length": "one"})
LYING: Final[ViewportSize] = {"width": 844, "height": 390}
# What a push brings when a repair has moved the last tile by two units and turned it, in both shapes.
MOVED: Final = "translate(2 1) rotate(90)"
# Deals the page such a push, and notes every pose that the tile is seen in until it rests.
REPAIR: Final = """async ([moved, motion]) => {
    const root = document.getElementById("table");
    const address = document.querySelector('script[src$="/games/page.js"]').src.replace("page.js", "apply.js");
    const { apply } = await import(address);
    const tile = [...document.querySelectorAll("#l-tiles > g")].at(-1);
    const seen = new Set([tile.getAttribute("transform")]);
    apply({ v: Number(root.dataset.v) + 1, layout: [{ moved: [[Number(tile.dataset.node), moved, moved]] }] });
    const begin = performance.now();
    while (performance.now() - begin < 3000) {
        seen.add(tile.getAttribute("transform"));
        if (tile.getAttribute("transform") === moved && (seen.size > 2 || !motion)) break;
        await new Promise(requestAnimationFrame);
    }
    return [...seen];
}"""
LOOKS: Final = """element => {
    const style = getComputedStyle(element);
    const line = (name) => {
        const [kind, width, colour] = ["style", "width", "color"].map((part) => style[`${name}-${part}`]);
        return kind === "none" || width === "0px" ? "none" : `${kind} ${width} ${colour}`;
    };
    return `${line("outline")}, ${line("border-top")}, ${style.fill}`;
}"""


def choice(state: State) -> bool:
    found = {play.tile for play in plays(state)}
    return len(state.layout) > 5 and len(found) > 1 and state.drawn is None and not is_dead(state)


@pytest.fixture(scope="module")
def wished() -> tuple[Wish, State]:
    return wish_for(TWO, choice)


@pytest.fixture(scope="module")
def table(server: Server, wished: tuple[Wish, State]) -> Staged:
    return stage(server.site, wished[0])


@pytest.fixture
def page(browser: Browser, server: Server, table: Staged, wished: tuple[Wish, State]) -> Iterator[Page]:
    """A phone of whoever is to act."""
    with visiting(browser, server) as visitors:
        page = visitors.phone().sit(table, wished[1].turn)
        page.wait_for_load_state("load")
        yield page


def box_of(target: Locator) -> FloatRect:
    box = target.bounding_box()
    assert box is not None
    return box


def looks(target: Locator) -> str:
    found: str = target.evaluate(LOOKS)
    return found


def test_a_phone_that_lies_down_shows_hand_turn_and_board_in_its_window(page: Page) -> None:
    page.set_viewport_size(LYING)
    player = Player(page, touch=True)
    board, turn, rack = (box_of(player.named(name)) for name in ("The table", "Turn", "Your tiles"))
    for box in (board, turn, rack):
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= LYING["width"]
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= LYING["height"]
    assert min(board["width"], board["height"]) > 300
    assert rack["x"] >= board["x"] + board["width"]
    # Two rows of tiles are seen whole; and the page itself need not be scrolled.
    tile = box_of(player.hand.first)
    assert rack["height"] > 2 * tile["height"]
    assert page.evaluate("document.scrollingElement.scrollHeight") <= LYING["height"]
    player.choose(player.fitting.first)
    expect(player.lit.first).to_be_attached()
    assert player.page.evaluate(IN_REACH)


def test_forced_colours_leave_what_is_chosen_and_what_is_lit_apart(page: Page) -> None:
    be_calm(page)
    page.emulate_media(forced_colors="active")
    player = Player(page, touch=True)
    player.wait_for_my_turn()
    tile, other = player.fitting.nth(0), player.fitting.nth(1)
    assert looks(tile) == looks(other)
    player.choose(tile)
    assert looks(tile) != looks(other)
    expect(player.lit.first).to_be_attached()
    disc, ground = page.locator(".lit .disc").first, page.locator(".end:not(.is-lit) .tag circle").first
    assert looks(disc) != looks(ground)
    mine, theirs = page.locator(".seat-turn").first, page.locator(".seat:not(.seat-turn)").first
    assert looks(mine) != looks(theirs)


def test_a_tile_that_a_repair_moves_glides_there(page: Page) -> None:
    seen = page.evaluate(REPAIR, [MOVED, True])
    assert seen[-1] == MOVED
    assert len(seen) > 3


def test_without_motion_it_is_there_at_once(page: Page) -> None:
    be_calm(page)
    seen = page.evaluate(REPAIR, [MOVED, False])
    assert seen[1:] == [MOVED]
