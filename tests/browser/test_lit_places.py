"""Every place that lights up can be seen and pressed: the cloth goes as far back as that needs."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import FloatRect, Locator

from tests.browser.conftest import Visitors
from tests.browser.player import Player
from tests.live.staging import Wish, stage_all
from tests.servers import Server

PLIES: Final = (18, 24)


def box_of(target: Locator) -> FloatRect:
    box = target.bounding_box()
    assert box is not None
    return box


def outside(inner: FloatRect, outer: FloatRect) -> bool:
    """Whether the middle of a box lies outside of another one."""
    x, y = inner["x"] + inner["width"] / 2, inner["y"] + inner["height"] / 2
    return not (
        outer["x"] < x < outer["x"] + outer["width"] and outer["y"] < y < outer["y"] + outer["height"]
    )


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_every_lit_place_lies_on_the_part_of_the_cloth_that_is_shown(
    visitors: Visitors, server: Server, size: str
) -> None:
    visitor = visitors.phone() if size == "phone" else visitors.desktop()
    wishes = [Wish(("Ann",), bots=("easy",) * 3, plies=plies, pace="calm") for plies in PLIES]
    looked_at = 0
    for staged in stage_all(server.site, wishes):
        visitor.sit(staged, 0)
        player = Player.of(visitor)
        player.wait_for_my_turn()
        cloth = box_of(player.page.get_by_role("region", name="The table", exact=True))
        for name in player.names(player.fitting):
            player.choose(player.tile(name))
            player.page.wait_for_timeout(350)
            lost = [lit.inner_text() for lit in player.lit.all() if outside(box_of(lit), cloth)]
            assert not lost, f"{staged.code}: {name} cannot be seen at {lost}"
            looked_at += player.lit.count()
            player.press(player.turn.get_by_role("button", name="Put back"))
    assert looked_at > 0
