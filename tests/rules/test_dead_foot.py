"""A double that can no longer get its toes, and the house rule that lets it go (rules.md §1.8, §1.11)."""

from games.rules.events import FootReleased
from games.rules.layout import Layout
from games.rules.state import Outcome, Owed, Reason
from games.rules.tiles import Tile
from games.rules.view import view_of
from tests.rules.plays import do, events_of
from tests.rules.positions import RULES, legal, numbers, position, settings, table, tiles, waiting

RELEASE = {"dead_foot": "release"}

# Of the ten tiles with a 5, these lie on the table: 9-5, 5-0, 5-1, 5-2, 5-3, 5-4 and 6-5 (the last end).
SEVEN_FIVES = """
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
    6-5
"""
# With 7-5 there are eight: after 5-5 only 8-5 is left.
EIGHT_FIVES = SEVEN_FIVES + "      7-6\n        7-5\n"
# With 8-5 there are nine: after 5-5 none is left.
NINE_FIVES = EIGHT_FIVES + "          8-5\n"


def dead(layout: Layout, start_toes: int = 6) -> bool:
    return RULES.dead_foot(settings(), 4, layout, waiting(layout, start_toes))


def warned(drawing: str, tile: str) -> bool:
    return RULES.dead_foot_warning(settings(), 4, table(drawing), tiles(tile)[0])


def test_the_warning_counts_buried_halves() -> None:
    # N - t < 3: with t = 6 fives on the table three are left for the toes, with t = 7 two.
    assert not warned(SEVEN_FIVES.replace("    6-5\n", ""), "5-5")
    assert warned(SEVEN_FIVES, "5-5")
    assert warned(EIGHT_FIVES, "5-5")


def test_no_warning_for_what_is_no_double() -> None:
    assert not warned(NINE_FIVES, "8-7")


def test_no_warning_where_the_house_gives_such_a_foot_up() -> None:
    layout = table(EIGHT_FIVES)
    assert RULES.dead_foot_warning(settings(), 4, layout, Tile(5, 5))
    assert not RULES.dead_foot_warning(settings(**RELEASE), 4, layout, Tile(5, 5))


def test_the_starting_double_and_a_fresh_foot_are_not_dead() -> None:
    assert not dead(table("9-9"))
    assert not dead(table("9-9\n  9-0\n  9-1\n  9-2\n  9-3\n  9-4\n  9-5\n    5-5"))
    assert not RULES.dead_foot(settings(), 4, table("9-9"), None)


def test_a_foot_is_dead_once_too_few_tiles_are_left_for_it() -> None:
    assert dead(table(SEVEN_FIVES.replace("    5-4\n", "    5-4\n      5-5\n")))
    one_less = SEVEN_FIVES.replace("    6-5\n", "").replace("    5-4\n", "    5-4\n      5-5\n")
    assert not dead(table(one_less))


def test_a_foot_that_gets_its_toes_does_not_become_dead() -> None:
    drawing = SEVEN_FIVES.replace("    6-5\n", "").replace("    5-4\n", "    5-4\n      5-5\n")
    with_toe = drawing.replace("      5-5\n", "      5-5\n        7-5\n")
    assert not dead(table(with_toe))


def test_case_10_a_double_that_can_never_be_finished_must_be_played() -> None:
    state = position(EIGHT_FIVES, ["5-5 8-8", "8-7 6-6"], "7-7")
    assert legal(state) == ["5-5@5-0", "5-5@5-1", "5-5@5-2", "5-5@5-3", "5-5@5-4", "5-5@7-5"]
    assert do(state, "5-5@7-5").owed == Owed(15, 5, 3)


def test_case_18_nobody_can_ever_play_but_tiles_are_left() -> None:
    state = do(position(NINE_FIVES, ["5-5 8-8", "7-7 6-6"], "3-3 4-4 1-1"), "5-5@5-0")
    assert (state.over, legal(state)) == (False, ["draw"])
    state = do(state, "draw", "pass", "draw", "pass", "draw")
    assert (state.over, state.boneyard) == (False, ())
    over = do(state, "pass")
    assert over.outcome == Outcome(Reason.BLOCKED, None, 5)
    assert RULES.penalties(over) == (16 + 8, 14 + 12 + 6 + 2)


def test_one_can_go_out_by_a_toe_of_a_dead_foot() -> None:
    state = do(position(EIGHT_FIVES, ["5-5 8-8", "8-5"], "3-3"), "5-5@5-0")
    assert do(state, "8-5@5-5").outcome == Outcome(Reason.OUT, 1, None)


def test_release_gives_up_a_foot_without_toes() -> None:
    state = position(NINE_FIVES, ["5-5 8-8", "7-7 8-0"], "3-3", house=RELEASE)
    assert events_of(state, "5-5@5-0")[-1] == FootReleased(16, 5, 3)
    after = do(state, "5-5@5-0")
    # It adds no end of its own; one of the five ends with a 5 was closed, 8 is the seventh tile's.
    assert (after.owed, numbers(after)) == (None, [5, 5, 5, 5, 8])
    assert (after.turn, legal(after)) == (1, ["8-0@8-5"])


def test_release_waits_until_no_tile_is_off_the_table() -> None:
    for hands, boneyard in ((["5-5 8-8", "8-5 8-7"], "3-3"), (["5-5 8-8", "8-7 7-7"], "3-3 8-5")):
        state = position(EIGHT_FIVES, hands, boneyard, house=RELEASE)
        assert do(state, "5-5@5-0").owed == Owed(15, 5, 3)


def test_release_keeps_the_toes_that_are_there() -> None:
    state = do(position(EIGHT_FIVES, ["5-5 8-8", "8-5 8-7"], "3-3", house=RELEASE), "5-5@5-0", "8-5@5-5")
    assert state.owed is None
    assert numbers(state) == [5, 5, 5, 5, 5, 8]


def test_release_comes_before_the_blocked_check() -> None:
    state = position(NINE_FIVES, ["5-5 8-0", "7-7 6-6"], house=RELEASE)
    after = do(state, "5-5@5-0")
    assert not after.over
    blocked = do(position(NINE_FIVES, ["5-5 8-0", "7-7 6-6"]), "5-5@5-0")
    assert blocked.outcome == Outcome(Reason.BLOCKED, None, 5)
    # Nobody waits for that foot any more.
    assert not view_of(RULES, blocked, None).dead_foot


def test_release_comes_when_the_last_tile_was_drawn_and_laid() -> None:
    state = position(EIGHT_FIVES, ["5-5 8-8", "7-7 8-7", "6-6 4-3"], "3-3 8-5", house=RELEASE)
    state = do(state, "5-5@5-0", "draw", "pass")
    assert state.owed == Owed(15, 5, 3)
    state = do(state, "draw")
    assert events_of(state, "8-5@5-5")[-1] == FootReleased(15, 5, 2)


def test_without_release_the_requirement_stands() -> None:
    after = do(position(NINE_FIVES, ["5-5 8-8", "7-7 8-0"], "3-3"), "5-5@5-0")
    assert (after.owed, legal(after)) == (Owed(16, 5, 3), ["draw"])


def test_a_foot_of_the_double_twelve_set_has_more_tiles() -> None:
    layout = table(SEVEN_FIVES)
    assert RULES.dead_foot_warning(settings(), 4, layout, Tile(5, 5))
    assert not RULES.dead_foot_warning(settings(), 8, layout, Tile(5, 5))
