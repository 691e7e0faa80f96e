"""A position as JSON and back (design.md §5)."""

import json
import random

import pytest

from games.rules.games import game
from games.rules.state import Phase, State
from games.rules.state_json import from_json, to_json
from tests.games_for_tests import registered
from tests.rules.plays import do, random_round
from tests.rules.positions import RULES, position, settings


def there_and_back(state: State) -> State:
    return from_json(json.loads(json.dumps(to_json(state))))


@pytest.mark.parametrize("seats", [2, 5, 8])
def test_every_position_of_a_round_comes_back(seats: int) -> None:
    house = settings(start=4, dead_foot="release", target=300)
    for state, _ in random_round(RULES, house, seats, 1, random.Random(seats)):
        again = there_and_back(state)
        assert again == state
        assert RULES.legal_actions(again) == RULES.legal_actions(state)


@pytest.mark.parametrize("slug", ["test-line", "test-spinner"])
def test_other_games_come_back_too(slug: str) -> None:
    with registered():
        rules = game(slug)
        for state, _ in random_round(rules, rules.settings({}), 3, 0, random.Random(5)):
            assert there_and_back(state) == state


def test_numbers_of_a_game_come_back() -> None:
    state = position("9-9", ["9-8", "8-7"])._replace(extra=(3, 0, -1))
    assert there_and_back(state).extra == (3, 0, -1)


def test_it_is_small() -> None:
    states = [state for state, _ in random_round(RULES, settings(), 8, 0, random.Random(1))]
    longest = max(len(json.dumps(to_json(state), separators=(",", ":"))) for state in states)
    assert longest < 2000


def test_a_drawn_tile_comes_back() -> None:
    state = there_and_back(do(position("9-9", ["8-8", "9-1"], "9-5 3-3"), "draw"))
    assert (state.phase, str(state.drawn)) == (Phase.DREW, "9-5")


def test_a_damaged_value_is_refused() -> None:
    value = to_json(position("9-9", ["9-8", "8-7"]))
    value["phase"] = "asleep"
    with pytest.raises(ValueError, match="asleep"):
        from_json(value)
    value = to_json(position("9-9", ["9-8", "8-7"]))
    value["hands"] = ["9-8", "17-7"]
    with pytest.raises(ValueError, match="17-7"):
        from_json(value)
