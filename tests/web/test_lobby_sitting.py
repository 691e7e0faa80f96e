"""Sitting down by a link: strangers become guests by it, several at once, twice by one browser, with any name."""

from __future__ import annotations

import secrets
from functools import partial
from html import unescape
from typing import TYPE_CHECKING

import pytest
from django.test import Client

from games.models import Match, Seat, Table
from games.presenters.refusals import refusal_text
from games.queries import Snapshot, snapshot
from games.services import presence
from games.services.errors import Code, Refused
from lobby.models import User
from tests import factories
from tests.services.ends import match_ended, round_ended
from tests.services.together import together
from tests.web.lobby_forms import text
from tests.web.pages import Page, browser, read

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Response

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def people() -> factories.Cast:
    return factories.cast()


@pytest.fixture
def waiting(people: factories.Cast) -> Table:
    return factories.waiting_table([people.host], name="Sunday")


def sit(client: Client, table: Table | Snapshot, verb: str = "join", **fields: str | int) -> Response:
    """What a plain form sends."""
    code = table.code if isinstance(table, Table) else table.table.code
    sent = {"key": secrets.token_urlsafe(18), "name": "Mina", **fields}
    return client.post(f"/t/{code}/{verb}/", sent)


def said(response: Response, client: Client) -> str:
    """What the page that a plain form leads to says."""
    assert response.status_code == 302
    return unescape(text(client.get(response["Location"])))


def test_who_sits_down_is_no_longer_counted_among_those_who_look_on(waiting: Table) -> None:
    own, others = secrets.token_urlsafe(18), secrets.token_urlsafe(18)
    for key in (own, others):
        presence.watch(table_id=waiting.pk, key=key)
    sit(browser(), waiting, watch=own)
    assert snapshot(waiting.pk).watchers == 1
    sit(browser(), waiting, watch="")
    assert snapshot(waiting.pk).watchers == 1


def test_a_stranger_with_a_name_gets_a_seat_and_is_known_from_then_on(waiting: Table) -> None:
    stranger = browser()
    page = Page.load(stranger, waiting.code)
    assert 'id="join"' in page.html
    response = page.submit("join", name=" Mina ")
    assert (response.status_code, response["Location"]) == (302, f"/t/{waiting.code}/")
    html = Page.load(stranger, waiting.code).html
    assert 'id="join"' not in html
    assert 'data-place="1"' in html
    guest = User.objects.get(name="Mina")
    assert guest.is_guest
    assert Seat.objects.get(user=guest).name == "Mina"


def test_a_script_is_told_to_load_the_page_anew_because_its_socket_belongs_to_a_stranger(
    waiting: Table,
) -> None:
    stranger = browser()
    page = Page.load(stranger, waiting.code)
    response = page.post("join", name="Mina")
    assert (response.status_code, response["Content-Type"]) == (200, "text/plain")
    again = Page.load(stranger, waiting.code).post("join", name="Mina")
    assert read(again)["v"] == snapshot(waiting.pk).version


def test_scenario_5_who_is_seated_and_presses_join_again_keeps_that_seat(
    waiting: Table, people: factories.Cast
) -> None:
    host = browser(people.host)
    assert 'id="join"' not in Page.load(host, waiting.code).html
    sit(host, waiting, name="Somebody else")
    sit(host, waiting, name="Somebody else", place=2)
    now = snapshot(waiting.pk)
    assert [(seat.number, seat.name) for seat in now.seats] == [(0, "Hanna")]
    assert User.objects.count() == 3  # the cast


def test_the_same_press_twice_by_a_browser_without_a_cookie_is_one_guest_in_one_seat(waiting: Table) -> None:
    key = secrets.token_urlsafe(18)
    presses = [lambda: sit(browser(), waiting, key=key).status_code for _press in range(4)]
    assert together(presses) == [302] * 4
    now = snapshot(waiting.pk)
    assert [seat.name for seat in now.seats] == ["Hanna", "Mina"]
    assert User.objects.filter(name="Mina").count() == 1


