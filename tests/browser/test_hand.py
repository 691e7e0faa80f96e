"""Laying a tile: two taps or one drag, never less; what fits lights up, what does not is told why."""

from __future__ import annotations

import re
from typing import Final

from playwright.sync_api import expect

from games.rules.state import State
from tests.browser.conftest import Visitor, Visitors
from tests.browser.player import Player, middle
from tests.live.positions import doomed, is_dead, plays, wish_for
from tests.live.staging import Wish, stage
from tests.servers import Server

TWO: Final = Wish(("Ann", "Ben"), settings={"length": "one"})
FOUR: Final = Wish(("Ann", "Ben", "Cem", "Dan"), settings={"length": "one"})


def seated(visitor: Visitor, server: Server, wish: Wish, state: State) -> Player:
    """The page of the seat that is to act."""
    visitor.sit(stage(server.site, wish), state.turn)
    player = Player.of(visitor)
    player.wait_for_my_turn()
    return player


def test_scenario_12_the_only_tile_on_its_only_end_still_takes_two_taps(
    visitors: Visitors, server: Server
) -> None:
    wish, state = wish_for(
        FOUR, lambda state: len(plays(state)) == 1 and state.drawn is None and not is_dead(state)
    )
    player = seated(visitors.phone(), server, wish, state)
    board, hand = player.board(), player.names()
    (tile,) = player.names(player.fitting)

    player.choose(player.tile(tile))
    expect(player.lit).to_have_count(1)
    player.page.wait_for_timeout(700)
    assert (player.board(), player.names()) == (board, hand)

    player.lay()
    expect(player.tile(tile)).to_have_count(0)
    expect(player.page.get_by_role("list", name="Open ends")).not_to_have_text("".join(board))


def test_scenario_12_a_missed_drop_puts_the_tile_back_and_keeps_it_chosen(
    visitors: Visitors, server: Server
) -> None:
    wish, state = wish_for(TWO, lambda state: len(plays(state)) >= 2 and state.drawn is None)
    player = seated(visitors.desktop(), server, wish, state)
    board, hand = player.board(), player.names()
    tile = player.tile(player.names(player.fitting)[0])
    mouse = player.page.mouse

    tile.hover()
    x, y = middle(tile)
    mouse.down()
    mouse.move(x, y - 40, steps=4)
    cloth = player.page.get_by_role("region", name="The table", exact=True).bounding_box()
    assert cloth is not None
    # A corner of the cloth, where no line ends.
    mouse.move(cloth["x"] + 4, cloth["y"] + cloth["height"] - 4, steps=6)
    mouse.up()

    expect(tile).to_have_attribute("aria-pressed", "true")
    expect(player.lit.first).to_be_attached()
    assert (player.board(), player.names()) == (board, hand)
    player.lay()
    expect(tile).to_have_count(0)


def test_a_chosen_tile_stays_chosen_when_something_else_happens_at_the_table(
    visitors: Visitors, server: Server
) -> None:
    wish, state = wish_for(TWO, lambda state: len(plays(state)) >= 2 and state.drawn is None)
    staged = stage(server.site, wish)
    mine, other = visitors.phone(), visitors.desktop()
    mine.sit(staged, state.turn)
    player = Player.of(mine)
    page = other.sit(staged, 1 - state.turn)
    tile = player.tile(player.glance().fitting[0])
    player.choose(tile)

    page.get_by_role("button", name="Menu").filter(visible=True).click()
    page.get_by_role("button", name="Let me think").click()

    expect(mine.page.get_by_text("Let me think").filter(visible=True).first).to_be_visible()
    expect(tile).to_have_attribute("aria-pressed", "true")
    player.lay()
    expect(tile).to_have_count(0)


def test_scenario_12_all_ends_on_which_a_tile_fits_light_up_and_only_they(
    visitors: Visitors, server: Server
) -> None:
    def several(state: State) -> bool:
        found = plays(state)
        return state.owed is None and any(
            sum(play.tile == other.tile for other in found) >= 3 for play in found
        )

    wish, state = wish_for(TWO, several)
    player = seated(visitors.phone(), server, wish, state)
    for tile in sorted({play.tile for play in plays(state)}):
        count = sum(play.tile == tile for play in plays(state))
        player.choose(player.tile(str(tile)))
        expect(player.lit).to_have_count(count)
        player.press(player.page.get_by_role("button", name="Put back"))
        expect(player.lit).to_have_count(0)


def test_scenario_12_an_illegal_try_says_which_rule_refused_it(visitors: Visitors, server: Server) -> None:
    wish, state = wish_for(
        FOUR,
        lambda state: (
            state.owed is not None and state.owed.node > 0 and bool(plays(state)) and len(state.ends) > 3
        ),
    )
    assert state.owed is not None
    double = state.layout[state.owed.node].tile
    player = seated(visitors.phone(), server, wish, state)
    board = player.board()
    refused = next(tile for tile in player.names() if tile not in player.names(player.fitting))

    # A tile that may not be laid while the foot waits.
    player.press(player.tile(refused))
    expect(player.page.get_by_text(re.compile(f"Foot first: it needs {double.high}"))).to_be_visible()
    expect(player.lit).to_have_count(0)

    # The right tile on another end than the foot's.
    player.choose(player.tile(player.names(player.fitting)[0]))
    other = player.page.get_by_role("button", name=re.compile("^Open ")).first
    player.tap_at(*middle(other))
    expect(
        player.page.get_by_role("status").filter(has_text="gets its toes before anything else")
    ).to_be_visible()
    assert player.board() == board


def test_scenario_14_a_double_that_cannot_get_its_toes_warns_first_and_then_ends_the_round(
    visitors: Visitors, server: Server
) -> None:
    def choice(state: State) -> bool:
        return (
            bool(doomed(state)) and len({play.tile for play in plays(state)}) > 1 and len(state.boneyard) > 2
        )

    wish, state = wish_for(FOUR, choice)
    double = str(doomed(state)[0].tile)
    staged = stage(server.site, wish)
    everybody = [visitors.phone(), *(visitors.desktop() for _other in range(3))]
    seats = [state.turn, *(seat for seat in range(4) if seat != state.turn)]
    for visitor, seat in zip(everybody, seats, strict=True):
        visitor.sit(staged, seat)
    player = Player.of(everybody[0])
    page = player.page
    hand = player.names()

    player.choose(player.tile(double))
    player.lay()
    warning = page.get_by_role("dialog", name="This foot cannot be finished")
    expect(warning).to_contain_text("The round would end when the boneyard runs out")
    player.press(warning.get_by_role("button", name="Put back"))
    expect(warning).to_be_hidden()
    assert player.names() == hand

    player.act(double)
    # Whoever has a toe for it may still lay it; all draws run by themselves until the boneyard is empty.
    while page.get_by_role("region", name="Turn", exact=True).is_visible():
        for visitor in everybody:
            other = Player.of(visitor)
            if other.is_my_turn() and other.fitting.count() and not other.draw_button.is_visible():
                other.act()
        page.wait_for_timeout(20)
    expect(page.get_by_text("After 1 round")).to_be_visible()
    player.press(page.get_by_role("link", name="Everything about this match"))
    expect(page.get_by_text(re.compile("[Bb]locked")).first).to_be_visible()
