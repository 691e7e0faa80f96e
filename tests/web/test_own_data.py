"""What is stored of somebody: the download, and leaving nothing behind."""

from __future__ import annotations

import json
from typing import Any

import pytest
from axes.models import AccessAttempt
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.db import connection
from django.db.models import Model
from django.utils import timezone

from games.models import Action, Match, Seat
from games.queries import Snapshot, snapshot
from games.services import agreements, hosts, places, reactions, standins
from lobby.guests import move_in
from lobby.leaving import delete_person
from lobby.models import NameReport, Nudge, User
from tests import factories
from tests.services.ends import match_ended
from tests.services.statements import counted
from tests.web.lobby_forms import fields_of, fill, text
from tests.web.mina import ENDPOINT, PASSWORD, subscribe
from tests.web.pages import browser

pytestmark = pytest.mark.django_db


# ---- The download ----


def test_the_download_has_ones_own_and_nothing_of_others(mina: User) -> None:
    ended = match_ended([mina, factories.person("Boris")])
    running = factories.playing_table([mina, factories.person("Boris")], seed="7" * 64)
    client = browser(mina)
    subscribe(client)
    Nudge.objects.create(user=mina, match_id=running.match.id, turn_at=timezone.now())
    response = client.get("/me/data.json")
    assert response["Content-Disposition"] == 'attachment; filename="chicken-foot-my-data.json"'
    assert "no-store" in response["Cache-Control"]
    told = json.loads(response.content)
    assert told["account"]["user_name"] == mina.username
    assert told["account"]["email"] == told["account"]["confirmed_email"] == "mina@example.org"
    assert [seat["table"] for seat in told["seats"]] == [running.table.code, ended.table.code]
    seat = ended.seat_of(mina.pk)
    assert seat is not None
    last = told["seats"][1]
    assert (last["total"], last["place"], last["name"]) == (seat.total, seat.place, "Wilhelmina")
    assert last["rounds"][-1]["total"] == seat.total
    assert told["seats"][0]["rounds"] == []
    assert told["push_subscriptions"][0]["service"] == "fcm.googleapis.com"
    assert len(told["turns_told"]) == 1
    whole = response.content.decode()
    for secret in ("Boris", ENDPOINT, mina.password, "7" * 64, '"seed"', '"deal"', '"hand"', '"state"'):
        assert secret not in whole


def told_to(person: User) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(browser(person).get("/me/data.json").content)
    return told


def test_the_download_has_what_somebody_did_in_order_and_nothing_of_others(mina: User) -> None:
    boris = factories.person("Boris")
    over = factories.playing_table([mina, boris], ["easy"], settings={"length": "one"})
    over = factories.play_until(over, lambda at: at.match.over)
    now = factories.play_until(factories.playing_table([boris, mina]), have_drawn)
    told = told_to(mina)
    assert [(match["table"], match["match"], match["seat"]) for match in told["actions"]] == [
        (now.table.code, 1, seat_of(now, mina)),
        (over.table.code, 1, seat_of(over, mina)),
    ]
    for match, at in zip(told["actions"], (now, over), strict=True):
        rows = Action.objects.filter(table=at.table.id, user=mina).order_by("round__number", "ply")
        assert [
            (of_round["round"], done["ply"], done["what"], done.get("tile", ""))
            for of_round in match["rounds"]
            for done in of_round["done"]
        ] == [(row.round.number + 1, row.ply + 1, row.text, row.drawn) for row in rows]
    others = Action.objects.filter(round=now.round.id, kind="draw").exclude(user=mina)
    shown = {done.get("tile") for done in told["actions"][0]["rounds"][-1]["done"]}
    assert not shown & set(others.values_list("drawn", flat=True))


def have_drawn(now: Snapshot) -> bool:
    """Whether everybody has drawn in the round being played."""
    drew = Action.objects.filter(round=now.round.id, kind="draw").values_list("seat", flat=True).distinct()
    return now.playing and len(drew) == len(now.seats)


def seat_of(now: Snapshot, person: User) -> str:
    seat = now.seat_of(person.pk)
    assert seat is not None
    return seat.letter