def test_several_at_once_get_a_place_each_and_the_last_is_told_that_it_is_full(waiting: Table) -> None:
    """Four strangers press at the same instant at a table with three free places."""
    strangers = [browser() for _person in range(4)]
    answers = together([partial(sit, one, waiting) for one in strangers])
    pages = [
        said(answer, one)
        for answer, one in zip(answers, strangers, strict=True)
        if not isinstance(answer, Refused)
    ]
    assert len(pages) == 4
    now = snapshot(waiting.pk)
    assert sorted(seat.number for seat in now.seats) == [0, 1, 2, 3]
    assert len({seat.user_id for seat in now.seats}) == 4
    refused = [page for page in pages if refusal_text(Code.FULL, {"bots": 0}) in page]
    assert len(refused) == 1
    assert "You can watch here." in refused[0]
    assert User.objects.filter(is_guest=True, name="Mina").count() == 3


def test_a_full_table_offers_the_place_of_a_bot(people: factories.Cast) -> None:
    table = factories.waiting_table([people.host], ["easy", "easy", "easy"])
    stranger = browser()
    html = said(sit(stranger, table), stranger)
    assert refusal_text(Code.FULL, {"bots": 3}) in html
    assert html.count("Take this seat") == 3
    assert sit(stranger, table, "takeover", place=2).status_code == 302
    seat = Seat.objects.get(match__table=table, number=2)
    assert (seat.kind, seat.name, seat.level) == ("person", "Mina", "")


def test_a_locked_table_only_shows_and_a_blocked_guest_only_looks_on(
    waiting: Table, people: factories.Cast
) -> None:
    waiting.blocked.add(people.guest)
    blocked = browser(people.guest)
    assert refusal_text(Code.BLOCKED, {}) in said(sit(blocked, waiting), blocked)
    Table.objects.filter(pk=waiting.pk).update(locked=True, version=50)
    stranger = browser()
    html = Page.load(stranger, waiting.code).html
    assert 'id="join"' not in html
    assert "The table is locked" in html
    assert refusal_text(Code.TABLE_LOCKED, {}) in said(sit(stranger, waiting), stranger)
    assert len(snapshot(waiting.pk).seats) == 1


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"name": ""}, Code.NAME_EMPTY),
        ({"name": "\u200b\u2060\u3000"}, Code.NAME_EMPTY),
        ({"key": ""}, Code.BAD_KEY),
        ({"key": "guessable"}, Code.BAD_KEY),
        ({"place": "9"}, Code.NO_SUCH_PLACE),
        ({"place": "0"}, Code.PLACE_TAKEN),
        ({"place": "x"}, Code.BAD_FORM),
    ],
)
def test_what_is_refused_makes_no_guest(waiting: Table, fields: dict[str, str], code: Code) -> None:
    stranger = browser()
    assert refusal_text(code, {"limit": 24}) in said(sit(stranger, waiting, **fields), stranger)
    assert User.objects.count() == 3
    assert len(snapshot(waiting.pk).seats) == 1


NAMES = [
    "Min",
    "Min",
    "WWWWWWWWWWWWWWWWWWWWWWWW",
    "👨‍👩‍👧‍👦",
    "שרה לוי",
    "<img src=x onerror=alert(1)>"[:24],
    "가나다라마바사아자차카타파하거너더러머버",
]


def test_scenario_22_every_name_is_told_apart_kept_in_its_place_and_executes_nowhere(
    people: factories.Cast,
) -> None:
    table = factories.waiting_table([people.host], name="<script>alert(2)</script>", places=8)
    guests = [browser() for _name in NAMES]
    for guest, name in zip(guests, NAMES, strict=True):
        assert sit(guest, table, name=name).status_code == 302
    now = snapshot(table.pk)
    assert [seat.name for seat in now.seats] == ["Hanna", *NAMES]
    pages = {"waiting": text(guests[0].get(f"/t/{table.code}/"))}
    factories.begin(table.pk)
    pages["playing"] = text(guests[0].get(f"/t/{table.code}/"))
    playing = factories.play_until(snapshot(table.pk), factories.round_over)
    pages["round over"] = text(guests[0].get(f"/t/{table.code}/"))
    pages["sheet"] = text(guests[0].get(f"/t/{table.code}/sheet/"))
    pages["front"] = text(guests[0].get("/"))
    assert playing.between_rounds
    for stage, html in pages.items():
        assert "<img src=x" not in html, stage
        assert "<script>alert" not in html, stage
        if stage != "front":
            assert "<bdi" in html, stage
            assert "&lt;img src=x" in html, stage
    # Two of the same name have different letters.
    assert pages["round over"].count(">Min</bdi>") >= 2
    assert {seat.letter for seat in playing.seats if seat.name == "Min"} == {"B", "C"}
    # Readers, who see no badge, hear the letters too.
    for stage in ("playing", "round over", "sheet"):
        for letter in "BC":
            assert f'<span class="visually-hidden">{letter}, </span>' in pages[stage], stage
    refused = browser()
    assert refusal_text(Code.NAME_EMPTY, {}) in said(sit(refused, table, name="\u200b"), refused)


