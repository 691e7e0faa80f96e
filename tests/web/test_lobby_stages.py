"""The screens around a round: waiting, between two rounds, at the end, the score sheet."""

from __future__ import annotations

import re
from itertools import pairwise
from statistics import fmean

import pytest
from django.test import Client

from games.models import Match, Penalty, Round, Seat, Table
from games.presenters.chart import BADGE, HEIGHT, chart
from games.presenters.match_over import match_end, standings
from games.presenters.showcase import foot_layout, front_layout
from games.queries import Snapshot, snapshot
from games.queries.history import Played
from games.queries.memory import forget_everything
from games.queries.sheets import score_sheet
from games.services import agreements, rounds
from lobby.models import User
from tests import factories
from tests.services.ends import end_round, match_ended, round_ended
from tests.services.statements import counted
from tests.web.lobby_forms import text
from tests.web.pages import Page, browser, read

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> factories.Cast:
    return factories.cast()


def page(user: User | None, at: Table | Snapshot) -> str:
    """The page of a table as somebody sees it."""
    code = at.code if isinstance(at, Table) else at.table.code
    return Page.load(browser(user), code).html


def part(html: str, id_: str) -> str:
    """From a region's beginning on, to the next region."""
    start = html.index(f'id="{id_}"')
    rest = html[start + 10 :]
    following = re.search(r'id="r-', rest)
    return rest[: following.start()] if following else rest


# ---- Waiting ----


def test_who_waits_sees_the_link_the_places_and_what_they_may_do(people: factories.Cast) -> None:
    table = factories.waiting_table([people.host, people.guest], ["hard"], name="Sunday")
    host, guest, stranger = page(people.host, table), page(people.guest, table), page(None, table)
    for html in (host, guest, stranger):
        assert f'value="http://testserver/t/{table.code}/"' in html
        assert f'src="/t/{table.code}/qr.svg"' in html
        assert "3 of 4 seats" in html
        assert "Bot, hard" in html
        commitment = Round.objects.get(match__table=table).commitment
        assert commitment in html
    assert "Start with 3 players" in host
    assert 'formaction="start/"' in host
    assert "Add a bot" in host
    assert "Change the settings" in host
    for html in (guest, stranger):
        assert "Start with" not in html
        assert 'formaction="block/"' not in html
        assert "The host starts the match:" in html
    assert 'action="name/"' in guest
    assert 'action="name/"' not in stranger
    assert stranger.count("button-primary") == 2  # sit down, and the answer in the question dialog


def test_alone_at_the_table_the_start_says_who_is_missing(people: factories.Cast) -> None:
    html = page(people.host, factories.waiting_table([people.host]))
    start = part(html, "r-start")
    assert 'data-enough="no"' in start
    assert 'aria-disabled="true"' in start
    assert "1 more player is needed" in start


def test_the_waiting_page_takes_a_constant_number_of_statements(people: factories.Cast) -> None:
    small = factories.waiting_table([people.host])
    large = factories.waiting_table([people.host, people.guest], ["easy"] * 6)

    def cost(client: Client, table: Table) -> int:
        forget_everything()
        with counted() as statements:
            assert client.get(f"/t/{table.code}/").status_code == 200
        assert all(sql.startswith("SELECT") for sql in statements)
        return len(statements)

    host = browser(people.host)
    assert cost(host, small) == cost(host, large) == 4  # session, user, table, seats
    assert cost(browser(), large) == 2


def test_a_table_without_a_name_is_called_by_its_code(people: factories.Cast) -> None:
    table = factories.waiting_table([people.host])
    Table.objects.filter(pk=table.pk).update(name="")
    assert f"<bdi>Table {table.code[:4]} {table.code[4:]}</bdi>" in page(None, table)


def test_a_match_played_again_waits_for_those_who_are_not_ready(people: factories.Cast) -> None:
    over = match_ended([people.host, people.guest])
    assert Page.load(browser(people.guest), over.table.code).submit("again").status_code == 302
    host, guest = page(people.host, over), page(people.guest, over)
    assert "I’m ready" in part(host, "r-start")
    assert "I’m ready" not in part(guest, "r-start")
    assert "<bdi>Hanna</bdi>" in part(guest, "r-start")
    assert "Start with" in part(host, "r-start")


# ---- Between two rounds ----


