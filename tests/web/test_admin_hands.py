"""The hands of a running round: with a permission of its own, a reason, and never unnoticed."""

from __future__ import annotations

import re

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission

from games.models import Note, Round
from games.queries import Snapshot, snapshot
from games.rules.state import State
from games.rules.state_json import from_json
from lobby.models import User
from tests.factories import cast, playing_table, step
from tests.services.ends import round_ended
from tests.web.pages import browser

pytestmark = pytest.mark.django_db

REASON = "Two players say the same tile was laid twice."


@pytest.fixture
def now() -> Snapshot:
    people = cast()
    return step(playing_table([people.host, people.guest]))


def person(*permissions: str, superuser: bool = False) -> User:
    user = User.objects.create(username="root", is_staff=True, is_superuser=superuser)
    user.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    return user


def page(now: Snapshot) -> str:
    return f"/admin/games/round/{now.round.id}/hands/"


def state_of(now: Snapshot) -> State:
    row = Round.objects.get(pk=now.round.id)
    assert row.state is not None
    return from_json(row.state)


def tiles_in(html: str) -> list[str]:
    return re.findall(r'<span class="tile">(\d+-\d+)</span>', html)


def test_staff_without_the_permission_sees_no_hands(now: Snapshot) -> None:
    client = browser(person("view_round", "change_table", "view_match"))
    assert client.get(page(now)).status_code == 403
    assert client.post(page(now), {"reason": REASON}).status_code == 403
    assert not LogEntry.objects.exists()
    assert snapshot(now.table.id).version == now.version


def test_whoever_is_no_staff_is_sent_to_sign_in(now: Snapshot) -> None:
    for client in (browser(), browser(User.objects.create(username="somebody"))):
        assert client.post(page(now), {"reason": REASON}).status_code == 302
    assert not LogEntry.objects.exists()


def test_looking_at_the_page_shows_nothing_yet_not_even_to_a_superuser(now: Snapshot) -> None:
    client = browser(person(superuser=True))
    response = client.get(page(now))
    assert response.status_code == 200
    assert tiles_in(response.content.decode()) == []
    assert "no-store" in response["Cache-Control"]
    assert snapshot(now.table.id).version == now.version


@pytest.mark.parametrize("reason", ["", "   ", "short"])
def test_without_a_reason_nothing_is_shown(now: Snapshot, reason: str) -> None:
    client = browser(person(superuser=True))
    assert tiles_in(client.post(page(now), {"reason": reason}).content.decode()) == []
    assert not LogEntry.objects.exists()


def test_with_a_reason_the_hands_are_shown_once_told_and_written_down(now: Snapshot) -> None:
    looker = person("look_at_hands", "view_round")
    client = browser(looker)
    response = client.post(page(now), {"reason": REASON})
    html, state = response.content.decode(), state_of(now)
    hands = [str(tile) for seat in range(state.seats) for tile in state.hand(seat)]
    assert tiles_in(html)[: len(hands)] == hands
    boneyard = tiles_in(html)[len(hands) : len(hands) + len(state.boneyard)]
    assert sorted(boneyard) == sorted(map(str, state.boneyard))
    assert boneyard != [str(tile) for tile in state.boneyard]
    seed = Round.objects.values_list("seed", flat=True).get(pk=now.round.id)
    assert seed not in html
    assert "no-store" in response["Cache-Control"]
    entry = LogEntry.objects.get()
    assert (entry.user, REASON in entry.change_message) == (looker, True)
    assert Note.objects.filter(match_id=now.match.id, what="office-looked").count() == 1
    client.post(page(now), {"reason": REASON})
    assert LogEntry.objects.count() == 2


def test_the_players_read_it_in_their_log(now: Snapshot) -> None:
    browser(person(superuser=True)).post(page(now), {"reason": REASON})
    shown = browser().get(f"/t/{now.table.code}/").content.decode()
    assert "looked at the hands of this round" in shown
    assert REASON not in shown


def test_a_round_that_is_over_has_nothing_hidden() -> None:
    people = cast()
    over = round_ended([people.host, people.guest])
    client = browser(person(superuser=True))
    assert "nothing hidden" in client.get(page(over)).content.decode()
    answer = client.post(page(over), {"reason": REASON}, follow=True).content.decode()
    assert "No round is being played just now." in answer
    assert not LogEntry.objects.exists()


def test_there_is_no_such_round() -> None:
    assert browser(person(superuser=True)).get("/admin/games/round/999999/hands/").status_code == 404
