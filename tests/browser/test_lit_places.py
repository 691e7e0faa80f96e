"""Every place that lights up can be seen and pressed: the cloth goes as far back as that needs."""

from __future__ import annotations

import pytest
from playwright.sync_api import FloatRect, Locator, Route, expect

from tests.browser.conftest import Visitors
from tests.browser.player import Player, middle
from tests.live.staging import Wish, stage
from tests.servers import Server

FAR = (
    9.0  # how far the engine lays tiles beyond the middle in this test: farther than the first frame reaches
)


def far_away(route: Route) -> None:
    """The site's answer, with every place moved to the right, beyond what is shown."""
    answer = route.fetch().json()
    for ends in answer["places"].values():
        for end, poses in ends.items():
            ends[end] = [f"{FAR} {' '.join(pose.split()[1:])}" for pose in poses]
    route.fulfill(json=answer)


def box_of(target: Locator) -> FloatRect:
    box = target.bounding_box()
    assert box is not None
    return box


def is_inside(inner: FloatRect, outer: FloatRect) -> bool:
    """Whether the middle of a box lies in another one."""
    x, y = inner["x"] + inner["width"] / 2, inner["y"] + inner["height"] / 2
    return outer["x"] < x < outer["x"] + outer["width"] and outer["y"] < y < outer["y"] + outer["height"]


def come_to_rest(player: Player) -> None:
    """Wait until places are lit and the cloth has stopped gliding."""
    expect(player.lit.first).to_be_attached()
    seen: list[FloatRect | None] = []
    while seen != (now := [lit.bounding_box() for lit in player.lit.all()]):
        seen = now
        player.page.wait_for_timeout(100)


def choose_what_fits(player: Player) -> Locator:
    """Take up the first tile that fits, and wait until its places can be pressed."""
    player.wait_for_my_turn()
    tile = player.tile(player.names(player.fitting)[0])
    player.choose(tile)
    come_to_rest(player)
    return tile


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_the_cloth_goes_back_until_a_place_beyond_its_frame_is_seen(
    visitors: Visitors, server: Server, size: str
) -> None:
    visitor = visitors.phone() if size == "phone" else visitors.desktop()
    visitor.page.route("**/ghosts/", far_away)
    page = visitor.sit(stage(server.site, Wish(("Ann", "Ben"), settings={"length": "one"})), 0)
    expect(page.locator("#r-ghosts[data-ghosts]")).to_be_attached()
    player = Player.of(visitor)
    tile = choose_what_fits(player)

    cloth = box_of(player.page.get_by_role("region", name="The table", exact=True))
    assert all(is_inside(box_of(lit), cloth) for lit in player.lit.all())
    player.lay()
    expect(tile).to_have_count(0)


def test_a_place_beneath_a_button_of_the_cloth_can_be_pressed(visitors: Visitors, server: Server) -> None:
    visitor = visitors.phone()
    visitor.sit(stage(server.site, Wish(("Ann", "Ben"), settings={"length": "one"})), 0)
    player = Player.of(visitor)
    tile = choose_what_fits(player)
    x, y = middle(player.lit.first)
    player.press(tile)  # put back
    expect(player.lit).to_have_count(0)
    zoom = player.page.get_by_role("group", name="Zoom")
    zoom.evaluate(
        """(zoom, [x, y]) => {
            const cloth = zoom.closest(".board").getBoundingClientRect();
            const [left, top] = [x - cloth.left - 22, y - cloth.top - 44];
            Object.assign(zoom.style, { inset: `${top}px auto auto ${left}px` });
        }""",
        [x, y],
    )
    player.choose(tile)
    come_to_rest(player)
    player.page.touchscreen.tap(x, y)
    expect(tile).to_have_count(0)


def test_the_right_button_of_the_mouse_lays_nothing(visitors: Visitors, server: Server) -> None:
    visitor = visitors.desktop()
    page = visitor.sit(stage(server.site, Wish(("Ann", "Ben"), settings={"length": "one"})), 0)
    player = Player.of(visitor)
    tile = choose_what_fits(player)
    x, y = middle(player.lit.first)
    page.mouse.click(x, y, button="right")
    page.wait_for_timeout(300)
    expect(tile).to_have_attribute("aria-pressed", "true")
    page.mouse.click(x, y)
    expect(tile).to_have_count(0)
