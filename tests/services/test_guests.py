"""Guests: made by the POST that seats them, an account in place, gone without a trace of their name."""

from __future__ import annotations

import time
from datetime import timedelta
from functools import partial

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth import login, update_session_auth_hash
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.utils import timezone, translation
from pytest_django import DjangoCaptureOnCommitCallbacks

from games import events
from games.models import Match, Note, Receipt, Seat, Table
from games.queries import Snapshot, snapshot
from games.services import hosts, owners, places, standins, tables
from games.services.errors import Code, Refused
from games.services.notes import What
from games.services.written_down import write_down
from lobby import guests, leaving, sessions
from lobby.errors import PersonCode, PersonRefused
from lobby.models import User
from tests.factories import act, cast, legal, new_key, person, playing_table, step, text_of, waiting_table
from tests.services.browsers import Browser
from tests.services.browsers import sessions as session_rows
from tests.services.ends import match_ended
from tests.services.statements import counted
from tests.services.together import together

pytestmark = pytest.mark.django_db


def join(request: HttpRequest, table_id: int, key: str, name: str = "Gil") -> Snapshot:
    def sit(user: User) -> Snapshot:
        return places.join(table_id=table_id, user_id=user.pk, name=name, key=key)

    return guests.as_person(request, key=key, name=name, do=sit)


def test_the_post_that_seats_somebody_makes_the_guest_and_the_session() -> None:
    table = waiting_table([cast().host])
    browser, people = Browser(), User.objects.count()
    with translation.override("ko"):
        request = browser.post()
        now_at = join(request, table.pk, new_key())
        browser.keep(request)
    guest = browser.user
    assert guest is not None
    assert (guest.is_guest, guest.name, guest.language, guest.has_usable_password()) == (
        True,
        "Gil",
        "ko",
        False,
    )
    assert guest.username.startswith("guest-")
    assert now_at.seat_of(guest.pk) is not None
    assert User.objects.count() == people + 1
    assert session_rows() == 1


def test_scenario_5_the_same_browser_is_the_same_guest_with_the_same_seat() -> None:
    table = waiting_table([cast().host])
    browser, before = Browser(), User.objects.count()
    for _press in range(2):
        request = browser.post()
        now_at = join(request, table.pk, new_key())
        browser.keep(request)
    assert len(now_at.seats) == 2
    assert User.objects.count() == before + 1


def test_who_is_refused_leaves_no_guest_and_no_session_behind() -> None:
    people = cast()
    table = waiting_table([people.host, people.guest], places=2)
    before = User.objects.count()
    browser = Browser()
    request = browser.post()
    with pytest.raises(Refused) as refused:
        join(request, table.pk, new_key())
    assert refused.value.code == Code.FULL
    assert (User.objects.count(), session_rows(), Receipt.objects.count()) == (before, 0, 0)


def test_a_key_that_could_be_guessed_makes_no_guest() -> None:
    table = waiting_table([cast().host])
    before = User.objects.count()
    with pytest.raises(Refused) as refused:
        join(Browser().post(), table.pk, "k" * 21)
    assert refused.value.code == Code.BAD_KEY
    assert User.objects.count() == before


def test_a_form_that_is_sent_again_without_a_cookie_is_the_same_guest_for_a_while() -> None:
    table = waiting_table([cast().host])
    key = new_key()
    first, second = Browser(), Browser()
    for browser in (first, second):
        request = browser.post()
        join(request, table.pk, key)
        browser.keep(request)
    assert first.user == second.user
    assert len(snapshot(table.pk).seats) == 2
    Receipt.objects.update(at=timezone.now() - timedelta(minutes=11))
    with pytest.raises(Refused) as refused:
        join(Browser().post(), table.pk, key)
    assert refused.value.code == Code.KEY_USED


def test_the_receipt_does_not_tell_the_key() -> None:
    table = waiting_table([cast().host])
    key = new_key()
    join(Browser().post(), table.pk, key)
    assert key not in Receipt.objects.get(what="guest").key


