"""Signing in in one tab while a table is open in another: the late answer of the other tab undoes nothing."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.test import Client

from lobby.models import User
from tests import factories
from tests.web.pages import browser

pytestmark = pytest.mark.django_db

COOKIE, PASSWORD = settings.SESSION_COOKIE_NAME, "three tall hens"


def test_what_was_asked_before_signing_in_does_not_sign_out() -> None:
    guest = factories.person("Wanda")
    table = factories.waiting_table([guest])
    User.objects.create_user("mina", password=PASSWORD, name="Mina")
    client = browser(guest)
    other_tab = Client()
    other_tab.cookies[COOKIE] = client.cookies[COOKIE].value

    assert client.post("/login/", {"username": "mina", "password": PASSWORD}).status_code == 302
    for path in (f"/t/{table.code}/page/?v=0&viewer=&lang=en", f"/t/{table.code}/", "/"):
        late = other_tab.get(path)
        assert late.status_code == 200, path
        assert COOKIE not in late.cookies, path
    assert "Mina" in client.get("/me/").content.decode()


def test_signing_out_takes_the_cookie_away() -> None:
    client = browser(User.objects.create_user("mina", password=PASSWORD, name="Mina"))
    assert client.post("/logout/").cookies[COOKIE].value == ""
