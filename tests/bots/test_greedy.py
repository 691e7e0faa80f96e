"""Greedy, the yardstick of all bots, in fixed positions."""

import pytest

from games.bots.greedy import greedy_choice
from games.rules.actions import action_text
from tests.bots.positions import Table, position

# Six toes on 9-9: the ends are 0 1 2 3 4 5, no foot waits.
OPENED = "9-9 9-0@9-9 9-1@9-9 9-2@9-9 9-3@9-9 9-4@9-9 9-5@9-9"
BACKWARDS = "9-9 9-5@9-9 9-4@9-9 9-3@9-9 9-2@9-9 9-1@9-9 9-0@9-9"


def choice(table: Table) -> str:
    return action_text(table.state.layout, greedy_choice(table.view()))


@pytest.mark.parametrize(
    ("laid", "hand", "rules", "chosen"),
    [
        pytest.param("9-9", "9-6 9-7 8-8 9-0", {}, "9-7@9-9", id="the foot before anything dearer"),
        pytest.param(OPENED, "8-5 7-3 6-0 8-8", {}, "8-5@9-5", id="the dearest that fits"),
        pytest.param(OPENED, "9-8 8-5 5-5 0-0", {}, "0-0@9-0", id="0-0 counts 50"),
        pytest.param(OPENED, "8-5 4-2 0-0", {"blank": 25}, "0-0@9-0", id="0-0 counts 25"),
        pytest.param(OPENED, "2-1 0-0", {"blank": 0}, "2-1@9-1", id="0-0 counts nothing"),
        pytest.param(BACKWARDS, "7-5 8-4 6-3", {}, "8-4@9-4", id="a tie: the higher high half"),
        pytest.param(OPENED, "4-4 5-3 6-2", {}, "6-2@9-2", id="a tie with a double"),
        pytest.param(OPENED, "5-1 4-1", {}, "5-1@9-1", id="two ends: the one laid first"),
        pytest.param(f"{OPENED} 8-0@9-0 8-1@9-1", "8-6 2-2", {}, "8-6@8-0", id="the same number on two ends"),
        pytest.param(
            f"{OPENED} 4-4@9-4 7-4@4-4", "6-4 8-7 4-1", {}, "6-4@4-4", id="a foot that somebody opened"
        ),
        pytest.param(f"{OPENED} 5-5@9-5", "5-0 5-4 9-8", {"start": 6}, "5-4@5-5", id="a toe of a later foot"),
        pytest.param(f"{OPENED} 8-5@9-5", "8-8 8-7 6-4", {}, "8-8@8-5", id="a double that opens a foot"),
    ],
)
def test_takes_the_dearest(laid: str, hand: str, rules: dict[str, object], chosen: str) -> None:
    assert choice(position(laid, [hand, "6-1 7-1"], "7-6 8-6", **rules)) == chosen


def test_draws_and_passes_when_it_must() -> None:
    table = position("9-9", ["8-7 6-6", "6-1"], "7-6 9-8")
    assert choice(table) == "draw"
    table.do(greedy_choice(table.view()))
    assert choice(table) == "pass"


def test_lays_what_it_has_just_drawn() -> None:
    table = position(OPENED, ["8-7 6-6", "6-1"], "5-4 9-8")
    table.do(greedy_choice(table.view()))
    assert choice(table) == "5-4@9-4"
