"""Pages that lose what they hang on, and come back by themselves: reloads, tabs, a killed server, no websocket."""

from __future__ import annotations

import re
import time
from typing import Final

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from tests.browser.conftest import Visitor, Visitors
from tests.browser.player import Player, play_round
from tests.browser.wire import Wire
from tests.live.staging import Wish, stage
from tests.servers import Server

# The browser's own lines about connections that fail, which no page can keep from the console.
BROKEN: Final = (r"Failed to load resource: net::ERR_", r"WebSocket connection to .* failed")
ONE_ROUND: Final = {"length": "one"}
LIVE_IS_OFF: Final = "Live updates are off"


def allow_broken_connections(visitor: Visitor) -> None:
    for pattern in BROKEN:
        visitor.allow(pattern)


def banner(page: Page, text: str) -> None:
    """A banner that says this is shown."""
    expect(page.get_by_role("status").filter(has_text=text).filter(visible=True)).to_be_visible()


def no_banner(page: Page) -> None:
    for text in (LIVE_IS_OFF, "Catching up", "No connection"):
        expect(page.get_by_role("status").filter(has_text=text).filter(visible=True)).to_have_count(0)


def test_a_reload_in_the_middle_of_a_turn_loses_nothing(visitors: Visitors, server: Server) -> None:
    staged = stage(server.site, Wish(("Ann", "Ben"), settings=ONE_ROUND, plies=6))
    pages = [visitors.phone(), visitors.phone()]
    players = []
    for place, visitor in enumerate(pages):
        visitor.sit(staged, place)
        players.append(Player.of(visitor))
    mover = next(player for player in players if player.is_my_turn())
    hand, board = mover.names(), mover.board()
    mover.choose(mover.tile(mover.names(mover.fitting)[0]))

    mover.page.reload()

    assert (mover.names(), mover.board()) == (hand, board)
    assert mover.is_my_turn()
    mover.act()
    assert mover.board() != board


def test_scenario_6_two_tabs_show_the_same_and_closing_one_is_not_leaving(
    visitors: Visitors, server: Server
) -> None:
    staged = stage(server.site, Wish(("Ann", "Ben"), settings=ONE_ROUND))
    ann, ben = visitors.desktop(), visitors.desktop()
    ann.sit(staged, 0)
    ben.sit(staged, 1)
    second = ben.tab(f"/t/{staged.code}/")
    one, other, opponent = Player.of(ben), Player.of(ben, second), Player.of(ann)
    if opponent.is_my_turn():
        opponent.act()
    one.wait_for_my_turn()
    other.wait_for_my_turn()

    one.act()
    expect(second.get_by_role("region", name="Turn", exact=True)).to_contain_text("Ann is choosing")
    assert other.names() == one.names()
    assert other.board() == one.board()

    second.close()
    opponent.wait_for_my_turn()
    opponent.act()
    one.wait_for_my_turn()
    # What the closing of a socket brings about has come by now.
    expect(ann.page.get_by_role("list", name="Seats")).not_to_contain_text("away")


def test_scenario_17_a_killed_server_comes_back_and_no_page_is_reloaded(
    own_visitors: Visitors, own_server: Server
) -> None:
    staged = stage(own_server.site, Wish(("Ann",), ("easy",) * 3, ONE_ROUND, plies=6))
    ann = own_visitors.phone()
    allow_broken_connections(ann)
    page = ann.sit(staged, 0)
    player = Player.of(ann)
    player.wait_for_my_turn()
    loads: list[str] = []
    page.on("load", lambda loaded: loads.append(loaded.url))
    hand = player.names()

    own_server.kill()
    banner(page, "Catching up")
    own_server.start()

    no_banner(page)
    assert player.names() == hand
    player.act()
    # The bots go on by themselves until it is Ann's turn again, or the round is over.
    expect(
        page.get_by_text(re.compile("Your turn|You drew|Nothing fits|in your hand|Play again")).first
    ).to_be_visible()
    assert loads == []


def test_scenario_16_without_websockets_a_whole_round_can_be_played(
    visitors: Visitors, server: Server
) -> None:
    staged = stage(server.site, Wish(("Ann",), ("easy",) * 5, ONE_ROUND, places=6))
    ann = visitors.phone()
    allow_broken_connections(ann)
    ann.context.route_web_socket("**/ws/**", lambda socket: socket.close())
    page = ann.sit(staged, 0)

    banner(page, LIVE_IS_OFF)
    assert play_round([Player.of(ann)]) > 3
    expect(page.get_by_role("list", name="Standings")).to_be_visible()