@pytest.mark.django_db(transaction=True)
def test_one_key_posted_twice_at_once_without_a_cookie_is_one_guest_with_one_seat() -> None:
    table = waiting_table([cast().host], places=8)
    before = User.objects.count()
    key = new_key()

    def press(browser: Browser) -> Snapshot:
        request = browser.post()
        now_at = join(request, table.pk, key)
        browser.keep(request)
        return now_at

    browsers = [Browser() for _number in range(4)]
    results = together([partial(press, browser) for browser in browsers])
    assert not [result for result in results if isinstance(result, Refused)]
    assert User.objects.count() == before + 1
    assert len(snapshot(table.pk).seats) == 2
    assert len({browser.user for browser in browsers}) == 1


@pytest.mark.django_db(transaction=True)
def test_play_now_pressed_twice_at_once_by_nobody_is_one_table() -> None:
    key = new_key()

    def press(browser: Browser) -> Snapshot:
        return guests.as_person(
            browser.post(),
            key=key,
            name="Gil",
            do=lambda user: tables.play_now(user_id=user.pk, name="Gil", key=key),
        )

    results = together([partial(press, Browser()) for _number in range(3)])
    assert {result.table.id for result in results if isinstance(result, Snapshot)} == {
        Match.objects.get().table_id
    }
    assert User.objects.count() == 1


def test_scenario_3_a_guest_becomes_an_account_in_the_middle_of_a_round() -> None:
    people = cast()
    now_at = playing_table([people.host, people.guest])
    while (seat := now_at.turn_seat) is None or seat.user_id != people.guest.pk:
        now_at = step(now_at)
    browser = Browser()
    request = browser.post()
    login(request, people.guest, backend=guests.BACKEND)
    browser.keep(request)
    request = browser.post()
    account = guests.become_account(people.guest, username="gil", password="a long password")
    update_session_auth_hash(request, account)
    browser.keep(request)
    assert browser.user == account
    assert (account.pk, account.is_guest, account.check_password("a long password")) == (
        people.guest.pk,
        False,
        True,
    )
    after = act(now_at, seat, text_of(now_at, legal(now_at)[0]))
    assert after.round.ply > now_at.round.ply
    assert Seat.objects.filter(user=account).count() == 1
    assert User.objects.filter(name="Gil").count() == 1


def test_an_account_cannot_take_a_name_that_is_taken_and_stays_a_guest_then() -> None:
    people = cast()
    guests.become_account(people.host, username="hanna", password="a long password")
    with pytest.raises(PersonRefused) as refused:
        guests.become_account(people.guest, username="hanna", password="a long password")
    assert refused.value.code == PersonCode.USERNAME_TAKEN
    assert people.guest.is_guest
    assert User.objects.get(pk=people.guest.pk).is_guest
    with pytest.raises(PersonRefused) as refused:
        guests.become_account(people.guest, username="Hanna", password="a long password")
    assert refused.value.code == PersonCode.USERNAME_TAKEN
    with pytest.raises(PersonRefused) as refused:
        guests.become_account(people.host, username="other", password="a long password")
    assert refused.value.code == PersonCode.NOT_A_GUEST


def test_a_guest_becomes_one_account_however_many_tabs_sign_up_or_in() -> None:
    """What each request knows of the guest is what was true when it began."""
    people = cast()
    in_other_tabs = [User.objects.get(pk=people.guest.pk) for _tab in range(2)]
    account = guests.become_account(people.guest, username="gil", password="a long password")
    with pytest.raises(PersonRefused) as refused:
        guests.become_account(in_other_tabs[0], username="gilbert", password="another password")
    assert refused.value.code == PersonCode.NOT_A_GUEST
    with pytest.raises(PersonRefused) as refused:
        guests.move_in(in_other_tabs[1], to=people.host)
    assert refused.value.code == PersonCode.NOT_A_GUEST
    account.refresh_from_db()
    assert (account.username, account.is_active, account.name) == ("gil", True, "Gil")
    assert account.check_password("a long password")


def test_a_guest_who_moved_into_an_account_is_no_second_one() -> None:
    people = cast()
    in_another_tab = User.objects.get(pk=people.guest.pk)
    guests.move_in(people.guest, to=people.host)
    with pytest.raises(PersonRefused) as refused:
        guests.become_account(in_another_tab, username="gil", password="a long password")
    assert refused.value.code == PersonCode.NOT_A_GUEST
    assert User.objects.get(pk=people.guest.pk).is_guest


