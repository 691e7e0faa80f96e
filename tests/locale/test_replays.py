"""The replay of a round and the check of its deal in Korean and Japanese: no English is left in them."""

from __future__ import annotations

import random

import pytest
from django.utils import timezone

from games.models import Action, Round
from games.queries import Snapshot, snapshot
from games.queries.memory import forget_everything
from games.queries.past import past_round
from games.services import rounds
from games.services.base import locked, touch
from tests import factories
from tests.locale.english import english_in
from tests.locale.readers import CALLED, Reader, reader, url

pytestmark = pytest.mark.django_db


def played(seed: str = "3" * 64) -> Snapshot:
    """A match in its second round."""
    cast = factories.cast()
    start = factories.playing_table([cast.host, cast.guest], ["easy"], seed=seed)
    choose = factories.at_random(random.Random(7))
    return factories.play_until(start, lambda at: at.round.number == 1 and at.round.ply > 3, choose)


def step_through(at: Reader, now_at: Snapshot, number: int) -> None:
    """Every position of a round, as a page and as the parts that a script fetches."""
    code = now_at.table.code
    for place in range(past_round(code, 1, number).last + 1):
        path = url(now_at, f"m/1/r/{number}/at/{place}/?lang={at.language}")
        html = at.client.get(path).content.decode()
        english = english_in(f'<html lang="{at.language}">{html}</html>', CALLED)
        assert not english, f"{path}: {english}"
    at.look(url(now_at, f"m/1/r/{number}/?at=7"))


def test_a_round_that_is_watched_again(language: str) -> None:
    now_at = played()
    step_through(reader(language), now_at, 1)


@pytest.mark.parametrize("by", [Action.By.STAND_IN, Action.By.CLOCK])
def test_a_round_in_which_others_acted(language: str, by: Action.By) -> None:
    now_at = played()
    Action.objects.update(by=by)
    forget_everything()
    step_through(reader(language), now_at, 1)


def test_a_round_that_was_blocked(language: str) -> None:
    people = [factories.person("Hanna"), factories.person("Gil")]
    start = factories.playing_table(people, seed="1" * 64)
    now_at = factories.play_until(
        start, lambda at: at.between_rounds and at.round.reason == "blocked", factories.dearest
    )
    blocked = Round.objects.filter(reason="blocked").first()
    assert blocked is not None
    number = blocked.number + 1
    reader(language).look(url(now_at, f"m/1/r/{number}/?at=9999"))


def test_a_round_that_was_dropped(language: str) -> None:
    now_at = played()
    with locked(now_at.table.id) as table:
        rounds.end_early(facts=snapshot(table.pk), now=timezone.now())
        touch(table)
    step_through(reader(language), now_at, 2)
    reader(language).look(url(now_at))


def test_a_deal_that_is_checked(language: str) -> None:
    now_at = played()
    stranger = reader(language)
    for rest in ("m/1/r/1/check/", "m/1/check/"):
        stranger.look(url(now_at, rest))
    over = factories.play_until(now_at, lambda at: at.round.number == 2)
    stranger.look(url(over, "m/1/r/2/check/"))
