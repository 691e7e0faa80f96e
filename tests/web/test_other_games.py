"""Games that the product does not know, over HTTP: the page of a running table, and an action from its fields."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from games.queries import SeatNow, Snapshot, snapshot
from games.rules.actions import Play
from lobby.models import User
from tests import factories
from tests.games_for_tests import registered
from tests.web.pages import Page, browser, read

pytestmark = pytest.mark.django_db(transaction=True)
SLUGS = ("test-line", "test-spinner")
SEED = "5" * 64
TILE = re.compile(r'<g id="t\d+"')


@pytest.fixture(autouse=True)
def _other_games() -> Iterator[None]:
    with registered():
        yield


@pytest.fixture
def people() -> factories.Cast:
    return factories.cast()


def mover(now: Snapshot) -> SeatNow:
    assert now.turn_seat is not None
    return now.turn_seat


def movers_page(now: Snapshot) -> Page:
    return Page.load(browser(User.objects.get(seats=mover(now).id)), now.table.code)


@pytest.mark.parametrize("slug", SLUGS)
def test_every_position_of_a_round_has_a_page_for_its_mover_and_for_who_looks_on(
    slug: str, people: factories.Cast
) -> None:
    now = factories.playing_table([people.host, people.guest], game=slug, seed=SEED)
    shown = 0
    while now.playing and shown < 12:
        assert now.state is not None
        page = movers_page(now)
        assert 'data-stage="playing"' in page.html
        assert (page.fields["ply"], page.fields["v"]) == (str(now.round.ply), str(now.version))
        for tile in factories.hand_of(now, mover(now)):
            assert f'id="h{tile}"' in page.html
        watched = Page.load(browser(), now.table.code).html
        for html in (page.html, watched):
            assert len(TILE.findall(html)) == len(now.state.layout)
        now, shown = factories.step(now), shown + 1
    assert shown == 12


@pytest.mark.parametrize("slug", SLUGS)
def test_what_a_page_posts_is_answered_with_the_table_one_version_on(
    slug: str, people: factories.Cast
) -> None:
    now = factories.playing_table([people.host, people.guest], game=slug, seed=SEED)
    laid = 0
    while laid < 6:
        page = movers_page(now)
        action = factories.dearest(factories.legal(now))
        response = page.post("act", action=factories.text_of(now, action))
        message = read(response)
        assert response.status_code == 200
        assert "refused" not in message
        assert message["v"] == now.version + 1
        assert message["ply"] > now.round.ply
        assert {"r-hand", "r-bar", "r-turn"} <= set(message["regions"])
        if isinstance(action, Play):
            put = [piece for step in message["layout"] for piece in step.get("put", ())]
            assert sum(layer == "tiles" and bool(TILE.match(html)) for layer, html in put) == 1
            laid += 1
        now = snapshot(now.table.code)
        assert (message["v"], message["ply"]) == (now.version, now.round.ply)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_tile_that_fits_nowhere_is_refused_in_a_sentence(slug: str, people: factories.Cast) -> None:
    now = factories.play_until(
        factories.playing_table([people.host, people.guest], game=slug, seed=SEED), factories.has_ply(2)
    )
    page = movers_page(now)
    assert now.state is not None
    end = now.state.ends[0]
    hand = factories.hand_of(now, mover(now))
    tile = next(tile for tile in hand if str(end.number) not in tile.split("-"))
    response = page.post("act", action=f"{tile}@{now.state.layout[end.node].tile}")
    message = read(response)
    assert response.status_code == 422
    assert message["refused"]["say"]
    assert message["v"] == now.version
