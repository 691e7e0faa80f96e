"""The ghosts of lit ends: only for the seat to move, and the play then lies where its ghost was."""

import json

import pytest

from games.models import Action
from games.queries import Snapshot, snapshot
from games.queries.memory import forget_everything
from games.rules.actions import Play
from games.services import ghosts
from lobby.models import User
from tests import factories
from tests.web.pages import browser

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _forget(monkeypatch: pytest.MonkeyPatch) -> None:
    forget_everything()
    monkeypatch.setattr(ghosts, "PATIENCE", 60)  # a busy machine must not leave any out


@pytest.fixture
def people() -> factories.Cast:
    return factories.cast()


@pytest.fixture
def now(people: factories.Cast) -> Snapshot:
    """A position in which the seat to move may lay several tiles on open ends."""
    start = factories.playing_table([people.host, people.guest], seed="5" * 64)
    return factories.play_until(start, lambda here: many_plays(here) and here.round.ply > 9)


def many_plays(here: Snapshot) -> bool:
    plays = factories.legal(here)
    return len(plays) > 3 and all(isinstance(action, Play) for action in plays) and no_foot(here)


def no_foot(here: Snapshot) -> bool:
    return here.state is not None and here.state.owed is None


def places(user: User, code: str) -> dict[str, dict[str, list[str]]]:
    response = browser(user).get(f"/t/{code}/ghosts/")
    assert response.status_code == 200
    found: dict[str, dict[str, list[str]]] = json.loads(response.content)["places"]
    return found


def test_every_play_of_the_mover_has_a_ghost_in_both_shapes(now: Snapshot, people: factories.Cast) -> None:
    seat = now.turn_seat
    assert seat is not None
    mover = people.host if seat.user_id == people.host.pk else people.guest
    found = places(mover, now.table.code)
    plays = [action for action in factories.legal(now) if isinstance(action, Play)]
    assert {(tile, end) for tile, ends in found.items() for end in ends} == {
        (str(play.tile), f"e{play.node}-{play.arm}") for play in plays
    }
    assert all(len(pair) == 2 for ends in found.values() for pair in ends.values())


def test_nobody_else_is_told_anything(now: Snapshot, people: factories.Cast) -> None:
    seat = now.turn_seat
    assert seat is not None
    other = people.guest if seat.user_id == people.host.pk else people.host
    assert places(other, now.table.code) == {}
    assert places(people.outsider, now.table.code) == {}
    assert json.loads(browser().get(f"/t/{now.table.code}/ghosts/").content)["places"] == {}


def test_the_tile_is_laid_where_its_ghost_was(now: Snapshot, people: factories.Cast) -> None:
    seat = now.turn_seat
    assert seat is not None
    mover = people.host if seat.user_id == people.host.pk else people.guest
    found = places(mover, now.table.code)
    play = next(action for action in factories.legal(now) if isinstance(action, Play))
    text = factories.text_of(now, play)
    factories.act(now, seat, text, factories.new_key())
    stored = Action.objects.get(round_id=now.round.id, ply=now.round.ply)
    assert stored.poses is not None
    wide, square = found[str(play.tile)][f"e{play.node}-{play.arm}"]
    for ghost, shape in ((wide, "wide"), (square, "square")):
        assert [float(value) for value in ghost.split()] == [float(value) for value in stored.poses[shape][0]]


def test_asking_changes_nothing(now: Snapshot, people: factories.Cast) -> None:
    for user in (people.host, people.guest):
        places(user, now.table.code)
    assert snapshot(now.table.code).version == now.version
