"""Scenarios 13, 15 and 21, as far as the server tells them: what happened, catching up, the sums after a round."""

from __future__ import annotations

import re

import pytest

from games.models import Round, Seat
from games.queries import Snapshot, snapshot
from games.queries.memory import forget_everything
from games.rules.state_json import to_json
from games.rules.tiles import Tile
from tests import factories
from tests.web.pages import Page, browser, read

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> factories.Cast:
    return factories.cast()


def lines_of(html: str) -> list[tuple[int, str, str, str]]:
    """The lines of a log: ply, seat, kind, tile."""
    found = re.findall(
        r'<li id="g\d+-\d+" data-ply="(\d+)" data-seat="(\w)" data-kind="(\w+)" data-tile="([^"]*)"', html
    )
    return [(int(ply), seat, kind, tile) for ply, seat, kind, tile in found]


def laid_in(html: str) -> dict[int, tuple[str, int]]:
    """The tiles on the cloth: by node who laid it and when."""
    found = re.findall(r'<g id="t(\d+)"[^>]* data-ply="(-?\d+)" data-seat="(\w?)"', html)
    return {int(node): (seat, int(ply)) for node, ply, seat in found}


def test_scenario_13_every_action_is_told_in_one_line_and_its_tile_says_whose_and_when_it_was(
    people: factories.Cast,
) -> None:
    bots = factories.playing_table([people.host], ["normal", "normal", "normal"], seed="6" * 64)
    now = factories.play_until(bots, factories.has_ply(14))
    html = Page.load(browser(people.host), now.table.code).html
    lines = lines_of(html)
    assert [ply for ply, *_rest in lines] == list(range(now.round.ply))
    laid = {ply: seat for _node, (seat, ply) in laid_in(html).items() if ply >= 0}
    plays = {ply: seat for ply, seat, kind, _tile in lines if kind == "play"}
    assert laid == plays
    assert all(not tile for _ply, _seat, kind, tile in lines if kind != "play")


def test_scenario_15_three_plays_behind_a_page_is_current_after_one_question(people: factories.Cast) -> None:
    """A phone that was locked asks for what is newer than the version it shows."""
    now = factories.playing_table([people.host, people.guest], seed="5" * 64)
    page = Page.load(browser(people.host), now.table.code)
    later = now
    for _play in range(3):
        later = factories.step(later)
    message = read(page.post("news"))
    assert message["v"] == later.version
    assert "reload" not in message
    assert [line[0] for line in lines_of("".join(message["log"]))] == [0, 1, 2]
    put = "".join(html for step in message["layout"] for _layer, html in step.get("put", []))
    assert sorted(ply for _seat, ply in laid_in(put).values()) == [0, 1, 2]
    # Where no such message can be made (another process, long ago) the stage itself comes in one answer.
    forget_everything()
    assert read(page.post("news")) == {"v": later.version, "reload": True}
    stage = page.client.get(f"/t/{now.table.code}/page/?v={page.fields['v']}").content.decode()
    assert len(lines_of(stage)) == 3


def last_tile_left(
    people: factories.Cast, *, length: str, totals: tuple[int, ...] = (0, 0, 0, 0)
) -> Snapshot:
    """A round that A ends with its next play; the others hold 0-0, 3-0 and 6-6."""
    now = factories.playing_table(
        [people.host, people.guest, people.outsider, factories.person("Dora")],
        settings={"length": length},
        seed="5" * 64,
    )
    now = factories.play_until(now, factories.has_ply(8))
    while now.turn_seat is None or now.turn_seat.letter != "A" or not now.state or now.state.owed is not None:
        now = factories.step(now)
    end = now.state.ends[0]
    last = Tile(*sorted((end.number, end.number - 1 if end.number else 1), reverse=True))
    left = [last, Tile(0, 0), Tile(3, 0), Tile(6, 6)]
    stored = {**to_json(now.state), "hands": [str(tile) for tile in left], "boneyard": ""}
    Round.objects.filter(pk=now.round.id).update(state=stored)
    for seat, total in zip(now.seats, totals, strict=True):
        Seat.objects.filter(pk=seat.id).update(total=total)
    forget_everything()
    return snapshot(now.table.id)


def scores_of(html: str) -> str:
    """The list of what everybody was left with."""
    start = html.index('id="r-scores"')
    return html[start : html.index("</ol>", start)]


def go_out(now: Snapshot, people: factories.Cast) -> Page:
    """A lays the last tile; the page afterwards."""
    page = Page.load(browser(people.host), now.table.code)
    seat = now.turn_seat
    assert seat is not None
    play = factories.text_of(now, factories.legal(now)[0])
    assert page.post("act", action=play).status_code == 200
    return Page.load(page.client, now.table.code)


def test_scenario_21_the_tiles_that_made_the_points_are_shown_and_the_sums_survive_a_reload(
    people: factories.Cast,
) -> None:
    now = last_tile_left(people, length="full")
    page = go_out(now, people)
    assert 'data-stage="round_over"' in page.html
    after = snapshot(now.table.id)
    assert [seat.total for seat in after.seats] == [0, 50, 3, 12]
    scores = page.html[
        page.html.index('id="r-scores"') : page.html.index("</ol>", page.html.index('id="r-scores"'))
    ]
    shown = re.findall(r'#h([fd])"/>((?:<use href="#h\d+"[^>]*/>)*)', scores)
    halves = [re.findall(r"#h(\d+)", uses) for _ground, uses in shown]
    assert halves == [["3"], ["6", "6"], []]  # fewest points first: 3-0, 6-6, 0-0
    assert re.findall(r"\+(\d+)", scores) == ["3", "12", "50"]
    assert "50" in scores[scores.index('"mini-tag"') :]
    forget_everything()
    assert scores_of(Page.load(page.client, now.table.code).html) == scores


def test_scenario_21_a_tie_is_shown_as_a_tie(people: factories.Cast) -> None:
    now = last_tile_left(people, length="one", totals=(12, 0, 20, 0))
    page = go_out(now, people)
    assert 'data-stage="match_over"' in page.html
    after = snapshot(now.table.id)
    assert [(seat.total, seat.place) for seat in after.seats] == [(12, 1), (50, 4), (23, 3), (12, 1)]
    assert after.match.is_draw
    text = re.sub(r"<[^>]+>", "", page.html)
    assert "A draw between Hanna and Dora" in text
