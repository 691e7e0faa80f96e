"""The page of a table for whoever asks: previews, visitors, languages, what is newer, files."""

from __future__ import annotations

import json
import re

import pytest
from django.contrib.sessions.models import Session

from games.models import Action, Note, Receipt, Seat, Table, Watcher
from games.queries import Snapshot, snapshot
from games.rules.record.check import check
from games.rules.record.read import read_record
from games.services import hosts
from lobby.models import User
from tests import factories
from tests.realtime.secrecy import tiles_in
from tests.services.statements import counted
from tests.web.pages import Page, browser, read

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> factories.Cast:
    return factories.cast()


@pytest.fixture
def now(people: factories.Cast) -> Snapshot:
    return factories.playing_table([people.host, people.guest], seed="5" * 64)


def rows() -> dict[str, int]:
    """How many rows there are of everything that a visit could make, and the versions of the tables."""
    models = (User, Session, Seat, Action, Note, Receipt, Watcher)
    counts = {model.__name__: model.objects.count() for model in models}
    return counts | {table.code: table.version for table in Table.objects.all()}


def test_scenario_4_a_link_that_is_pasted_into_a_chat_changes_nothing_and_has_a_preview(
    now: Snapshot,
) -> None:
    before = rows()
    for _bot in range(10):
        stranger = browser()
        head = stranger.head(f"/t/{now.table.code}/")
        assert (head.status_code, head.content) == (200, b"")
        html = stranger.get(
            f"/t/{now.table.code}/", headers={"user-agent": "ChatPreview/1.0"}
        ).content.decode()
        assert now.table.name in re.findall(r'<meta property="og:title" content="([^"]+)">', html)[0]
        assert re.findall(r'<meta property="og:image" content="http://testserver/static/[^"]+\.png">', html)
        # The starting double lies on the table; nothing else is there to be seen.
        assert tiles_in(html) == {(9, 9)}
        assert "sessionid" not in stranger.cookies
    assert rows() == before


@pytest.mark.parametrize("path", ["", "page/", "sheet/", "qr.svg", "ghosts/"])
def test_no_get_writes_whoever_asks(now: Snapshot, people: factories.Cast, path: str) -> None:
    for user in (people.host, people.outsider, None):
        client = browser(user)
        with counted() as statements:
            assert client.get(f"/t/{now.table.code}/{path}").status_code == 200
        assert statements
        assert all(sql.startswith("SELECT") for sql in statements), statements


def test_a_code_in_small_letters_leads_to_the_table(now: Snapshot) -> None:
    response = browser().get(f"/t/{now.table.code.lower()}/")
    assert (response.status_code, response["Location"]) == (302, f"/t/{now.table.code}/")


def test_the_stage_is_sent_only_to_a_page_that_is_behind(now: Snapshot, people: factories.Cast) -> None:
    client = browser(people.host)
    page = Page.load(client, now.table.code)
    address = f"/t/{now.table.code}/page/"
    assert client.get(address, page.fields).status_code == 204
    factories.step(now)
    response = client.get(address, page.fields)
    assert response.status_code == 200
    assert response.content.decode().strip().startswith("<main")


def test_the_stage_comes_in_the_language_of_the_page_that_asks(now: Snapshot) -> None:
    client = browser()
    client.cookies["django_language"] = "ja"
    assert '<html lang="ja"' in client.get(f"/t/{now.table.code}/").content.decode()
    korean = client.get(f"/t/{now.table.code}/page/?lang=ko").content.decode()
    japanese = client.get(f"/t/{now.table.code}/page/").content.decode()
    unknown = client.get(f"/t/{now.table.code}/page/?lang=xx").content.decode()
    key = re.compile(r'name="(?:key|csrfmiddlewaretoken)" value="[^"]*"')
    assert key.sub("", korean) != key.sub("", japanese) == key.sub("", unknown)


def test_pages_are_for_one_browser_and_asked_for_again(now: Snapshot) -> None:
    cached = browser().get(f"/t/{now.table.code}/")["Cache-Control"]
    assert "private" in cached
    assert "no-cache" in cached


def test_news_are_nothing_or_what_is_newer_and_note_that_somebody_is_there(
    now: Snapshot, people: factories.Cast
) -> None:
    page = Page.load(browser(people.guest), now.table.code)
    assert page.post("news").status_code == 204
    Seat.objects.filter(user=people.guest).update(present=False, last_seen=None)
    assert page.post("news").status_code in (200, 204)
    seat = snapshot(now.table.code).seat_of(people.guest.pk)
    assert seat is not None
    assert seat.present
    factories.step(snapshot(now.table.code))
    message = read(page.post("news"))
    assert message["v"] == snapshot(now.table.code).version


def test_a_page_whose_seat_was_lost_is_made_anew_and_does_not_go_on_as_one_that_looks_on(
    now: Snapshot, people: factories.Cast
) -> None:
    """Somebody looks on in the same language: what is new for them is too little for a page that shows a hand."""
    page = Page.load(browser(people.guest), now.table.code)
    Page.load(browser(), now.table.code)
    hosts.block(table_id=now.table.id, user_id=people.host.pk, place=1)
    assert read(page.post("news")) == {"v": now.version + 1, "reload": True}


def test_news_count_a_watcher(now: Snapshot) -> None:
    page = Page.load(browser(), now.table.code)
    assert page.post("news", watch="w" * 12).status_code in (200, 204)
    assert snapshot(now.table.code).watchers == 1
    assert "watching" in Page.load(browser(), now.table.code).html


def test_the_qr_code_is_a_picture_of_the_link(now: Snapshot) -> None:
    response = browser().get(f"/t/{now.table.code}/qr.svg")
    assert response["Content-Type"] == "image/svg+xml"
    assert response.content.startswith(b"<svg")
    assert browser().get("/t/AAAAAAAA/qr.svg").status_code == 404


def test_a_record_is_given_out_only_when_the_match_is_over(people: factories.Cast) -> None:
    now = factories.playing_table([people.host, people.guest], settings={"length": "one"}, seed="3" * 64)
    address = f"/t/{now.table.code}/record.json"
    assert browser(people.host).get(address).status_code == 404
    assert browser(people.host).get(f"{address}?match=1").status_code == 404
    factories.play_until(now, lambda now_at: now_at.match.over)
    response = browser().get(address)
    assert response.status_code == 200
    assert "attachment" in response["Content-Disposition"]
    record = read_record(response.content)
    assert record.table == now.table.code
    assert check(record)
    assert browser().get(f"{address}?match=2").status_code == 404


NAMES = [
    "<img src=x onerror=alert(1)>",
    '"><script>alert(1)</script>',
    "שלום",
    "👨‍👩‍👧‍👦",
    "A" * 24,
    "{{ 7|add:7 }}",
    "%(name)s",
]


@pytest.mark.parametrize("name", NAMES)
def test_scenario_22_a_name_is_text_wherever_it_stands(name: str) -> None:
    """The part of the server: nothing in a name becomes markup, in pages and in messages."""
    ann, ben = factories.person(name), factories.person("Ben")
    now = factories.playing_table([ann, ben])
    page = Page.load(browser(ben), now.table.code)
    factories.step(factories.step(now))
    message = page.post("news").content.decode()
    later = Page.load(browser(ben), now.table.code).html
    for text in (page.html, later, json.dumps(json.loads(message), ensure_ascii=False)):
        assert "<img src=x" not in text
        assert "<script>alert" not in text
    assert "<bdi" in later
