"""The settings of a table and what is refused (rules.md §1.11, §6)."""

from collections.abc import Mapping

import pytest

from games.rules.games import game, slugs
from games.rules.refusals import Refusal, RefusalCode
from games.rules.settings import Settings
from tests.rules.positions import RULES


def refused(raw: Mapping[str, object]) -> tuple[RefusalCode, object]:
    with pytest.raises(Refusal) as caught:
        RULES.settings(raw)
    return caught.value.code, caught.value.details["field"]


def test_the_defaults_are_the_rules_of_the_house() -> None:
    expected = {"length": "full", "start": 6, "blank": 50, "target": None, "dead_foot": "block"}
    assert dict(RULES.settings({})) == expected


def test_house_rules_combine_freely() -> None:
    raw = {"length": "full", "start": 4, "blank": 0, "target": 2000, "dead_foot": "release"}
    assert dict(RULES.settings(raw)) == raw


@pytest.mark.parametrize("target", [50, 51, 1999, 2000])
def test_a_target_within_its_bounds(target: int) -> None:
    assert RULES.settings({"target": target}).optional_whole("target") == target


@pytest.mark.parametrize("target", [49, 2001, 0, -100, 10**30])
def test_a_target_out_of_bounds_is_refused(target: int) -> None:
    assert refused({"target": target}) == (RefusalCode.SETTING_RANGE, "target")


@pytest.mark.parametrize("length", ["half", "one"])
def test_a_target_goes_only_with_a_full_match(length: str) -> None:
    assert refused({"length": length, "target": 200}) == (RefusalCode.SETTING_CONFLICT, "target")


@pytest.mark.parametrize(
    ("field", "value"),
    [("length", "quarter"), ("start", 5), ("blank", 49), ("dead_foot", "ignore"), ("length", "")],
)
def test_other_values_are_refused(field: str, value: object) -> None:
    assert refused({field: value}) == (RefusalCode.SETTING_CHOICE, field)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *[("length", 1), ("length", None), ("start", "6"), ("start", True), ("start", 6.0)],
        *[("blank", False), ("blank", [50]), ("target", "200"), ("target", True), ("dead_foot", {})],
    ],
)
def test_values_of_another_type_are_refused(field: str, value: object) -> None:
    assert refused({field: value}) == (RefusalCode.SETTING_TYPE, field)


@pytest.mark.parametrize("raw", [{"game": "all-fives"}, {"partnership": True}, {"set": 9}])
def test_case_30_nothing_of_other_games_is_taken(raw: dict[str, object]) -> None:
    assert refused(raw) == (RefusalCode.SETTING_UNKNOWN, next(iter(raw)))


def test_case_31_six_players_do_not_get_the_double_twelve_set() -> None:
    assert refused({"set": 12}) == (RefusalCode.SETTING_UNKNOWN, "set")
    assert RULES.plan(RULES.settings({}), 6).set_max == 9


def test_settings_are_never_changed() -> None:
    raw: dict[str, object] = {"blank": 25}
    accepted = RULES.settings(raw)
    raw["blank"] = 0
    assert accepted["blank"] == 25
    assert accepted == Settings(dict(accepted))
    assert hash(accepted) == hash(Settings(dict(accepted)))


def test_a_game_that_is_not_there() -> None:
    with pytest.raises(Refusal) as caught:
        game("chess")
    assert (caught.value.code, caught.value.details) == (RefusalCode.UNKNOWN_GAME, {"game": "chess"})
    assert "chicken-foot" in slugs()
