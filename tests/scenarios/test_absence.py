"""Scenarios 18 and 19 on the pages: who is waited for, a stand-in at the first press, the seat back; leaving."""

from __future__ import annotations

import re

import pytest
from django.utils.html import strip_tags

from games.queries import Snapshot, snapshot
from lobby.models import User
from tests import factories
from tests.services.times import let_pass
from tests.web.pages import Page, browser

pytestmark = pytest.mark.django_db

AWAITED = "Everybody is waiting for Cem, who is away."


def region(html: str, id_: str) -> str:
    """The text of one part of a page."""
    found = re.search(rf'<(\w+) id="{id_}"[^>]*>(.*?)</\1>', html, re.DOTALL)
    assert found is not None
    return strip_tags(found[2])


@pytest.fixture
def everybody() -> list[User]:
    return [factories.person(name) for name in ("Ann", "Ben", "Cem")]


@pytest.fixture
def cems_turn(everybody: list[User]) -> Snapshot:
    """A table at which Cem is to act."""
    return factories.play_until(factories.playing_table(everybody), lambda now: now.match.turn == 2)


def test_scenario_18_everyone_reads_who_is_awaited_and_the_first_press_calls_a_stand_in(
    everybody: list[User], cems_turn: Snapshot
) -> None:
    ann, ben, cem = everybody
    code, ply = cems_turn.table.code, cems_turn.round.ply
    early = Page.load(browser(ann), code)
    assert AWAITED not in strip_tags(early.html)
    assert 'formaction="stand-in/"' not in early.html

    let_pass(cems_turn.table.id, 61, but_not=ann.pk)
    for viewer in (ann, ben, None):
        html = Page.load(browser(viewer), code).html
        assert AWAITED in region(html, "r-away")
        assert re.search(r'<time data-since="\d', html)
    # The same line goes to everybody; Cem's own page shows the other of its two texts.
    theirs = Page.load(browser(cem), code).html
    assert re.search(r'id="r-away" class="away-text" data-letter="C"', theirs)
    assert '<span class="you">Everybody is waiting for you.</span>' in theirs
    assert snapshot(cems_turn.table.id).round.ply == ply  # nobody's tiles are played for them

    page = Page.load(browser(ann), code)
    assert page.post("stand-in", place=2).status_code == 200
    assert snapshot(cems_turn.table.id).seats[2].stand_in == "called"
    log = Page.load(browser(ben), code).html
    assert "Ann called a stand-in for Cem" in strip_tags(log[log.index('id="r-log"') :])

    mine = Page.load(browser(cem), code)
    assert 'formaction="back/"' in mine.html
    assert mine.post("back").status_code == 200
    back = snapshot(cems_turn.table.id)
    assert back.seats[2].stand_in == ""
    text = factories.text_of(back, factories.legal(back)[0])
    assert Page.load(browser(cem), code).post("act", action=text).status_code == 200


def test_scenario_19_who_leaves_for_good_is_told_of_at_the_seat_and_the_match_comes_to_its_end(
    everybody: list[User],
) -> None:
    ann, _ben, cem = everybody
    now = factories.playing_table(everybody, settings={"length": "half"})
    now = factories.play_until(now, lambda now: now.round.number == 3)
    code = now.table.code
    assert Page.load(browser(cem), code).post("leave").status_code == 200

    page = Page.load(browser(ann), code)
    assert "stand-in" in region(page.html, "s-C")
    assert "Cem left; a stand-in plays on" in strip_tags(page.html[page.html.index('id="r-log"') :])

    ended = factories.play_until(snapshot(now.table.id), lambda _now: False)
    assert ended.match.status == "finished"
    assert sorted(seat.place or 0 for seat in ended.seats)[0] == 1
    assert all(seat.place is not None for seat in ended.seats)
    standings = Page.load(browser(ann), code).html
    places = standings[standings.index('id="r-standings"') :]
    assert places.count("standing-who") == 3
    assert "stand-in" in strip_tags(places[: places.index("</ol>")])
