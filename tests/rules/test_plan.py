"""Players, set, deal, length and first seats (rules.md §1.1-1.3)."""

import pytest

from games.rules.refusals import Refusal, RefusalCode
from tests.rules.positions import RULES, settings


@pytest.mark.parametrize(
    ("seats", "largest", "tiles", "hand", "boneyard"),
    [
        (2, 9, 55, 20, 14),
        (3, 9, 55, 14, 12),
        (4, 9, 55, 11, 10),
        (5, 9, 55, 9, 9),
        (6, 9, 55, 7, 12),
        (7, 12, 91, 10, 20),
        (8, 12, 91, 9, 18),
    ],
)
def test_the_deal_follows_the_number_of_seats(
    seats: int, largest: int, tiles: int, hand: int, boneyard: int
) -> None:
    plan = RULES.plan(settings(), seats)
    assert (plan.set_max, plan.tiles, plan.hand, plan.boneyard) == (largest, tiles, hand, boneyard)
    assert seats * hand + 1 + boneyard == tiles
    assert boneyard >= 9


@pytest.mark.parametrize("seats", [-1, 0, 1, 9])
def test_it_is_played_by_two_to_eight(seats: int) -> None:
    with pytest.raises(Refusal) as caught:
        RULES.plan(settings(), seats)
    assert caught.value.code is RefusalCode.SEATS
    assert caught.value.details == {"seats": seats, "least": 2, "most": 8}


@pytest.mark.parametrize(
    ("length", "seats", "rounds", "last"),
    [("full", 4, 10, 0), ("half", 4, 5, 5), ("one", 4, 1, 9), ("full", 8, 13, 0), ("one", 8, 1, 12)],
)
def test_how_many_rounds_a_match_has(length: str, seats: int, rounds: int, last: int) -> None:
    plan = RULES.plan(settings(length=length), seats)
    assert plan.rounds == len(plan.starts) == rounds
    assert [tile.high for tile in plan.starts] == list(range(plan.set_max, last - 1, -1))
    assert all(tile.is_double for tile in plan.starts)


def test_case_27_half_a_match_of_seven_ends_after_six_six() -> None:
    plan = RULES.plan(settings(length="half"), 7)
    assert plan.rounds == 7
    assert plan.starts[-1] == (6, 6)


def test_with_a_target_the_starting_doubles_begin_again() -> None:
    with_target = settings(target=500)
    assert RULES.plan(with_target, 4).rounds is None
    starts = [str(RULES.start_tile(with_target, 4, index))[0] for index in range(12)]
    assert "".join(starts) == "987654321098"
    assert str(RULES.start_tile(with_target, 8, 13)) == "12-12"


def test_the_first_turn_moves_on_one_seat_a_round() -> None:
    assert [RULES.first_seat(1, index, 4) for index in range(6)] == [1, 2, 3, 0, 1, 2]


def test_case_25_the_first_player_of_round_two_in_a_match_of_three() -> None:
    assert RULES.first_seat(2, 1, 3) == 0


def test_case_26_the_winner_of_a_round_has_no_privilege() -> None:
    # Whoever won is not even asked for.
    deal = RULES.deal(settings(), 4, 1, bytes(32))
    first = RULES.first_seat(0, 1, 4, deal)
    assert RULES.open_round(settings(), 4, 1, deal, first).turn == 1