def test_the_download_has_reactions_and_what_else_somebody_did_at_a_table(mina: User) -> None:
    boris, cho = factories.person("Boris"), factories.person("Cho")
    now = factories.playing_table([boris, mina, cho])
    at = {"table_id": now.table.id}
    for user, code in ((mina, "chickie"), (boris, "ouch")):
        reactions.react(**at, user_id=user.pk, code=code, key=factories.new_key())
    factories.step(now)
    standins.leave(**at, user_id=mina.pk)
    standins.leave(**at, user_id=cho.pk)
    standins.back(**at, user_id=mina.pk)
    agreements.last_round(**at, user_id=mina.pk)
    hosts.block(**at, user_id=boris.pk, place=2)
    (match,) = told_to(mina)["notes"]
    assert (match["table"], match["match"], match["seat"]) == (now.table.code, 1, seat_of(now, mina))
    (of_round,) = match["rounds"]
    assert of_round["round"] == 1
    ply = now.round.ply + 1
    assert [(done["ply"], done["what"], done.get("reaction")) for done in of_round["done"]] == [
        (ply, "react", "chickie"),
        (ply + 1, "left", None),
        (ply + 1, "back", None),
        (ply + 1, "last-round-asked", None),
    ]
    assert all(done["at"] for done in of_round["done"])


def test_what_was_done_in_a_seat_before_somebody_took_it_over_is_not_theirs(mina: User) -> None:
    boris, cho = factories.person("Boris"), factories.person("Cho")
    now = factories.playing_table([boris, cho])
    at = {"table_id": now.table.id}
    reactions.react(**at, user_id=cho.pk, code="ouch", key=factories.new_key())
    factories.play_until(now, factories.round_over)
    standins.leave(**at, user_id=cho.pk)
    places.take_over(table_id=now.table.id, user_id=mina.pk, name="Mina", place=1, key=factories.new_key())
    told = told_to(mina)
    assert told["actions"] == []
    (match,) = told["notes"]
    assert [done["what"] for done in match["rounds"][0]["done"]] == ["took-over"]


def test_what_a_guest_did_is_the_accounts_with_the_seats(mina: User) -> None:
    guest, boris = factories.person("Gil"), factories.person("Boris")
    moved = factories.play_until(factories.playing_table([guest, boris]), factories.has_ply(6))
    both = factories.play_until(factories.playing_table([guest, mina]), factories.has_ply(6))
    reactions.react(table_id=moved.table.id, user_id=guest.pk, code="nice", key=factories.new_key())
    by_guest = Action.objects.filter(user=guest, table=moved.table.id).count()
    assert by_guest
    move_in(guest, to=mina)
    told = told_to(mina)
    assert [match["table"] for match in told["actions"]] == [both.table.code, moved.table.code]
    assert len(told["actions"][1]["rounds"][0]["done"]) == by_guest
    assert [match["table"] for match in told["notes"]] == [moved.table.code]
    assert [match["table"] for match in told_to(guest)["actions"]] == [both.table.code]


@pytest.mark.parametrize("matches", [1, 5])
def test_pages_and_download_take_the_same_few_statements(mina: User, matches: int) -> None:
    for _number in range(matches):
        match_ended([mina, factories.person("Ben")])
        factories.playing_table([mina, factories.person("Ben")])
    client = browser(mina)
    for path, at_most in {
        "/me/": 3,
        "/me/data.json": 10,
        "/me/delete/": 4,
        "/password/": 2,
        "/login/": 2,
    }.items():
        with counted() as statements:
            assert client.get(path).status_code == 200
        assert len(statements) == at_most, (path, statements)


# ---- Leaving ----


def everything_stored() -> str:
    """Every value of every row of every table of the database, as text."""
    found = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT * FROM "{table}"')
            found += [str(row) for row in cursor.fetchall()]
    found += [str(session.get_decoded()) for session in Session.objects.all()]
    return "\n".join(found)


def reported(person: User, code: str) -> None:
    """Somebody has reported the name of a person, and repeated it."""
    words = {"name": "Wilhelmina", "reason": "Wilhelmina is nobody's name"}
    NameReport.objects.create(table_code=code, match_number=1, place=0, reported=person, **words)


def written_down(staff: User, model: type[Model], pk: int) -> None:
    """Something was decided about a row, and is in admin's log."""
    LogEntry.objects.create(
        user=staff,
        content_type=ContentType.objects.get_for_model(model),
        object_id=str(pk),
        object_repr="mina_sign_in Wilhelmina",
        action_flag=CHANGE,
        change_message="Wilhelmina, mina@example.org",
    )


