"""Looking closer at the cloth and back: wheel, fingers, mouse, buttons and keys; numerals where pips are too small."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.calm import be_calm
from tests.browser.conftest import visiting
from tests.browser.player import middle
from tests.live.staging import Staged, Wish, stage
from tests.servers import Server

TABLE: Final = Wish(("Ann", "Ben"), settings={"length": "one"}, plies=36)
NEAR: Final = 1.5  # CSS pixels that rounding may cost
CLOSEST: Final = 5
SMALLEST_PIPS: Final = 16  # CSS pixels of a tile's short side
# The short side of a tile as it is seen.
SHORT_SIDE: Final = """tile => { const seen = tile.getScreenCTM(); return Math.hypot(seen.a, seen.b); }"""
# How far each tile is from a place in the window.
FROM_MIDDLE: Final = """(tiles, [x, y]) =>
    tiles.map((tile) => {
        const box = tile.getBoundingClientRect();
        return Math.abs(box.x + box.width / 2 - x) + Math.abs(box.y + box.height / 2 - y);
    })"""
# For each open half with pips: its number, what is written on its tile, and how many of its pips are seen.
OPEN_HALVES: Final = """async () => {
    const fading = document.getElementById("l-tiles").getAnimations({ subtree: true });
    await Promise.allSettled(fading.map((one) => one.finished));
    return [...document.querySelectorAll("#l-tags .end[data-half]")]
        .filter(({ dataset }) => dataset.half && dataset.number !== "0")
        .map((end) => {
            const tile = document.getElementById(`t${end.dataset.node}`);
            const whole = tile.getBoundingClientRect();
            const half = [...tile.children].at(end.dataset.half === "a" ? -2 : -1);
            const written = [...end.querySelectorAll(".half-number")].filter((text) => {
                const { x, y, width, height } = text.getBoundingClientRect();
                const [left, top] = [x + width / 2, y + height / 2];
                return left > whole.left && left < whole.right && top > whole.top && top < whole.bottom;
            });
            return {
                number: end.dataset.number,
                written: written.map((text) => text.textContent),
                pips: getComputedStyle(half).visibility === "visible",
            };
        });
}"""


class Fingers:
    """Fingers on a phone, which keep a time of their own: on a busy machine a quick tap may take a second."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._line = page.context.new_cdp_session(page)
        self._now = time.time()
        self._down = False

    def put(self, *points: tuple[float, float], after: float = 0.02) -> None:
        """Put them on these places, or move them there; none: lift them."""
        self._now += after
        kind = "touchEnd" if not points else "touchMove" if self._down else "touchStart"
        touches = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        event = {"type": kind, "touchPoints": touches, "timestamp": self._now}
        self._line.send("Input.dispatchTouchEvent", event)
        self._down = bool(points)

    def lift(self) -> None:
        if self._down:
            self.put()
        self.rest()

    def rest(self) -> None:
        """Stay where they are until the page has seen it: moves reach it with its next picture."""
        self._page.evaluate(
            "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
        )

    def tap(self, x: float, y: float, *, after: float) -> None:
        self.put((x, y), after=after)
        self.lift()


@pytest.fixture(scope="module")
def table(server: Server) -> Staged:
    return stage(server.site, TABLE)


@pytest.fixture(scope="module")
def laptop(browser: Browser, server: Server, table: Staged) -> Iterator[Page]:
    with visiting(browser, server) as visitors:
        yield be_calm(visitors.desktop().sit(table, 0))


@pytest.fixture(scope="module")
def phone(browser: Browser, server: Server, table: Staged) -> Iterator[Page]:
    with visiting(browser, server) as visitors:
        yield be_calm(visitors.phone().sit(table, 1))


@pytest.fixture(autouse=True)
def _everything_is_shown(laptop: Page, phone: Page) -> None:
    for page in (laptop, phone):
        back = page.get_by_role("button", name="Show everything")
        if back.is_visible():
            back.click()


@pytest.fixture
def fingers(phone: Page) -> Iterator[Fingers]:
    fingers = Fingers(phone)
    yield fingers
    fingers.lift()


def cloth(page: Page) -> Locator:
    return page.get_by_role("region", name="The table", exact=True)


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("group", name="Zoom").get_by_role("button", name=name)


