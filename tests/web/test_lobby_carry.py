"""The pages of private links: whose seat it is, taking it, the questions in between, what nobody else may learn."""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING

import pytest
from django.http import HttpRequest
from django.test import Client

from games.models import Seat, Table
from games.presenters.refusals import refusal_text
from games.queries import snapshot
from games.services.errors import Code, Refused
from lobby import carry
from lobby.errors import PersonCode
from lobby.guests import become_account, signed_in
from lobby.leaving import delete_person
from lobby.models import User
from lobby.views import carrying
from lobby.words import person_refusal
from tests import factories
from tests.services.statements import counted
from tests.web.lobby_forms import fields_of, text
from tests.web.pages import Page, browser

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Response

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> factories.Cast:
    return factories.cast()


@pytest.fixture
def table(people: factories.Cast) -> Table:
    return factories.waiting_table([people.host], name="Sunday")


def link_of(client: Client) -> str:
    """The private link that the page of one's own link shows, as a path."""
    found = re.search(
        r'id="carry-link" value="http://testserver(/carry/[^"]+/)"', text(client.get("/carry/"))
    )
    assert found is not None
    return found[1]


def take(client: Client, link: str, **more: str) -> Response:
    """Open a private link and send its form."""
    fields = fields_of(text(client.get(link)))
    return client.post(link, {**fields, **more})


def test_scenario_2_the_private_link_gives_the_seat_back_and_nothing_else_does(
    table: Table, people: factories.Cast
) -> None:
    link = link_of(browser(people.host))
    forgotten = browser()  # the cookies are gone
    html = Page.load(forgotten, table.code).html
    assert 'href="/help/#seat"' in html
    # The same name guesses no seat: it is one more person.
    forgotten.post(f"/t/{table.code}/join/", {"name": "Hanna", "key": "k" * 24})
    now = snapshot(table.pk)
    assert [seat.name for seat in now.seats] == ["Hanna", "Hanna"]
    assert now.seats[0].user_id == people.host.pk != now.seats[1].user_id
    # The link does.
    returning = browser()
    assert "Hanna" in text(returning.get(link))
    assert take(returning, link)["Location"] == f"/t/{table.code}/"
    assert 'formaction="start/"' in Page.load(returning, table.code).html


def test_in_a_running_match_a_watcher_is_told_how_to_take_a_seat_back(people: factories.Cast) -> None:
    now = factories.playing_table([people.host, people.guest])
    assert 'href="/help/#seat"' in Page.load(browser(), now.table.code).html


def test_looking_at_a_private_link_writes_nothing_and_takes_nothing(
    table: Table, people: factories.Cast
) -> None:
    link = link_of(browser(people.host))
    stranger = browser()
    with counted() as statements:
        assert stranger.get(link).status_code == 200
        assert stranger.head(link).status_code == 200
    assert all(sql.startswith("SELECT") for sql in statements), statements
    assert "sessionid" not in stranger.cookies
    assert 'id="join"' in Page.load(stranger, table.code).html


def test_pages_of_private_links_are_told_to_nobody(table: Table, people: factories.Cast) -> None:
    host = browser(people.host)
    link = link_of(host)
    opened = host.get(link)
    assert opened["Referrer-Policy"] == "no-referrer"
    for response in (opened, host.get("/carry/"), host.get("/carry/qr.svg"), host.get("/carry/x/")):
        assert "noindex" in response["X-Robots-Tag"]
        assert "no-store" in response["Cache-Control"]
        assert "private" in response["Cache-Control"]
    # Nothing on the page that a link opens leads the browser to another site.
    assert not re.findall(r'(?:src|href|action)="(?:https?:)?//(?!testserver)', text(opened))


def test_the_token_decides_where_browsers_say_that_their_origin_is_null(
    table: Table, people: factories.Cast
) -> None:
    """A page that sends no referrer makes browsers post with the origin "null"."""
    link = link_of(browser(people.host))
    strict = browser(csrf=True)
    fields = fields_of(text(strict.get(link)))
    assert strict.post(link, {}, headers={"origin": "null"}).status_code == 403
    assert strict.post(link, fields, headers={"origin": "https://evil.example"}).status_code == 403
    assert (
        strict.post(link, {**fields, "csrfmiddlewaretoken": "x" * 64}, headers={"origin": "null"}).status_code
        == 403
    )
    assert strict.post(link, fields, headers={"origin": "null"}).status_code == 302
    # Elsewhere "null" is a stranger.
    assert strict.post("/carry/new/", fields, headers={"origin": "null"}).status_code == 403


def test_over_https_the_form_works_without_a_referrer(table: Table, people: factories.Cast) -> None:
    link = link_of(browser(people.host))
    strict = browser(csrf=True)
    fields = fields_of(text(strict.get(link, secure=True)))
    assert strict.post(link, fields, headers={"origin": "null"}, secure=True).status_code == 302


def test_a_device_that_is_another_guest_is_asked_and_then_brings_its_seats_along(
    table: Table, people: factories.Cast
) -> None:
    elsewhere = factories.waiting_table([people.guest])
    link, other = link_of(browser(people.host)), browser(people.guest)
    html = text(other.get(link))
    assert 'data-device="guest"' in html
    assert "<bdi>Gil</bdi>" in html
    asked = other.post(link, {})  # without the answer nothing happens
    assert 'data-device="guest"' in text(asked)
    assert Seat.objects.filter(user=people.guest).count() == 1
    assert take(other, link)["Location"] == "/"  # two tables now: the list of them
    assert set(Seat.objects.filter(user=people.host).values_list("match__table", flat=True)) == {
        table.pk,
        elsewhere.pk,
    }


