"""A round that is over is played again from its deal, and comes to where it ended; a running one is not found."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from django.utils import timezone

from games.models import Action, Match, Round, Seat
from games.queries import Snapshot, snapshot
from games.queries.past import NoSuchRound, PastRound, ended_rounds, past_round
from games.rules.deals import Deal
from games.rules.state_json import from_json
from games.rules.tiles import Tile
from games.services import rounds
from games.services.base import locked, touch
from tests import factories
from tests.games_for_tests import registered
from tests.services.statements import counted

pytestmark = pytest.mark.django_db


def two_rounds(seats: int = 3, **settings: int | str) -> Snapshot:
    """A match in its second round."""
    people = [factories.person(f"P{number}") for number in range(seats)]
    start = factories.playing_table(people, settings=settings, seed="3" * 64)
    choose = factories.at_random(random.Random(7))
    return factories.play_until(start, lambda at: at.round.number == 1 and at.round.ply > 3, choose)


def stored(past: PastRound) -> Round:
    return Round.objects.get(pk=past.round.id)


@pytest.mark.parametrize("seats", [2, 5, 8])
@pytest.mark.parametrize("settings", [{}, {"dead_foot": "release", "start": 4}], ids=["plain", "house rules"])
def test_the_last_position_is_the_state_that_was_stored(seats: int, settings: dict[str, int | str]) -> None:
    now_at = two_rounds(seats, **settings)
    past = past_round(now_at.table.code, 1, 1)
    row = stored(past)
    assert row.state is not None
    assert past.played.positions[-1] == from_json(row.state)
    assert past.last == row.ply == len(past.played.positions) - 1


def test_every_position_holds_the_whole_set() -> None:
    past = past_round(two_rounds().table.code, 1, 1)
    for state in past.played.positions:
        held = [tile for seat in range(state.seats) for tile in state.hand(seat)]
        assert len({*held, *state.boneyard, *(laid.tile for laid in state.layout)}) == 55
        assert len(held) + len(state.boneyard) + len(state.layout) == 55


def test_draws_name_the_tile_that_the_boneyard_gave() -> None:
    past = past_round(two_rounds().table.code, 1, 1)
    drawn = [Tile.parse(action.drawn) for action in past.played.actions if action.kind == Action.Kind.DRAW]
    assert drawn
    assert tuple(drawn) == past.played.deal.boneyard[: len(drawn)]


def test_it_is_read_once() -> None:
    code = two_rounds().table.code
    with counted() as statements:
        past_round(code, 1, 1)
    assert len(statements) == 3  # round, seats, actions
    with counted() as statements:
        past_round(code.lower(), 1, 1)
    assert len(statements) == 2


def test_a_round_that_is_played_waits_or_never_was_is_not_found() -> None:
    now_at = two_rounds()
    code = now_at.table.code
    for match, number in [(1, 2), (1, 3), (1, 0), (2, 1), (0, 0), (10**30, 1), (1, 10**30)]:
        with pytest.raises(NoSuchRound):
            past_round(code, match, number)
    for wrong in ["ACDEFGHJ", "", "A\0", "닭", "x" * 500]:
        with pytest.raises(NoSuchRound):
            past_round(wrong, 1, 1)
    Round.objects.filter(match__table=now_at.table.id, number=1).update(status=Round.Status.WAITING)
    with pytest.raises(NoSuchRound):
        past_round(code, 1, 2)
    assert ended_rounds(now_at.match.id) == (1,)


def test_a_round_that_was_dropped_can_be_looked_at() -> None:
    now_at = two_rounds()
    with locked(now_at.table.id) as table:
        rounds.end_early(facts=snapshot(table.pk), now=timezone.now())
        touch(table)
    past = past_round(now_at.table.code, 1, 2)
    assert past.round.status == Round.Status.DROPPED
    row = stored(past)
    assert row.state is not None
    assert past.played.positions[-1] == from_json(row.state)
    assert ended_rounds(now_at.match.id) == (1, 2)


def test_who_acted_is_kept_and_a_name_that_was_taken_away_is_not() -> None:
    now_at = two_rounds()
    first = past_round(now_at.table.code, 1, 1)
    assert {action.by for action in first.played.actions} == {Action.By.PERSON}
    Seat.objects.filter(match=now_at.match.id, index=0).update(name="")
    assert past_round(now_at.table.code, 1, 1).seats[0].name == ""


@pytest.fixture
def games() -> Iterator[None]:
    with registered():
        yield


@pytest.mark.usefixtures("games")
@pytest.mark.parametrize("game", ["test-line", "test-spinner"])
def test_other_games_are_played_again_too(game: str) -> None:
    people = [factories.person("A"), factories.person("B")]
    over = factories.play_until(factories.playing_table(people, game=game), lambda at: at.match.over)
    assert over.match.status == Match.Status.FINISHED
    past = past_round(over.table.code, 1, 1)
    row = stored(past)
    assert row.state is not None
    assert past.played.positions[-1] == from_json(row.state)
    assert isinstance(past.played.deal, Deal)
    assert past.played.deal.start is None
