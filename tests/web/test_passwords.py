"""A new password: by the old one or by a mail; who has an account is told to nobody."""

from __future__ import annotations

import logging
import re
from datetime import timedelta
from unittest import mock

import pytest
from django.conf import settings as conf
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.contrib.sessions.models import Session
from django.core import mail as sent_mail
from django.core.mail import EmailMultiAlternatives
from django.test import Client
from django.utils.translation import get_language
from pytest_django import Settings

from config.logs import HidePrivateLinks
from lobby import mail
from lobby.models import User
from tests import factories
from tests.web.lobby_forms import fill, text
from tests.web.pages import browser

pytestmark = pytest.mark.django_db(transaction=True)

PASSWORD, NEW = "three tall hens", "four small ducks"


@pytest.fixture(autouse=True)
def mina(settings: Settings) -> User:
    settings.SENDS_MAIL = True
    settings.SITE_URL = "https://play.example.org"
    address = "mina@example.org"
    return User.objects.create_user("mina", address, PASSWORD, name="Mina", confirmed_email=address)


def ask(address: str, client: Client | None = None, **more: str) -> str:
    """Ask for a link; the page that follows."""
    client = client or browser()
    answer = fill(client, "/password/forgotten/", email=address, **more)
    assert answer.status_code == 302, text(answer)
    mail.wait_until_sent()
    return text(client.get(answer["Location"]))


def link() -> str:
    found = re.search(r"https://play\.example\.org(/password/new/\S+)", str(sent_mail.outbox[-1].body))
    assert found is not None
    return found[1]


def test_a_link_by_mail_sets_a_new_password_once(mina: User) -> None:
    ask("mina@example.org")
    (sent,) = sent_mail.outbox
    assert sent.to == ["mina@example.org"]
    assert "mina" in sent.body
    path, client = link(), browser()
    assert "mina" in text(client.get(path))
    assert not Session.objects.exists()  # looking writes nothing
    assert fill(client, path, new_password1=NEW)["Location"] == "/login/"
    mina.refresh_from_db()
    assert mina.check_password(NEW)
    assert "does not work any more" in text(client.get(path))
    assert "does not work any more" in text(client.post(path, {"new_password1": "five tiny geese"}))


def test_whoever_had_to_wait_does_not_after_a_new_password(mina: User) -> None:
    for _try in range(conf.AXES_FAILURE_LIMIT):
        waits = fill(browser(), "/login/", username="mina", password="wrong")
    assert waits.status_code == 429
    ask("mina@example.org")
    fill(browser(), link(), new_password1=NEW)
    assert fill(browser(), "/login/", username="mina", password=NEW).status_code == 302


def test_the_answer_is_the_same_for_everybody(mina: User) -> None:
    guest = factories.person()
    guest.email = "guest@example.org"
    guest.set_unusable_password()
    guest.save()
    confirmed = {"email": "closed@example.org", "confirmed_email": "closed@example.org"}
    closed = User.objects.create_user("closed", password=PASSWORD, is_active=False, **confirmed)
    typed = User.objects.create_user("typed", "typed@example.org", PASSWORD)
    changed = User.objects.create_user(
        "changed", "new@example.org", PASSWORD, confirmed_email="old@example.org"
    )
    always_new = re.compile(r'value="[A-Za-z0-9]{64}"|nonce="[^"]+"')
    pages = {
        always_new.sub("", ask(who))
        for who in (
            "mina@example.org",
            "x@example.org",
            guest.email,
            closed.email,
            typed.email,
            changed.email,
        )
    }
    assert len(pages) == 1
    assert len(sent_mail.outbox) == 1
    ask("old@example.org")  # nobody's any more
    assert len(sent_mail.outbox) == 1


