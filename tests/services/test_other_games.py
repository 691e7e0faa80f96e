"""A line with two ends and a spinner, games that the product does not know, are played through the same services."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.utils import timezone

from games import clock
from games.farmyard.placement import Placement
from games.models import Match, Round
from games.queries import Snapshot, snapshot
from games.queries.layouts import joins_of
from games.queries.memory import forget_everything
from games.queries.records import match_record
from games.rules import games
from games.rules.record.check import check
from games.rules.record.read import read_record
from games.rules.record.write import to_text
from games.rules.state_json import from_json
from tests import factories
from tests.factories import play_until, playing_table
from tests.games_for_tests import registered
from tests.services.logs import stored_log

pytestmark = pytest.mark.django_db
SLUGS = ("test-line", "test-spinner")


@pytest.fixture(autouse=True)
def _other_games() -> Iterator[None]:
    with registered():
        yield


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("seats", [2, 4])
def test_a_match_with_a_target_is_played_scored_and_recorded(slug: str, seats: int) -> None:
    people = [factories.person(f"P{number}") for number in range(seats)]
    choose = factories.at_random(random.Random(seats))
    over = play_until(playing_table(people, game=slug, settings={"target": 60}), lambda at: False, choose)
    assert over.match.status == Match.Status.FINISHED
    assert max(seat.total for seat in over.seats) >= 60
    assert over.match.winners
    text = to_text(match_record(over.table.code, 1))
    assert str(check(read_record(text.encode()))).startswith("ok, ")


@pytest.mark.parametrize("slug", SLUGS)
def test_every_tile_is_laid_on_both_pictures(slug: str) -> None:
    people = [factories.person("A"), factories.person("B")]
    play_until(playing_table(people, game=slug, settings={"set": 9}), lambda at: False)
    row = Round.objects.get()
    assert row.poses is None
    assert row.state is not None
    state = from_json(row.state)
    poses = [action.poses for action in stored_log(row.pk) if action.poses is not None]
    assert len(poses) == len(state.layout)
    for stored in poses:
        for shape in ("wide", "square"):
            Placement.from_json(stored[shape])
    joins = joins_of(games.game(slug), state.settings, state.layout)
    assert [join.parent for join in joins] == [laid.parent for laid in state.layout]


@pytest.mark.parametrize("slug", SLUGS)
def test_a_process_that_forgets_lays_the_same_picture(slug: str) -> None:
    people = [factories.person("A"), factories.person("B")]
    stored = []
    for forgetful in (False, True):
        now_at = playing_table(people, game=slug, settings={"set": 9}, seed="7b" * 32)
        while now_at.playing:
            if forgetful:
                forget_everything()
            now_at = factories.step(now_at)
        stored.append([(action.text, action.poses) for action in stored_log(now_at.round.id)])
    assert stored[0] == stored[1]


@pytest.mark.parametrize("slug", SLUGS)
def test_bots_play_it_by_the_clock(slug: str) -> None:
    now_at = playing_table([factories.person("A")], ["normal", "easy", "hard"], game=slug)
    for _tick in range(400):
        if not now_at.playing:
            break
        if now_at.match.turn == 0:
            now_at = factories.step(now_at)
        else:
            clock.settle(now_at.table.id, timezone.now() + timedelta(seconds=5))
            now_at = snapshot(now_at.table.id)
    assert over_by_rules(now_at)


def over_by_rules(now_at: Snapshot) -> bool:
    return now_at.match.over and now_at.state is not None and now_at.state.over
