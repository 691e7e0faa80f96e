"""The replay over HTTP: who may look at what, what is on each page, what it costs."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest
from django.utils import timezone

from games.models import Action, Match, Round, Seat
from games.queries import Snapshot, snapshot
from games.queries.memory import forget_everything
from games.queries.past import past_round
from games.rules import games
from games.services import rounds
from games.services.base import locked, touch
from lobby.models import User
from tests import factories
from tests.games_for_tests import registered
from tests.services.statements import counted
from tests.web.pages import browser

pytestmark = pytest.mark.django_db
_NODES = re.compile(r'<g id="t(\d+)"')


def played(seats: int, **settings: int | str) -> tuple[Snapshot, list[User]]:
    """A match in its second round, and its people."""
    people = [factories.person(f"P{number}") for number in range(seats)]
    start = factories.playing_table(people, settings=settings, seed="3" * 64)
    choose = factories.at_random(random.Random(7))
    return (
        factories.play_until(start, lambda at: at.round.number == 1 and at.round.ply > 3, choose),
        people,
    )


@pytest.fixture
def now_at() -> Snapshot:
    return played(3)[0]


def get(path: str, user: User | None = None) -> str:
    response = browser(user).get(path)
    assert response.status_code == 200, response.status_code
    return response.content.decode()


# ---- What is shown ----


def test_every_position_has_its_tiles_its_hands_and_its_sentence(now_at: Snapshot) -> None:
    code = now_at.table.code
    past = past_round(code, 1, 1)
    for at, state in enumerate(past.played.positions):
        html = get(f"/t/{code}/m/1/r/1/at/{at}/")
        assert len(_NODES.findall(html)) == len(state.layout)
        hands = html[html.index('id="r-seats"') : html.index("</ol>")]
        shown = re.findall(r'<span class="visually-hidden">(\d+-\d+)', hands)
        held = [str(tile) for seat in range(3) for tile in reversed(state.hand(seat))]
        assert shown == held
        assert f"Boneyard <b>{len(state.boneyard)}</b>" in html
        assert ("is to act" in html) == (not state.over)


def test_the_action_and_the_tile_that_was_drawn_are_told(now_at: Snapshot) -> None:
    code = now_at.table.code
    action = Action.objects.filter(round__number=0, kind="draw").order_by("ply")[0]
    html = get(f"/t/{code}/m/1/r/1/at/{action.ply + 1}/")
    said = html[html.index('id="replay-said"') : html.index('id="r-seats"')]
    first, second = action.drawn.split("-")
    assert "drew <span" in said
    assert f"<b>{first}</b><i>-</i><b>{second}</b>" in said
    assert html.count("just drawn") == 1


@pytest.mark.parametrize(
    ("by", "words"),
    [
        ("person", "drew"),
        ("bot", ">bot<"),
        ("stand-in", "A stand-in drew"),
        ("clock", "time was up"),
    ],
)
def test_who_acted_is_told(now_at: Snapshot, by: str, words: str) -> None:
    action = Action.objects.filter(round__number=0, kind="draw").order_by("ply")[0]
    Action.objects.filter(pk=action.pk).update(by=by)
    forget_everything()
    html = get(f"/t/{now_at.table.code}/m/1/r/1/at/{action.ply + 1}/")
    assert words in html[html.index('id="replay-said"') : html.index('id="r-seats"')]


def test_what_could_have_been_played_is_told_and_what_was(now_at: Snapshot) -> None:
    code = now_at.table.code
    past = past_round(code, 1, 1)
    html = get(f"/t/{code}/m/1/r/1/at/0/")
    could = html[html.index('id="replay-could"') :]
    legal = games.game("chicken-foot").legal_actions(past.played.positions[0])
    assert could.count('<li class="replay-play') == len(legal) == 4  # at the start each tile has one place
    assert "4 plays were possible:" in could
    assert could.count("replay-taken") == 1
    tile = past.played.actions[0].text.partition("@")[0]
    first, second = tile.split("-")
    taken = could[could.index("replay-taken") :]
    assert f"<b>{first}</b><i>-</i><b>{second}</b>" in taken[: taken.index("</li>")]


def test_the_end_says_how_the_round_ended(now_at: Snapshot) -> None:
    code = now_at.table.code
    past = past_round(code, 1, 1)
    html = get(f"/t/{code}/m/1/r/1/at/{past.last}/")
    assert "goes out!" in html or "Blocked" in html
    assert "is to act" not in html


@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        ("", 0),
        ("?at=5", 5),
        ("?at=99999", -1),
        ("?at=-3", 0),
        ("?at=x", 0),
        ("?at=%F0%9F%90%94", 0),
        ("?at=", 0),
    ],
)
def test_a_link_to_a_position_and_to_none(now_at: Snapshot, asked: str, shown: int) -> None:
    code = now_at.table.code
    last = past_round(code, 1, 1).last
    html = get(f"/t/{code}/m/1/r/1/{asked}")
    assert f'data-at="{last if shown == -1 else shown}"' in html


def test_without_scripts_there_are_links(now_at: Snapshot) -> None:
    code = now_at.table.code
    last = past_round(code, 1, 1).last
    here = f"/t/{code}/m/1/r/1/"
    html = get(f"{here}?at=5")
    for at in (0, 4, 6, last):
        assert f'href="{here}?at={at}"' in html
    first = get(here)
    assert f'href="{here}?at=0"' not in first
    assert f'href="{here}?at={last}"' not in get(f"{here}?at={last}")


def test_the_code_is_written_as_the_table_writes_it(now_at: Snapshot) -> None:
    code = now_at.table.code
    response = browser().get(f"/t/{code.lower()}/m/1/r/1/?at=7")
    assert (response.status_code, response["Location"]) == (302, f"/t/{code}/m/1/r/1/?at=7")


def test_rounds_are_linked_to_each_other() -> None:
    now_at, _people = played(2)
    code = now_at.table.code
    assert f"/t/{code}/m/1/r/2/" not in get(f"/t/{code}/m/1/r/1/")
    factories.play_until(now_at, lambda at: at.round.number == 3)
    middle = get(f"/t/{code}/m/1/r/2/")
    assert f'href="/t/{code}/m/1/r/1/"' in middle
    assert f'href="/t/{code}/m/1/r/3/"' in middle
    assert f'href="/t/{code}/m/1/r/4/"' not in get(f"/t/{code}/m/1/r/3/")


def test_the_own_seat_is_marked_and_nobody_elses() -> None:
    now_at, people = played(2)
    path = f"/t/{now_at.table.code}/m/1/r/1/"
    assert 'data-seat="B"' in get(path, people[1])[: get(path, people[1]).index("<svg id=")]
    assert 'data-match="1" data-round="1" data-seat=""' in get(path, factories.person("Otto"))


def test_a_bots_seat_is_nobodys_own() -> None:
    people = [factories.person("A")]
    now_at = factories.playing_table(people, ["easy"], settings={"length": "one"})
    over = factories.play_until(now_at, lambda at: at.match.over)
    path = f"/t/{over.table.code}/m/1/r/1/"
    assert 'data-round="1" data-seat=""' in get(path)
    assert 'data-round="1" data-seat="A"' in get(path, people[0])


def test_the_parts_are_the_same_for_everybody() -> None:
    now_at, people = played(2)
    path = f"/t/{now_at.table.code}/m/1/r/1/at/9/"
    assert len({get(path, user) for user in (*people, None)}) == 1


def test_a_page_speaks_its_own_language(now_at: Snapshot) -> None:
    path = f"/t/{now_at.table.code}/m/1/r/1/at/3/"
    client = browser()
    english = client.get(f"{path}?lang=en", headers={"accept-language": "ko"}).content.decode()
    korean = client.get(f"{path}?lang=ko", headers={"accept-language": "en"}).content.decode()
    assert "Boneyard" in english
    assert "Boneyard" not in korean


# ---- What may be kept ----


def test_a_position_is_kept_and_not_sent_twice(now_at: Snapshot) -> None:
    path = f"/t/{now_at.table.code}/m/1/r/1/at/3/"
    response = browser().get(path)
    assert "private" in response["Cache-Control"]
    assert "max-age" in response["Cache-Control"]
    again = browser().get(path, headers={"if-none-match": response["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    Seat.objects.filter(index=0).update(name="")
    Seat.objects.filter(index=1).update(name="")
    Seat.objects.filter(index=2).update(name="")
    renamed = browser().get(path, headers={"if-none-match": response["ETag"]})
    assert renamed.status_code == 200
    assert "(deleted player)" in renamed.content.decode()


def test_pages_with_a_seat_in_them_are_asked_for_again(now_at: Snapshot) -> None:
    response = browser().get(f"/t/{now_at.table.code}/m/1/r/1/")
    assert "no-cache" in response["Cache-Control"]


# ---- Who may look ----


def test_a_private_table_is_for_who_has_its_code(now_at: Snapshot) -> None:
    assert not now_at.table.is_public
    get(f"/t/{now_at.table.code}/m/1/r/1/")
    assert 'content="noindex"' in get(f"/t/{now_at.table.code}/m/1/r/1/")


@pytest.mark.parametrize("what", ["", "at/0/", "?at=1", "check/"])
@pytest.mark.parametrize(
    "where", ["m/1/r/2/", "m/1/r/3/", "m/1/r/0/", "m/2/r/1/", "m/0/r/1/", f"m/1/r/{10**25}/"]
)
def test_what_is_played_or_was_never_played_is_not_there(now_at: Snapshot, where: str, what: str) -> None:
    assert browser().get(f"/t/{now_at.table.code}/{where}{what}").status_code == 404


@pytest.mark.parametrize("code", ["ACDEFGHJ", "x", "%00", "닭", "a" * 300])
def test_a_table_that_is_not_there(now_at: Snapshot, code: str) -> None:
    for what in ("m/1/r/1/", "m/1/r/1/at/0/", "m/1/r/1/check/", "m/1/check/"):
        assert browser().get(f"/t/{code}/{what}").status_code == 404


def test_a_position_that_never_was(now_at: Snapshot) -> None:
    last = past_round(now_at.table.code, 1, 1).last
    for at in (last + 1, 10**25):
        assert browser().get(f"/t/{now_at.table.code}/m/1/r/1/at/{at}/").status_code == 404


def test_nothing_of_a_round_that_is_played_is_told(now_at: Snapshot) -> None:
    """Neither its seed nor the seal it was given is on a page of the round before; its state is nowhere."""
    row = Round.objects.get(number=1)
    code = now_at.table.code
    pages = ["m/1/r/1/", "m/1/r/1/at/5/", "m/1/r/1/check/", "m/1/check/"]
    for page in pages:
        html = get(f"/t/{code}/{page}")
        assert row.seed not in html
        assert row.commitment not in html
    for missing in ["m/1/r/2/", "m/1/r/2/at/0/", "m/1/r/2/check/"]:
        answer = browser().get(f"/t/{code}/{missing}")
        assert row.seed not in answer.content.decode()
        assert row.commitment not in answer.content.decode()


def test_a_round_that_was_dropped_can_be_watched(now_at: Snapshot) -> None:
    with locked(now_at.table.id) as table:
        rounds.end_early(facts=snapshot(table.pk), now=timezone.now())
        touch(table)
    code = now_at.table.code
    last = past_round(code, 1, 2).last
    html = get(f"/t/{code}/m/1/r/2/?at={last}")
    assert "This round is not counted." in html
    assert "not counted" in html[: html.index("<svg id=")]


def test_only_reading_is_allowed(now_at: Snapshot) -> None:
    for what in ("", "at/0/", "check/"):
        assert browser().post(f"/t/{now_at.table.code}/m/1/r/1/{what}").status_code == 405
        assert browser().head(f"/t/{now_at.table.code}/m/1/r/1/{what}").status_code == 200


# ---- What it costs ----


@pytest.mark.parametrize("seats", [2, 8])
def test_the_number_of_statements(seats: int) -> None:
    now_at, people = played(seats)
    path = f"/t/{now_at.table.code}/m/1/r/1/"
    client = browser(people[0])
    forget_everything()
    with counted() as statements:
        client.get(f"{path}?at=40")
    assert len(statements) == 6  # session, user, round, seats, actions, the other rounds
    with counted() as statements:
        client.get(f"{path}?at=41")
    assert len(statements) == 5
    with counted() as statements:
        client.get(f"{path}at/42/")
    assert len(statements) == 2  # round, seats: whose the request is does not matter
    forget_everything()
    with counted() as statements:
        client.get(f"{path}at/43/")
    assert len(statements) == 3


# ---- Other games ----


@pytest.fixture
def other_games() -> Iterator[None]:
    with registered():
        yield


@pytest.mark.usefixtures("other_games")
@pytest.mark.parametrize("game", ["test-line", "test-spinner"])
def test_a_round_of_any_game_can_be_watched_and_checked(game: str) -> None:
    people = [factories.person("A"), factories.person("B")]
    over = factories.play_until(factories.playing_table(people, game=game), lambda at: at.match.over)
    assert over.match.status == Match.Status.FINISHED
    code = over.table.code
    for at in range(past_round(code, 1, 1).last + 1):
        get(f"/t/{code}/m/1/r/1/at/{at}/")
    assert "Round 1" in get(f"/t/{code}/m/1/r/1/")
    assert 'data-check="1 first"' not in get(f"/t/{code}/m/1/r/1/check/")
