"""Playing, drawing and passing (rules.md §0, §1.6)."""

import pytest

from games.rules.actions import DRAW, PASS
from games.rules.events import Drew, Passed
from games.rules.reasons import require_turn
from games.rules.refusals import Refusal, RefusalCode
from games.rules.state import Phase, State
from tests.rules.plays import do, events_of
from tests.rules.positions import OPENED, RULES, legal, position, tiles


def refusal(state: State, text: str) -> Refusal:
    with pytest.raises(Refusal) as caught:
        do(state, text)
    return caught.value


def test_one_tile_a_turn() -> None:
    state = position(OPENED, ["5-0 5-1", "6-6", "7-7"], "8-8")
    assert do(state, "5-0@9-0").turn == 1


def test_case_04_who_can_play_must_play() -> None:
    state = position(OPENED, ["5-0 8-7", "6-6"], "8-8 7-7")
    assert DRAW not in RULES.legal_actions(state)
    assert PASS not in RULES.legal_actions(state)
    for text in ("draw", "pass"):
        refused = refusal(state, text)
        assert (refused.code, refused.details) == (RefusalCode.MUST_PLAY, {"tile": "5-0"})


def test_case_05_a_drawn_tile_that_fits_twice_is_played_where_one_likes() -> None:
    state = do(position(OPENED, ["8-7 7-6", "6-6"], "5-0 8-8"), "draw")
    assert legal(state) == ["5-0@9-0", "5-0@9-5"]
    refused = refusal(state, "pass")
    assert (refused.code, refused.details) == (RefusalCode.MUST_PLAY_DRAWN, {"tile": "5-0"})
    assert refusal(state, "draw").code is RefusalCode.MUST_PLAY_DRAWN


def test_case_06_a_drawn_tile_that_does_not_fit_is_kept() -> None:
    state = do(position(OPENED, ["8-7 7-6", "6-6"], "8-8 7-7"), "draw")
    assert legal(state) == ["pass"]
    assert refusal(state, "draw").code is RefusalCode.ALREADY_DREW
    after = do(state, "pass")
    assert after.hand(0) == tiles("7-6 8-7 8-8")
    assert (after.turn, after.phase, after.drawn) == (1, Phase.TURN, None)


def test_draws_and_passes_name_no_tile() -> None:
    state = position(OPENED, ["8-7 7-6", "6-6"], "8-8 7-7")
    assert events_of(state, "draw") == (Drew(0),)
    assert events_of(do(state, "draw"), "pass") == (Passed(0),)


def test_the_boneyard_is_drawn_from_its_front() -> None:
    state = do(position(OPENED, ["8-7 7-6", "6-6"], "8-8 7-7 8-6"), "draw")
    assert (state.drawn, state.boneyard) == (tiles("8-8")[0], tiles("7-7 8-6"))


def test_one_must_draw_before_one_may_pass() -> None:
    assert refusal(position(OPENED, ["8-7 7-6", "6-6"], "8-8"), "pass").code is RefusalCode.MUST_DRAW_FIRST


def test_case_15_the_last_tile_of_the_boneyard_fits() -> None:
    state = do(position(OPENED, ["8-7 7-6", "6-6"], "8-0"), "draw")
    assert (state.boneyard, state.over, legal(state)) == ((), False, ["8-0@9-0"])
    assert not do(state, "8-0@9-0").over


def test_case_16_i_cannot_play_and_another_can() -> None:
    state = position(OPENED, ["8-7 7-6", "5-1 6-6"])
    assert legal(state) == ["pass"]
    assert refusal(state, "draw").code is RefusalCode.BONEYARD_EMPTY
    assert (do(state, "pass").turn, do(state, "pass").over) == (1, False)


def test_a_refusal_changes_nothing() -> None:
    state = position(OPENED, ["5-0 8-7", "6-6"], "8-8 7-7")
    same = position(OPENED, ["5-0 8-7", "6-6"], "8-8 7-7")
    refusal(state, "8-7@9-0")
    assert state == same
    assert legal(state) == legal(same)


def test_only_the_seat_whose_turn_it_is_acts() -> None:
    state = position(OPENED, ["5-0", "5-1", "6-6"], turn=1)
    require_turn(state, 1)
    with pytest.raises(Refusal) as caught:
        require_turn(state, 0)
    assert (caught.value.code, caught.value.details) == (RefusalCode.NOT_YOUR_TURN, {"seat": 1})
    with pytest.raises(Refusal) as caught:
        require_turn(do(state, "5-1@9-5"), 1)
    assert caught.value.code is RefusalCode.ROUND_OVER
