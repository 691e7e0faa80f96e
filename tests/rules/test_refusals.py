"""Every refusal says what is wrong, with what a good sentence needs (rules.md §0)."""

import pytest

from games.rules.actions import DRAW, PASS, Play, parse_action
from games.rules.layout import ROOT
from games.rules.refusals import Refusal, RefusalCode
from games.rules.state import State
from games.rules.tiles import Tile
from tests.rules.plays import do
from tests.rules.positions import OPENED, RULES, position


@pytest.fixture
def free() -> State:
    """Free play; seat 0 holds 5-0, 8-7 and the double 4-4."""
    return position(OPENED, ["5-0 8-7 4-4", "6-6 6-5"], "8-8 7-7")


@pytest.fixture
def foot() -> State:
    """5-5 waits for two more toes."""
    return position(OPENED + "    5-5\n      5-1\n", ["5-0 8-7 4-4", "6-6 6-5"], "8-8 7-7")


def refusal(state: State, text: str) -> tuple[RefusalCode, dict[str, int | str]]:
    with pytest.raises(Refusal) as caught:
        do(state, text)
    return caught.value.code, caught.value.details


def test_a_tile_that_is_not_in_the_hand(free: State) -> None:
    assert refusal(free, "6-5@9-5") == (RefusalCode.NOT_HELD, {"tile": "6-5"})


def test_a_tile_that_is_not_on_the_table(free: State) -> None:
    assert refusal(free, "5-0@6-0") == (RefusalCode.NOT_ON_TABLE, {"tile": "6-0"})


def test_a_place_that_is_not_open(free: State) -> None:
    assert refusal(free, "5-0@9-9") == (RefusalCode.NO_SUCH_END, {"tile": "9-9"})
    assert refusal(free, "5-0@9-0:2") == (RefusalCode.NO_SUCH_END, {"tile": "9-0"})


def test_a_tile_that_does_not_fit(free: State) -> None:
    assert refusal(free, "8-7@9-3") == (RefusalCode.DOES_NOT_FIT, {"tile": "8-7", "needs": 3})


def test_a_tile_elsewhere_while_a_foot_waits(foot: State) -> None:
    details = {"tile": "5-5", "number": 5, "toes": 2}
    assert refusal(foot, "4-4@9-4") == (RefusalCode.FOOT_FIRST, details)
    assert refusal(foot, "5-0@9-0") == (RefusalCode.FOOT_FIRST, details)


def test_a_tile_that_is_no_toe_of_the_foot(foot: State) -> None:
    assert refusal(foot, "8-7@5-5") == (RefusalCode.DOES_NOT_FIT, {"tile": "8-7", "needs": 5})


def test_another_tile_than_the_drawn_one() -> None:
    state = do(position(OPENED, ["8-7 7-6", "6-6"], "8-0 8-8"), "draw")
    assert refusal(state, "8-7@9-0") == (RefusalCode.ONLY_DRAWN, {"tile": "8-7"})


def test_anything_after_the_end(free: State) -> None:
    over = do(position(OPENED, ["5-0", "6-6"], "8-8"), "5-0@9-0")
    for text in ("draw", "pass", "6-6@9-0"):
        assert refusal(over, text) == (RefusalCode.ROUND_OVER, {})


@pytest.mark.parametrize(
    "text",
    [
        *["", "Draw", " draw", "draw ", "DRAW", "9", "9-8@", "@9-9", "9-8@9-9@9-9", "9-8@9-9:", "9-8@9-9:0"],
        *["9-8@9-9:10", "9-8@9-9:x", "8-9@9-9", "9-8 @9-9", "9-8@9-9 ", "99-8@9-9", "9-8@9-9:٣", "9-8:1@9-9"],
    ],
)
def test_what_is_no_action(free: State, text: str) -> None:
    with pytest.raises(Refusal) as caught:
        parse_action(free.layout, text)
    assert (caught.value.code, caught.value.details) == (RefusalCode.UNREADABLE, {"text": text})


@pytest.mark.parametrize("node", [ROOT, 7, 100, -2])
def test_a_node_that_is_not_there(free: State, node: int) -> None:
    with pytest.raises(Refusal) as caught:
        RULES.apply(free, Play(Tile(5, 0), node))
    assert caught.value.code is RefusalCode.NO_SUCH_END


def test_a_refusal_reads_well_in_a_log() -> None:
    assert str(Refusal(RefusalCode.ROUND_OVER)) == "round_over"
    assert str(Refusal(RefusalCode.NOT_HELD, {"tile": "6-5"})) == "not_held (tile=6-5)"


def test_draw_and_pass_are_two_things() -> None:
    assert len({DRAW, PASS}) == 2