def test_the_answer_does_not_wait_for_the_mail_server(mina: User, monkeypatch: pytest.MonkeyPatch) -> None:
    handed_over: list[object] = []
    monkeypatch.setattr("lobby.forms.later", handed_over.append)
    fill(browser(), "/password/forgotten/", email="mina@example.org")
    assert len(handed_over) == 1
    assert sent_mail.outbox == []


def test_the_address_of_the_link_is_the_sites_whatever_the_request_says(mina: User) -> None:
    client = Client(headers={"host": "10.0.0.66"})
    ask("mina@example.org", client)
    assert "10.0.0.66" not in str(sent_mail.outbox[0].body)
    assert link()


def test_a_mail_is_in_the_language_of_the_page(mina: User, monkeypatch: pytest.MonkeyPatch) -> None:
    client, languages = browser(), []
    client.cookies["django_language"] = "ko"
    monkeypatch.setattr(EmailMultiAlternatives, "send", lambda _mail: languages.append(get_language()))
    ask("mina@example.org", client)
    assert languages == ["ko"]


@pytest.mark.parametrize("token", ["x", "abc-def", "c" * 500, "…"])
def test_links_that_somebody_made_up_are_told_kindly(mina: User, token: str) -> None:
    for uid in ("MQ", "!!", "AAAA" * 50):
        assert "does not work any more" in text(browser().get(f"/password/new/{uid}/{token}/"))


def test_a_link_lasts_three_days(mina: User) -> None:
    ask("mina@example.org")
    late = PasswordResetTokenGenerator()._now() + timedelta(days=3, minutes=1)
    with mock.patch.object(PasswordResetTokenGenerator, "_now", return_value=late):
        assert "does not work any more" in text(browser().get(link()))


def test_the_link_is_in_no_log(mina: User) -> None:
    ask("mina@example.org")
    record = logging.LogRecord("x", logging.INFO, "", 0, "GET %s 200", (link(),), None)
    HidePrivateLinks().filter(record)
    assert record.getMessage() == "GET /password/new/… 200"


@pytest.mark.parametrize("password", ["short", "password", "mina@example", "Wilhelmina1"])
def test_a_weak_one_is_refused(mina: User, password: str) -> None:
    User.objects.update(name="Wilhelmina")
    ask("mina@example.org")
    answer = fill(browser(), link(), new_password1=password)
    assert answer.status_code == 200
    assert 'class="error"' in text(answer)


def test_without_a_mail_server_the_pages_say_so(settings: Settings) -> None:
    settings.SENDS_MAIL = False
    assert "This site sends no mail" in text(browser().get("/password/forgotten/"))
    assert "printed where the server runs" in ask("mina@example.org")
    # Nobody can confirm anything there, and whoever runs the site hands the link on.
    User.objects.update(confirmed_email="")
    ask("mina@example.org")
    assert len(sent_mail.outbox) == 2


def test_who_knows_the_old_one_may_change_it_and_stays_signed_in(mina: User) -> None:
    client, other = browser(mina), browser(mina)
    wrong = fill(client, "/password/", old_password="wrong", new_password1=NEW)
    assert "incorrectly" in text(wrong)
    assert fill(client, "/password/", old_password=PASSWORD, new_password1=NEW)["Location"] == "/me/"
    mina.refresh_from_db()
    assert mina.check_password(NEW)
    assert client.get("/me/").status_code == 200
    assert other.get("/me/").status_code == 302  # other devices have to sign in again


def test_a_guest_is_led_to_signing_up() -> None:
    assert browser(factories.person()).get("/password/")["Location"] == "/sign-up/"


def test_one_address_does_not_ask_for_mails_without_end(mina: User) -> None:
    def ask_from_outside() -> int:
        fields = {"email": "mina@example.org"}
        return browser().post("/password/forgotten/", fields, REMOTE_ADDR="203.0.113.9").status_code

    assert {ask_from_outside() for _mail in range(20)} == {302}
    assert ask_from_outside() == 200
    mail.wait_until_sent()
    assert len(sent_mail.outbox) == 20
