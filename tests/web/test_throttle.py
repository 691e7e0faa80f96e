"""Guessing passwords: who has to wait, who has not, and what is said."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from axes.models import AccessAttempt
from django.conf import settings as conf
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from lobby.models import User
from tests import factories
from tests.services.statements import counted
from tests.web.lobby_forms import fields_of, fill, text
from tests.web.pages import browser

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Response

pytestmark = pytest.mark.django_db

PASSWORD = "three tall hens"
HOME, AWAY = "203.0.113.7", "198.51.100.9"


@pytest.fixture(autouse=True)
def mina() -> User:
    return User.objects.create_user("mina", password=PASSWORD, name="Mina")


def try_it(
    password: str, username: str = "mina", address: str = HOME, client: Client | None = None
) -> Response:
    return (client or browser()).post(
        "/login/", {"username": username, "password": password, "next": "/new/"}, REMOTE_ADDR=address
    )


def lock_out(username: str = "mina", address: str = HOME) -> Response:
    for _try in range(conf.AXES_FAILURE_LIMIT):
        answer = try_it("wrong", username, address)
    return answer


def test_ten_wrong_ones_and_the_right_one_has_to_wait() -> None:
    for _try in range(conf.AXES_FAILURE_LIMIT - 1):
        assert try_it("wrong").status_code == 200
    assert try_it("wrong").status_code == 429
    answer = try_it(PASSWORD)
    html = text(answer)
    assert answer.status_code == 429
    assert answer["Retry-After"] == "600"
    assert "Please wait for 10 minutes" in html
    assert fields_of(html) | {"csrfmiddlewaretoken": ""} == {
        "username": "mina",
        "password": "",
        "next": "/new/",
        "csrfmiddlewaretoken": "",
    }
    assert PASSWORD not in html


def test_after_the_wait_it_works_and_a_try_too_early_does_not_lengthen_it() -> None:
    lock_out()
    AccessAttempt.objects.update(attempt_time=timezone.now() - timedelta(minutes=8, seconds=30))
    answer = try_it(PASSWORD)
    assert answer.status_code == 429
    assert "Please wait for 2 minutes" in text(answer)
    AccessAttempt.objects.update(attempt_time=timezone.now() - timedelta(minutes=10, seconds=1))
    assert try_it(PASSWORD).status_code == 302


def test_the_wait_is_that_of_the_name_without_spaces_around_it() -> None:
    lock_out()
    AccessAttempt.objects.update(attempt_time=timezone.now() - timedelta(minutes=8, seconds=30))
    html = text(try_it(PASSWORD, " mina "))
    assert "Please wait for 2 minutes" in html
    assert fields_of(html)["username"] == "mina"


def test_nobody_else_behind_the_same_router_waits_nor_the_same_person_elsewhere() -> None:
    User.objects.create_user("rosa", password=PASSWORD)
    lock_out()
    assert try_it(PASSWORD, "rosa").status_code == 302
    assert try_it(PASSWORD, address=AWAY).status_code == 302


def test_the_right_one_in_time_forgets_the_wrong_ones() -> None:
    for _try in range(conf.AXES_FAILURE_LIMIT - 1):
        try_it("wrong")
    assert try_it(PASSWORD).status_code == 302
    assert try_it("wrong").status_code == 200


def test_a_name_that_nobody_has_is_locked_in_the_same_words() -> None:
    assert text(lock_out("nobody")).split("<form")[1] != ""
    said = [text(lock_out(name)).split('role="alert"')[1].split("</p>")[0] for name in ("mina", "nobody")]
    assert said[0] == said[1]


def test_behind_a_proxy_the_address_is_the_visitors(settings: Settings) -> None:
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

    def by_proxy(password: str, told: str) -> int:
        fields = {"username": "mina", "password": password}
        headers = {"x-forwarded-for": told}
        return browser().post("/login/", fields, REMOTE_ADDR="10.0.0.2", headers=headers).status_code

    for number in range(conf.AXES_FAILURE_LIMIT):
        by_proxy("wrong", f"192.0.2.{number}, {HOME}")  # what a visitor makes up stands before it
    assert by_proxy(PASSWORD, HOME) == 429
    assert by_proxy(PASSWORD, AWAY) == 302


@pytest.mark.parametrize("name", ["x" * 5000, "a\x00b", "", "‮", "mina\n"])
def test_strange_names_are_no_trouble(name: str) -> None:
    assert try_it("wrong", name).status_code == 200


def test_what_is_counted_holds_no_password_and_goes_after_a_while() -> None:
    try_it("wrong but secret")
    row = AccessAttempt.objects.get()
    assert "wrong but secret" not in f"{row.post_data} {row.get_data}"
    AccessAttempt.objects.update(attempt_time=timezone.now() - timedelta(hours=1))
    try_it("wrong", "rosa")
    assert [attempt.username for attempt in AccessAttempt.objects.all()] == ["rosa"]


def test_nothing_else_that_a_form_held_is_stored_with_it(mina: User) -> None:
    client = browser(mina)
    for _try in range(2):  # the second one is added to the row of the first
        fill(client, "/password/", old_password="hens three tall", new_password1="four small ducks")
        fill(client, "/me/", name="Wilhelmina", email="new@example.org", password="tall hens three")
    row = AccessAttempt.objects.get()
    assert row.failures_since_start == 4
    assert (row.get_data, row.post_data) == ("", "")


def test_guests_cost_nothing() -> None:
    table = factories.waiting_table([factories.person()])
    with counted() as statements:
        browser().post(f"/t/{table.code}/join/", {"name": "Zoe", "key": "k" * 22})
    assert not any("axes" in sql for sql in statements)


def test_admin_counts_too() -> None:
    User.objects.create_superuser("boss", password=PASSWORD)
    for _try in range(conf.AXES_FAILURE_LIMIT):
        browser().post("/admin/login/", {"username": "boss", "password": "wrong"})
    answer = browser().post("/admin/login/", {"username": "boss", "password": PASSWORD})
    assert answer.status_code == 429
