"""How a round ends (rules.md §0, §1.6, §1.9)."""

from games.rules.events import FootOpened, RoundEnded
from games.rules.state import Outcome, Owed, Phase, Reason
from tests.rules.plays import do, events_of
from tests.rules.positions import OPENED, RULES, legal, position


def test_the_round_ends_with_the_last_tile() -> None:
    state = position(OPENED, ["6-6 8-8", "5-0", "6-5"], "7-7", turn=1)
    outcome = Outcome(Reason.OUT, 1, None)
    assert events_of(state, "5-0@9-0")[-1] == RoundEnded(outcome)
    over = do(state, "5-0@9-0")
    assert (over.over, over.outcome, over.turn, legal(over)) == (True, outcome, 1, [])


def test_case_11_a_double_may_be_the_last_tile() -> None:
    state = position(OPENED, ["5-5", "6-5 6-6"], "8-8")
    over = do(state, "5-5@9-5")
    assert over.outcome == Outcome(Reason.OUT, 0, None)
    assert over.owed == Owed(7, 5, 3)
    assert [type(event) for event in events_of(state, "5-5@9-5")[1:]] == [FootOpened, RoundEnded]


def test_case_12_a_first_or_second_toe_may_be_the_last_tile() -> None:
    for toes in ("", "      5-1\n"):
        state = position(OPENED + "    5-5\n" + toes, ["5-0", "6-5 6-6"], "8-8")
        over = do(state, "5-0@5-5")
        assert over.outcome == Outcome(Reason.OUT, 0, None)
        assert over.owed is not None
        assert over.owed.toes == (1 if toes else 2)


def test_case_17_nobody_can_play_and_nothing_is_left_to_draw() -> None:
    """The block is found at the start of the next turn: nobody has to pass."""
    drawing = """
    9-9
      9-0
        5-0
      9-1
        5-1
      9-2
        5-2
      9-3
        5-3
      9-4
        5-4
      9-5
    """
    state = position(drawing, ["6-5 8-8", "7-4 7-7", "8-4 8-3"])
    # Without an open foot: after 6-5 the ends are 5, 5, 5, 5, 5 and 6, and no hand has a 5 or a 6.
    over = do(state, "6-5@9-5")
    assert over.outcome == Outcome(Reason.BLOCKED, None, None)
    assert (over.phase, over.owed, over.drawn) == (Phase.OVER, None, None)
    assert events_of(state, "6-5@9-5")[-1] == RoundEnded(Outcome(Reason.BLOCKED, None, None))


def test_a_block_after_the_last_draw_is_found_after_its_pass() -> None:
    state = position(OPENED + "    5-5\n", ["8-8 7-6", "8-7 7-7"], "6-6")
    drew = do(state, "draw")
    assert not drew.over
    assert do(drew, "pass").outcome == Outcome(Reason.BLOCKED, None, 5)


def test_case_21_the_lower_hand_of_a_blocked_round_scores_its_pips() -> None:
    state = position(OPENED + "    5-5\n", ["8-8 7-6", "1-0"], "6-6")
    over = do(state, "draw", "pass")
    assert over.outcome is not None
    assert over.outcome.reason is Reason.BLOCKED
    assert RULES.penalties(over) == (16 + 13 + 12, 1)
