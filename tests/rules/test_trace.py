"""A round's beginning, step by step (rules.md §1.13)."""

from tests.rules.plays import do
from tests.rules.positions import legal, numbers, position

# Double-nine, seats A B C, boneyard 12: what the trace draws comes first.
HANDS = ["9-0 9-3 5-5 7-4 8-8", "9-1 9-4 3-3 2-2 7-7", "9-2 9-5 5-0 8-4 6-3"]
BONEYARD = "8-5 6-6 5-1 7-6 7-3 7-2 7-1 7-0 6-2 6-1 4-3 3-2"


def test_the_trace() -> None:
    state = position("9-9", HANDS, BONEYARD)
    assert (numbers(state), state.owed) == ([], (0, 9, 6))

    state = do(state, "9-0@9-9", "9-1@9-9", "9-2@9-9", "9-3@9-9", "9-4@9-9", "9-5@9-9")
    assert (numbers(state), state.owed, state.turn) == ([0, 1, 2, 3, 4, 5], None, 0)

    state = do(state, "5-5@9-5")
    assert (numbers(state), state.owed) == ([0, 1, 2, 3, 4], (7, 5, 3))

    assert legal(state) == ["draw"]
    state = do(state, "draw")
    assert legal(state) == ["8-5@5-5"]
    state = do(state, "8-5@5-5")
    assert (numbers(state), state.owed) == ([0, 1, 2, 3, 4, 8], (7, 5, 2))

    state = do(state, "5-0@5-5")
    assert (numbers(state), state.owed) == ([0, 0, 1, 2, 3, 4, 8], (7, 5, 1))

    state = do(state, "draw")
    assert legal(state) == ["pass"]
    state = do(state, "pass", "draw")
    assert legal(state) == ["5-1@5-5"]
    state = do(state, "5-1@5-5")
    assert (numbers(state), state.owed) == ([0, 0, 1, 1, 2, 3, 4, 8], None)

    assert {"8-4@9-4", "8-4@8-5"} <= set(legal(state))
    assert len(state.boneyard) == 9
