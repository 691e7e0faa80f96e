"""An ordinary action costs the same few statements at ply 5 and at ply 80 (session and user come on top: two more)."""

from __future__ import annotations

import random
from collections import defaultdict

import pytest

from games.queries import Snapshot
from games.queries.memory import forget_everything
from games.services import play
from games.services.errors import Refused
from tests import factories
from tests.factories import Chooser, kind_of, legal, new_key, only, play_until, playing_table, step
from tests.services.statements import counted

pytestmark = pytest.mark.django_db

WARM, COLD, REFUSAL = 6, 7, 2
AT_MOST = 9 - 2


def eight_people() -> Snapshot:
    """A round that goes on past ply 100 with these players, plays and forced passes early and late."""
    return playing_table([factories.person(f"P{number}") for number in range(8)], seed="09" * 32)


def chance() -> Chooser:
    return factories.at_random(random.Random(5))


def costs_of_a_round(*, cold: bool) -> dict[tuple[str, bool], set[int]]:
    """Statements by kind ("play", "draw", "draw pass") and whether ply 80 is reached."""
    choose = chance()
    costs: dict[tuple[str, bool], set[int]] = defaultdict(set)
    now_at = eight_people()
    while True:
        if cold:
            forget_everything()
        before, action = now_at, choose(legal(now_at))
        with counted() as statements:
            now_at = step(before, only(action))
        if not now_at.playing:
            return costs  # the end of a round is no ordinary action
        passed = now_at.round.ply == before.round.ply + 2
        kind = "draw pass" if passed else kind_of(action)
        costs[kind, before.round.ply >= 80].add(len(statements))


@pytest.mark.parametrize(
    ("cold", "statements"), [(False, WARM), (True, COLD)], ids=["warm", "another process"]
)
def test_an_action_costs_the_same_early_and_late(cold: bool, statements: int) -> None:
    assert statements <= AT_MOST
    costs = costs_of_a_round(cold=cold)
    assert set(costs) >= {(kind, late) for kind in ("play", "draw", "draw pass") for late in (False, True)}
    assert max(count for counts in costs.values() for count in counts) == statements


@pytest.mark.parametrize("ply", [5, 80])
def test_a_refusal_costs_two_statements(ply: int) -> None:
    now_at = play_until(eight_people(), factories.has_ply(ply), chance())
    assert now_at.playing
    seat = now_at.turn_seat
    assert seat is not None
    assert seat.user_id is not None
    with counted() as statements, pytest.raises(Refused):
        play.act(
            table=now_at.table.id, user_id=seat.user_id, position=now_at.position, text="pass", key=new_key()
        )
    assert len(statements) == REFUSAL