@pytest.mark.django_db(transaction=True)
def test_who_deletes_themselves_meanwhile_begins_nothing() -> None:
    people = cast()
    request = Browser().post()
    login(request, people.guest, backend=guests.BACKEND)
    in_another_tab = User.objects.get(pk=people.guest.pk)
    leaving.delete_person(in_another_tab)
    leaving.delete_person(people.host)
    leaving.delete_person(User(pk=in_another_tab.pk or people.guest.pk))  # pressed twice

    def open_table(person: User) -> Snapshot:
        return tables.open_table(user_id=person.pk, name="Gil", game="chicken-foot", key=new_key())

    with pytest.raises(Refused) as refused:
        guests.as_person(request, key=new_key(), name="Gil", do=open_table)
    assert refused.value.code == Code.NOT_SEATED
    assert not Table.objects.exists()
    guests.remember_name(people.guest, "Somebody")  # no harm


def test_a_guests_seats_move_into_an_account_with_role_and_block() -> None:
    people = cast()
    account = User.objects.create(username="ann", name="Ann")
    open_table = waiting_table([people.guest])
    blocking = waiting_table([people.host])
    blocking.blocked.add(people.guest)
    finished = match_ended([people.host, people.guest])
    moved = guests.move_in(people.guest, to=account)
    assert (moved.seats, moved.kept) == (2, ())
    assert not User.objects.get(pk=people.guest.pk).is_active
    now_at = snapshot(open_table.pk)
    assert (now_at.table.opener_id, now_at.version) == (account.pk, open_table.version + 1)
    after = snapshot(finished.table.id)
    assert (after.seats[1].user_id, after.version) == (account.pk, finished.version + 1)
    with pytest.raises(Refused) as refused:
        places.join(table_id=blocking.pk, user_id=account.pk, name="Ann", key=new_key())
    assert refused.value.code == Code.BLOCKED


def test_where_both_sit_each_keeps_the_own_seat_and_the_guest_stays() -> None:
    people = cast()
    both = playing_table([people.host, people.guest])
    alone = waiting_table([people.guest])
    moved = guests.move_in(people.guest, to=people.host)
    assert (moved.seats, moved.kept) == (1, (both.table.code,))
    assert [seat.user_id for seat in snapshot(both.table.id).seats] == [people.host.pk, people.guest.pk]
    assert snapshot(alone.pk).seats[0].user_id == people.host.pk
    assert User.objects.get(pk=people.guest.pk).is_active


def test_who_deletes_themselves_leaves_no_name_and_the_match_goes_on() -> None:
    people = cast()
    playing = playing_table([people.host, people.guest])
    waiting = waiting_table([people.host, people.guest])
    ended = match_ended([people.host, people.guest])
    leaving.delete_person(people.guest)
    assert not User.objects.filter(name="Gil").exists()
    assert not Seat.objects.filter(name="Gil").exists()
    seat = snapshot(playing.table.id).seats[1]
    assert (seat.name, seat.user_id, seat.stand_in) == ("", None, "left")
    assert Note.objects.get(what=What.LEFT).match_id == playing.match.id
    assert len(snapshot(waiting.pk).seats) == 1
    after = snapshot(ended.table.id).seats[1]
    assert (after.name, after.total, after.place) == ("", ended.seats[1].total, ended.seats[1].place)
    assert snapshot(ended.table.id).version == ended.version + 1


