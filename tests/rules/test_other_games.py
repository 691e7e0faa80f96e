"""Games that the product does not know: registered, played, recorded (design.md §5)."""

import json
import random
from collections.abc import Iterator, Sequence

import pytest

from games.rules.actions import Play, action_text
from games.rules.games import game, register, slugs
from games.rules.record.check import check
from games.rules.record.faults import Fault
from games.rules.record.legal import legal_lines
from games.rules.record.read import read_record
from games.rules.record.write import to_json, to_text
from games.rules.refusals import Refusal, RefusalCode
from games.rules.state import Outcome, Phase, Reason, State
from games.rules.tiles import Tile, mask_of
from games.rules.turns import Drawing
from games.rules.view import view_of
from tests.games_for_tests import registered
from tests.games_for_tests.line import Line
from tests.rules.plays import do, random_round
from tests.rules.positions import tiles
from tests.rules.record_files import random_match

GAMES = ["test-line", "test-spinner"]


@pytest.fixture(autouse=True)
def both_games() -> Iterator[None]:
    with registered():
        yield


def opened(slug: str, hands: Sequence[str], boneyard: str = "") -> State:
    """An empty table; seat 0 leads."""
    masks = tuple(mask_of(tiles(hand)) for hand in hands)
    return State(slug, game(slug).settings({}), masks, tiles(boneyard), (), (), None, 0)


def legal(state: State) -> list[str]:
    return sorted(action_text(state.layout, action) for action in game(state.game).legal_actions(state))


def test_they_are_known_only_while_they_are_registered() -> None:
    assert set(GAMES) < set(slugs())


def test_any_tile_leads_and_its_two_ends_are_told_apart() -> None:
    state = opened("test-line", ["6-4 5-5", "6-5 4-1", "1-1"])
    assert legal(state) == ["5-5", "6-4"]
    assert legal(do(state, "6-4")) == ["4-1@6-4:2", "6-5@6-4:1"]
    both = do(opened("test-line", ["5-5 6-6", "6-5 4-1", "1-1"]), "5-5")
    assert legal(both) == ["6-5@5-5:1", "6-5@5-5:2"]


def test_a_line_goes_on_through_doubles() -> None:
    state = do(opened("test-line", ["6-4 4-0", "4-4 1-1", "4-3 6-6"]), "6-4", "4-4@6-4:2")
    assert legal(state) == ["4-3@4-4", "6-6@6-4:1"]
    assert legal(do(state, "4-3@4-4")) == ["pass"]


def test_a_first_tile_is_joined_to_nothing() -> None:
    state = opened("test-line", ["6-4 5-5", "6-5"])
    with pytest.raises(Refusal) as caught:
        do(do(state, "6-4"), "6-5")
    assert caught.value.code is RefusalCode.NO_SUCH_END


def test_nothing_is_joined_to_an_empty_table() -> None:
    state = opened("test-line", ["6-4 5-5", "6-5"])
    with pytest.raises(Refusal) as caught:
        game("test-line").apply(state, Play(Tile(6, 4), 0))
    assert (caught.value.code, caught.value.details) == (RefusalCode.MUST_LEAD, {"tile": "6-4"})


class Block(Line):
    """The line game without drawing: what was not dealt stays face down."""

    slug = "test-block"
    drawing = Drawing.NONE


def test_without_drawing_one_passes_and_the_round_is_blocked_although_tiles_are_left() -> None:
    register(Block())
    state = do(opened("test-block", ["6-4 3-3", "1-1 2-2", "4-0 5-5"], "6-6"), "6-4")
    assert legal(state) == ["pass"]
    with pytest.raises(Refusal) as caught:
        do(state, "draw")
    assert caught.value.code is RefusalCode.NO_DRAWING
    blocked = do(state, "pass", "4-0@6-4:2")
    assert (blocked.outcome, blocked.boneyard) == (Outcome(Reason.BLOCKED, None, None), tiles("6-6"))


