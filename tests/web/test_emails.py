"""An address is used once a link that was sent there was opened and pressed; a site without mail asks for nothing."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from datetime import timedelta
from unittest import mock

import pytest
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.contrib.sessions.models import Session
from django.core import mail as sent_mail
from django.test import Client
from django.utils.translation import get_language
from pytest_django import Settings

from config.logs import HidePrivateLinks
from games import limits
from games.limits import ALLOWED, Limit
from lobby import confirmation, mail
from lobby.faults import seen
from lobby.models import User
from tests import factories
from tests.services.statements import counted
from tests.web.lobby_forms import fields_of, fill, text
from tests.web.pages import browser

pytestmark = pytest.mark.django_db(transaction=True)

PASSWORD = "three tall hens"
SIGN_UP = {"name": "Gil", "username": "gilbert", "password": PASSWORD, "email": "gil@example.org"}
WAITS = "Not confirmed yet"


@pytest.fixture(autouse=True)
def _a_site_with_mail(settings: Settings) -> Iterator[None]:
    settings.SENDS_MAIL = True
    settings.SITE_URL = "https://play.example.org"
    limits.forget()
    yield
    mail.wait_until_sent()
    limits.forget()


@pytest.fixture
def mina() -> User:
    """An account whose address waits."""
    return User.objects.create_user("mina", "mina@example.org", PASSWORD, name="Mina")


def link_of(person: User) -> str:
    return f"/email/{confirmation.token_of(person)}/"


def mails() -> list[tuple[str, str]]:
    """To whom mails went so far, and the link in each."""
    mail.wait_until_sent()
    found = []
    for message in sent_mail.outbox:
        link = re.search(r"https://play\.example\.org(/email/\S+)", str(message.body))
        assert link is not None
        found.append((message.to[0], link[1]))
    return found


def forgotten(address: str) -> int:
    """Ask for a new password; how many mails that gave."""
    mail.wait_until_sent()
    before = len(sent_mail.outbox)
    fill(browser(), "/password/forgotten/", email=address)
    mail.wait_until_sent()
    return len(sent_mail.outbox) - before


@pytest.mark.parametrize("as_guest", [True, False])
def test_signing_up_with_an_address_sends_a_link_that_makes_it_count(as_guest: bool) -> None:
    client = browser(factories.person() if as_guest else None, csrf=True)
    assert fill(client, "/sign-up/", **SIGN_UP)["Location"] == "/me/"
    html = text(client.get("/me/"))
    assert "A mail is on its way" in html
    assert f"{WAITS}: <bdi>gil@example.org</bdi>" in html
    assert forgotten("gil@example.org") == 0
    ((to, path),) = mails()
    assert to == "gil@example.org"
    assert "gilbert" not in sent_mail.outbox[0].body  # nothing that whoever typed the address could choose

    elsewhere = browser(csrf=True)  # where mail is read
    asked = text(elsewhere.get(path))
    assert "gil@example.org" in asked
    assert "gilbert" in asked
    assert User.objects.get(username="gilbert").confirmed_email == ""
    assert fill(elsewhere, path)["Location"] == path
    assert User.objects.get(username="gilbert").confirmed_email == "gil@example.org"
    assert "This address is confirmed" in text(elsewhere.get(path))
    assert 'href="/me/"' not in text(elsewhere.get(path)).split("<main")[1].split("</main>")[0]
    assert WAITS not in text(client.get("/me/"))
    assert forgotten("gil@example.org") == 1


def test_signing_up_without_one_sends_nothing() -> None:
    client = browser()
    fill(client, "/sign-up/", **{**SIGN_UP, "email": ""})
    assert WAITS not in text(client.get("/me/"))
    assert mails() == []


def test_looking_writes_nothing_and_asks_for_one_row(mina: User) -> None:
    client, path = browser(), link_of(mina)
    with counted() as statements:
        assert client.get(path).status_code == 200
        assert client.head(path).status_code == 200
    assert len(statements) == 2
    assert not Session.objects.exists()
    mina.refresh_from_db()
    assert mina.confirmed_email == ""


def test_ones_own_page_asks_for_no_more_rows_while_an_address_waits(mina: User) -> None:
    client = browser(mina)
    with counted() as statements:
        assert WAITS in text(client.get("/me/"))
    assert len(statements) == 3


def test_a_new_address_has_to_be_confirmed_and_an_old_link_says_nothing_of_it(mina: User) -> None:
    old = link_of(mina)
    confirmation.confirm(mina)
    client = browser(mina)
    fill(client, "/me/", name="Wilhelmina")
    assert mails() == []  # the address stays as it was
    mina.refresh_from_db()
    assert mina.confirmed_email == mina.email
    fill(client, "/me/", email="new@example.org", password=PASSWORD)
    html = text(client.get("/me/"))
    assert f"{WAITS}: <bdi>new@example.org</bdi>" in html
    mina.refresh_from_db()
    assert (mina.email, mina.confirmed_email) == ("new@example.org", "")
    assert forgotten("new@example.org") == forgotten("mina@example.org") == 0
    assert "does not work any more" in text(client.get(old))
    client.post(old)
    mina.refresh_from_db()
    assert mina.confirmed_email == ""
    ((to, path),) = mails()
    assert to == "new@example.org"
    fill(client, path)
    mina.refresh_from_db()
    assert mina.confirmed_email == mina.email
    assert 'href="/me/"' in text(client.get(path))


def test_an_address_that_is_taken_away_is_kept_nowhere(mina: User) -> None:
    confirmation.confirm(mina)
    fill(browser(mina), "/me/", email="", password=PASSWORD)
    mina.refresh_from_db()
    assert (mina.email, mina.confirmed_email) == ("", "")
    assert mails() == []
    assert WAITS not in text(browser(mina).get("/me/"))


def test_a_link_pressed_while_the_address_changes_confirms_nothing(mina: User) -> None:
    User.objects.filter(pk=mina.pk).update(email="new@example.org")
    assert not confirmation.confirm(mina)
    mina.refresh_from_db()
    assert mina.confirmed_email == ""


def test_the_mail_is_sent_again_so_often(mina: User) -> None:
    client = browser(mina)
    allowed = ALLOWED[Limit.MAIL].person.amount
    for _time in range(allowed):
        assert fill(client, "/me/", "/me/email/")["Location"] == "/me/"
    assert "A mail is on its way" in text(client.get("/me/"))
    fill(client, "/me/", "/me/email/")
    html = text(client.get("/me/"))
    assert "Please wait" in html
    assert "A mail is on its way" not in html
    assert len(mails()) == allowed
    # A changed address is kept all the same, and its mail waits.
    fill(client, "/me/", email="new@example.org", password=PASSWORD)
    html = text(client.get("/me/"))
    assert "Saved." in html
    assert "Please wait" in html
    assert f"{WAITS}: <bdi>new@example.org</bdi>" in html
    assert len(mails()) == allowed


def test_nobody_asks_for_what_is_confirmed_or_for_somebody_else(mina: User) -> None:
    confirmation.confirm(mina)
    mina.refresh_from_db()
    client = browser(mina)
    assert client.post("/me/email/")["Location"] == "/me/"
    assert browser().post("/me/email/")["Location"] == "/login/?next=%2Fme%2F"
    assert client.get("/me/email/").status_code == 405
    waits = User.objects.create_user("waits", "waits@example.org", PASSWORD)
    other = browser(waits)
    fields = fields_of(text(other.get("/me/")), "/me/email/")
    other.force_login(mina)
    other.post("/me/email/", fields)
    assert "Somebody else has signed in" in text(other.get("/me/"))
    other.force_login(factories.person())
    other.post("/me/email/")
    assert mails() == []


def test_a_site_without_mail_asks_for_no_confirmation(settings: Settings, mina: User) -> None:
    settings.SENDS_MAIL = False
    client = browser(mina)
    assert WAITS not in text(client.get("/me/"))
    fill(client, "/me/", email="new@example.org", password=PASSWORD)
    client.post("/me/email/")
    assert "A mail is on its way" not in text(client.get("/me/"))
    assert fill(browser(), "/sign-up/", **SIGN_UP)["Location"] == "/me/"
    assert mails() == []


@pytest.mark.parametrize("token", ["x", ".", "MQ.x-y", "!!.x", "AAAA" * 50 + ".x", "c" * 500, "MQ.…"])
def test_links_that_somebody_made_up_are_told_kindly(mina: User, token: str) -> None:
    client = browser()
    for answer in (client.get(f"/email/{token}/"), client.post(f"/email/{token}/")):
        assert "does not work any more" in text(answer)
    mina.refresh_from_db()
    assert mina.confirmed_email == ""


def test_a_link_of_another_kind_or_another_account_is_none(mina: User) -> None:
    other = User.objects.create_user("other", "mina@example.org", PASSWORD)
    signed = confirmation.token_of(mina).partition(".")[2]
    uid = confirmation.token_of(other).partition(".")[0]
    password = PasswordResetTokenGenerator().make_token(other)
    for token in (signed, password):
        assert confirmation.person_of(f"{uid}.{token}") is None
    User.objects.filter(pk=mina.pk).update(is_active=False)
    assert confirmation.person_of(confirmation.token_of(mina)) is None


def test_a_link_lasts_three_days(mina: User) -> None:
    path = link_of(mina)
    for days, works in ((2.9, True), (3.1, False)):
        late = PasswordResetTokenGenerator()._now() + timedelta(days=days)
        with mock.patch.object(PasswordResetTokenGenerator, "_now", return_value=late):
            assert ("does not work any more" in text(browser().get(path))) is not works


def test_the_link_is_in_no_log_and_in_no_error_that_is_kept(mina: User) -> None:
    token = confirmation.token_of(mina)
    record = logging.LogRecord("x", logging.ERROR, "", 0, "GET %s 500", (link_of(mina),), None)
    assert token not in seen(record).what
    HidePrivateLinks().filter(record)
    assert record.getMessage() == "GET /email/…/ 500"


def test_the_address_of_the_link_is_the_sites_and_the_mail_in_the_language_of_the_page(mina: User) -> None:
    client = Client(headers={"host": "10.0.0.66"})
    client.force_login(mina)
    client.cookies["django_language"] = "ko"
    with mock.patch.object(confirmation, "_", side_effect=lambda _text: _language()):
        client.post("/me/email/")
        ((to, _link),) = mails()
    assert to == "mina@example.org"
    assert "10.0.0.66" not in sent_mail.outbox[0].body
    assert sent_mail.outbox[0].subject == "ko"


def _language() -> str:
    return get_language() or ""


def test_deleting_the_account_leaves_no_link_that_works(mina: User) -> None:
    path = link_of(mina)
    fill(browser(mina), "/me/delete/", password=PASSWORD)
    assert "does not work any more" in text(browser().get(path))
