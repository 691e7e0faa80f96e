"""Two people in one browser: a page is for whom it was made, and what it sends is done for nobody else."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import Table
from games.queries import Snapshot, snapshot
from lobby.models import User
from tests import factories
from tests.web.lobby_forms import fields_of, text
from tests.web.pages import Page, browser, read

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> factories.Cast:
    return factories.cast()


@pytest.fixture
def playing(people: factories.Cast) -> Snapshot:
    return factories.playing_table([people.host, people.guest], seed="7" * 64)


def viewer(html: str) -> str:
    return html.split('data-viewer="')[1].split('"')[0]


def become(client: Client, page: Page, people: factories.Cast) -> None:
    """In another tab the guest signs in in the host's browser."""
    assert viewer(page.html)
    client.force_login(people.guest)


@pytest.mark.parametrize("verb", ["act", "leave", "name", "news"])
def test_a_page_of_somebody_else_does_nothing_and_is_told_whose_it_is(
    people: factories.Cast, playing: Snapshot, verb: str
) -> None:
    client = browser(people.host)
    page = Page.load(client, playing.table.code)
    become(client, page, people)
    action = factories.text_of(playing, factories.legal(playing)[0])
    answer = page.post(verb, viewer=viewer(page.html), action=action, name="Changed")
    assert answer.status_code == 200
    assert read(answer)["viewer"] == viewer(Page.load(client, playing.table.code).html)
    assert "regions" not in read(answer)
    after = snapshot(playing.table.id)
    assert (after.version, after.round.ply) == (playing.version, playing.round.ply)
    # Without scripts: the table as it is, and a sentence.
    answer = page.submit(verb, viewer=viewer(page.html), action=action, name="Changed")
    assert answer["Location"] == f"/t/{playing.table.code}/"
    assert "Somebody else has signed in" in text(client.get(answer["Location"]))


def test_a_page_that_catches_up_gets_the_stage_of_who_asks_once(
    people: factories.Cast, playing: Snapshot
) -> None:
    client = browser(people.host)
    page = Page.load(client, playing.table.code)
    path = f"/t/{playing.table.code}/page/"
    asked = {"v": page.fields["v"], "viewer": viewer(page.html)}
    assert client.get(path, asked).status_code == 204
    become(client, page, people)
    fresh = text(client.get(path, asked))
    assert 'data-seat="B"' in fresh
    assert viewer(fresh) != viewer(page.html)
    assert "This page is now for: <bdi>Gil</bdi>" in fresh
    assert client.get(path, {**asked, "viewer": viewer(fresh)}).status_code == 204  # no loop


def test_after_signing_out_elsewhere_the_page_offers_to_sign_in_again(
    people: factories.Cast, playing: Snapshot
) -> None:
    client = browser(people.host)
    page = Page.load(client, playing.table.code)
    client.logout()
    fresh = text(
        client.get(f"/t/{playing.table.code}/page/", {"v": page.fields["v"], "viewer": viewer(page.html)})
    )
    assert viewer(fresh) == ""
    assert f'href="/login/?next=/t/{playing.table.code}/"' in fresh
    assert read(page.post("act", viewer=viewer(page.html), action="draw"))["viewer"] == ""


def test_whoever_was_nobody_becomes_somebody_by_their_own_press(people: factories.Cast) -> None:
    table = factories.waiting_table([people.host])
    client = browser()
    page = Page.load(client, table.code)
    assert viewer(page.html) == ""
    fields = {"name": "Zoe", "key": "k" * 22, "viewer": ""}
    assert page.post("join", **fields).status_code == 200
    assert page.post("join", **fields).status_code == 200  # sent again after a lost answer, as somebody now
    assert [seat.name for seat in snapshot(table.pk).seats] == ["Hanna", "Zoe"]


def test_the_mark_of_a_viewer_is_no_name_and_no_number(people: factories.Cast, playing: Snapshot) -> None:
    mark = viewer(Page.load(browser(people.host), playing.table.code).html)
    assert len(mark) == 16
    assert str(people.host.pk) != mark
    assert mark != viewer(Page.load(browser(people.guest), playing.table.code).html)


def test_ones_own_page_changes_nothing_of_somebody_else(people: factories.Cast) -> None:
    client = browser(people.host)
    fields = fields_of(text(client.get("/me/")))
    client.force_login(people.guest)
    answer = client.post("/me/", {**fields, "name": "Hanna the second"})
    assert answer["Location"] == "/me/"
    assert "Nothing was changed" in text(client.get("/me/"))
    people.guest.refresh_from_db()
    assert people.guest.name == "Gil"


def test_the_switch_of_a_public_page_shows_nobody_else() -> None:
    mina, other = (User.objects.create_user(name, name=name.title()) for name in ("mina", "rosa"))
    client = browser(mina)
    fields = fields_of(text(client.get("/me/statistics/")), "/me/profile/")
    client.force_login(other)
    assert client.post("/me/profile/", {**fields, "show": "1"})["Location"] == "/me/"
    other.refresh_from_db()
    assert not other.public_profile


def test_a_new_private_link_ends_nobody_elses(people: factories.Cast) -> None:
    client = browser(people.guest)
    fields = fields_of(text(client.get("/carry/")), "/carry/new/")
    client.force_login(people.outsider)
    assert client.post("/carry/new/", fields)["Location"] == "/me/"
    people.outsider.refresh_from_db()
    assert people.outsider.carry_number == 0


def test_a_table_is_opened_in_nobody_elses_name(people: factories.Cast) -> None:
    client = browser(people.host)
    now, new = (
        fields_of(text(client.get(page)), form) for page, form in (("/", "/play-now/"), ("/new/", ""))
    )
    client.force_login(people.guest)
    assert client.post("/play-now/", now)["Location"] == "/"
    assert "Somebody else has signed in" in text(client.get("/"))
    again = text(client.post("/new/", {**new, "name": "Hanna", "table_name": "Sunday"}))
    assert "Somebody else has signed in" in again
    assert not Table.objects.exists()
    # Nothing that was written is lost, and the page is for whoever is here now.
    assert fields_of(again)["table_name"] == "Sunday"
    assert client.post("/new/", fields_of(again)).status_code == 302
    assert Table.objects.get().opener == people.guest
