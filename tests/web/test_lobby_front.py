"""The front page, the field for a code, the switches: nothing is written by looking, each list is what it says."""

from __future__ import annotations

import pytest
from django.contrib.sessions.models import Session

from games.models import Table
from games.presenters.refusals import refusal_text
from games.queries import snapshot
from games.queries.lists import my_matches
from games.services import matches, standins
from games.services.errors import Code
from lobby.models import User
from lobby.views.front import read_code
from tests import factories
from tests.services.ends import match_ended, round_ended
from tests.services.statements import counted
from tests.web.lobby_forms import fields_of, text
from tests.web.pages import browser

pytestmark = pytest.mark.django_db


def test_looking_at_pages_without_a_table_writes_nothing_and_makes_nobody() -> None:
    stranger = browser()
    for path in ("/", "/new/", "/help/", "/carry/", "/code/?code=nothere", "/carry/not-a-link/"):
        with counted() as statements:
            assert stranger.get(path).status_code == 200, path
            assert stranger.head(path).status_code == 200, path
        assert all(sql.startswith("SELECT") for sql in statements), statements
    assert (User.objects.count(), Session.objects.count(), Table.objects.count()) == (0, 0, 0)
    assert "sessionid" not in stranger.cookies


def test_my_matches_say_whose_turn_it_is_and_mine_come_first() -> None:
    me, other = factories.person("Ann"), factories.person("Ben")
    first = factories.playing_table([me, other], name="First")
    second = factories.playing_table([me, other], name="Second")
    while first.turn_seat is None or first.turn_seat.user_id != me.pk:
        first = factories.step(first)
    while second.turn_seat is None or second.turn_seat.user_id == me.pk:
        second = factories.step(second)
    factories.waiting_table([me], name="Third")
    round_ended([me, other])
    match_ended([me, other])  # over, so no longer among them
    listed = my_matches(me.pk)
    assert [entry.my_turn for entry in listed] == [True, False, False, False]
    html = text(browser(me).get("/"))
    assert html.count("Play on") == 4
    assert "Your turn" in html
    assert "<bdi>Ben</bdi> to play" in html
    assert "Waiting for the others" in html
    assert "Between two rounds" in html
    assert html.index("First") < html.index("Third") < html.index("Second")


def test_who_left_still_finds_the_match_but_is_not_to_move() -> None:
    me = factories.person("Ann")
    now = factories.playing_table([me, factories.person("Ben")])
    while now.turn_seat is None or now.turn_seat.user_id != me.pk:
        now = factories.step(now)
    standins.leave(table_id=now.table.id, user_id=me.pk)
    (entry,) = my_matches(me.pk)
    assert not entry.my_turn
    assert "You left" in text(browser(me).get("/"))


@pytest.mark.parametrize("path", ["/", "/new/", "/code/?code=nothere"])
def test_a_page_with_a_key_is_for_one_browser_only(path: str) -> None:
    """Whoever gets the key of another one's page from a cache on the way would be seated as them."""
    assert "private" in browser().get(path).headers["Cache-Control"]


def test_a_match_played_again_is_listed_once() -> None:
    ann = factories.person("Ann")
    over = match_ended([ann, factories.person("Ben")])
    matches.again(
        table_id=over.table.id, user_id=ann.pk, name="Ann", match=over.match.number, key=factories.new_key()
    )
    assert [entry.code for entry in my_matches(ann.pk)] == [over.table.code]


CODE = "AC2D3EF4"


@pytest.mark.parametrize(
    "typed",
    [
        "AC2D3EF4",
        " ac2d 3ef4 ",
        "ac2d-3ef4",
        "https://play.example/t/AC2D3EF4/",
        "http://192.168.1.7:8000/t/ac2d3ef4",
        "Come! http://x.example/t/AC2D3EF4/?a=b",
    ],
)
def test_a_code_is_read_as_people_type_and_paste_it(typed: str) -> None:
    assert read_code(typed) == CODE


def test_the_code_leads_to_the_table() -> None:
    table = factories.waiting_table([factories.person()])
    response = browser().get("/code/", {"code": f" {table.code.lower()} "})
    assert (response.status_code, response["Location"]) == (302, f"/t/{table.code}/")


@pytest.mark.parametrize("typed", ["ABCD9999", '"><script>alert(1)</script>', "", "x" * 5000, "/t//"])
def test_an_unknown_code_stays_in_its_field_with_a_sentence_below(typed: str) -> None:
    response = browser().get("/code/", {"code": typed})
    html = text(response)
    assert response.status_code == 200
    assert 'aria-invalid="true"' in html
    assert 'id="code-error"' in html
    assert "<script>alert" not in html
    if len(typed) == 8:
        assert f'value="{typed}"' in html


def test_play_now_is_one_press_and_the_same_press_twice_is_one_table() -> None:
    stranger = browser()
    fields = fields_of(text(stranger.get("/")), "/play-now/")
    response = stranger.post("/play-now/", fields)
    assert response.status_code == 302
    now = snapshot(response["Location"].strip("/").removeprefix("t/"))
    assert now.playing
    assert [seat.kind.value for seat in now.seats].count("bot") == 3
    assert stranger.post("/play-now/", fields)["Location"] == response["Location"]
    # The press of a browser that had no cookie yet, sent twice.
    assert browser().post("/play-now/", fields)["Location"] == response["Location"]
    assert (Table.objects.count(), User.objects.count()) == (1, 1)


@pytest.mark.parametrize("key", ["", "short", "x" * 65, "x" * 600])
def test_play_now_without_a_key_of_ours_makes_nothing_and_says_so(key: str) -> None:
    stranger = browser()
    response = stranger.post("/play-now/", {"key": key}, follow=True)
    assert response.redirect_chain == [("/", 302)]
    assert refusal_text(Code.BAD_KEY, {}) in text(response)
    assert (User.objects.count(), Table.objects.count()) == (0, 0)


def test_the_theme_is_kept_in_a_cookie_and_leads_back_to_pages_of_ours_only() -> None:
    client = browser()
    response = client.post("/theme/", {"theme": "dark", "next": "/help/"})
    assert response["Location"] == "/help/"
    assert 'data-theme="dark"' in text(client.get("/"))
    assert client.post("/theme/", {"theme": "", "next": "https://evil.example/"})["Location"] == "/"
    assert "data-theme=" not in text(client.get("/")).split(">", 2)[1]
    for nonsense in ('"><b>', "x" * 600):
        assert client.post("/theme/", {"theme": nonsense}).status_code == 302
    response = client.post("/theme/", {"theme": "light"}, headers={"referer": "http://testserver/new/"})
    assert response["Location"] == "http://testserver/new/"
    assert client.get("/theme/").status_code == 405


def test_the_language_is_switched_where_one_is() -> None:
    client = browser()
    here = {"referer": "http://testserver/help/"}
    response = client.post("/i18n/setlang/", {"language": "ko"}, headers=here)
    assert response["Location"] == here["referer"]
    assert '<html lang="ko"' in text(client.get("/help/"))


def test_help_tells_what_it_has_to() -> None:
    html = text(browser().get("/help/"))
    for place in ("play", "move", "away", "seat", "deals", "why"):
        assert f'id="{place}"' in html
        assert f'href="#{place}"' in html
