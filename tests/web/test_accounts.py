"""Signing up in place, signing in and out: whose seats they are afterwards, and where one is then."""

from __future__ import annotations

import logging

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from pytest_django import Settings

from games.models import Match, Seat
from games.queries import Snapshot, snapshot
from lobby.models import User
from tests import factories
from tests.services.statements import counted
from tests.web.lobby_forms import fields_of, fill, text
from tests.web.pages import Page, browser, read

pytestmark = pytest.mark.django_db

PASSWORD = "three tall hens"
SIGN_UP = {"name": "Gil", "username": "gilbert", "password": PASSWORD}


@pytest.fixture
def people() -> factories.Cast:
    return factories.cast()


@pytest.fixture
def playing(people: factories.Cast) -> Snapshot:
    return factories.playing_table([people.guest, people.host], seed="7" * 64)


def account(username: str = "mina") -> User:
    return User.objects.create_user(username, password=PASSWORD, name=username.title())


def signed_in_as(client: Client) -> int | None:
    pk = client.session.get("_auth_user_id")
    return None if pk is None else int(pk)


def test_scenario_3_signing_up_in_the_middle_of_a_round_keeps_the_seat_and_the_turn(
    people: factories.Cast, playing: Snapshot
) -> None:
    while playing.turn_seat is None or playing.turn_seat.user_id != people.guest.pk:
        playing = factories.step(playing)
    client = browser(people.guest)
    page = Page.load(client, playing.table.code)
    other_tab = Page.load(client, playing.table.code)

    link = f"/sign-up/?next=/t/{playing.table.code}/"
    assert link in page.html
    answer = fill(client, link, **SIGN_UP)
    assert (answer.status_code, answer["Location"]) == (302, f"/t/{playing.table.code}/")

    person = User.objects.get(username="gilbert")
    assert (person.pk, person.is_guest, person.check_password(PASSWORD)) == (people.guest.pk, False, True)
    # The tab that was open all the time plays on.
    action = factories.text_of(playing, factories.dearest(factories.legal(playing)))
    answer = other_tab.post("act", action=action)
    assert answer.status_code == 200
    assert "refused" not in read(answer)
    after = snapshot(playing.table.id)
    assert after.round.ply > playing.round.ply
    assert [seat.user_id for seat in after.seats] == [seat.user_id for seat in playing.seats]  # no second B
    assert Seat.objects.filter(user=person).count() == 1
    # History included: another device that signs in has the match.
    elsewhere = browser()
    fill(elsewhere, "/login/", username="gilbert", password=PASSWORD)
    assert signed_in_as(elsewhere) == person.pk
    assert Match.objects.filter(seats__user=person).get().pk == playing.match.id
    assert 'data-seat="A"' in Page.load(elsewhere, playing.table.code).html


def test_signing_up_ends_no_session_of_this_browser_and_the_private_link(people: factories.Cast) -> None:
    client = browser(people.guest, csrf=True)
    html = text(client.get("/carry/"))
    link = html.split('id="carry-link" value="http://testserver')[1].split('"')[0]
    answer = fill(client, "/sign-up/", **SIGN_UP)
    assert answer.status_code == 302
    assert signed_in_as(client) == people.guest.pk
    assert "account now" in text(browser().get(link))


def test_a_form_of_another_tab_is_taken_with_the_token_of_the_cookie(people: factories.Cast) -> None:
    client = browser(people.guest, csrf=True)
    before = fields_of(text(client.get("/me/")))  # the other tab, from before
    answer = fill(client, "/login/", username=account().username, password=PASSWORD)
    assert answer.status_code == 302
    # As forms.js does: the token is read from the cookie when the form is sent.
    sent = {**before, "csrfmiddlewaretoken": client.cookies["csrftoken"].value}
    assert client.post("/me/", sent).status_code == 302