def test_pushes_that_come_while_the_new_stage_is_fetched_do_not_keep_a_page_in_the_waiting_room(
    visitors: Visitors, server: Server
) -> None:
    staged = stage(server.site, Wish(("Ann", "Ben"), ("easy", "easy"), ONE_ROUND, playing=False))
    ann, ben = visitors.desktop(), visitors.desktop()
    ann.sit(staged, 0)
    page = ben.sit(staged, 1)

    def late(route: Route) -> None:
        response = route.fetch()
        time.sleep(0.7)
        route.fulfill(response=response)

    ben.context.route("**/page/**", late)
    ann.page.get_by_role("button", name="Start with 4 players").click()
    first, second = Player.of(ann), Player.of(ben)
    expect(first.turn).to_be_visible()
    if first.is_my_turn():
        first.act()

    expect(second.turn).to_be_visible()
    second.wait_for_my_turn()
    first.sees_what(second)
    no_banner(page)


def test_a_push_that_went_missing_is_made_up_for(visitors: Visitors, server: Server) -> None:
    staged = stage(server.site, Wish(("Ann", "Ben", "Cem"), settings=ONE_ROUND))
    everybody = [visitors.desktop(), visitors.desktop(), visitors.desktop()]
    lost: list[str] = []

    def lossy(page_side: WebSocketRoute) -> None:
        server_side = page_side.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            # The first push of all is lost.
            if not lost and '"from"' in str(message):
                lost.append(str(message))
            else:
                page_side.send(message)

        server_side.on_message(pass_on)

    everybody[2].context.route_web_socket("**/ws/**", lossy)
    for place, visitor in enumerate(everybody):
        visitor.sit(staged, place)
    players = [Player.of(visitor) for visitor in everybody]
    # Cem does not hear of one move, and then hears of the next.
    while not (lost and players[2].is_my_turn()):
        mover = next(player for player in players if player.is_my_turn())
        mover.act()
        following(players, mover).wait_for_my_turn()
    players[2].sees_what(players[0])


def test_a_socket_that_has_fallen_silent_is_replaced(visitors: Visitors, server: Server) -> None:
    """The line may be dead and nobody says so. The server asks every 20 s whether somebody is there."""
    staged = stage(server.site, Wish(("Ann", "Ben"), settings=ONE_ROUND))
    ann = visitors.desktop()
    sockets: list[WebSocketRoute] = []

    def deaf_at_first(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        if len(sockets) > 1:
            socket.connect_to_server()

    ann.context.route_web_socket("**/ws/**", deaf_at_first)
    ann.page.clock.install()
    page = ann.sit(staged, 0)
    page.clock.run_for(25_000)
    assert len(sockets) == 1

    page.clock.run_for(35_000)
    page.wait_for_timeout(200)
    assert len(sockets) == 2
    no_banner(page)


LOCKED: Final = """locked => {
    Object.defineProperty(document, "hidden", { value: locked, configurable: true });
    Object.defineProperty(document, "visibilityState", { value: locked ? "hidden" : "visible", configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""


@pytest.mark.parametrize("how", ["silent", "cut"])
def test_scenario_15_a_phone_that_was_locked_is_current_within_two_seconds(
    visitors: Visitors, server: Server, how: str
) -> None:
    """The line is dead while the phone is locked; whether its socket broke or only fell silent, it must not matter."""
    staged = stage(server.site, Wish(("Ann", "Ben", "Cem", "Dan"), settings=ONE_ROUND))
    with Wire(server) as wire:
        everybody = [visitors.desktop(), visitors.desktop(), visitors.desktop(), visitors.phone(url=wire.url)]
        players = []
        for place, visitor in enumerate(everybody):
            allow_broken_connections(visitor)
            visitor.sit(staged, place)
            players.append(Player.of(visitor))
        dan = players[3]
        loads: list[str] = []
        dan.page.on("load", lambda loaded: loads.append(loaded.url))
        # Until Dan has played once, so that there is a last turn of his.
        for _action in range(8):
            mover = next(player for player in players if player.is_my_turn())
            mover.act()
            if mover is dan:
                break
            following(players, mover).wait_for_my_turn()
        players[0].wait_for_my_turn()

        dan.page.evaluate(LOCKED, True)
        wire.cut() if how == "cut" else wire.fall_silent()
        for place in range(3):
            players[place].wait_for_my_turn()
            while players[place].is_my_turn():
                players[place].act()
        dan.page.wait_for_timeout(3500)
        wire.mend()
        dan.page.evaluate(LOCKED, False)

        expect(dan.turn).to_contain_text(re.compile("Your turn|Nothing fits|in your hand"), timeout=2000)
        assert dan.board() == players[0].board()
        no_banner(dan.page)
        dan.press(dan.page.get_by_role("button", name="Since your turn"))
        told = dan.page.get_by_role("dialog").get_by_role("listitem")
        for name in ("Ann", "Ben", "Cem"):
            expect(told.filter(has_text=re.compile(f"^{name}")).first).to_be_visible()
        assert loads == []


def following(players: list[Player], mover: Player) -> Player:
    return players[(players.index(mover) + 1) % len(players)]
