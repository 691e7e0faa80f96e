"""Too much at once, over HTTP: what a page says then, that nothing is lost, and that a family never meets it."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator

import pytest
from django.test import Client

from games import limits
from games.limits import ALLOWED, Limit
from games.models import Seat, Table
from lobby.models import User
from tests import factories
from tests.web.lobby_forms import fields_of, fill, text
from tests.web.pages import Page, browser, read

pytestmark = pytest.mark.django_db

HOME = "203.0.113.7"
WAIT = re.compile(r"Please wait \d+ seconds\.")


@pytest.fixture(autouse=True)
def _from_nothing() -> Iterator[None]:
    limits.forget()
    yield
    limits.forget()


def at_home(user: User | None = None) -> Client:
    """A browser behind the one address of a household."""
    client = browser(user)
    client.defaults["REMOTE_ADDR"] = HOME
    return client


def used_up(limit: Limit, user: User) -> None:
    """Somebody has had as many of these as they may."""
    request = at_home(user).get("/").wsgi_request
    for _time in range(ALLOWED[limit].person.amount):
        limits.spend(request, limit)


def test_a_family_of_eight_sits_down_renames_itself_and_plays_again_from_one_address() -> None:
    host = factories.person("Hanna")
    table = factories.waiting_table([host], places=8)
    for number in range(7):
        client = at_home()
        page = Page.load(client, table.code)
        sent = {"name": f"Child {number}", "key": secrets.token_urlsafe(18)}
        assert page.submit("join", **sent).status_code == 302
        assert page.submit("join", **sent).status_code == 302  # pressed twice
        for name in ("Cat", "Dog", f"Child {number}"):
            assert Page.load(client, table.code).post("name", name=name).status_code == 200
    assert Seat.objects.filter(match__table=table).count() == 8


def test_guests_made_by_a_program_end_with_a_sentence_and_no_further_row() -> None:
    table = factories.waiting_table([factories.person()], places=4)
    most = ALLOWED[Limit.GUEST].address.amount
    answers = []
    for _try in range(most + 3):
        client = at_home()
        sent = {"name": "Bot", "key": secrets.token_urlsafe(18), "lang": "en"}
        answers.append(client.post(f"/t/{table.code}/join/", sent, headers={"accept": "application/json"}))
    assert [answer.status_code for answer in answers[most:]] == [429] * 3
    assert WAIT.search(str(read(answers[-1])))
    assert User.objects.count() <= 4


def test_a_table_too_many_is_refused_beside_the_form_and_nothing_is_lost() -> None:
    ann = factories.person("Ann")
    used_up(Limit.OPEN, ann)
    response = fill(at_home(ann), "/new/", name="Ann", table_name="One more", places="6")
    assert response.status_code == 200
    assert WAIT.search(text(response))
    fields = fields_of(text(response), "")
    assert (fields["table_name"], fields["places"]) == ("One more", "6")
    pressed = fill(at_home(ann), "/", "/play-now/")
    assert pressed.status_code == 302
    assert not Table.objects.exists()


def test_names_changed_all_the_time_have_to_wait() -> None:
    ann = factories.person("Ann")
    table = factories.waiting_table([ann])
    used_up(Limit.RENAME, ann)
    response = Page.load(at_home(ann), table.code).post("name", name="Another")
    assert response.status_code == 429
    assert WAIT.search(str(read(response)))
    answer = fill(at_home(ann), f"/t/{table.code}/rename/", table_name="Another")
    assert WAIT.search(text(answer))
    assert Seat.objects.get().name == "Ann"
    # Playing is not counted: only what is listed is.
    assert Page.load(at_home(ann), table.code).post("prefs", auto_draw=1).status_code == 200