def tile(page: Page) -> Locator:
    """A tile away from the middle of the cloth, so that what happens about it does not happen about the middle."""
    x, y = middle(cloth(page))
    far = page.locator("#l-tiles > g").evaluate_all(FROM_MIDDLE, [x, y])
    return page.locator("#l-tiles > g").nth(sorted(range(len(far)), key=far.__getitem__)[len(far) * 2 // 3])


def seen_at(tile: Locator) -> tuple[float, float]:
    """The middle of a tile in the window, shown or not."""
    box = tile.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def size(tile: Locator) -> float:
    side: float = tile.evaluate(SHORT_SIDE)
    return side


def at(x: float, y: float) -> object:
    return pytest.approx((x, y), abs=NEAR)


def is_closer(page: Page) -> bool:
    return button(page, "Show everything").is_visible()


def test_the_wheel_comes_closer_to_what_is_under_the_pointer(laptop: Page) -> None:
    piece = tile(laptop)
    (x, y), before = seen_at(piece), size(piece)
    laptop.mouse.move(x, y)
    laptop.mouse.wheel(0, -400)
    expect(button(laptop, "Show everything")).to_be_visible()
    assert size(piece) > 1.5 * before
    assert seen_at(piece) == at(x, y)

    laptop.mouse.wheel(0, 4000)
    expect(button(laptop, "Show everything")).to_be_hidden()
    assert size(piece) == pytest.approx(before)
    assert seen_at(piece) == at(x, y)


def test_two_fingers_come_closer_to_what_lies_between_them_and_take_it_along(
    phone: Page, fingers: Fingers
) -> None:
    piece = tile(phone)
    (x, y), before = seen_at(piece), size(piece)

    def put(apart: float, aside: float = 0) -> None:
        fingers.put((x - apart + aside, y), (x + apart + aside, y))

    for step in range(11):
        put(25 + 2.5 * step)
    fingers.rest()
    grown, moved = size(piece), seen_at(piece)
    assert grown == pytest.approx(2 * before, rel=0.2)
    assert moved == pytest.approx((x, y), abs=8)  # the first pixels may still become a tap

    for step in range(1, 6):
        put(50, 6 * step)
    fingers.lift()
    assert size(piece) == pytest.approx(grown, rel=0.02)
    assert seen_at(piece) == pytest.approx((moved[0] + 30, moved[1]), abs=4)
    assert is_closer(phone)


def test_a_drag_moves_the_cloth_once_it_is_closer(laptop: Page) -> None:
    piece = tile(laptop)
    x, y = middle(cloth(laptop))

    def drag() -> None:
        laptop.mouse.move(x, y)
        laptop.mouse.down()
        laptop.mouse.move(x + 70, y + 40, steps=5)
        laptop.mouse.up()

    before = seen_at(piece)
    drag()
    assert seen_at(piece) == at(*before)

    button(laptop, "Closer").click()
    button(laptop, "Closer").click()
    before, closer = seen_at(piece), size(piece)
    drag()
    assert seen_at(piece) == at(before[0] + 70, before[1] + 40)
    assert size(piece) == pytest.approx(closer)


@pytest.mark.parametrize(
    ("key", "x", "y"),
    [("ArrowLeft", 60, 0), ("ArrowRight", -60, 0), ("ArrowUp", 0, 60), ("ArrowDown", 0, -60)],
)
def test_the_arrow_keys_move_the_cloth(laptop: Page, key: str, x: int, y: int) -> None:
    piece = tile(laptop)
    button(laptop, "Closer").click()
    button(laptop, "Closer").click()
    before = seen_at(piece)
    laptop.keyboard.press(key)
    assert seen_at(piece) == at(before[0] + x, before[1] + y)


def test_the_buttons_come_closer_go_back_and_show_everything(laptop: Page) -> None:
    piece = tile(laptop)
    before, place = size(piece), seen_at(piece)
    closer, back, all_of_it = (button(laptop, name) for name in ("Closer", "Further away", "Show everything"))
    expect(back).to_be_disabled()
    expect(all_of_it).to_be_hidden()

    closer.click()
    once = size(piece)
    assert once == pytest.approx(1.5 * before, rel=0.01)
    closer.click()
    back.click()
    assert size(piece) == pytest.approx(once, rel=0.01)
    for _press in range(6):
        if closer.is_enabled():
            closer.click()
    assert size(piece) == pytest.approx(CLOSEST * before, rel=0.01)

    all_of_it.click()
    assert size(piece) == pytest.approx(before)
    assert seen_at(piece) == at(*place)
    expect(all_of_it).to_be_hidden()
    expect(back).to_be_disabled()


def test_keys_come_closer_go_back_and_show_everything(laptop: Page) -> None:
    piece = tile(laptop)
    before, place = size(piece), seen_at(piece)
    laptop.keyboard.press("+")
    once = size(piece)
    assert once > 1.4 * before
    laptop.keyboard.press("+")
    laptop.keyboard.press("-")
    assert size(piece) == pytest.approx(once, rel=0.01)
    laptop.keyboard.press("z")
    assert size(piece) == pytest.approx(before)
    assert seen_at(piece) == at(*place)


def test_two_taps_in_quick_succession_come_closer_to_the_last_play(phone: Page, fingers: Fingers) -> None:
    last = phone.locator(f'#l-tiles > g[data-ply="{TABLE.plies - 1}"]')
    before = size(last)
    box = cloth(phone).bounding_box()
    assert box is not None
    edge = (box["x"] + 4, box["y"] + box["height"] / 2)
    fingers.tap(*edge, after=1)
    fingers.tap(*edge, after=0.6)
    assert size(last) == pytest.approx(before)
    fingers.tap(*edge, after=0.1)
    assert size(last) > 2 * before
    assert is_closer(phone)


def test_open_halves_show_numerals_where_pips_are_too_small(phone: Page) -> None:
    piece = tile(phone)
    size_before = phone.viewport_size
    assert size_before is not None
    assert size(piece) > SMALLEST_PIPS
    halves = phone.evaluate(OPEN_HALVES)
    assert len(halves) > 3
    assert [half for half in halves if half["written"] or not half["pips"]] == []

    phone.set_viewport_size({**size_before, "width": 320})
    expect(phone.locator(".half-number").first).to_be_attached()
    assert size(piece) < SMALLEST_PIPS
    small = phone.evaluate(OPEN_HALVES)
    assert [half for half in small if half["written"] != [half["number"]] or half["pips"]] == []

    button(phone, "Closer").tap()
    assert size(piece) > SMALLEST_PIPS
    assert phone.evaluate(OPEN_HALVES) == halves
    phone.set_viewport_size(size_before)
