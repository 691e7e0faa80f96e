"""Accounts in Korean and Japanese: signing up and in, passwords, one's own page, leaving. No English is left."""

from __future__ import annotations

import re

import pytest
from django.conf import settings as conf
from django.core import mail as sent_mail
from django.template.loader import render_to_string
from django.utils import translation
from pytest_django import Settings

from lobby import mail
from lobby.models import User
from tests import factories
from tests.locale.english import english_in
from tests.locale.readers import Reader, reader

pytestmark = pytest.mark.django_db

PASSWORD = "three tall hens"


@pytest.fixture
def mina() -> User:
    address = "mina@example.org"
    return User.objects.create_user("mina", address, PASSWORD, name="Hanna", confirmed_email=address)


def own(language: str, user: User | None) -> Reader:
    """A reader who also meets the user name, which stands in sentences."""
    return reader(language, user, names=("mina", "mina@example.org"))


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": "", "username": "", "password": ""},
        {"name": "\u202e", "email": "x", "username": "no spaces!", "password": "short"},
        {"name": "Gil", "username": "gil", "password": "12345678"},
        {"name": "Gil", "username": "gil", "password": "password"},
        {"name": "Gil", "username": "longer-name", "password": "longer-name"},
        {"name": "Gil", "username": "Mina", "password": PASSWORD},
        {"name": "Gil" * 30, "username": "g" * 151, "password": PASSWORD},
    ],
)
def test_signing_up_with_something_wrong(language: str, mina: User, wrong: dict[str, str]) -> None:
    assert 'class="error"' in own(language, None).fill("/sign-up/", **wrong)


@pytest.mark.parametrize("mails", [True, False])
def test_signing_up(language: str, mina: User, settings: Settings, mails: bool) -> None:
    settings.SENDS_MAIL = mails
    own(language, None).look("/sign-up/?next=/new/")
    done = own(language, factories.person("Hanna"))
    done.fill("/sign-up/", 302, username="gil", password=PASSWORD)


def test_signing_in(language: str, mina: User) -> None:
    for user in (None, factories.person("Hanna"), mina):
        own(language, user).look("/login/?next=/new/")
    stranger = own(language, None)
    stranger.fill("/login/")
    for _try in range(conf.AXES_FAILURE_LIMIT - 1):
        stranger.fill("/login/", username="mina", password="wrong")
    assert "10" in stranger.fill("/login/", 429, username="mina", password="wrong")


def test_signing_out(language: str, mina: User) -> None:
    for user in (mina, factories.person("Otto")):
        code = factories.playing_table([user, factories.person("Gil")]).table.code
        own(language, user).post("/logout/", {"next": f"/t/{code}/"})


@pytest.mark.parametrize("mails", [True, False])
def test_a_page_of_one_own(language: str, mina: User, settings: Settings, mails: bool) -> None:
    settings.SENDS_MAIL = mails
    for user in (mina, factories.person("Hanna")):
        someone = own(language, user)
        someone.look("/me/")
        someone.fill("/me/", name="\u202e", email="x", language="77", theme="7")
        someone.fill("/me/", 302, language=language)
    own(language, mina).fill("/me/", email="", mail_turns="on")


def test_leaving(language: str, mina: User) -> None:
    guest = factories.person("Gil")
    factories.playing_table([mina, guest])
    own(language, mina).fill("/me/delete/", password="wrong")
    own(language, mina).fill("/me/delete/", 302, password=PASSWORD)
    own(language, guest).fill("/me/delete/")
    own(language, guest).fill("/me/delete/", 302, sure="1")
    root = User.objects.create(username="mina2", name="Otto", is_staff=True)
    reader(language, root, names=("mina2",)).fill("/me/delete/", password=PASSWORD)


@pytest.mark.parametrize("mails", [True, False])
def test_a_forgotten_password(language: str, mina: User, settings: Settings, mails: bool) -> None:
    settings.SENDS_MAIL = mails
    stranger = own(language, None)
    stranger.look("/password/new/x/y/")
    stranger.fill("/password/forgotten/", email="x")
    stranger.fill("/password/forgotten/", 302, email="mina@example.org")


def test_changing_a_password(language: str, mina: User) -> None:
    someone = own(language, mina)
    someone.fill("/password/", old_password="wrong", new_password1="mina")
    someone.fill("/password/", 302, old_password=PASSWORD, new_password1="four small ducks")


@pytest.mark.django_db(transaction=True)
def test_what_is_mailed(language: str, mina: User, settings: Settings) -> None:
    settings.SENDS_MAIL, settings.SITE_URL = True, "https://play.example.org"
    stranger = own(language, None)
    stranger.fill("/password/forgotten/", 302, email="mina@example.org")
    mail.wait_until_sent()
    (sent,) = sent_mail.outbox
    link = re.search(r"https://play\.example\.org(/password/new/\S+)", str(sent.body))
    assert link is not None
    with translation.override(language):
        turn = render_to_string("lobby/mail/turn.txt", {"table": "Test table", "link": "", "me": ""})
    for text in (sent.subject, str(sent.body).replace(link[0], ""), turn.replace("/me/", "")):
        assert english_in(text.replace("mina", "").replace("Test table", "")) == []
    stranger.fill(link[1], new_password1="short")
    stranger.fill(link[1], 302, new_password1="four small ducks")


@pytest.mark.django_db(transaction=True)
def test_an_address_that_is_confirmed(language: str, mina: User, settings: Settings) -> None:
    settings.SENDS_MAIL, settings.SITE_URL = True, "https://play.example.org"
    User.objects.filter(pk=mina.pk).update(confirmed_email="")
    someone = own(language, mina)
    someone.look("/me/")
    someone.post("/me/email/", {}, 302)
    mail.wait_until_sent()
    sent = sent_mail.outbox[-1]
    link = re.search(r"https://play\.example\.org(/email/\S+)", str(sent.body))
    assert link is not None
    assert english_in(str(sent.subject)) == []
    assert english_in(str(sent.body).replace(link[0], "")) == []
    for reading in (someone, own(language, None)):
        reading.look(link[1])
    own(language, None).fill(link[1], 302)
    someone.look(link[1])
    someone.look("/me/")
    someone.look("/email/made-up/")