def test_somebody_new_may_sign_up_too() -> None:
    client = browser(csrf=True)
    assert fill(client, "/sign-up/", **SIGN_UP, email="gil@example.org")["Location"] == "/me/"
    person = User.objects.get()
    assert (person.name, person.email, person.is_guest) == ("Gil", "gil@example.org", False)
    assert signed_in_as(client) == person.pk


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("name", "​", "name"),
        ("name", "x" * 40, "24"),
        ("username", "MINA", "Somebody else has this user name"),
        ("username", "two words", "valid username"),
        ("username", "x\x00y", "Null characters"),
        ("username", "x" * 151, "150"),
        ("password", "short", "8 characters"),
        ("password", "password", "too common"),
        ("password", "gilbert1", "too similar"),
        ("email", "nowhere", "valid email"),
    ],
)
def test_what_is_wrong_stands_beside_its_field_and_nothing_else_is_lost(
    people: factories.Cast, field: str, value: str, said: str
) -> None:
    account()
    client = browser(people.guest)
    answer = fill(client, "/sign-up/", **{**SIGN_UP, "email": "gil@example.org", field: value})
    html = text(answer)
    assert answer.status_code == 200
    assert said in html
    assert html.count('class="error"') == 1
    assert 'aria-invalid="true"' in html
    assert PASSWORD not in html
    for name in {"name", "username", "email"} - {field}:
        assert f'value="{ {**SIGN_UP, "email": "gil@example.org"}[name] }"' in html
    people.guest.refresh_from_db()
    assert people.guest.is_guest


def test_signing_in_moves_the_guests_seats_and_leads_back(people: factories.Cast, playing: Snapshot) -> None:
    mina = account()
    client = browser(people.guest)
    back = f"/t/{playing.table.code}/"
    answer = fill(client, f"/login/?next={back}", username="mina", password=PASSWORD)
    assert (answer.status_code, answer["Location"]) == (302, back)
    assert Seat.objects.get(match=playing.match.id, index=0).user_id == mina.pk
    people.guest.refresh_from_db()
    assert not people.guest.is_active
    assert 'data-seat="A"' in Page.load(client, playing.table.code).html


def test_where_both_sit_in_a_match_the_guests_link_is_shown_once(people: factories.Cast) -> None:
    mina = account()
    now = factories.playing_table([people.guest, mina], seed="7" * 64)
    client = browser(people.guest)
    answer = fill(client, f"/login/?next=/t/{now.table.code}/", username="mina", password=PASSWORD)
    html = text(answer)
    assert answer.status_code == 200
    link = html.split('id="carry-link" value="http://testserver')[1].split('"')[0]
    assert f'href="/t/{now.table.code}/"' in html
    assert [seat.user_id for seat in snapshot(now.table.id).seats] == [people.guest.pk, mina.pk]
    assert signed_in_as(client) == mina.pk
    elsewhere = browser()
    elsewhere.post(link, fields_of(text(elsewhere.get(link))))
    assert signed_in_as(elsewhere) == people.guest.pk


def test_signing_out_keeps_the_seat_and_says_the_way_back(people: factories.Cast) -> None:
    mina = account()
    now = factories.playing_table([mina, people.host], seed="7" * 64)
    client = browser(mina)
    back = f"/t/{now.table.code}/"
    html = text(client.post("/logout/", {"next": back}))
    assert "Your seats stay yours" in html
    assert f'href="/login/?next={back}"' in html
    assert signed_in_as(client) is None
    assert snapshot(now.table.id).seats[0].user_id == mina.pk
    # The page of the table offers it, too.
    assert f"/login/?next={back}" in text(client.get(back))
    fill(client, f"/login/?next={back}", username="mina", password=PASSWORD)
    assert 'data-seat="A"' in Page.load(client, now.table.code).html


def test_a_guest_who_signs_out_is_shown_the_one_way_back(people: factories.Cast) -> None:
    client = browser(people.guest)
    html = text(client.post("/logout/"))
    link = html.split('id="carry-link" value="http://testserver')[1].split('"')[0]
    assert signed_in_as(client) is None
    client.post(link, fields_of(text(client.get(link))))
    assert signed_in_as(client) == people.guest.pk


@pytest.mark.parametrize("path", ["/sign-up/", "/login/"])
@pytest.mark.parametrize(
    "evil", ["https://evil.example/", "//evil.example/", "/\\evil.example/", "javascript:alert(1)", "\x00/"]
)
def test_nobody_is_sent_to_another_site(path: str, evil: str) -> None:
    account()
    filled = SIGN_UP if path == "/sign-up/" else {"username": "mina", "password": PASSWORD}
    client = browser()
    html = text(client.get(path, {"next": evil}))
    assert evil not in html
    answer = client.post(path, {**filled, "next": evil})
    assert answer.status_code == 302
    assert answer["Location"] in ("/me/", "/")
    assert evil not in text(client.post("/logout/", {"next": evil}))