def test_who_deletes_the_account_leaves_no_name_and_no_address(mina: User) -> None:
    staff = User.objects.create_user("staff", is_staff=True)
    guest = factories.person("Wilhelmina")
    moved = factories.waiting_table([guest])
    written_down(staff, User, guest.pk)
    reported(guest, moved.code)
    client = browser(guest)
    fill(client, "/login/", username=mina.username, password="wrong")
    fill(client, "/login/", username=mina.email.title(), password=PASSWORD)
    fill(client, "/login/", username=mina.username, password=PASSWORD)
    fill(browser(), "/login/", username=mina.username, password="wrong")
    running = factories.playing_table([mina, factories.person("Ben")])
    ended = match_ended([mina, factories.person("Ben")])
    subscribe(client)
    Nudge.objects.create(user=mina, match_id=running.match.id, turn_at=timezone.now())
    reported(mina, running.table.code)
    written_down(staff, User, mina.pk)
    written_down(staff, Seat, running.seats[0].id)
    before = everything_stored()
    assert all(word in before for word in ("Wilhelmina", "mina_sign_in", "mina@example.org"))

    assert snapshot(moved.pk).seats[0].user_id == mina.pk
    answer = fill(client, "/me/delete/", password=PASSWORD)
    assert answer["Location"] == "/"
    assert "Score sheets stay" in text(client.get("/"))

    after = everything_stored()
    for word in ("Wilhelmina", "mina_sign_in", "mina@example.org", ENDPOINT):
        assert word not in after
    assert not User.objects.filter(pk=mina.pk).exists()
    assert not AccessAttempt.objects.exists()
    # The score sheet stays, the match goes on with a stand-in, the place that waited is free.
    seat = snapshot(ended.table.id).seats[0]
    assert (seat.name, seat.total, seat.place) == ("", ended.seats[0].total, ended.seats[0].place)
    assert snapshot(running.table.id).seats[0].stand_in == Seat.StandIn.LEFT
    assert Match.objects.get(pk=running.match.id).status in (Match.Status.PLAYING, Match.Status.PAUSED)
    assert snapshot(moved.pk).seats == ()
    page = text(browser().get(f"/t/{ended.table.code}/"))
    assert "Wilhelmina" not in page
    assert client.session.get("_auth_user_id") is None


@pytest.mark.parametrize("known", [True, False], ids=["known", "a report of an older release"])
def test_nothing_is_left_in_the_seat_somebody_was_sent_away_from(mina: User, known: bool) -> None:
    staff, boris = User.objects.create_user("staff", is_staff=True), factories.person("Boris")
    now = factories.playing_table([boris, mina])
    boris_reported = NameReport.objects.create(
        table_code=now.table.code, match_number=1, place=0, name="Boris", reported=boris
    )
    hosts.block(table_id=now.table.id, user_id=boris.pk, place=1)
    fields = {"place": "1", "remark": "Wilhelmina?"}
    assert browser(boris).post(f"/t/{now.table.code}/report/", fields).status_code == 302
    (report,) = NameReport.objects.filter(place=1)
    assert report.reported == mina
    if not known:
        NameReport.objects.filter(pk=report.pk).update(reported=None)
    written_down(staff, NameReport, report.pk)
    written_down(staff, Seat, now.seats[1].id)
    delete_person(mina)
    assert "Wilhelmina" not in everything_stored()
    assert snapshot(now.table.id).version > now.version + 1
    boris_reported.refresh_from_db()
    assert (boris_reported.name, snapshot(now.table.id).seats[0].name) == ("Boris", "Boris")


def test_who_took_a_seat_over_keeps_the_name_there(mina: User) -> None:
    boris, cho = factories.person("Boris"), factories.person("Cho")
    now = factories.play_until(factories.playing_table([boris, mina]), factories.round_over)
    hosts.block(table_id=now.table.id, user_id=boris.pk, place=1)
    places.take_over(table_id=now.table.id, user_id=cho.pk, name="Cho", place=1, key=factories.new_key())
    hosts.block(table_id=now.table.id, user_id=boris.pk, place=1)
    delete_person(mina)
    assert snapshot(now.table.id).seats[1].name == "Cho"
    delete_person(cho)
    assert snapshot(now.table.id).seats[1].name == ""


def test_a_wrong_password_deletes_nothing_and_counts(mina: User) -> None:
    client = browser(mina)
    for _try in range(10):
        answer = fill(client, "/me/delete/", password="wrong")
    assert answer.status_code == 429
    assert User.objects.filter(pk=mina.pk).exists()


def test_a_guest_says_so_twice() -> None:
    guest = factories.person("Gil")
    client = browser(guest)
    assert "Tick the box" in text(fill(client, "/me/delete/"))
    assert fill(client, "/me/delete/", sure="1")["Location"] == "/"
    assert not User.objects.exists()


def test_who_works_in_admin_does_not_take_its_log_along() -> None:
    boss = User.objects.create_superuser("boss", "", PASSWORD)
    assert "works in admin" in text(fill(browser(boss), "/me/delete/", password=PASSWORD))
    assert User.objects.filter(pk=boss.pk).exists()


def test_a_page_of_somebody_else_deletes_nobody(mina: User) -> None:
    guest = factories.person("Gil")
    client = browser(guest)
    fields = fields_of(text(client.get("/me/delete/")))
    client.force_login(mina)
    assert client.post("/me/delete/", {**fields, "sure": "1", "password": PASSWORD})["Location"] == "/me/"
    assert User.objects.count() == 2
