"""The lasting page of a match: what it shows, to whom, and what it never shows."""

from __future__ import annotations

import random
import re

import pytest
from django.utils import timezone

from games.models import Match, Penalty, Round, Seat
from games.queries import Snapshot, snapshot
from games.queries.memory import forget_everything
from games.services import rounds
from games.services.base import locked, touch
from lobby.models import User
from tests import factories, pasts
from tests.games_for_tests import registered
from tests.pasts import Left, Sitter
from tests.services.ends import round_ended
from tests.services.statements import counted
from tests.web.lobby_forms import text
from tests.web.pages import browser

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> factories.Cast:
    return factories.cast()


def address(match: Match) -> str:
    return f"/t/{match.table.code}/m/{match.number}/"


def page(match: Match, user: User | None = None) -> str:
    response = browser(user).get(address(match))
    assert response.status_code == 200
    return text(response)


def some_rounds(seats: int, count: int = 3, seed: int = 1) -> list[Left]:
    source = random.Random(seed)
    return [pasts.any_round(source, seats) for _round in range(count)]


def test_a_match_of_a_game_that_is_not_known_here_has_a_kind_page(people: factories.Cast) -> None:
    with registered():
        start = factories.playing_table([people.host, people.guest], game="test-line")
        now = factories.play_until(start, factories.round_over)
        made = Match.objects.select_related("table").get(pk=now.match.id)
    forget_everything()
    paths = ("", "record.json", "check/", "r/1/", "r/1/at/1/", "r/1/check/")
    for path in paths:
        answer = browser(people.host).get(f"{address(made)}{path}")
        assert answer.status_code == 404, path
        assert "This table plays another game." in text(answer), path
    with registered():
        assert browser(people.host).get(f"{address(made)}r/1/").status_code == 200


def cells(html: str) -> list[list[str]]:
    """The body of the score sheet: for each round the texts of its cells, without tags."""
    body = html.split("<tbody>")[1].split("</tbody>")[0]
    return [
        [
            re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", cell)).strip()
            for cell in re.findall(r"<td>.*?</td>", row)
        ]
        for row in re.findall(r"<tr>.*?</tr>", body)
    ]


def test_scenario_21_the_tiles_that_made_the_points_are_shown_and_the_sums_are_those_of_the_rows(
    people: factories.Cast,
) -> None:
    """The winner goes out, the others hold 0-0, 3-0 and 6-6; a reload shows the same sums, which are those stored."""
    sitters: list[Sitter] = [people.host, people.guest, people.outsider, "hard"]
    made = pasts.match(pasts.table(), sitters, [Left([[], ["0-0"], ["3-0"], ["6-6"]], out=0)])
    html = page(made, people.guest)
    assert (
        cells(page(made, people.guest))
        == cells(html)
        == [["0 (went out) total 0", "50 (worst of the round) total 50", "3 total 3", "12 total 12"]]
    )
    card = html.split('id="round-1"')[1].split("</details>")[0]
    hands = [re.sub(r"<[^>]+>", "", row) for row in re.findall(r'<p class="chips hand-tiles">.*?</p>', card)]
    assert [hand.split() for hand in hands] == [
        ["Played", "the", "last", "tile"], ["3-0"], ["6-6"], ["0-0counts", "50"],
    ]  # fmt: skip
    charged = Penalty.objects.filter(round__match=made).order_by("seat__index")
    assert [(row.points, row.total) for row in charged] == [(0, 0), (50, 50), (3, 3), (12, 12)]
    assert [seat.total for seat in Seat.objects.filter(match=made).order_by("index")] == [0, 50, 3, 12]


def test_scenario_21_a_tie_is_shown_as_a_tie(people: factories.Cast) -> None:
    sitters: list[Sitter] = [people.host, people.guest, people.outsider]
    made = pasts.match(pasts.table(), sitters, [Left([["3-0"], ["2-1"], ["6-6"]], foot=5)])
    html = page(made)
    assert "A draw between <bdi>Hanna</bdi> and <bdi>Gil</bdi>" in html
    assert html.count("standing-first") == 2
    assert re.findall(r'standing-rank">(\d)', html) == ["1", "1", "3"]
    assert '<td class="winner">3' in html
    assert cells(html) == [
        ["3 (best of the round) total 3", "3 (best of the round) total 3", "12 (worst of the round) total 12"]
    ]
    assert "The" in html
    assert "foot could not be finished." in html


def test_a_round_in_which_all_did_the_same_has_no_best_and_no_worst(people: factories.Cast) -> None:
    made = pasts.match(pasts.table(), [people.host, people.guest], [Left([["3-0"], ["2-1"]])])
    assert cells(page(made)) == [["3 total 3", "3 total 3"]]


