"""One's own page: name, address, language, preferences."""

from __future__ import annotations

import pytest
from axes.models import AccessAttempt
from pytest_django import Settings

from lobby.models import User
from tests import factories
from tests.web.lobby_forms import fields_of, fill, text
from tests.web.mina import PASSWORD
from tests.web.pages import browser

pytestmark = pytest.mark.django_db


def test_somebody_new_is_asked_to_sign_in_and_comes_back() -> None:
    assert browser().get("/me/")["Location"] == "/login/?next=%2Fme%2F"
    assert browser().get("/me/delete/")["Location"] == "/login/?next=%2Fme%2Fdelete%2F"
    assert browser().get("/me/data.json")["Location"] == "/login/?next=%2Fme%2Fdata.json"


def test_from_ones_own_page_to_the_others(mina: User) -> None:
    for user in (mina, factories.person("Gil")):
        html = browser(user).get("/me/").content.decode()
        assert 'href="/me/history/"' in html
        assert 'href="/me/statistics/"' in html
        assert 'href="/me/" aria-current="page"' in html


def test_name_mail_language_theme_and_preferences_are_kept(mina: User) -> None:
    client = browser(mina)
    changed = {
        "name": " Mina ",
        "email": "new@example.org",
        "password": PASSWORD,
        "language": "ko",
        "theme": "dark",
        "draw_for_me": "on",
        "mail_turns": "on",
    }
    assert fill(client, "/me/", **changed)["Location"] == "/me/"
    mina.refresh_from_db()
    assert (mina.name, mina.email, mina.language, mina.theme) == ("Mina", "new@example.org", "ko", "dark")
    assert mina.draw_for_me
    assert mina.mail_turns
    html = text(client.get("/me/"))
    assert '<html lang="ko" data-theme="dark">' in html
    # On another device they come with signing in.
    elsewhere = browser()
    fill(elsewhere, "/login/", username=mina.username, password=PASSWORD)
    assert '<html lang="ko" data-theme="dark">' in text(elsewhere.get("/"))


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("name", " ", "name"),
        ("email", "nowhere", "valid email"),
        ("language", "fr", "valid choice"),
        ("theme", "pink", "valid choice"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_is_changed(mina: User, field: str, value: str, said: str) -> None:
    client = browser(mina)
    fields = {**fields_of(text(client.get("/me/"))), "name": "Other", field: value}
    html = text(client.post("/me/", fields))
    assert said in html
    mina.refresh_from_db()
    assert mina.name == "Wilhelmina"


def test_who_deletes_themselves_in_another_tab_has_nothing_to_keep(
    mina: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = browser(mina)

    def deleted_meanwhile(*_arguments: object) -> bool:
        User.objects.filter(pk=mina.pk).delete()
        return False

    monkeypatch.setattr("lobby.views.me.made_for_another", deleted_meanwhile)
    assert client.post("/me/", {"name": "Mina", "email": mina.email}).status_code == 302
    assert not User.objects.exists()


@pytest.mark.parametrize("password", ["", "three tall hen"])
@pytest.mark.parametrize("email", ["new@example.org", ""])
def test_another_address_needs_the_password(mina: User, email: str, password: str) -> None:
    html = text(fill(browser(mina), "/me/", name="Mina", email=email, password=password))
    assert "That is not the password of this account." in html
    assert AccessAttempt.objects.exists() is bool(password)  # none at all is no guess
    assert 'value="Mina"' in html
    mina.refresh_from_db()
    assert (mina.name, mina.email) == ("Wilhelmina", "mina@example.org")
    assert password not in html or not password


def test_who_guesses_the_password_on_ones_own_page_has_to_wait(mina: User) -> None:
    client = browser(mina)
    answers = [
        fill(client, address, **fields)
        for address, fields in (
            ("/me/", {"email": "new@example.org", "password": "wrong"}),
            ("/password/", {"old_password": "wrong", "new_password1": "nine tiny chickens"}),
        )
        for _try in range(5)
    ]
    assert [answer.status_code for answer in answers] == [200] * 9 + [429]
    late = fill(client, "/me/", email="new@example.org", password=PASSWORD)
    assert late.status_code == 429
    assert "Please wait for 10 minutes" in text(late)
    mina.refresh_from_db()
    assert mina.email == "mina@example.org"
    assert mina.check_password(PASSWORD)


def test_mail_needs_an_address(mina: User) -> None:
    html = text(fill(browser(mina), "/me/", email="", mail_turns="on"))
    assert "Mail needs an address" in html
    mina.refresh_from_db()
    assert (mina.email, mina.mail_turns) == ("mina@example.org", False)


def test_a_guest_has_a_page_without_what_guests_have_not() -> None:
    guest = factories.person("Gil")
    client = browser(guest)
    html = text(client.get("/me/"))
    assert 'name="email"' not in html
    assert 'name="mail_turns"' not in html
    assert 'href="/sign-up/"' in html
    assert 'href="/password/"' not in html
    assert guest.username not in html
    fields = fields_of(html)
    client.post("/me/", {**fields, "name": "Gilbert", "email": "x@example.org", "mail_turns": "on"})
    guest.refresh_from_db()
    assert (guest.name, guest.email, guest.mail_turns) == ("Gilbert", "", False)


@pytest.mark.parametrize("on", [True, False])
def test_the_page_says_whether_the_site_sends_mail(mina: User, settings: Settings, on: bool) -> None:
    settings.SENDS_MAIL = on
    assert ("This site sends no mail" in text(browser(mina).get("/me/"))) is not on