def test_after_a_round_everybodys_tiles_make_their_points(people: factories.Cast) -> None:
    now = round_ended([people.host, people.guest], ["easy", "easy"])
    html = page(people.guest, now)
    scored = score_sheet(now)[-1]
    scores = part(html, "r-scores")
    rows = scores.split('<li class="score')[1:]
    order = sorted(range(4), key=lambda seat: (scored.points[seat], seat != scored.out, seat))
    assert [re.findall(r'data-letter="(\w)"', row)[0] for row in rows] == ["ABCD"[seat] for seat in order]
    for row, seat in zip(rows, order, strict=True):
        tiles = re.findall(r'<span class="visually-hidden">(\d+-\d+)</span>', row)
        assert tiles == list(scored.hands[seat])
        worth = sum(sum(map(int, tile.split("-"))) + 50 * (tile == "0-0") for tile in tiles)
        assert worth == scored.points[seat]
        assert f"<b>{scored.totals[seat]}</b>" in row
        assert ('<span class="mini-tag">' in row) == ("0-0" in tiles)
    assert scored.seed in scores
    assert scored.commitment in scores
    following = Round.objects.get(match_id=now.match.id, number=1)
    assert following.commitment in scores
    assert following.seed not in html


def test_the_one_who_went_out_stands_first_even_beside_another_zero(people: factories.Cast) -> None:
    now = round_ended([people.host, people.guest], ["easy"])
    out = score_sheet(now)[-1].out
    assert out is not None
    other = (out + 1) % 3
    Penalty.objects.filter(round_id=now.round.id, seat_id=now.seats[other].id).update(points=0, tiles=[])
    forget_everything()
    rows = part(page(None, now), "r-scores").split('<li class="score')[1:]
    assert "Played the last tile" in rows[0]
    assert "Played the last tile" not in rows[1]


def test_only_the_host_may_begin_the_next_round_and_everybody_sees_who_is_ready(
    people: factories.Cast,
) -> None:
    now = round_ended([people.host, people.guest])
    assert "Next round now" in part(page(people.host, now), "r-ready")
    assert "Next round now" not in part(page(people.guest, now), "r-ready")
    assert read(Page.load(browser(people.guest), now.table.code).post("ready"))["regions"].keys() >= {
        "r-next"
    }
    following = part(page(people.host, now), "r-next")
    assert "Gil: ready" in following
    assert "Hanna: not ready yet" in following
    done = part(page(people.guest, now), "r-ready")
    assert "button-done" in done
    assert 'formaction="ready/"' not in done
    assert Page.load(browser(people.host), now.table.code).submit("next").status_code == 302
    assert snapshot(now.table.id).round.number == 1


def test_between_two_rounds_people_agree_that_the_next_one_is_the_last(people: factories.Cast) -> None:
    now = round_ended([people.host, people.guest])
    assert "Let the next round be the last" in page(people.host, now)
    Page.load(browser(people.host), now.table.code).submit("last-round")
    asked = page(people.guest, now)
    assert "wants the next round to be the last." in asked
    assert not snapshot(now.table.id).match.last_round
    Page.load(browser(people.guest), now.table.code).submit("last-round")
    assert snapshot(now.table.id).match.last_round
    assert "The next round is the last." in page(people.guest, now)
    playing = rounds.open_next(table_id=now.table.id, round_number=0)
    assert not playing.match.over
    ended = end_round(playing)
    assert (ended.match.status, ended.match.rounds_done) == (Match.Status.FINISHED, 2)


def test_the_board_stays_one_tap_away(people: factories.Cast) -> None:
    now = round_ended([people.host, people.guest])
    html = page(people.host, now)
    assert 'data-sheet="board-sheet"' in html
    assert now.state is not None
    for node in range(len(now.state.layout)):
        assert f'id="t{node}"' in html


# ---- The end ----


def with_totals(people: factories.Cast, totals: tuple[int, ...]) -> Snapshot:
    """A match of one round that ends with these totals before the last round's points are known to matter."""
    over = match_ended([people.host, people.guest], ["easy", "easy"])
    best = min(totals)
    for seat, total in zip(over.seats, totals, strict=True):
        place = 1 + sum(other < total for other in totals)
        Seat.objects.filter(pk=seat.id).update(total=total, place=place)
        Penalty.objects.filter(seat_id=seat.id).update(total=total, points=total)
    winners = [index for index, total in enumerate(totals) if total == best]
    Match.objects.filter(pk=over.match.id).update(winners=winners, is_draw=len(winners) > 1)
    Table.objects.filter(pk=over.table.id).update(version=over.version + 1)
    forget_everything()
    return snapshot(over.table.id)


def test_a_draw_is_shown_as_a_draw_with_competition_ranking(people: factories.Cast) -> None:
    now = with_totals(people, (55, 40, 40, 60))
    assert [
        (seat["rank"], seat["letter"]) for seat in standings(Played.of(now)) if isinstance(seat, dict)
    ] == [
        (1, "B"),
        (1, "C"),
        (3, "A"),
        (4, "D"),
    ]
    html = page(None, now)
    assert "A draw between" in html
    assert html.count("standing-first") == 2
    assert html.count('class="winner"') == 2
    assert "40 points, 15 fewer than" in html