def test_the_page_says_when_it_was_played_and_which_rules_differ(people: factories.Cast) -> None:
    made = pasts.match(
        pasts.table(), [people.host, people.guest], some_rounds(2), settings={"blank": 25, "length": "half"}
    )
    client = browser()
    client.cookies["tz"] = "Asia/Seoul"
    html = text(client.get(address(made)))
    assert '<time datetime="2026-03-14T19:00:00Z">March 15, 2026, 4 a.m.</time>' in html
    assert "21 min" in html
    assert "Half match, 5 rounds" in html
    assert "0-0 left in hand: counts 25" in html
    assert '<meta name="robots" content="noindex">' in html


def test_every_round_leads_to_its_replay_and_the_check_of_its_deal(people: factories.Cast) -> None:
    made = pasts.match(pasts.table(), [people.host, people.guest], some_rounds(2))
    html = page(made)
    for number in (1, 2, 3):
        assert f'href="{address(made)}r/{number}/"' in html
        assert f'href="{address(made)}r/{number}/check/"' in html
    assert f'href="{address(made)}sheet.csv"' in html
    assert f'href="{address(made)}record.json"' in html
    assert f'href="/t/{made.table.code}/all/"' in html


def test_the_own_seat_is_marked_and_nobody_elses(people: factories.Cast) -> None:
    made = pasts.match(pasts.table(), [people.host, people.guest], some_rounds(2))
    assert 'class="past" data-seat="B"' in page(made, people.guest)
    for other in (people.outsider, None):
        assert 'class="past" data-seat' not in page(made, other)


def test_names_are_text_and_a_deleted_account_has_none(people: factories.Cast) -> None:
    evil = factories.person('<img src=x onerror=alert(1)>"')
    html = page(pasts.match(pasts.table(), [evil, None, "easy"], some_rounds(3)))
    assert "<img src=x" not in html
    assert "&lt;img src=x" in html
    assert "(deleted player)" in html


def test_a_code_in_small_letters_leads_to_the_page(people: factories.Cast) -> None:
    made = pasts.match(pasts.table(), [people.host, people.guest], some_rounds(2))
    response = browser().get(address(made).replace(made.table.code, made.table.code.lower()))
    assert (response.status_code, response["Location"]) == (302, address(made))


@pytest.mark.parametrize(
    "missing",
    ["/t/{code}/m/2/", "/t/{code}/m/0/", "/t/NOTABLE2/m/1/", "/t/kö/m/1/", f"/t/{{code}}/m/{10**20}/"],
)
def test_a_match_that_does_not_exist_is_not_found(people: factories.Cast, missing: str) -> None:
    made = pasts.match(pasts.table(), [people.host, people.guest], some_rounds(2))
    for file in ("", "sheet.csv", "record.json"):
        assert browser().get(missing.format(code=made.table.code) + file).status_code == 404


def test_a_waiting_match_has_no_page(people: factories.Cast) -> None:
    table = factories.waiting_table([people.host, people.guest])
    assert browser().get(f"/t/{table.code}/m/1/").status_code == 404


@pytest.mark.parametrize("status", [Match.Status.PLAYING, Match.Status.PAUSED])
def test_of_a_match_that_is_played_only_the_finished_rounds_are_there(
    people: factories.Cast, status: Match.Status
) -> None:
    now = round_ended([people.host, people.guest, people.outsider])
    now = rounds.open_next(table_id=now.table.id, round_number=0)
    Match.objects.filter(pk=now.match.id).update(status=status)
    made = Match.objects.select_related("table").get(pk=now.match.id)
    for user in (None, people.host):
        html = page(made, user)
        assert "1 of 10 rounds are over." in html
        assert len(cells(html)) == 1
        assert_nothing_of_the_open_round(html, now)
        for file in ("sheet.csv", "record.json"):
            assert browser(user).get(address(made) + file).status_code == 404


def test_the_page_of_a_match_knows_which_round_is_agreed_to_be_the_last(people: factories.Cast) -> None:
    now = rounds.open_next(table_id=round_ended([people.host, people.guest]).table.id, round_number=0)
    Match.objects.filter(pk=now.match.id).update(last_round=True)
    assert "1 of 2 rounds are over." in page(Match.objects.select_related("table").get(pk=now.match.id))


def assert_nothing_of_the_open_round(html: str, now: Snapshot) -> None:
    """No tile on the page but those left in round 1 and its double (the rest is the picture in the head)."""
    open_round = Round.objects.get(match_id=now.match.id, number=1)
    assert open_round.seed not in html
    assert open_round.commitment not in html
    assert "8-8" not in html.replace("blocked 8-8", "")
    left = {tile for row in Penalty.objects.filter(round__match_id=now.match.id) for tile in row.tiles}
    chips = re.findall(r'<span class="chip[^"]*"><b>(\d+)</b><i>-</i><b>(\d+)</b></span>', html)
    assert {f"{high}-{low}" for high, low in chips} <= left | {"9-9", "0-0"}
    assert Round.objects.filter(match_id=now.match.id, status=Round.Status.OVER).count() == 1


