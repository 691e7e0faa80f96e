"""The order of the hand: by number, by value, or as its tiles were put; every tile of a large hand is in reach."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Visitors, visiting
from tests.browser.player import Player, middle
from tests.live.staging import Staged, Wish, stage
from tests.servers import Server

TWO: Final = Wish(("Ann", "Ben"), settings={"length": "one"})
# So many tiles as nobody is dealt, but who draws and draws may come to have; and the page notes which are pressed.
FILL_HAND: Final = """(count) => {
    const hand = document.querySelector("[data-hand]");
    for (let number = hand.children.length; number < count; number += 1) {
        const cell = hand.children[0].cloneNode(true);
        const tile = cell.querySelector("button");
        const name = `12-${number - 12}`;
        cell.dataset.tile = tile.dataset.tile = name;
        tile.id = `h${name}`;
        tile.setAttribute("aria-label", name);
        hand.append(cell);
    }
    document.dispatchEvent(new CustomEvent("table:changed", { detail: {} }));
    window.pressed = [];
    const note = (event) => window.pressed.push(event.target.closest(".rack .tile")?.dataset.tile);
    document.addEventListener("click", note, true);
}"""

# The tiles that are seen whole, and where their middles are.
IN_SIGHT: Final = """() =>
    [...document.querySelectorAll(".rack .tile")]
        .map((tile) => [tile.dataset.tile, tile.getBoundingClientRect()])
        .filter(([, box]) => box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= innerHeight)
        .map(([name, box]) => [name, box.x + box.width / 2, box.y + box.height / 2])"""


@pytest.fixture(scope="module")
def table(server: Server) -> Staged:
    return stage(server.site, TWO)


@pytest.fixture
def laptop(browser: Browser, server: Server, table: Staged) -> Iterator[Player]:
    with visiting(browser, server) as visitors:
        visitor = visitors.desktop()
        visitor.sit(table, 0)
        yield Player.of(visitor)


def by_number(names: list[str]) -> list[str]:
    return sorted(names, key=lambda name: [-int(number) for number in name.split("-")])


def by_value(names: list[str]) -> list[str]:
    numbers = {name: [int(number) for number in name.split("-")] for name in names}
    return sorted(names, key=lambda name: (-sum(numbers[name]), -numbers[name][0]))


def drag_onto(page: Page, player: Player, tile: str, other: str) -> None:
    """Drag one tile over the rack to where another one stands."""
    start, goal = middle(player.tile(tile)), middle(player.tile(other))
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*goal, steps=12)
    page.mouse.up()


def press_what_is_in_sight(page: Page) -> None:
    """Tap each tile that is seen whole and was not tapped before."""
    pressed = page.evaluate("window.pressed")
    for name, x, y in page.evaluate(IN_SIGHT):
        if name not in pressed:
            page.touchscreen.tap(x, y)


def swipe(page: Page, x: float, y: float, by: int) -> None:
    """A finger that pushes what is under it aside."""
    finger = page.context.new_cdp_session(page)
    for step in range(21):
        touch = {"x": x + by * step / 20, "y": y}
        kind = "touchMove" if step else "touchStart"
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [touch]})
        page.wait_for_timeout(10)
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_timeout(200)


def test_the_sort_button_sorts_by_number_and_by_value(laptop: Player) -> None:
    names = laptop.names()
    assert by_number(names) != by_value(names)
    assert names == by_number(names)
    sort = laptop.page.get_by_role("button", name="Sort", exact=True)
    sort.click()
    assert laptop.names() == by_value(names)
    expect(laptop.page.get_by_role("status").filter(has_text="Sorted by value")).to_be_visible()
    laptop.page.reload()
    assert laptop.names() == by_value(names)
    laptop.page.get_by_role("button", name="Sort", exact=True).click()
    assert laptop.names() == by_number(names)
    laptop.page.keyboard.press("s")
    assert laptop.names() == by_value(names)


def test_a_tile_that_is_dragged_within_the_rack_stays_there_over_a_reload(laptop: Player) -> None:
    names = laptop.names()
    moved, goal = names[1], names[5]
    drag_onto(laptop.page, laptop, moved, goal)
    wanted = [name for name in names if name != moved]
    wanted.insert(names.index(goal), moved)
    assert laptop.names() == wanted
    laptop.page.reload()
    assert laptop.names() == wanted
    # Another round is another hand; this one is sorted again at a press.
    laptop.page.get_by_role("button", name="Sort", exact=True).click()
    assert laptop.names() == by_number(names)


def test_each_of_27_tiles_can_be_brought_into_sight_and_pressed(visitors: Visitors, table: Staged) -> None:
    visitor = visitors.phone()
    page = visitor.sit(table, 0)
    player = Player.of(visitor)
    page.wait_for_load_state("load")
    page.evaluate(FILL_HAND, 27)
    names = player.names()
    assert len(set(names)) == 27
    press_what_is_in_sight(page)
    assert len(page.evaluate("window.pressed")) < 27
    swipe(page, *middle(player.named("Your tiles")), by=-200)
    press_what_is_in_sight(page)
    assert sorted(page.evaluate("window.pressed")) == sorted(names)
