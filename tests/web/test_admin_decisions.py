"""Decisions in admin: asked once more, done through the services, refused in words, only with the permission."""

from __future__ import annotations

import io
import json
import zipfile

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.test import Client

from games.models import Match, Note, Seat, Table
from games.presenters.refusals import refusal_text
from games.queries import snapshot
from games.services import hosts
from games.services.errors import Code
from lobby.admin import users
from lobby.guests import move_in
from lobby.leaving import delete_person
from lobby.models import NameReport, User
from lobby.reports import report_name
from tests.factories import Cast, cast, playing_table, waiting_table
from tests.services.ends import match_ended
from tests.web.pages import browser

pytestmark = pytest.mark.django_db


def staff(*permissions: str, superuser: bool = False) -> Client:
    """A browser of somebody who helps to run the site."""
    user = User.objects.create(username="root", is_staff=True, is_superuser=superuser)
    user.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    return browser(user)


@pytest.fixture
def people() -> Cast:
    return cast()


@pytest.fixture
def root() -> Client:
    return staff(superuser=True)


def choose(
    client: Client, model: str, pk: int, action: str, *, confirmed: bool = True, **answers: str
) -> str:
    """Choose a decision on the page of a row; the page that comes at the end."""
    address = f"/admin/{model}/{pk}/change/"
    fields = {"CHANGE_FORM-action": action, "_selected_action": str(pk), **answers}
    if confirmed:
        fields["confirmed"] = "1"
    response = client.post(address, fields, follow=True)
    assert response.status_code == 200
    return response.content.decode()


def test_a_decision_is_asked_once_more_and_nothing_happens_before(people: Cast, root: Client) -> None:
    now = playing_table([people.host, people.guest])
    page = choose(root, "games/match", now.match.id, "end", confirmed=False)
    assert "End the match with the scores so far?" in page
    assert f"{now.table.code} · 1" in page
    assert 'name="confirmed" value="1"' in page
    assert snapshot(now.table.id).version == now.version
    assert "Done, for 1 row." in choose(root, "games/match", now.match.id, "end")
    assert snapshot(now.table.id).match.status == Match.Status.ENDED_EARLY


def test_the_question_sends_what_was_chosen_on_a_list_too(people: Cast, root: Client) -> None:
    tables = [
        waiting_table([people.host], is_public=True).pk,
        waiting_table([people.guest], is_public=True).pk,
    ]
    fields = {"action": "make_private", "_selected_action": [str(pk) for pk in tables], "index": "0"}
    asked = root.post("/admin/games/table/", fields).content.decode()
    for pk in tables:
        assert f'<input type="hidden" name="_selected_action" value="{pk}">' in asked
    assert '<input type="hidden" name="action" value="make_private">' in asked
    done = root.post("/admin/games/table/", {**fields, "confirmed": "1"}, follow=True).content.decode()
    assert "Done, for 2 rows." in done
    assert not Table.objects.filter(is_public=True).exists()


def test_what_a_service_refuses_becomes_a_message(people: Cast, root: Client) -> None:
    waiting = waiting_table([people.host])
    match = Match.objects.get(table=waiting)
    page = choose(root, "games/match", match.pk, "end")
    assert "No round is being played just now." in page
    assert "Done" not in page
    now = playing_table([people.host, people.guest])
    page = choose(root, "games/seat", now.seats[0].id, "free")
    assert "That has to wait until no match is being played." in page


@pytest.mark.parametrize(
    ("model", "action", "what"),
    [
        ("seat", "stand_in", "office-stand-in"),
        ("table", "close", "office-closed"),
        ("table", "rename", "office-table-name"),
    ],
)
def test_what_is_decided_happens(people: Cast, root: Client, model: str, action: str, what: str) -> None:
    now = playing_table([people.host, people.guest])
    pk = now.seats[0].id if model == "seat" else now.table.id
    assert "Done, for 1 row." in choose(root, f"games/{model}", pk, action)
    assert Note.objects.filter(match_id=now.match.id, what=what).exists()


def test_a_name_that_may_be_left_out_is_not_asked_for(people: Cast, root: Client) -> None:
    table = waiting_table([people.host])
    asked = [
        choose(root, model, pk, "rename", confirmed=False)
        for model, pk in (("games/table", table.pk), ("lobby/user", people.host.pk))
    ]
    assert ['class="required"' in page.split("<fieldset")[1] for page in asked] == [False, True]


def test_a_place_is_freed(people: Cast, root: Client) -> None:
    waiting = waiting_table([people.host, people.guest])
    seat = Seat.objects.get(user=people.guest)
    fields = {"action": "free", "_selected_action": str(seat.pk), "index": "0", "confirmed": "1"}
    assert root.post("/admin/games/seat/", fields, follow=True).status_code == 200
    assert [seat.number for seat in snapshot(waiting.pk).seats] == [0]


