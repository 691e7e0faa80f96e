"""One's own matches and figures, and the public page: what is listed, found, counted, and for whom."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from games.models import Match, Seat, Table
from games.queries.memory import forget_everything
from games.services import owners
from lobby.models import User
from lobby.profiles import show_profile
from tests import factories, pasts
from tests.pasts import EVENING, Left
from tests.services.statements import counted
from tests.web.lobby_forms import text
from tests.web.pages import browser

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> list[User]:
    return [factories.person(name) for name in ("Rosa", "Mina", "Ωmega", "100%_o")]


def account(name: str, **fields: object) -> User:
    person = factories.person(name)
    person.is_guest, person.username, person.email = (
        False,
        f"{name.lower()}-login",
        f"{name.lower()}@example.org",
    )
    for field, value in fields.items():
        setattr(person, field, value)
    person.save()
    return person


def round_of(*points: int) -> Left:
    """A round in which each seat is left with so many pips (0 to 9), in one tile."""
    return Left(
        [[f"{count}-0"] if count else [] for count in points], out=points.index(0) if 0 in points else None
    )


def get(user: User | Client | None, path: str) -> str:
    client = user if isinstance(user, Client) else browser(user)
    response = client.get(path)
    assert response.status_code == 200
    return text(response)


def listed(html: str) -> list[str]:
    """The matches on a page, as "CODE/number"."""
    return ["/".join(found) for found in re.findall(r'entry-door" href="/t/(\w+)/m/(\d+)/"', html)]


def key(match: Match) -> str:
    return f"{match.table.code}/{match.number}"


# ---- My matches ----


def test_somebody_nobody_knows_is_told_what_will_stand_here() -> None:
    for path in ("/me/history/", "/me/statistics/"):
        html = get(None, path)
        assert "Once you have finished a match it stands here" in html
        assert 'action="/play-now/"' in html
        assert 'role="search"' not in html


def test_a_guest_sees_their_own_matches_that_are_over_newest_first(people: list[User]) -> None:
    rosa, mina, omega, _o = people
    table = pasts.table("Sunday")
    first = pasts.match(table, [rosa, mina, "hard"], [round_of(0, 4, 6)])
    second = pasts.match(table, [mina, rosa], [round_of(0, 4)])
    pasts.match(pasts.table(), [mina, omega], [round_of(0, 4)])
    pasts.match(table, [rosa, mina], [round_of(0, 4)], status=Match.Status.PLAYING)
    html = get(rosa, "/me/history/")
    assert listed(html) == [key(second), key(first)]
    entries = html.split("mine-entry")
    assert "Place 2 of 2" in entries[1]
    assert "4 points" in entries[1]
    assert "With <bdi>Mina</bdi>" in entries[1]
    assert "Won" in entries[2]
    assert "With <bdi>Mina</bdi> and <bdi>Bot 2</bdi>" in entries[2]
    assert "Sunday" in entries[2]
    assert "Chicken Foot · 1 round" in re.sub(r"<[^>]+>", "", entries[2])


def test_a_tie_is_a_shared_first_place_and_an_unscored_match_has_no_place(people: list[User]) -> None:
    rosa, mina, *_more = people
    table = pasts.table()
    pasts.match(table, [rosa, mina], [round_of(3, 3)])
    pasts.match(table, [rosa, mina], [], status=Match.Status.ENDED_EARLY)
    unscored, tie = get(rosa, "/me/history/").split("mine-entry")[1:]
    assert "Shared first place" in tie
    assert "Not scored" in unscored
    assert "ended early" in unscored


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("q=mina", [0, 2]),
        ("q=100%25_", [1]),
        ("q=SUND", [0, 1]),
        ("q=rosa", []),
        ("q=Ωme", [2]),
        ("q=%00%07", [0, 1, 2]),
        ("result=won", [0]),
        ("result=shared", [1]),
        ("result=other", [2]),
        ("result=early", [2]),
        ("result=x&seats=99&game=poker", [0, 1, 2]),
        ("seats=3", [2]),
        ("seats=2&result=won", [0]),
        ("game=chicken-foot", [0, 1, 2]),
        ("year=2024", [1]),
        ("year=2024&q=mina", []),
    ],
)
def test_search_and_filters(people: list[User], query: str, found: list[int]) -> None:
    rosa, mina, omega, odd = people
    sunday, monday = pasts.table("Sunday"), pasts.table("Monday")
    matches = [
        pasts.match(sunday, [rosa, mina], [round_of(0, 4)]),
        pasts.match(sunday, [odd, rosa], [round_of(2, 2)], began=datetime(2024, 5, 1, tzinfo=UTC)),
        pasts.match(monday, [rosa, mina, omega], [round_of(5, 0, 1)], status=Match.Status.ENDED_EARLY),
    ]
    html = get(rosa, f"/me/history/?{query}")
    assert listed(html) == [key(matches[index]) for index in reversed(found)]
    if not found:
        assert "None of your matches is like that." in html


def test_what_was_asked_for_stays_in_the_form_and_in_the_links_to_further_pages(people: list[User]) -> None:
    rosa, mina, *_more = people
    table = pasts.table()
    for number in range(45):
        pasts.match(table, [rosa, mina], [round_of(0, 4)], began=EVENING + timedelta(hours=number))
    seen: list[str] = []
    address: str | None = "/me/history/?q=Min&result=won&seats=2&year=2026"
    pages = 0
    while address is not None:
        html = get(rosa, address)
        seen += listed(html)
        assert 'value="Min"' in html
        assert '<option value="won" selected>' in html
        assert ("To the newest" in html) == (pages > 0)
        older = re.search(r'rel="next" href="([^"]+)"', html)
        address = None if older is None else "/me/history/" + older[1].replace("&amp;", "&")
        pages += 1
    assert pages == 3
    assert seen == [f"{table.code}/{number}" for number in range(45, 0, -1)]


def test_a_name_is_text_in_every_list(people: list[User]) -> None:
    evil = factories.person("<img src=x onerror=alert(1)>")
    made = pasts.match(pasts.table("<b>T</b>", is_public=True), [people[0], evil], [round_of(0, 4)])
    shown = account("Shown")
    Seat.objects.filter(match=made, index=0).update(user=shown)
    show_profile(shown)
    for path in ("/me/history/?q=<img", f"/people/{shown.slug}/", f"/t/{made.table.code}/all/"):
        html = get(shown, path)
        assert "<img src=x" not in html
        assert "<b>T</b>" not in html
        assert "&lt;" in html


def test_seats_moved_into_an_account_are_in_its_history(people: list[User]) -> None:
    guest, mina, *_more = people
    made = pasts.match(pasts.table(), [guest, mina], [round_of(0, 4)])
    rosa = account("Rosalia")
    owners.move_seats(from_user_id=guest.pk, to_user_id=rosa.pk)
    assert listed(get(rosa, "/me/history/")) == [key(made)]
    assert listed(get(guest, "/me/history/")) == []


# ---- Statistics ----


def test_the_figures_stand_with_their_definitions(people: list[User]) -> None:
    rosa, mina, *_more = people
    table = pasts.table()
    pasts.match(table, [rosa, mina], [round_of(0, 4), Left([["0-0", "1-0"], []], out=1)])
    pasts.match(table, [rosa, "easy", "hard"], [round_of(0, 4, 9)])
    html = get(rosa, "/me/statistics/")
    values = re.findall(
        r'figure-value">([^<]+)</dd><dd class="figure-more">([^<]*)<',
        html,
    )
    assert values == [
        ("1", "50%"), ("0", "0%"), ("17.0", "51 points in 3 rounds"),
        ("2", "of 3 rounds · 67%"), ("1", "of 3 rounds · 33%"),
    ]  # fmt: skip
    assert html.count('class="figure-words"') == 6
    rows = re.findall(r'<th scope="row">([^<]+)</th><td>(\d+)</td><td>(\d+) ', html)
    assert rows == [
        ("Against people", "1", "0"), ("Only against bots", "1", "1"), ("2 players", "1", "0"), ("3 players", "1", "1"),
    ]  # fmt: skip


def test_somebody_without_matches_is_invited_to_play(people: list[User]) -> None:
    assert 'action="/play-now/"' in get(people[0], "/me/statistics/")


# ---- The public page ----


def test_a_public_page_is_there_only_while_it_is_switched_on(people: list[User]) -> None:
    rosa = account("Rosalia")
    client = browser(rosa)
    assert "Switch it on" in get(client, "/me/statistics/")
    assert client.post("/me/profile/", {"show": "1"}).status_code == 302
    rosa.refresh_from_db()
    address = f"/people/{rosa.slug}/"
    html = get(None, address)
    assert '<meta name="robots" content="noindex, nofollow">' in html
    assert "<bdi>Rosalia</bdi>" in html
    assert "rosalia-login" not in html
    assert "@example.org" not in html
    assert address in get(client, "/me/statistics/")
    client.post("/me/profile/", {"show": "0"})
    gone = browser().get(address)
    assert gone.status_code == 404
    assert "There is no table here" not in gone.content.decode()  # nobody asked for one
    client.post("/me/profile/", {"show": "1"})
    assert browser().get(address).status_code == 200


def test_only_matches_at_public_tables_are_on_it(people: list[User]) -> None:
    rosa = account("Rosalia")
    show_profile(rosa)
    hidden = pasts.match(pasts.table("Secret place"), [rosa, people[1]], [round_of(0, 4)])
    shown = pasts.match(pasts.table("Market square", is_public=True), [rosa, people[2]], [round_of(3, 4)])
    html = get(None, f"/people/{rosa.slug}/")
    assert listed(html) == [key(shown)]
    assert "Secret place" not in html
    assert hidden.table.code not in html
    assert "Mina" not in html
    # The figures are those of all matches.
    assert re.search(r'figure-value">2<', html)


def test_guests_and_the_blocked_have_no_public_page(people: list[User]) -> None:
    guest = people[0]
    browser(guest).post("/me/profile/", {"show": "1"})
    guest.refresh_from_db()
    assert (guest.public_profile, guest.slug) == (False, None)
    rosa = account("Rosalia")
    show_profile(rosa)
    User.objects.filter(pk=rosa.pk).update(is_active=False)
    assert browser().get(f"/people/{rosa.slug}/").status_code == 404
    assert browser().post("/me/profile/", {"show": "1"}).status_code == 302
    assert browser(rosa).get("/me/profile/").status_code in (302, 405)


def test_the_pages_take_the_same_few_statements_for_few_and_many_matches(people: list[User]) -> None:
    rosa, mina = account("Rosalia"), account("Mina")
    show_profile(rosa)
    show_profile(mina)
    pasts.match(pasts.table(is_public=True), [mina, "easy"], [round_of(0, 4)])
    table: Table = pasts.table(is_public=True)
    for _number in range(30):
        pasts.match(table, [rosa, *people, "easy", "hard"], [round_of(0, 4, 1, 1, 1, 1, 1)] * 3)

    def cost(user: User, path: str) -> int:
        client = browser(user)
        forget_everything()
        with counted() as statements:
            assert client.get(path).status_code == 200
        assert all(sql.startswith("SELECT") for sql in statements)
        return len(statements)

    # Session and user, then: matches, seats, the oldest match; figures of matches and of rounds; whose page it is.
    assert (
        cost(rosa, "/me/history/")
        == cost(mina, "/me/history/")
        == cost(rosa, "/me/history/?q=min&seats=7")
        == 5
    )
    assert cost(rosa, "/me/statistics/") == cost(mina, "/me/statistics/") == 4
    assert cost(rosa, f"/people/{rosa.slug}/") == cost(rosa, f"/people/{mina.slug}/") == 7
    assert cost(factories.person(), "/me/history/") <= 5