def test_a_late_guest_takes_over_a_seat_between_rounds_with_its_totals(people: factories.Cast) -> None:
    now = round_ended([people.host], ["easy", "easy"])
    stranger = browser()
    html = Page.load(stranger, now.table.code).html
    assert 'action="takeover/"' in html
    bot = now.seats[1]
    assert (
        Page.load(stranger, now.table.code).submit("takeover", place=bot.number, name="Late").status_code
        == 302
    )
    seat = Seat.objects.get(pk=bot.id)
    assert (seat.name, seat.kind, seat.total) == ("Late", "person", bot.total)
    assert "I’m ready" in Page.load(stranger, now.table.code).html


def test_a_late_guest_is_not_offered_the_seat_of_somebody_who_is_only_away(people: factories.Cast) -> None:
    now = round_ended([people.host, people.guest], ["easy"])
    Seat.objects.filter(user=people.guest).update(stand_in="called")
    Table.objects.filter(pk=now.table.id).update(version=now.version + 1)
    html = Page.load(browser(), now.table.code).html
    offered = html[html.index('id="r-ready"') :]
    assert f'name="place" value="{now.seats[2].number}"' in offered
    assert (
        f'name="place" value="{now.seats[1].number}"'
        not in offered.split("</section>")[0].split("<dialog")[0]
    )


def test_scenario_20_play_again_pressed_by_three_at_once_is_one_new_match_with_the_same_seats(
    people: factories.Cast,
) -> None:
    three = [people.host, people.guest, people.outsider]
    over = match_ended(three, ["easy"])
    browsers = [browser(user) for user in three]
    again = partial(sit, table=over, verb="again", match=over.match.number, name="")
    answers = together([partial(again, one) for one in browsers])
    assert [not isinstance(answer, Refused) and answer.status_code for answer in answers] == [302, 302, 302]
    now = snapshot(over.table.id)
    assert (now.match.number, now.table.code) == (over.match.number + 1, over.table.code)
    assert Match.objects.filter(table_id=over.table.id).count() == 2
    assert {seat.user_id for seat in now.seats if seat.is_person} == {user.pk for user in three}
    assert [seat.number for seat in sorted(now.seats, key=lambda seat: seat.number)] == [
        seat.number for seat in sorted(over.seats, key=lambda seat: seat.number)
    ]
    assert now.playing  # all three said that they are ready


def test_somebody_new_plays_the_next_match_where_a_seat_is_free(people: factories.Cast) -> None:
    over = match_ended([people.host, people.guest])
    stranger = browser()
    page = Page.load(stranger, over.table.code)
    assert 'action="again/"' in page.html
    assert page.submit("again", name="Nora").status_code == 302
    now = snapshot(over.table.id)
    assert now.match.number == over.match.number + 1
    assert [seat.name for seat in now.seats] == ["Hanna", "Gil", "Nora"]
    assert [seat.ready for seat in now.seats] == [False, False, True]


def test_the_verbs_that_seat_somebody_are_posts_only(waiting: Table) -> None:
    for verb in ("join", "takeover", "again"):
        assert browser().get(f"/t/{waiting.code}/{verb}/").status_code == 405
        assert browser().post(f"/t/NOTABLE2/{verb}/", {}).status_code == 404


def test_without_the_token_of_the_page_nobody_sits_down(waiting: Table) -> None:
    strict = browser(csrf=True)
    assert sit(strict, waiting).status_code == 403
    assert len(snapshot(waiting.pk).seats) == 1


@pytest.mark.parametrize("watch", ["\0" * 12, "", "ü" * 12, "w" * 100])
def test_a_watch_key_that_no_page_makes_is_no_reason_not_to_sit_down(watch: str) -> None:
    table = factories.waiting_table([factories.person()])
    fields = {"name": "Gil", "key": secrets.token_urlsafe(18), "watch": watch}
    client = browser()
    headers = {"accept": "application/json"}
    assert client.post(f"/t/{table.code}/join/", fields, headers=headers).status_code == 200
    assert "sessionid" in client.cookies
