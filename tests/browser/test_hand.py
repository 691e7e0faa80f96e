"""The hand on the play screen: choosing, letting go, dragging, sorting, the keyboard alone."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Visitor, Visitors
from tests.servers import Server, Site

TILE = re.compile(r"^\d+-\d+(, just drawn)?$")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all of these: each opens a table of its own."""
    with Site(tmp_path_factory.mktemp("site")) as site:
        yield site.start()


@pytest.fixture(params=["phone", "desktop"])
def page(request: pytest.FixtureRequest, visitors: Visitors) -> Page:
    """The table of somebody who plays against three bots and may lay a tile now."""
    return against_bots(visitors.phone() if request.param == "phone" else visitors.desktop())


@pytest.fixture
def wide_page(visitors: Visitors) -> Page:
    """The same on a desktop only."""
    return against_bots(visitors.desktop())


def against_bots(someone: Visitor) -> Page:
    page = someone.go("/")
    page.get_by_role("button", name=re.compile("^Play now")).click()
    expect(page.locator("#table[data-fresh=yes]")).to_be_visible()
    wait_until_i_may_lay(page)
    return page


def wait_until_i_may_lay(page: Page) -> None:
    """Until some tile fits; what has to be drawn before is drawn."""
    draw = page.get_by_role("button", name="Draw", exact=True)
    for _try in range(40):
        expect(page.locator("#r-bar[data-kind]:not([data-kind=''])")).to_be_visible()
        if fitting(page).count():
            return
        if draw.is_visible():
            draw.click()
        page.wait_for_timeout(150)
    raise AssertionError("this hand never fits")


def fitting(page: Page) -> Locator:
    """My tiles that may be laid now: the others say that they do not fit."""
    return page.get_by_role("button", name=TILE).and_(page.locator(".rack .tile"))


def lit(page: Page) -> Locator:
    """The ends that are lit."""
    return page.get_by_role("button", name=re.compile("^Play "))


def put_back(page: Page) -> Locator:
    return page.get_by_role("button", name="Put back", exact=True)


def middle(thing: Locator) -> tuple[float, float]:
    box = thing.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def laid(page: Page) -> int:
    return page.locator("#l-tiles > g").count()


def hand(page: Page) -> list[str]:
    return [str(tile.get_attribute("data-tile")) for tile in page.locator(".rack .tile").all()]


def some_cloth(page: Page) -> tuple[float, float]:
    """A place on the cloth where nothing lies."""
    box = page.locator("#board").bounding_box()
    assert box is not None
    return box["x"] + box["width"] - 12, box["y"] + 70


def drag(page: Page, thing: Locator, *way: tuple[float, float]) -> None:
    page.mouse.move(*middle(thing))
    page.mouse.down()
    for place in way:
        page.mouse.move(*place, steps=6)
    page.mouse.up()


def wait_for_more_than(page: Page, tiles: int) -> None:
    page.wait_for_function("tiles => document.querySelectorAll('#l-tiles > g').length > tiles", arg=tiles)


def test_a_chosen_tile_lights_its_ends_and_can_be_let_go_in_three_ways(page: Page) -> None:
    address, before = page.url, laid(page)
    for let_go in (
        lambda: put_back(page).click(),
        lambda: page.mouse.click(*some_cloth(page)),
        lambda: page.evaluate("history.back()"),  # the back gesture leaves only with nothing chosen
    ):
        fitting(page).first.click()
        expect(put_back(page)).to_be_visible()
        expect(lit(page)).not_to_have_count(0)
        let_go()
        expect(lit(page)).to_have_count(0)
        expect(put_back(page)).to_be_hidden()
    assert page.url == address
    assert laid(page) == before


def test_one_drag_or_two_taps_lay_a_tile_and_a_missed_drop_keeps_it_chosen(page: Page) -> None:
    before, tile = laid(page), fitting(page).first
    drag(page, tile, some_cloth(page))
    expect(put_back(page)).to_be_visible()
    expect(page.locator(".rack .tile[aria-pressed=true]")).to_have_count(1)
    assert laid(page) == before
    chosen = page.locator(".rack .tile[aria-pressed=true]")
    drag(page, chosen, (middle(chosen)[0], middle(chosen)[1] - 40), middle(lit(page).first))
    wait_for_more_than(page, before)

    wait_until_i_may_lay(page)
    before = laid(page)
    fitting(page).first.click()
    page.wait_for_timeout(300)
    assert laid(page) == before  # even a single legal play needs the second tap
    page.mouse.click(*middle(lit(page).first))
    wait_for_more_than(page, before)


def test_the_order_of_the_hand(wide_page: Page) -> None:
    page, before = wide_page, hand(wide_page)
    tiles = page.locator(".rack .tile")
    drag(page, tiles.nth(0), middle(tiles.nth(1)), middle(tiles.nth(2)))
    by_hand = hand(page)
    assert by_hand != before
    assert sorted(by_hand) == sorted(before)
    page.reload()
    expect(tiles.first).to_have_attribute("data-tile", by_hand[0])
    assert hand(page) == by_hand

    sort = page.get_by_role("button", name="Sort", exact=True)
    sort.click()
    numbers = [tuple(map(int, tile.split("-"))) for tile in hand(page)]
    assert numbers == sorted(numbers, reverse=True)
    sort.click()
    pips = [sum(map(int, tile.split("-"))) for tile in hand(page)]
    assert pips == sorted(pips, reverse=True)


def test_the_keyboard_alone_lays_a_tile(wide_page: Page) -> None:
    page, before = wide_page, laid(wide_page)
    page.locator(".rack .tile[tabindex='0']").focus()
    wanted = fitting(page).first.get_attribute("id")
    for _step in range(30):
        if page.evaluate("document.activeElement.id") == wanted:
            break
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')").startswith("Play ")
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.id") == wanted
    expect(lit(page)).to_have_count(0)
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    wait_for_more_than(page, before)


def test_zoom_by_buttons_wheel_and_keys(wide_page: Page) -> None:
    page = wide_page

    def shown() -> str:
        page.wait_for_timeout(400)
        return str(page.locator("#layout").get_attribute("viewBox"))

    everything = shown()
    page.get_by_role("button", name="Closer").click()
    assert shown() != everything
    page.get_by_role("button", name="Show everything").click()
    assert shown() == everything
    page.mouse.move(*middle(page.locator("#board")))
    page.mouse.wheel(0, -300)
    assert shown() != everything
    page.keyboard.press("z")
    assert shown() == everything


def test_a_tile_that_does_not_fit_says_why(wide_page: Page) -> None:
    page = wide_page
    sunk = page.locator(".rack .tile-sunk")
    expect(sunk).not_to_have_count(0)  # the first foot is waiting: most tiles do not fit
    sunk.first.click()
    expect(page.locator("#toasts")).to_contain_text(str(sunk.first.get_attribute("data-tile")))
    expect(put_back(page)).to_be_hidden()