def test_where_both_sit_in_one_match_the_seats_stay_apart_and_its_link_is_shown_once(
    people: factories.Cast,
) -> None:
    both = factories.waiting_table([people.host, people.guest])
    response = take(browser(people.guest), link_of(browser(people.host)))
    html = text(response)
    assert (response.status_code, response["Referrer-Policy"]) == (200, "no-referrer")
    assert carry.token_of(people.guest) in html
    assert f'href="/t/{both.code}/"' in html
    assert Seat.objects.get(user=people.guest).match.table_id == both.pk


def test_an_account_takes_a_guests_seats_in(table: Table, people: factories.Cast) -> None:
    account = User.objects.create_user("rosa", password="x", name="Rosa")
    link, device = link_of(browser(people.host)), browser(account)
    assert 'data-device="account"' in text(device.get(link))
    assert take(device, link)["Location"] == f"/t/{table.code}/"
    assert Seat.objects.get(match__table=table).user_id == account.pk
    assert unescape(person_refusal(PersonCode.LINK_ACCOUNT)) in unescape(text(browser().get(link)))
    assert "/carry/" not in text(device.get("/carry/"))
    assert device.get("/carry/qr.svg").status_code == 404


def test_a_new_link_ends_the_old_one_and_other_devices(table: Table, people: factories.Cast) -> None:
    here, there = browser(people.host), browser()
    old = link_of(here)
    take(there, old)
    assert 'formaction="start/"' in Page.load(there, table.code).html
    assert here.post("/carry/new/")["Location"] == "/carry/"
    assert link_of(here) != old
    assert 'formaction="start/"' in Page.load(here, table.code).html
    assert 'id="join"' in Page.load(there, table.code).html
    assert person_refusal(PersonCode.LINK_ENDED) in unescape(text(there.get(old)))
    assert person_refusal(PersonCode.LINK_ENDED) in unescape(text(there.post(old, {"confirmed": "1"})))


def test_this_device_already(table: Table, people: factories.Cast) -> None:
    host = browser(people.host)
    link = link_of(host)
    assert 'data-device="same"' in text(host.get(link))
    assert take(host, link)["Location"] == f"/t/{table.code}/"


@pytest.mark.parametrize("token", ["x", "1-0.AAAA", "9" * 200, "1-0", "%00", "..", "1-0.<script>"])
def test_what_is_no_link_of_ours_is_said_in_a_sentence(token: str) -> None:
    response = browser().get(f"/carry/{token}/")
    assert response.status_code in (200, 404)
    if response.status_code == 200:
        assert person_refusal(PersonCode.LINK_UNREADABLE) in unescape(text(response))
        assert "<script>" not in text(response).replace("<script type=", "")


def test_a_stranger_has_no_link_and_cannot_make_one() -> None:
    stranger = browser()
    assert 'id="carry-link"' not in text(stranger.get("/carry/"))
    assert stranger.get("/carry/qr.svg").status_code == 404
    assert person_refusal(PersonCode.NOT_A_GUEST) in unescape(text(stranger.post("/carry/new/")))
    assert User.objects.count() == 0


@pytest.mark.parametrize("change", ["deleted", "an account"])
def test_who_is_no_guest_any_more_in_another_tab_gets_no_new_link(
    people: factories.Cast, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    host = browser(people.host)

    def meanwhile(request: HttpRequest, _fields: object) -> bool:
        assert signed_in(request) == people.host
        if change == "deleted":
            delete_person(User.objects.get(pk=people.host.pk))
        else:
            become_account(User.objects.get(pk=people.host.pk), username="mina", password="three tall hens")
        return False

    monkeypatch.setattr(carrying, "made_for_another", meanwhile)
    answer = unescape(text(host.post("/carry/new/")))
    assert person_refusal(PersonCode.NOT_A_GUEST) in answer


def test_a_messengers_own_browser_is_told_where_to_open_the_table(table: Table) -> None:
    agent = (
        "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/120 Mobile Safari/537.36 KAKAOTALK 10.4.5"
    )
    assert "in-messenger" in text(browser().get(f"/t/{table.code}/", headers={"user-agent": agent}))
    plain = agent.removesuffix(" KAKAOTALK 10.4.5")
    assert "in-messenger" not in text(browser().get(f"/t/{table.code}/", headers={"user-agent": plain}))


def test_a_link_that_cannot_be_taken_just_now_says_so(
    people: factories.Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PostgreSQL gives up waiting for the lock of a table where the guest sits."""

    def busy(*_arguments: object, **_named: object) -> carry.Taken:
        raise Refused(Code.BUSY)

    monkeypatch.setattr("lobby.carry.take", busy)
    monkeypatch.setattr("lobby.carry.new_link", busy)
    link = link_of(browser(people.host))
    said = refusal_text(Code.BUSY, {})
    answer = take(browser(), link)
    assert (answer.status_code, said in text(answer)) == (200, True)
    assert said in text(browser(people.host).post("/carry/new/"))
