"""What one viewer may know (design.md §5): an allow-list."""

import random
from dataclasses import fields

from games.rules.deals import shuffled
from games.rules.state import Outcome, Reason, State
from games.rules.tiles import mask_of
from games.rules.view import FinishedRound, Logged, View, view_of
from tests.rules.plays import do, random_round
from tests.rules.positions import OPENED, RULES, position, settings, tiles

# What a view may hold. A field that is added to the view fails here until somebody has thought about it.
OF_THE_VIEWER = {"viewer", "hand", "drawn", "legal", "doomed"}
OF_EVERYBODY = {
    *("game", "settings", "seats", "set_max", "round_index", "turn", "phase", "counts", "boneyard"),
    *("layout", "ends", "owed", "dead_foot", "extra", "log", "outcome", "hands", "finished", "commitment"),
}


def scrambled(state: State, viewer: int | None, source: random.Random) -> State:
    """The same position with everything hidden from the viewer dealt anew."""
    unseen = [seat for seat in range(state.seats) if seat != viewer]
    hidden = [tile for seat in unseen for tile in state.hand(seat)] + list(state.boneyard)
    fixed = state.drawn if state.turn != viewer else None
    pool = iter(shuffled([tile for tile in hidden if tile != fixed], source.randbytes(32)))
    hands = list(state.hands)
    for seat in unseen:
        own = [fixed] if fixed is not None and seat == state.turn else []
        drawn = [next(pool) for _ in range(state.hands[seat].bit_count() - len(own))]
        hands[seat] = mask_of((*own, *drawn))
    return state._replace(hands=tuple(hands), boneyard=tuple(pool))


def test_the_fields_of_a_view() -> None:
    assert {field.name for field in fields(View)} == OF_THE_VIEWER | OF_EVERYBODY


def test_a_view_does_not_depend_on_what_is_hidden() -> None:
    source = random.Random(8)
    for state, _ in random_round(RULES, settings(), 4, 0, source):
        if state.over:
            continue
        for viewer in (None, 0, 1, 2, 3):
            again = scrambled(state, viewer, source)
            assert view_of(RULES, again, viewer) == view_of(RULES, state, viewer)


def test_everybody_sees_the_same_of_what_all_may_see() -> None:
    state = do(position(OPENED, ["8-7 7-6", "6-6 5-1", "7-7 4-4"], "8-0 8-8"), "draw")
    views = [view_of(RULES, state, viewer) for viewer in (None, 0, 1, 2)]
    for name in OF_EVERYBODY:
        assert len({repr(getattr(view, name)) for view in views}) == 1


def test_the_drawn_tile_and_the_legal_actions_are_of_the_seat_to_act() -> None:
    state = do(position(OPENED, ["8-7 7-6", "6-6 5-1"], "8-0 8-8"), "draw")
    own, other, watcher = (view_of(RULES, state, viewer) for viewer in (0, 1, None))
    assert (str(own.drawn), own.legal) == ("8-0", RULES.legal_actions(state))
    for view in (other, watcher):
        assert (view.drawn, view.legal, view.doomed) == (None, (), ())
    assert (own.hand, other.hand, watcher.hand) == (tiles("7-6 8-0 8-7"), tiles("5-1 6-6"), ())
    assert (watcher.counts, watcher.boneyard) == ((3, 2), 1)


def test_hands_are_shown_once_the_round_is_over() -> None:
    state = position(OPENED, ["5-0", "6-6 7-1"], "8-8")
    assert view_of(RULES, state, 1).hands is None
    over = view_of(RULES, do(state, "5-0@9-0"), None)
    assert over.hands == ((), tiles("6-6 7-1"))
    assert over.legal == ()


def test_the_dead_foot_is_public_and_the_warning_is_not() -> None:
    lines = "".join(f"  9-{low}\n" + ("" if low == 5 else f"    5-{low}\n") for low in range(6))
    state = position("9-9\n" + lines + "    6-5\n", ["5-5 8-8", "7-5 7-7"], "6-6")
    assert [str(tile) for tile in view_of(RULES, state, 0).doomed] == ["5-5"]
    assert view_of(RULES, state, 1).doomed == ()
    after = do(state, "5-5@5-0")
    assert [view_of(RULES, after, viewer).dead_foot for viewer in (None, 0, 1)] == [True] * 3


def test_the_log_and_the_finished_rounds_are_passed_on() -> None:
    log = [Logged(0, 0, "9-8@9-9"), Logged(1, 1, "draw"), Logged(2, 1, "pass")]
    outcome = Outcome(Reason.OUT, 1, None)
    done = FinishedRound(tiles("9-9")[0], outcome, (tiles("1-0"), ()), (1, 0), (1, 0), "00" * 32)
    state = position("8-8", ["8-7", "8-6"], "5-5")
    view = view_of(RULES, state, None, round_index=1, log=log, finished=[done], commitment="ab")
    assert (view.log, view.finished, view.commitment, view.round_index) == (tuple(log), (done,), "ab", 1)


def test_a_view_names_the_set() -> None:
    assert view_of(RULES, position("9-9", ["9-8", "9-7"]), None).set_max == 9