def test_people_are_renamed_blocked_and_let_in_again(people: Cast, root: Client) -> None:
    playing_table([people.host, people.guest])
    asked = choose(root, "lobby/user", people.guest.pk, "rename", confirmed=False)
    assert 'name="name"' in asked
    assert "This field is required." in choose(root, "lobby/user", people.guest.pk, "rename")
    assert "cannot be shown" in choose(root, "lobby/user", people.guest.pk, "rename", name="a‮b")
    assert "Done" in choose(root, "lobby/user", people.guest.pk, "rename", name="Gilbert")
    assert Seat.objects.get(user=people.guest).name == "Gilbert"
    theirs = browser(people.guest)
    assert "Done" in choose(root, "lobby/user", people.guest.pk, "block")
    assert theirs.get("/").wsgi_request.user.is_anonymous
    assert "Done" in choose(root, "lobby/user", people.guest.pk, "unblock")
    assert theirs.get("/").wsgi_request.user == people.guest


def test_a_deletion_request_leaves_no_name(people: Cast, root: Client) -> None:
    now = match_ended([people.host, people.guest])
    page = root.post(
        f"/admin/lobby/user/{people.guest.pk}/change/",
        {"CHANGE_FORM-action": "delete", "_selected_action": str(people.guest.pk), "confirmed": "1"},
        follow=True,
    )
    assert page.status_code == 200
    assert not User.objects.filter(pk=people.guest.pk).exists()
    assert snapshot(now.table.id).seats[1].name == ""