def test_the_winner_stands_alone(people: factories.Cast) -> None:
    html = page(people.host, with_totals(people, (12, 40, 40, 60)))
    assert "<bdi>Hanna</bdi> wins!" in html
    assert "Play again" in html
    assert 'href="record.json"' in html


def test_a_match_without_a_finished_round_has_no_winner_and_no_chart(people: factories.Cast) -> None:
    now = factories.playing_table([people.host], ["easy"])
    ended = agreements.end(table_id=now.table.id, user_id=people.host.pk)
    end = match_end(Played.of(ended))
    assert (end["after"], end["title"]) == ("Ended early", "No round was finished")
    html = page(people.host, ended)
    assert 'class="card chart-card" hidden' in html
    assert "The round that was not finished" in html
    assert Round.objects.get(pk=ended.round.id).seed in html
    assert 'href="record.json"' not in html


@pytest.mark.slow
def test_the_chart_keeps_every_badge_inside_and_apart_and_says_its_numbers(people: factories.Cast) -> None:
    eight = [factories.person(f"P{number}") for number in range(8)]
    now = factories.playing_table(eight, settings={"length": "half"})
    now = factories.play_until(now, lambda now_at: now_at.match.over)
    drawn = chart(Played.of(now))
    lines = drawn["lines"]
    assert isinstance(lines, list)
    heights = sorted(float(str(line["badge_y"])) for line in lines if isinstance(line, dict))
    assert len(heights) == 8
    assert heights[0] >= 0
    assert heights[-1] <= HEIGHT - 19
    assert all(high - low >= 19 for low, high in pairwise(heights))
    totals = {seat.letter: seat.total for seat in now.seats}
    for line in lines:
        assert isinstance(line, dict)
        said = line["said"]
        assert isinstance(said, list)
        assert said[-1] == totals[str(line["letter"])]
        assert len(str(line["points"]).split()) == now.match.rounds_done + 1
    last = lines[-1]
    assert isinstance(last, dict)
    assert last["winner"]
    html = page(None, now)
    for seat in now.seats:
        assert f"chart-line chart-{seat.letter}" in html


def test_letters_of_close_totals_stand_around_the_ends_of_their_lines(people: factories.Cast) -> None:
    drawn = chart(Played.of(with_totals(people, (50, 51, 51, 52))))
    assert isinstance(drawn["lines"], list)
    ends, middles, leads = list[str](), list[float](), list[str]()
    for line in drawn["lines"]:
        assert isinstance(line, dict)
        ends.append(str(line["points"]).rsplit(",", 1)[1])
        middles.append(float(str(line["badge_y"])) + BADGE / 2)
        leads.append(str(line["lead"]))
    assert fmean(middles) == pytest.approx(fmean(map(float, ends)), abs=0.1)
    # A short line leads to a letter that others have pushed away.
    assert any(leads)
    for end, middle, lead in zip(ends, middles, leads, strict=True):
        assert bool(lead) == (abs(float(end) - middle) > BADGE / 2)
        assert not lead or lead.startswith(f"M{drawn['right']} {end}L")


def test_the_sheets_own_page_has_every_hand_and_seed_of_what_is_over_and_nothing_else(
    people: factories.Cast,
) -> None:
    now = round_ended([people.host, people.guest], ["easy"])
    rounds.open_next(table_id=now.table.id, round_number=0)
    html = text(browser().get(f"/t/{now.table.code}/sheet/"))
    seeds = Round.objects.filter(match_id=now.match.id).values_list("number", "seed")
    assert [number for number, seed in seeds if seed in html] == [0]
    scored = score_sheet(now)[0]
    assert html.count('class="sheet-hands"') == 1
    left = sum(len(hand) for hand in scored.hands)
    assert len(re.findall(r'class="chip[ "]', html.split("sheet-rounds")[1].split("sheet-hands")[1])) == left


def test_no_table_is_a_page_of_its_own() -> None:
    response = browser().get("/t/NOTABLE2/")
    assert response.status_code == 404
    assert "There is no table here." in text(response)


def test_the_layouts_that_are_shown_are_whole() -> None:
    for shown, tiles in ((front_layout(), 16), (foot_layout(), 5)):
        assert shown.tiles.count('<g class="t"') == tiles
        assert shown.bodies.count("<use") == tiles
        assert "id=" not in shown.tiles + shown.bodies