def test_open_pages_of_a_match_that_ended_lately_are_told(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    people = cast()
    lately, long_ago = (match_ended([people.host, people.guest]) for _table in range(2))
    Match.objects.filter(pk=long_ago.match.id).update(ended_at=timezone.now() - timedelta(days=30))
    told: list[str] = []
    monkeypatch.setattr(events, "send", lambda group, _message: told.append(group))
    with django_capture_on_commit_callbacks(execute=True):
        leaving.delete_person(people.guest)
    assert told == [events.table_group(lately.table.id)]


def test_what_somebody_did_as_staff_stays_written_down_without_their_name() -> None:
    people = cast()
    for staff in (people.host, people.guest):
        write_down(staff.pk, Table, 7, "ABCDEFGH", "Looked at hands")
        leaving.delete_person(staff)
    kept = LogEntry.objects.all()
    assert [(entry.change_message, entry.user.name) for entry in kept] == [("Looked at hands", "")] * 2
    (somebody,) = {entry.user for entry in kept}
    assert not somebody.is_active
    assert not somebody.has_usable_password()
    with pytest.raises(ValidationError):
        User.username_validator(somebody.username)  # nobody signs up as that
    leaving.delete_person(people.outsider)  # who was no staff
    assert User.objects.count() == 1
    with pytest.raises(Refused) as refused:  # else what was done would go after all
        leaving.delete_person(somebody)
    assert refused.value.code == Code.STAFF


def test_what_was_done_to_somebody_stays_written_down_without_their_name() -> None:
    people = cast()
    people.guest.email = "gil@example.org"
    people.guest.save()
    for done in ("Renamed", "Gil: asked by gil@example.org, said Gilbert"):
        write_down(people.host.pk, User, people.guest.pk, "Gil #2", done)
    leaving.delete_person(people.guest)
    entries = LogEntry.objects.order_by("pk").values_list("object_repr", "change_message")
    assert list(entries) == [
        ("(deleted)", "Renamed"),
        ("(deleted)", "(deleted): asked by (deleted), said Gilbert"),
    ]


def test_nor_does_who_was_sent_away_from_a_match_before() -> None:
    """The seat is nobody's any more, and the person may have moved into an account since."""
    people = cast()
    table_ids = [playing_table([people.host, people.guest, people.outsider]).table.id for _table in range(2)]
    for table_id in table_ids:
        hosts.block(table_id=table_id, user_id=people.host.pk, place=1)
        hosts.block(table_id=table_id, user_id=people.host.pk, place=2)
    account = person("Gila")
    guests.move_in(people.guest, to=account)
    before = snapshot(table_ids[0]).version
    leaving.delete_person(account)
    for table_id in table_ids:
        assert [seat.name for seat in snapshot(table_id).seats] == ["Hanna", "", "Otto"]
    assert snapshot(table_ids[0]).version == before + 1


def test_deleting_the_last_person_of_a_match_pauses_it() -> None:
    people = cast()
    now_at = playing_table([people.host], ["easy"])
    owners.forget(user_id=people.host.pk)
    assert snapshot(now_at.table.id).match.status == "paused"


def test_the_name_is_remembered_for_the_next_table() -> None:
    guest = person("Gil")
    guests.remember_name(guest, " Gila ")
    assert User.objects.get(pk=guest.pk).name == "Gila"


def answering(browser: Browser) -> bool:
    """Whether a POST stores the session, and with it sends the cookie anew."""
    request = browser.post()
    sessions.RenewSessions(lambda _request: HttpResponse())(request)
    changed = request.session.modified
    browser.keep(request)
    return changed


def test_scenario_1_a_session_is_renewed_by_a_post_at_most_once_a_week(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = waiting_table([cast().host])
    browser = Browser()
    request = browser.post()
    join(request, table.pk, new_key())
    browser.keep(request)
    now = time.time()
    assert not answering(browser)
    monkeypatch.setattr(time, "time", lambda: now + 8 * 24 * 3600)
    assert answering(browser)
    assert not answering(browser)
    assert browser.user is not None


def test_a_post_of_nobody_makes_no_session() -> None:
    browser = Browser()
    browser.session_key = "gonegonegonegonegonegonegonegone"
    assert not answering(browser)
    assert session_rows() == 0


@pytest.mark.parametrize("cookie", ["\0" * 32, "a" * 31 + "\0", "../../" * 6, "ä" * 32, ""])
def test_a_cookie_that_holds_no_session_key_is_not_looked_for(cookie: str) -> None:
    client = Client()
    client.cookies["sessionid"] = cookie
    with counted() as statements:
        assert client.get("/").status_code == 200
    assert not [statement for statement in statements if "django_session" in statement]


def test_a_person_who_left_and_signs_up_still_may_come_back() -> None:
    people = cast()
    now_at = playing_table([people.host, people.guest])
    standins.leave(table_id=now_at.table.id, user_id=people.guest.pk)
    account = User.objects.create(username="ann", name="Ann")
    guests.move_in(people.guest, to=account)
    assert standins.back(table_id=now_at.table.id, user_id=account.pk).seats[1].stand_in == ""