@pytest.mark.parametrize("path", ["/sign-up/", "/login/"])
@pytest.mark.parametrize("word", ["nowhere", "carried", "password_change"])
def test_a_word_is_no_page_to_come_back_to(path: str, word: str) -> None:
    account()
    filled = SIGN_UP if path == "/sign-up/" else {"username": "mina", "password": PASSWORD}
    client = browser()
    answer = client.post(path, {**filled, "next": word})
    assert answer["Location"] in ("/me/", "/")
    assert signed_in_as(client) is not None
    assert client.get("/sign-up/", {"next": word})["Location"] == "/me/"


def test_a_wrong_name_and_a_wrong_password_read_the_same() -> None:
    mina = account()
    closed = account("former")
    User.objects.filter(pk=closed.pk).update(is_active=False)
    said = set()
    for username, password in [("mina", "wrong"), ("nobody", PASSWORD), ("former", PASSWORD)]:
        html = text(fill(browser(), "/login/", username=username, password=password))
        assert f'value="{username}"' in html
        said.add(html.split('role="alert"')[1].split("</p>")[0])
    assert len(said) == 1
    assert mina.is_active


def test_a_guest_cannot_be_signed_in_to_by_a_password(people: factories.Cast) -> None:
    client = browser()
    fill(client, "/login/", username=people.guest.username, password="")
    fill(client, "/login/", username=people.guest.username, password="!")
    assert signed_in_as(client) is None


def test_an_account_needs_no_second_one() -> None:
    client = browser(account())
    assert client.get("/sign-up/")["Location"] == "/me/"
    assert client.post("/sign-up/", SIGN_UP)["Location"] == "/me/"
    assert User.objects.count() == 1


def test_passwords_are_in_no_log_and_no_session(caplog: pytest.LogCaptureFixture) -> None:
    account()
    with caplog.at_level(logging.DEBUG):
        fill(browser(), "/sign-up/", **SIGN_UP)
        fill(browser(), "/login/", username="mina", password="wrong but secret")
        fill(browser(), "/login/", username="mina", password=PASSWORD)
    for secret in (PASSWORD, "wrong but secret"):
        assert secret not in caplog.text
        assert not any(secret in str(session.get_decoded()) for session in Session.objects.all())


@pytest.mark.parametrize(
    ("path", "statements"),
    [("/login/", 0), ("/sign-up/", 0), ("/password/forgotten/", 0), ("/password/forgotten/sent/", 0)],
)
def test_looking_writes_nothing_and_asks_nothing_for_somebody_new(path: str, statements: int) -> None:
    client = browser()
    with counted() as sent:
        assert client.get(path).status_code == 200
    assert len(sent) == statements
    assert "sessionid" not in client.cookies


def test_one_address_does_not_sign_up_without_end() -> None:
    allowed = 60
    for number in range(allowed):
        assert sign_up_from_outside(number) == 302
    assert sign_up_from_outside(allowed) == 200
    assert User.objects.count() == allowed


def sign_up_from_outside(number: int) -> int:
    """Somebody new behind one address of the network, all the time the same one."""
    filled = {**SIGN_UP, "username": f"gilbert-{number}"}
    return browser().post("/sign-up/", filled, REMOTE_ADDR="203.0.113.9").status_code


@pytest.mark.parametrize("on", [True, False])
def test_signing_up_tells_what_the_mail_is_for_or_that_there_is_none(settings: Settings, on: bool) -> None:
    settings.SENDS_MAIL = on
    page = text(browser().get("/sign-up/"))
    assert ("only for a new password" in page) == on
    assert ("This site sends no mail" in page) == (not on)


def test_good_news_does_not_look_like_a_warning(people: factories.Cast) -> None:
    client = browser(people.guest)
    fill(client, "/sign-up/", **SIGN_UP)
    page = text(client.get("/me/"))
    assert "You have an account now." in page
    assert 'class="banner banner-calm"' in page
