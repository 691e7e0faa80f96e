"""Reporting a name: a small form for whoever sees it, one open report a person and seat, not too many at once."""

from __future__ import annotations

import pytest
from django.test import Client

from games import limits
from games.models import Seat
from games.queries import Snapshot, snapshot
from lobby.models import NameReport, User
from lobby.reports import open_reports, report_name
from tests.factories import Cast, cast, person, playing_table, waiting_table
from tests.services.ends import match_ended
from tests.services.statements import counted
from tests.services.together import together
from tests.web.pages import browser

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _count_anew() -> None:
    limits.forget()


@pytest.fixture
def people() -> Cast:
    return cast()


@pytest.fixture
def now(people: Cast) -> Snapshot:
    return playing_table([people.host, people.guest], ["normal"])


def form(now: Snapshot) -> str:
    return f"/t/{now.table.code}/report/"


def test_the_form_lists_the_names_of_others(people: Cast, now: Snapshot) -> None:
    page = browser(people.host).get(form(now)).content.decode()
    assert "<bdi>Gil</bdi>" in page
    assert "<bdi>Hanna</bdi>" not in page  # one's own
    assert "Bot" not in page.partition("<main")[2]
    for name in ("Hanna", "Gil"):
        assert f"<bdi>{name}</bdi>" in browser().get(form(now)).content.decode()


def test_looking_at_it_writes_nothing(now: Snapshot) -> None:
    with counted() as statements:
        browser().get(form(now))
    assert all(sql.startswith("SELECT") for sql in statements)
    assert len(statements) == 2  # table, seats


def test_a_report_waits_with_what_is_known(people: Cast, now: Snapshot) -> None:
    client = browser(people.host)
    response = client.post(form(now), {"place": "1", "remark": " This is rude "}, follow=True)
    assert response.redirect_chain == [(f"/t/{now.table.code}/", 302)]
    assert "Thank you." in response.content.decode()
    report = NameReport.objects.get()
    assert (report.table_code, report.match_number, report.place) == (now.table.code, 1, 1)
    assert (report.name, report.reason, report.status) == ("Gil", "This is rude", "open")
    assert (report.reported, report.reporter) == (people.guest, people.host)
    assert snapshot(now.table.id).version == now.version  # nobody is told


def test_a_remark_of_many_lines_is_as_long_as_the_browser_counted_it(people: Cast, now: Snapshot) -> None:
    # A browser counts a new line as one sign and sends two.
    fields = {"place": "1", "remark": "no\r\n" * 100}
    assert browser(people.host).post(form(now), fields).status_code == 302
    assert NameReport.objects.get().reason == ("no\n" * 100).strip()


def test_one_report_of_a_seat_is_open_for_each_person(people: Cast, now: Snapshot) -> None:
    for client in (
        browser(people.host),
        browser(people.host),
        browser(people.outsider),
        browser(),
        browser(),
    ):
        assert client.post(form(now), {"place": "1"}).status_code == 302
    assert NameReport.objects.count() == 3
    assert open_reports() == 3
    NameReport.objects.update(status="dismissed")
    browser(people.host).post(form(now), {"place": "1"})
    assert open_reports() == 1


def test_before_the_start_and_after_the_end_too(people: Cast) -> None:
    waiting = waiting_table([people.host, people.guest])
    client = browser(people.outsider)
    assert client.post(f"/t/{waiting.code}/report/", {"place": "1"}).status_code == 302
    over = match_ended([people.host, people.guest])
    assert client.post(form(over), {"place": "0"}).status_code == 302
    assert open_reports() == 2


@pytest.mark.parametrize(
    "fields",
    [{"place": place} for place in ("", "x", "0", "2", "7")]
    + [{}]
    + [{"place": "1", "remark": remark} for remark in ("x" * 301, "x\0")],
    ids=["none", "no number", "one's own", "a bot", "no such place", "nothing", "too long", "no text"],
)
def test_what_cannot_be_reported_is_said_and_nothing_typed_is_lost(
    people: Cast, now: Snapshot, fields: dict[str, str]
) -> None:
    response = browser(people.host).post(form(now), {"remark": "Keep this", **fields})
    assert response.status_code == 200
    page = response.content.decode()
    assert "Choose one of the names, and keep the remark short." in page
    assert fields.get("remark", "Keep this")[:300] in page
    assert not NameReport.objects.exists()


def test_too_many_reports_are_refused_with_the_time_to_wait(people: Cast) -> None:
    client = browser(people.outsider)
    tables = [playing_table([person("A"), person("B")]) for _table in range(6)]
    answers = [client.post(form(now), {"place": str(place)}) for now in tables for place in (0, 1)]
    assert [answer.status_code for answer in answers] == [302] * 10 + [200] * 2
    assert "Not yet" in answers[-1].content.decode() or "wait" in answers[-1].content.decode()
    assert NameReport.objects.count() == 10


def test_an_alone_person_has_nobody_to_report() -> None:
    ann = person("Ann")
    now = playing_table([ann], ["easy"])
    page = browser(ann).get(form(now)).content.decode()
    assert "Nobody else sits here" in page
    assert "<form" not in page.partition('id="main"')[2]


def test_no_such_table(client: Client) -> None:
    assert client.get("/t/AAAAAAAA/report/").status_code == 404
    assert client.post("/t/AAAAAAAA/report/", {"place": "0"}).status_code == 404


def test_the_menu_leads_there_in_every_stage(people: Cast, now: Snapshot) -> None:
    codes = [
        waiting_table([people.host]).code,
        now.table.code,
        match_ended([people.host, people.guest]).table.code,
    ]
    for code in codes:
        assert f'href="/t/{code}/report/"' in browser(people.host).get(f"/t/{code}/").content.decode()


def test_markup_in_a_name_is_text(people: Cast) -> None:
    now = playing_table([people.host, people.guest])
    Seat.objects.filter(user=people.guest).update(name="<img src=x onerror=alert(1)>")
    assert "<img src=x" not in browser(people.host).get(form(now)).content.decode()


@pytest.mark.django_db(transaction=True)
def test_two_presses_at_once_are_one_report() -> None:
    pair = [person("Ann"), person("Ben")]
    now = playing_table(pair)

    def press() -> None:
        report_name(now, place=1, remark="", by=User.objects.get(pk=pair[0].pk))

    together([press, press])
    assert NameReport.objects.count() == 1
