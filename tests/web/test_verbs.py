"""The verbs of a table over HTTP: with and without scripts, for the one who may, for others, for nobody."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from games.queries import Snapshot, snapshot
from tests import factories
from tests.services.times import let_pass
from tests.web.pages import Page, browser, read

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> factories.Cast:
    return factories.cast()


Done = Callable[[Snapshot], object]

# Verb, fields, and what it does, seen in the facts: asked by the host of a table that waits.
WAITING: list[tuple[str, dict[str, str], Done]] = [
    ("name", {"name": "Nora"}, lambda now: now.seats[0].name == "Nora"),
    ("bot", {"level": "hard"}, lambda now: now.seats[-1].level == "hard"),
    ("lock", {"locked": "1"}, lambda now: now.table.locked),
    ("free", {"place": "1"}, lambda now: len(now.seats) == 1),
    ("block", {"place": "1"}, lambda now: len(now.seats) == 1),
    ("host", {"place": "1"}, lambda now: now.table.host_id == now.seats[1].user_id),
    ("swap", {"place": "0", "other": "1"}, lambda now: now.seats[0].name == "Gil"),
    ("start", {}, lambda now: now.playing),
    ("leave", {}, lambda now: len(now.seats) == 1),
    ("prefs", {"auto_draw": "1"}, lambda now: now.seats[0].auto_draw),
]


@pytest.mark.parametrize(("verb", "fields", "done"), WAITING, ids=[case[0] for case in WAITING])
@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "plain"])
def test_a_verb_while_the_table_waits(
    people: factories.Cast, verb: str, fields: dict[str, str], done: Done, scripts: bool
) -> None:
    table = factories.waiting_table([people.host, people.guest])
    page = Page.load(browser(people.host), table.code)
    before = snapshot(table.pk)
    assert not done(before)
    if scripts:
        response = page.post(verb, **fields)
        assert response.status_code == 200
        assert read(response)["v"] > before.version
    else:
        response = page.submit(verb, **fields)
        assert (response.status_code, response["Location"]) == (302, f"/t/{table.code}/")
    assert done(snapshot(table.pk))


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "plain"])
def test_a_bot_that_is_asked_for_twice_with_one_key_comes_once(people: factories.Cast, scripts: bool) -> None:
    table = factories.waiting_table([people.host], places=4)
    page = Page.load(browser(people.host), table.code)
    assert 'form="act" formaction="bot/"' in page.html
    ask = page.post if scripts else page.submit
    for _press in range(2):
        assert ask("bot", place=2, key=page.fields["key"]).status_code == (200 if scripts else 302)
    now = snapshot(table.pk)
    assert [(seat.number, seat.level) for seat in now.seats[1:]] == [(2, "normal")]
    assert read(page.post("bot", key=""))["refused"]["code"] == "bad_key"


PLAYING: list[tuple[str, dict[str, str], Done]] = [
    ("leave", {}, lambda now: now.seats[0].has_left),
    ("react", {"code": "hello"}, lambda now: now.last_note > 0),
    ("last-round", {}, lambda now: now.match.last_round_by == (0,)),
    ("end", {}, lambda now: now.match.end_by == (0,)),
    ("prefs", {"auto_draw": "1"}, lambda now: now.seats[0].auto_draw),
]


@pytest.mark.parametrize(("verb", "fields", "done"), PLAYING, ids=[case[0] for case in PLAYING])
def test_a_verb_while_a_round_is_played(
    people: factories.Cast, verb: str, fields: dict[str, str], done: Done
) -> None:
    now = factories.playing_table([people.host, people.guest])
    page = Page.load(browser(people.host), now.table.code)
    response = page.post(verb, **fields)
    assert response.status_code == 200, read(response)
    assert done(snapshot(now.table.id))


def test_back_takes_the_own_seat_back(people: factories.Cast) -> None:
    now = factories.playing_table([people.host, people.guest])
    page = Page.load(browser(people.host), now.table.code)
    page.post("leave")
    assert snapshot(now.table.id).seats[0].has_left
    assert "A stand-in plays for you" in Page.load(page.client, now.table.code).html
    assert page.post("back").status_code == 200
    assert not snapshot(now.table.id).seats[0].has_left


def test_object_ends_a_proposal(people: factories.Cast) -> None:
    now = factories.playing_table([people.host, people.guest])
    host, guest = (Page.load(browser(user), now.table.code) for user in (people.host, people.guest))
    host.post("end")
    assert snapshot(now.table.id).match.end_proposed_by == 0
    assert guest.post("object").status_code == 200
    assert snapshot(now.table.id).match.end_proposed_by is None


@pytest.mark.parametrize(("verb", "decided"), [("end", "ended_early"), ("last-round", "playing")])
def test_who_is_left_alone_may_decide_what_the_other_did_not_agree_to(
    people: factories.Cast, verb: str, decided: str
) -> None:
    now = factories.playing_table([people.host, people.guest])
    page = Page.load(browser(people.guest), now.table.code)
    again = f'formaction="{verb}/" data-confirm' if verb == "end" else f'formaction="{verb}/"'
    page.post(verb)
    assert again not in Page.load(page.client, now.table.code).html  # the other one is asked
    let_pass(now.table.id, 46, but_not=people.guest.pk)
    alone = Page.load(page.client, now.table.code)
    assert again in alone.html
    assert not snapshot(now.table.id).match.last_round
    alone.post(verb)
    match = snapshot(now.table.id).match
    assert (match.status, match.last_round) == (decided, verb == "last-round")


def test_ready_of_everybody_begins_the_next_round(people: factories.Cast) -> None:
    now = factories.playing_table([people.host, people.guest], seed="3" * 64)
    now = factories.play_until(now, factories.round_over)
    pages = [Page.load(browser(user), now.table.code) for user in (people.host, people.guest)]
    assert pages[0].post("ready").status_code == 200
    assert snapshot(now.table.id).seats[0].ready
    message = read(pages[1].post("ready"))
    assert message["reload"] is True
    assert snapshot(now.table.id).round.number == 1


def test_the_host_begins_the_next_round(people: factories.Cast) -> None:
    now = factories.playing_table([people.host, people.guest], seed="3" * 64)
    now = factories.play_until(now, factories.round_over)
    guest = Page.load(browser(people.guest), now.table.code)
    assert guest.post("next").status_code == 403
    host = Page.load(browser(people.host), now.table.code)
    assert host.post("next").status_code == 200
    assert snapshot(now.table.id).round.number == 1


HOSTS: list[tuple[str, dict[str, str]]] = [
    ("start", {}),
    ("bot", {"level": "easy"}),
    ("lock", {"locked": "1"}),
    ("free", {"place": "0"}),
    ("block", {"place": "0"}),
    ("host", {"place": "1"}),
]


@pytest.mark.parametrize(("verb", "fields"), HOSTS, ids=[case[0] for case in HOSTS])
def test_the_hosts_powers_are_the_hosts(people: factories.Cast, verb: str, fields: dict[str, str]) -> None:
    table = factories.waiting_table([people.host, people.guest])
    guest = Page.load(browser(people.guest), table.code).post(verb, **fields)
    assert guest.status_code == 403
    assert read(guest)["refused"]["code"] == "not_host"
    for user in (people.outsider, None):
        stranger = Page.load(browser(user), table.code).post(verb, **fields)
        assert stranger.status_code == 403
        assert read(stranger)["refused"]["code"] == "not_seated"


@pytest.mark.parametrize(
    ("verb", "fields"),
    [
        ("swap", {"place": "x", "other": "1"}),
        ("swap", {}),
        ("free", {"place": "-1"}),
        ("lock", {"locked": "yes"}),
        ("prefs", {}),
        ("stand-in", {"place": "99999999999"}),
        ("name", {"name": "N" * 600}),
        ("ready", {"round": "soon"}),
    ],
)
def test_what_no_page_of_ours_posts_is_refused_in_a_sentence(
    people: factories.Cast, verb: str, fields: dict[str, str]
) -> None:
    table = factories.waiting_table([people.host, people.guest])
    response = Page.load(browser(people.host), table.code).post(verb, **fields)
    assert response.status_code == 400
    assert "reload" in read(response)["refused"]["say"]


@pytest.mark.parametrize("verb", ["act", "news", "leave", "start"])
def test_a_verb_is_posted_and_nothing_else(people: factories.Cast, verb: str) -> None:
    table = factories.waiting_table([people.host, people.guest])
    assert browser(people.host).get(f"/t/{table.code}/{verb}/").status_code == 405
