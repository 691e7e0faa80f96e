"""All matches of a table: the standing family table against counting by hand, the list, years, pages, access."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from datetime import UTC, datetime, timedelta

import pytest

from games.models import Match, Seat, Table
from games.queries.families import family
from games.queries.memory import forget_everything
from games.services import owners
from lobby.models import User
from tests import factories, pasts
from tests.pasts import EVENING, Left, Sitter
from tests.services.statements import counted
from tests.web.lobby_forms import text
from tests.web.pages import browser

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> list[User]:
    return [factories.person(name) for name in ("Rosa", "Mina", "Min", "Min")]


def page(table: Table, query: str = "", user: User | None = None) -> str:
    response = browser(user).get(f"/t/{table.code}/all/{query}")
    assert response.status_code == 200
    return text(response)


def lines(html: str) -> list[list[str]]:
    """The family table: what is said of everybody, column by column."""
    rows = re.findall(r'<tr role="row">(.*?)</tr>', html.split("<tbody")[1], re.DOTALL)
    plain = [re.sub(r'<span class="cell-word">.*?</span>', "", row) for row in rows]
    return [
        [
            " ".join(re.sub(r"<[^>]+>", " ", cell).split())
            for cell in re.findall(r"<t[hd].*?</t[hd]>", row, re.DOTALL)
        ]
        for row in plain
    ]


def won_by(index: int, seats: int = 2, *, points: int = 9) -> list[Left]:
    """One round: everybody but the winner is left with a tile."""
    return [Left([[] if seat == index else [f"{points}-0"] for seat in range(seats)], out=index)]


def test_who_won_how_often_is_counted_over_all_evenings(people: list[User]) -> None:
    rosa, mina, *_mins = people
    table = pasts.table()
    pasts.match(table, [rosa, mina], won_by(0))
    pasts.match(table, [rosa, mina], won_by(0), began=EVENING + timedelta(days=7))
    pasts.match(table, [rosa, mina], won_by(1), began=EVENING + timedelta(days=14))
    assert lines(page(table)) == [
        ["Rosa", "2", "0", "3", "3.0", "9", "0 points in 1 round"],
        ["Mina", "1", "0", "3", "6.0", "18", "0 points in 1 round"],
    ]


def test_a_shared_first_place_is_no_win(people: list[User]) -> None:
    table = pasts.table()
    pasts.match(table, people[:3], [Left([["1-0"], ["1-0"], ["5-0"]])])
    assert [(line[0], line[1], line[2]) for line in lines(page(table))] == [
        ("Rosa", "0", "1"), ("Mina", "0", "1"), ("Min", "0", "0"),
    ]  # fmt: skip


def test_people_of_the_same_name_are_told_apart_and_one_person_stays_one(people: list[User]) -> None:
    rosa, _mina, first, second = people
    table = pasts.table()
    pasts.match(table, [rosa, first, second], won_by(1, 3))
    User.objects.filter(pk=rosa.pk).update(name="Rosalia")
    rosa.refresh_from_db()
    pasts.match(table, [rosa, first, second], won_by(1, 3))
    pasts.match(table, [second, first, rosa], won_by(0, 3))
    assert [(line[0], line[1], line[3]) for line in lines(page(table))] == [
        ("Min", "2", "3"), ("Min (2)", "1", "3"), ("Rosalia", "0", "3"),
    ]  # fmt: skip


def test_bots_are_told_apart_by_name_and_level(people: list[User]) -> None:
    table = pasts.table()
    pasts.match(table, [people[0], "hard"], won_by(0))
    pasts.match(table, [people[0], "hard"], won_by(1))
    pasts.match(table, [people[0], "easy"], won_by(0))
    found = {(line[0], line[1], line[3]) for line in lines(page(table))}
    assert found == {("Rosa", "2", "3"), ("Bot 1 Bot, hard", "1", "2"), ("Bot 1 Bot, easy", "0", "1")}


def test_deleted_accounts_share_a_line_without_a_name(people: list[User]) -> None:
    rosa, mina, *_mins = people
    table = pasts.table()
    pasts.match(table, [rosa, mina], won_by(1))
    pasts.match(table, [rosa, mina, None], won_by(2, 3))
    owners.forget(user_id=mina.pk)
    html = page(table)
    assert "Mina" not in html
    assert [(line[0], line[1], line[3]) for line in lines(html)] == [
        ("(deleted player)", "2", "2"),
        ("Rosa", "0", "2"),
    ]


def test_the_viewers_own_line_is_marked(people: list[User]) -> None:
    table = pasts.table()
    pasts.match(table, people[:2], won_by(0))
    assert [line[0] for line in lines(page(table, user=people[1]))] == ["Rosa", "Mina You"]
    assert [line[0] for line in lines(page(table))] == ["Rosa", "Mina"]


def test_ended_early_counts_with_at_least_one_round(people: list[User]) -> None:
    table = pasts.table()
    early = Match.Status.ENDED_EARLY
    pasts.match(table, people[:2], won_by(1), status=early)
    pasts.match(table, people[:2], [], status=early)
    pasts.match(table, people[:2], won_by(0), status=Match.Status.PLAYING)
    html = page(table)
    assert [(line[0], line[1], line[3]) for line in lines(html)] == [("Mina", "1", "1"), ("Rosa", "0", "1")]
    titles = re.findall(r'class="entry-door"[^>]*>(.*?)</a>', html)
    assert titles == ["Being played", "No round was finished", "Won by <bdi>Mina</bdi>"]


def test_the_best_match_is_the_one_with_the_fewest_points_a_round(people: list[User]) -> None:
    table = pasts.table()
    pasts.match(table, people[:2], [Left([["9-0"], ["9-9"]])])
    pasts.match(table, people[:2], [Left([["5-0"], ["9-9"]]), Left([["4-0"], ["9-9"]])])
    html = page(table)
    assert f'<a href="/t/{table.code}/m/2/">9 points in 2 rounds</a>' in html
    assert f'<a href="/t/{table.code}/m/2/">36 points in 2 rounds</a>' in html


def test_a_year_is_that_of_the_viewers_zone(people: list[User]) -> None:
    table = pasts.table()
    new_years_eve = datetime(2025, 12, 31, 20, 0, tzinfo=UTC)
    pasts.match(table, people[:2], won_by(0), began=new_years_eve)
    pasts.match(table, people[:2], won_by(1), began=EVENING)
    assert [(line[0], line[1]) for line in lines(page(table, "?year=2025"))] == [("Rosa", "1"), ("Mina", "0")]
    seoul = browser()
    seoul.cookies["tz"] = "Asia/Seoul"
    html = text(seoul.get(f"/t/{table.code}/all/?year=2025"))
    assert "No match began in this year." in html
    assert re.findall(r'<option value="(\d*)"', html) == ["", "2026"]


@pytest.mark.parametrize(
    "query", ["?year=0000", "?year=９９９９", "?year=x", "?before=x", "?before=-1", "?game=poker"]
)
def test_what_cannot_be_asked_for_is_left_out(people: list[User], query: str) -> None:
    table = pasts.table()
    pasts.match(table, people[:2], won_by(0))
    assert len(lines(page(table, query))) == 2


def test_the_matches_come_page_by_page_newest_first(people: list[User]) -> None:
    table = pasts.table()
    for number in range(45):
        pasts.match(table, people[:2], won_by(0), began=EVENING + timedelta(days=number))
    seen: list[int] = []
    query: str | None = ""
    while query is not None:
        html = page(table, query)
        seen += [int(number) for number in re.findall(rf'entry-door" href="/t/{table.code}/m/(\d+)/"', html)]
        older = re.search(r'rel="next" href="([^"]+)"', html)
        query = older[1].replace("&amp;", "&") if older else None
    assert seen == list(range(45, 0, -1))


def test_a_table_without_matches_says_so(people: list[User]) -> None:
    table = factories.waiting_table(people[:2])
    assert "No match has been played here yet." in page(table)
    assert browser().get("/t/NOTABLE2/all/").status_code == 404
    response = browser().get(f"/t/{table.code.lower()}/all/")
    assert (response.status_code, response["Location"]) == (302, f"/t/{table.code}/all/")


def test_the_figures_are_those_of_counting_by_hand(people: list[User]) -> None:
    """Random matches, of people, bots and deleted accounts; counted again over the rows of all seats."""
    source = random.Random(11)
    table, other = pasts.table(), pasts.table("Other")
    for number in range(40):
        sitters: list[Sitter] = [
            *source.sample(people, source.randint(1, 3)),
            source.choice(["easy", "hard", None]),
        ]
        source.shuffle(sitters)
        rounds = [pasts.any_round(source, len(sitters)) for _round in range(source.randint(0, 3))]
        status = source.choice([Match.Status.FINISHED, Match.Status.FINISHED, Match.Status.ENDED_EARLY])
        at = other if number % 7 == 0 else table
        pasts.match(at, sitters, rounds, status=status if rounds else Match.Status.ENDED_EARLY)
    expected: dict[tuple[object, ...], list[float]] = defaultdict(lambda: [0, 0, 0, 0, 0, 1e9])
    for seat in Seat.objects.filter(match__table=table).select_related("match"):
        if seat.match.rounds_done == 0:
            continue
        row = expected[(seat.user_id, seat.kind, seat.level, "" if seat.user_id else seat.name)]
        first = seat.index in seat.match.winners
        row[0] += 1
        row[1] += first and len(seat.match.winners) == 1
        row[2] += first and len(seat.match.winners) > 1
        row[3] += seat.total
        row[4] += seat.match.rounds_done
        row[5] = min(row[5], seat.total / seat.match.rounds_done)
    found = {
        (one.user_id, "bot" if one.is_bot else "person", one.level, "" if one.user_id else one.name): [
            one.matches, one.wins, one.shared, one.points, one.rounds, one.best.total / one.best.rounds,
        ]
        for one in family(table.pk)
    }  # fmt: skip
    assert found == dict(expected)


def test_the_page_takes_the_same_few_statements_for_small_and_large_tables(people: list[User]) -> None:
    small, large = pasts.table(), pasts.table()
    pasts.match(small, people[:2], won_by(0))
    for number in range(30):
        pasts.match(
            large, [*people, "easy", "hard", None], won_by(0, 7), began=EVENING + timedelta(days=40 * number)
        )

    def cost(table: Table, query: str = "") -> int:
        client = browser(people[0])
        forget_everything()
        with counted() as statements:
            assert client.get(f"/t/{table.code}/all/{query}").status_code == 200
        assert all(sql.startswith("SELECT") for sql in statements)
        return len(statements)

    # Session, user, table; groups, names, best matches; years; matches, their seats.
    assert cost(small) == cost(large) == cost(large, "?year=2026") == cost(large, "?before=15") == 9