def test_one_draws_until_a_tile_fits() -> None:
    state = do(opened("test-line", ["6-4 3-3", "1-1 2-2"], "0-0 3-0 4-1 5-1"), "6-4")
    assert legal(state) == ["draw"]
    state = do(state, "draw")
    assert (state.phase, legal(state)) == (Phase.DREW, ["draw"])
    with pytest.raises(Refusal) as caught:
        do(state, "pass")
    assert caught.value.code is RefusalCode.MUST_DRAW_AGAIN
    state = do(state, "draw", "draw")
    assert legal(state) == ["4-1@6-4:2"]


def test_one_passes_once_the_boneyard_is_empty() -> None:
    state = do(opened("test-line", ["6-4 6-3", "1-1 2-2"], "0-0"), "6-4", "draw")
    assert legal(state) == ["pass"]
    assert do(state, "pass").turn == 0


def test_a_blocked_line_gives_the_points_to_the_lightest_hand() -> None:
    state = do(opened("test-line", ["6-4 3-3", "1-1 2-2", "5-0"]), "6-4")
    assert state.outcome == Outcome(Reason.BLOCKED, None, None)
    assert game("test-line").penalties(state) == (0, 0, 12)


def test_the_long_sides_of_a_spinner_come_before_its_short_ones() -> None:
    hands = ["5-5 5-1", "5-4 5-2", "5-3 5-0"]
    state = do(opened("test-spinner", [*hands[:2], hands[2] + " 1-0"]), "5-5")
    assert legal(state) == ["5-2@5-5:1", "5-2@5-5:2", "5-4@5-5:1", "5-4@5-5:2"]
    state = do(state, "5-4@5-5:1")
    assert legal(state) == ["5-0@5-5:2", "5-3@5-5:2"]
    state = do(state, "5-3@5-5:2")
    assert legal(state) == ["5-1@5-5:3", "5-1@5-5:4"]


def test_a_spinner_that_was_joined_to_the_line_has_one_long_side_left() -> None:
    state = do(opened("test-spinner", ["5-4 6-6", "4-4 4-1", "4-2 4-3"]), "5-4", "4-4@5-4:2")
    assert legal(state) == ["4-2@4-4:2", "4-3@4-4:2"]
    state = do(state, "4-2@4-4:2")
    numbers = sorted((end.number, end.arm) for end in state.ends)
    assert numbers == [(2, 0), (4, 3), (4, 4), (5, 1)]


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_rounds_keep_every_tile(slug: str, seats: int) -> None:
    rules = game(slug)
    for state, _ in random_round(rules, rules.settings({"set": 9}), seats, 0, random.Random(seats)):
        held = [tile for seat in range(seats) for tile in state.hand(seat)]
        everything = [*held, *state.boneyard, *(laid.tile for laid in state.layout)]
        assert len(everything) == len(set(everything)) == 55
        assert view_of(rules, state, None).dead_foot is False


@pytest.mark.parametrize("slug", GAMES)
def test_a_match_is_recorded_and_checked(slug: str) -> None:
    record = random_match(slug, {"target": 50}, 3, random.Random(1))
    assert check(read_record(to_text(record).encode())).result == record.result
    value = to_json(record)
    assert value["rounds"] != []
    assert record.rounds[0].start is None
    assert "@" not in record.rounds[0].actions[0]


@pytest.mark.parametrize("slug", GAMES)
def test_what_is_legal_stands_in_the_lines(slug: str) -> None:
    record = random_match(slug, {}, 2, random.Random(7))
    lines = [json.loads(line) for line in legal_lines(record)]
    for line, action in zip(lines, record.rounds[0].actions, strict=False):
        assert action in line["legal"]
        places = {text.partition("@")[2] for text in line["legal"] if "@" in text}
        assert places <= line["ends"].keys()
    assert len(lines) == len(record.rounds[0].actions) + 1
    assert lines[0]["ends"] == {}
    assert len(lines[1]["ends"]) == 2


def test_the_first_seat_follows_from_the_hands() -> None:
    record = random_match("test-line", {}, 4, random.Random(2))
    value = json.loads(to_text(record))
    wrong = "A" if value["rounds"][0]["first"] != "A" else "B"
    value["rounds"][0]["first"] = wrong
    with pytest.raises(Fault) as caught:
        check(read_record(json.dumps(value).encode()))
    assert caught.value.place == "round 1, first"
