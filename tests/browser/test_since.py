"""What happened since my last turn: marked on the cloth, named in a pill, told in one line each."""

from __future__ import annotations

import re
from collections import Counter

from playwright.sync_api import expect

from tests.browser.conftest import Visitors
from tests.browser.player import Player
from tests.live.positions import is_dead, plays, wish_for
from tests.live.staging import Wish, stage
from tests.servers import Server

# Who laid the tiles that have a halo, and whose badges stand on the cloth.
MARKED = """() => {
    const seen = (layer) => [...document.querySelectorAll(`#${layer} > *`)].filter((mark) => mark.checkVisibility());
    const halos = new Set(seen("l-halos").map((halo) => halo.getAttribute("transform")));
    const tiles = [...document.querySelectorAll("#l-tiles > g")];
    return {
        halos: tiles.filter((tile) => halos.has(tile.getAttribute("transform"))).map((tile) => tile.dataset.seat),
        badges: seen("l-badges").map((badge) => badge.querySelector("use").getAttribute("href").slice(-1)),
    };
}"""


def marked(player: Player) -> Counter[str]:
    """How many tiles of each seat are marked as new."""
    found: dict[str, list[str]] = player.page.evaluate(MARKED)
    assert Counter(found["halos"]) == Counter(found["badges"])
    return Counter(found["halos"])


def test_scenario_13_what_the_others_laid_since_my_turn_is_marked_and_told(
    visitors: Visitors, server: Server
) -> None:
    wish, state = wish_for(
        Wish(("Ann", "Ben", "Cem"), settings={"length": "one"}),
        lambda state: len(state.layout) > 12 and len(plays(state)) > 1 and not is_dead(state),
    )
    staged = stage(server.site, wish)
    order = [(state.turn + step) % 3 for step in range(3)]
    players = []
    for place in order:
        visitor = visitors.phone()
        visitor.sit(staged, place)
        players.append(Player.of(visitor))
    mover, _next, waiting = players
    mover.wait_for_my_turn()
    assert marked(mover) <= Counter("ABC"[place] for place in order[1:])
    assert not marked(waiting)

    mover.act()
    assert not marked(mover)
    waiting.sees_what(mover)
    letter, name = "ABC"[order[0]], wish.people[order[0]]
    assert marked(waiting) == Counter(letter)
    since = waiting.page.get_by_role("button", name=re.compile("Since your turn"))
    expect(since).to_be_visible()
    waiting.press(since)
    told = waiting.page.get_by_role("dialog").get_by_role("listitem")
    expect(told).to_have_count(1)
    expect(told).to_contain_text(name)