def test_a_running_match_has_standings_by_its_finished_rounds_and_no_winner(people: factories.Cast) -> None:
    sitters: list[Sitter] = [people.host, people.guest, people.outsider]
    made = pasts.match(
        pasts.table(), sitters, [Left([["6-6"], ["1-0"], ["2-0"]], foot=3)], status=Match.Status.PLAYING
    )
    html = page(made)
    assert re.findall(r'standing-rank">(\d)', html) == ["1", "2", "3"]
    assert "standing-first" not in html
    assert 'class="winner"' not in html


def ended_early(now: Snapshot) -> Snapshot:
    with locked(now.table.id) as table:
        rounds.end_early(facts=snapshot(table.pk), now=timezone.now())
        touch(table)
    return snapshot(now.table.id)


def test_a_match_that_ended_in_its_first_round_promises_no_further_ones(people: factories.Cast) -> None:
    now = factories.playing_table([people.host, people.guest])
    assert "Points appear here after each round." in page(Match.objects.get(pk=now.match.id))
    over = ended_early(now)
    assert "No round was played to its end." in page(Match.objects.get(pk=over.match.id))


def test_a_match_ended_early_shows_the_round_that_does_not_count(people: factories.Cast) -> None:
    now = rounds.open_next(table_id=round_ended([people.host, people.guest]).table.id, round_number=0)
    factories.step(now)
    over = ended_early(now)
    html = page(Match.objects.select_related("table").get(pk=over.match.id), people.host)
    assert "Ended early, after 1 round</span>" in html
    assert len(cells(html)) == 1
    dropped = html.split('id="round-2"')[1].split("</details>")[0]
    assert "It is not counted." in dropped
    assert over.state is not None
    held = sum(over.state.counts())
    assert len(re.findall(r'class="chip[ "]', dropped.split("hand-rows")[1])) == held


def test_the_page_takes_the_same_few_statements_for_small_and_large_matches(people: factories.Cast) -> None:
    eight = [people.host, *[factories.person(f"P{number}") for number in range(7)]]
    small = pasts.match(pasts.table(), [people.host, "easy"], some_rounds(2, 1))
    large = pasts.match(pasts.table(), eight, some_rounds(8, 13))

    def cost(match: Match, user: User | None) -> int:
        client = browser(user)
        forget_everything()
        with counted() as statements:
            assert client.get(address(match)).status_code == 200
        assert all(sql.startswith("SELECT") for sql in statements)
        return len(statements)

    # Session and user; match, seats, points, rounds.
    assert cost(small, people.host) == cost(large, people.host) == 6
    assert cost(small, None) == cost(large, None) == 4


@pytest.mark.parametrize("slug", ["test-line", "test-spinner"])
def test_a_game_in_which_points_are_collected_has_the_same_page(people: factories.Cast, slug: str) -> None:
    with registered():
        start = factories.playing_table([people.host, people.guest], game=slug, settings={"target": 50})
        now = factories.play_until(start, lambda now_at: now_at.match.over)
        made = Match.objects.select_related("table").get(pk=now.match.id)
        html = page(made, people.host)
        best = max(seat.total for seat in now.seats)
        winner = next(seat for seat in now.seats if seat.total == best)
        assert f"<bdi>{winner.name}</bdi> wins!" in html
        assert f"{best - min(seat.total for seat in now.seats)} more than" in html
        assert "The highest line wins." in html
        for row in cells(html):
            points = [int(cell.split()[0]) for cell in row]
            assert all("worst" not in cell for cell in row if int(cell.split()[0]) == max(points))
        for path in (
            f"/t/{made.table.code}/all/",
            "/me/history/",
            "/me/statistics/",
            f"{address(made)}sheet.csv",
        ):
            assert browser(people.host).get(path).status_code == 200
        assert "More is better." in text(browser(people.host).get("/me/statistics/"))
        assert "with the most points a round" in text(browser().get(f"/t/{made.table.code}/all/"))


def test_the_past_of_a_closed_table_stays(people: factories.Cast) -> None:
    made = pasts.match(pasts.table(closed_at=timezone.now()), [people.host, people.guest], some_rounds(2))
    for path in (address(made), f"{address(made)}sheet.csv", f"/t/{made.table.code}/all/"):
        assert browser().get(path).status_code == 200


def test_the_end_of_a_match_and_its_sheet_lead_here(people: factories.Cast) -> None:
    over = round_ended([people.host, people.guest], length="one")
    for path in ("", "sheet/"):
        html = text(browser(people.host).get(f"/t/{over.table.code}/{path}"))
        assert f'href="/t/{over.table.code}/m/1/"' in html
        assert f'href="/t/{over.table.code}/all/"' in html
    assert snapshot(over.table.code).match.over