def test_only_the_press_that_deletes_is_written_down(
    people: Cast, root: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def meanwhile(user: User) -> None:
        delete_person(User.objects.get(pk=user.pk))

    monkeypatch.setattr(users, "_not_staff", meanwhile)
    page = choose(root, "lobby/user", people.guest.pk, "delete")
    assert refusal_text(Code.NO_SUCH_PERSON, {}) in page
    assert "Done" not in page
    assert not LogEntry.objects.exists()


def test_nobody_locks_staff_out_by_a_wrong_tick(root: Client) -> None:
    me = User.objects.get(username="root")
    for action in ("block", "delete"):
        assert "helps to run the site" in choose(root, "lobby/user", me.pk, action)
    me.refresh_from_db()
    assert me.is_active


def test_staff_without_the_permission_is_offered_nothing(people: Cast) -> None:
    client = staff("view_match", "view_table", "view_seat", "view_user")
    now = playing_table([people.host, people.guest])
    page = client.get(f"/admin/games/match/{now.match.id}/change/").content.decode()
    assert "Download the records" in page
    assert "End the match" not in page
    for model, pk, action in (
        ("games/match", now.match.id, "end"),
        ("games/table", now.table.id, "close"),
        ("games/seat", now.seats[0].id, "stand_in"),
        ("lobby/user", people.guest.pk, "block"),
        ("lobby/user", people.guest.pk, "delete"),
    ):
        fields = {"CHANGE_FORM-action": action, "_selected_action": str(pk), "confirmed": "1"}
        client.post(f"/admin/{model}/{pk}/change/", fields)
    assert snapshot(now.table.id).version == now.version
    assert User.objects.get(pk=people.guest.pk).is_active


def test_records_of_matches_that_are_over_are_taken_home(people: Cast, root: Client) -> None:
    over, other = match_ended([people.host, people.guest]), match_ended([people.host, people.guest])
    running = playing_table([people.host, people.guest])
    one = root.post(
        "/admin/games/match/", {"action": "export", "_selected_action": [str(over.match.id)], "index": "0"}
    )
    assert json.loads(one.content)["table"] == over.table.code
    assert one["Content-Disposition"] == f'attachment; filename="{over.table.code}-1.json"'
    chosen = [str(now.match.id) for now in (over, other, running)]
    many = root.post("/admin/games/match/", {"action": "export", "_selected_action": chosen, "index": "0"})
    with zipfile.ZipFile(io.BytesIO(many.content)) as packed:
        assert sorted(packed.namelist()) == sorted(
            [f"{over.table.code}-1.json", f"{other.table.code}-1.json"]
        )
    none = root.post(
        "/admin/games/match/",
        {"action": "export", "_selected_action": [str(running.match.id)], "index": "0"},
        follow=True,
    )
    assert "Only matches that are over have a record." in none.content.decode()


def report(people: Cast) -> NameReport:
    """Hanna reports the name of Gil."""
    now = playing_table([people.host, people.guest])
    report_name(now, place=1, remark="Not nice", by=people.host)
    return NameReport.objects.get()


def test_a_reported_name_waits_with_its_match_beside_it(people: Cast, root: Client) -> None:
    waits = report(people)
    page = root.get(f"/admin/lobby/namereport/{waits.pk}/change/").content.decode()
    assert "<strong>" in page
    assert f"/admin/lobby/user/{people.guest.pk}/change/" in page
    assert f"/t/{waits.table_code}/m/1/" in page
    assert "Done" in choose(root, "lobby/namereport", waits.pk, "rename")
    waits.refresh_from_db()
    assert (waits.status, waits.handled_by) == (NameReport.Status.DONE, User.objects.get(username="root"))
    assert waits.handled_at is not None
    assert Seat.objects.get(user=people.guest).name == "Guest"


def test_a_reported_person_is_blocked(people: Cast, root: Client) -> None:
    waits = report(people)
    assert "Done" in choose(root, "lobby/namereport", waits.pk, "block")
    people.guest.refresh_from_db()
    assert (people.guest.name, people.guest.is_active) == ("Guest", False)


def test_who_was_sent_away_from_the_reported_seat_is_renamed_there_and_blocked(
    people: Cast, root: Client
) -> None:
    now = playing_table([people.host, people.guest])
    hosts.block(table_id=now.table.id, user_id=people.host.pk, place=1)
    report_name(snapshot(now.table.id), place=1, remark="", by=people.host)
    assert "Done" in choose(root, "lobby/namereport", NameReport.objects.get().pk, "block")
    people.guest.refresh_from_db()
    assert (people.guest.name, people.guest.is_active) == ("Guest", False)
    assert snapshot(now.table.id).seats[1].name == "Guest"


def test_a_report_of_a_guest_is_about_the_account_that_has_the_seat_now(people: Cast, root: Client) -> None:
    waits = report(people)
    account = User.objects.create(username="gil", name="Gil")
    move_in(people.guest, to=account)
    assert "Done" in choose(root, "lobby/namereport", waits.pk, "block")
    account.refresh_from_db()
    assert (account.name, account.is_active) == ("Guest", False)
    assert Seat.objects.get(user=account).name == "Guest"


def test_where_the_table_is_gone_its_people_are_renamed_all_the_same(people: Cast, root: Client) -> None:
    waits = report(people)
    NameReport.objects.update(table_code="GNE23456")
    assert "Done" in choose(root, "lobby/namereport", waits.pk, "rename")
    people.guest.refresh_from_db()
    assert people.guest.name == "Guest"
    NameReport.objects.update(reported=None)
    assert "There is no table here." in choose(root, "lobby/namereport", waits.pk, "rename")


def test_who_helps_to_run_the_site_is_not_locked_out_by_a_report(people: Cast, root: Client) -> None:
    waits = report(people)
    User.objects.filter(pk=people.guest.pk).update(is_staff=True)
    assert "Done" not in choose(root, "lobby/namereport", waits.pk, "block")
    people.guest.refresh_from_db()
    waits.refresh_from_db()
    assert (people.guest.is_active, people.guest.name, waits.status) == (True, "Gil", "open")


def test_deleting_somebody_who_was_reported_leaves_no_name_in_admins_log(people: Cast, root: Client) -> None:
    waits = report(people)
    choose(root, "lobby/namereport", waits.pk, "dismiss")
    assert LogEntry.objects.filter(object_repr="Gil").exists()
    choose(root, "lobby/user", people.guest.pk, "delete")
    told = LogEntry.objects.values_list("object_repr", "change_message")
    assert told
    assert not any("Gil" in text for entry in told for text in entry)


def test_a_report_is_put_away_with_all_others_of_the_seat(people: Cast, root: Client) -> None:
    waits = report(people)
    now = snapshot(waits.table_code)
    report_name(now, place=1, remark="", by=people.outsider)
    report_name(now, place=0, remark="", by=people.outsider)
    assert "Done" in choose(root, "lobby/namereport", waits.pk, "dismiss")
    assert NameReport.objects.filter(status=NameReport.Status.DISMISSED).count() == 2
    assert NameReport.objects.filter(status=NameReport.Status.OPEN).count() == 1
    assert Seat.objects.get(user=people.guest).name == "Gil"


def test_where_the_person_is_gone_the_seat_is_renamed(people: Cast, root: Client) -> None:
    waits = report(people)
    Seat.objects.filter(user=people.guest).update(user=None)
    NameReport.objects.update(reported=None)
    assert "Nobody sits there." in choose(root, "lobby/namereport", waits.pk, "block")
    assert "Done" in choose(root, "lobby/namereport", waits.pk, "rename")
    assert snapshot(waits.table_code).seats[1].name == "Guest"


def test_a_superuser_says_who_helps_to_run_the_site(root: Client) -> None:
    account = User.objects.create(username="mina", name="Mina")
    address = f"/admin/lobby/user/{account.pk}/change/"
    look = Permission.objects.get(codename="look_at_hands")
    fields = {
        "is_staff": "on",
        "user_permissions": [str(look.pk)],
        "name": "Somebody else",
        "is_superuser": "on",
    }
    assert root.post(address, {**fields, "_save": "Save"}).status_code == 302
    account = User.objects.get(pk=account.pk)
    assert (account.is_staff, account.name, account.is_superuser) == (True, "Mina", False)
    assert account.has_perm("games.look_at_hands")
    helper = browser(User.objects.create(username="helper", is_staff=True))
    helper_user = User.objects.get(username="helper")
    helper_user.user_permissions.set(Permission.objects.filter(codename__in=("view_user", "change_user")))
    assert helper.post(address, {"is_staff": "", "_save": "Save"}).status_code == 403
