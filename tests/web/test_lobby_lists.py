"""The live lists of the front page: what stands in them, narrowed, page by page, asked for again; what they cost."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Match, Seat, Table, Watcher
from games.queries import memory
from games.queries.memory import forget_everything
from games.queries.public import LIVELY_FOR, OPEN_AT_ONCE, RUNNING_AT_ONCE, Wish, options, public_lists
from games.services import presence, standins
from games.services.closing import sweep
from lobby.models import User
from tests import factories
from tests.games_for_tests import registered
from tests.services.ends import match_ended, round_ended
from tests.services.statements import counted
from tests.services.times import let_pass
from tests.web.lobby_forms import text
from tests.web.pages import browser

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann() -> User:
    return factories.person("Ann")


@pytest.fixture
def ben() -> User:
    return factories.person("Ben")


def page(client: Client, path: str = "/") -> str:
    """A page as somebody sees it who comes after what others were shown has grown old."""
    forget_everything()
    return text(client.get(path))


def open_codes(wish: Wish | None = None) -> list[str]:
    forget_everything()
    return [table.code for table in public_lists(wish or Wish()).open]


def running_codes(wish: Wish | None = None) -> list[str]:
    forget_everything()
    return [table.code for table in public_lists(wish or Wish()).running]


# ---- What stands in them ----


def test_open_tables_are_public_wait_and_have_a_free_seat(ann: User, ben: User) -> None:
    shown = factories.waiting_table([ann], ["easy"], is_public=True, settings={"blank": 25, "length": "half"})
    factories.waiting_table([ann], is_public=False)
    factories.waiting_table([ann], is_public=True, locked=True)
    factories.waiting_table([ann], is_public=True, closed_at=timezone.now())
    factories.waiting_table([ann, ben], ["easy", "easy"], is_public=True)  # full
    factories.playing_table([ann, ben], is_public=True)
    assert open_codes() == [shown.code]
    html = page(browser())
    assert f'id="sit-{shown.code}"' in html
    assert "2 of 4 seats" in html
    assert "Half match, 5 rounds" in html
    assert "counts 25" in html
    sitting = html[html.index('class="sitting"') : html.index(f'id="sit-{shown.code}"')]
    assert "<bdi>Ann</bdi>" in sitting
    assert "#badge-A" in sitting
    assert "#i-bot" in sitting
    assert sitting.count("badge-free") == 2


def test_my_own_table_stands_among_mine_and_not_among_the_others(ann: User, ben: User) -> None:
    table = factories.waiting_table([ann], is_public=True)
    assert f'id="sit-{table.code}"' not in page(browser(ann))
    assert f'id="on-{table.code}"' in page(browser(ann))
    assert f'id="sit-{table.code}"' in page(browser(ben))


def test_running_tables_tell_the_round_who_leads_or_plays_and_who_looks_on(ann: User, ben: User) -> None:
    now = factories.playing_table([ann, ben], is_public=True)
    factories.playing_table([ann, ben], is_public=False)
    for number in range(3):
        presence.watch(table_id=now.table.id, key=f"watching-page-{number}")
    html = page(browser())
    assert html.count('id="watch-') == 1
    assert f'id="watch-{now.table.code}"' in html
    assert "Round 1 of 10" in html
    assert "3 watching" in html
    seat = now.turn_seat
    assert seat is not None
    assert f"<bdi>{seat.name}</bdi> to play" in html
    Watcher.objects.update(last_seen=timezone.now() - timedelta(minutes=2))
    assert "watching" not in page(browser())


def test_who_leads_is_told_once_a_round_is_over(ann: User, ben: User) -> None:
    now = round_ended([ann, ben])
    Table.objects.filter(pk=now.table.id).update(is_public=True)
    best = min(now.seats, key=lambda seat: seat.total)
    assert f"<bdi>{best.name}</bdi> leads" in page(browser())
    Seat.objects.filter(match=now.match.id).update(total=7)
    assert "leads" not in page(browser())


def test_tables_nobody_has_been_at_for_a_while_and_those_all_have_left_do_not_show(
    ann: User, ben: User
) -> None:
    waits = factories.waiting_table([ann], ["easy"], is_public=True)
    plays = factories.playing_table([ann, ben], is_public=True)
    left = factories.playing_table([ann, ben], is_public=True)
    for user in (ann, ben):
        standins.leave(table_id=left.table.id, user_id=user.pk)
    assert (open_codes(), running_codes()) == ([waits.code], [plays.table.code])
    let_pass(waits.pk, LIVELY_FOR.total_seconds() + 1)
    let_pass(plays.table.id, LIVELY_FOR.total_seconds() + 1)
    assert (open_codes(), running_codes()) == ([], [])
    # A sleeping phone wakes up: there they are again.
    presence.seen(table_id=waits.pk, user_id=ann.pk)
    presence.seen(table_id=plays.table.id, user_id=ben.pk)
    assert (open_codes(), running_codes()) == ([waits.code], [plays.table.code])


def test_a_table_of_bots_alone_is_no_open_table(ann: User) -> None:
    table = factories.waiting_table([ann], ["easy"], is_public=True)
    Seat.objects.filter(match__table=table, kind="person").delete()
    assert open_codes() == []


def test_a_table_with_a_game_that_is_not_known_here_does_not_take_the_lists_with_it(ann: User) -> None:
    with registered():
        factories.waiting_table([ann], game="test-line", is_public=True)
        factories.playing_table([ann, factories.person()], game="test-line", is_public=True)
    shown = factories.waiting_table([ann], is_public=True)
    assert (open_codes(), running_codes()) == ([shown.code], [])
    assert f'id="sit-{shown.code}"' in page(browser())


def test_a_match_that_will_be_ended_says_so_among_mine(ann: User, ben: User) -> None:
    now = factories.playing_table([ann, ben])
    let_pass(now.table.id, timedelta(days=24).total_seconds())
    sweep(table_id=now.table.id, now=timezone.now())
    html = page(browser(ann))
    assert "Nobody has come for weeks" in html
    ends_at = Match.objects.get(pk=now.match.id).ends_at
    assert ends_at is not None
    assert f"{ends_at:%B} {ends_at.day}" in html


def test_since_when_it_is_somebodys_turn(ann: User, ben: User) -> None:
    now = factories.playing_table([ann, ben])
    for ago, said in ((timedelta(minutes=12), "for 12 minutes"), (timedelta(hours=3), "for 3 hours")):
        Match.objects.filter(pk=now.match.id).update(turn_at=timezone.now() - ago)
        assert said in page(browser(ann))
    Match.objects.filter(pk=now.match.id).update(turn_at=timezone.now() - timedelta(days=8))
    assert re.search(r"since [A-Z]\w+ \d+", page(browser(ann)))


# ---- Narrowed, page by page ----


def test_only_choices_that_exist_are_offered_and_each_narrows(ann: User) -> None:
    two = factories.waiting_table([ann], is_public=True, places=2, settings={"length": "half"})
    five = factories.waiting_table([ann], is_public=True, places=5, settings={"target": 100})
    full = factories.waiting_table([ann], is_public=True, places=5)
    plays = factories.playing_table([ann, factories.person()], is_public=True)
    assert options().seats == (2, 5)
    assert options().lengths == ("full", "half", "target")
    assert open_codes(Wish(seats=5)) == [full.code, five.code]
    assert running_codes(Wish(seats=2)) == [plays.table.code]
    assert open_codes(Wish(length="half")) == [two.code]
    assert open_codes(Wish(length="full")) == [full.code]
    assert open_codes(Wish(length="target")) == [five.code]
    assert open_codes(Wish(seats=5, length="full", game="chicken-foot")) == [full.code]
    assert open_codes(Wish(game="mexican-train")) == []
    html = page(browser(), "/?seats=5&length=target&game=nonsense&after=x")
    assert f'id="sit-{five.code}"' in html
    assert f'id="sit-{two.code}"' not in html
    assert re.findall(r'<option value="(\w+)" selected>', html) == ["5", "target"]
    assert re.findall(r'<option value="(\d+)"', html) == ["2", "5"]
    assert "Any game" not in html  # there is one game, so nothing to choose
    # What is asked for is kept in what the page asks for again.
    assert "seats=5&amp;length=target" in html


def test_what_is_asked_for_and_not_there_says_so_and_leads_back(ann: User) -> None:
    factories.waiting_table([ann], is_public=True)
    html = page(browser(), "/?seats=8")
    assert "There is no such table just now." in html
    assert '<option value="8" selected>' in html


def test_tables_are_shown_page_by_page(ann: User) -> None:
    codes = [factories.waiting_table([ann], is_public=True).code for _n in range(OPEN_AT_ONCE + 3)]
    codes.reverse()
    first = page(browser(), "/?length=full")
    assert re.findall(r'id="sit-(\w+)"', first) == codes[:OPEN_AT_ONCE]
    more = re.search(r'id="more-tables"[^>]*href="/(\?[^"#]+)', first)
    assert more is not None
    path = "/" + more[1].replace("&amp;", "&")
    assert "length=full" in path
    # A table that is opened meanwhile moves nothing.
    factories.waiting_table([ann], is_public=True)
    second = page(browser(), path)
    assert re.findall(r'id="sit-(\w+)"', second) == codes[OPEN_AT_ONCE:]
    assert 'id="more-tables"' not in second
    assert 'id="first-tables"' in second
    look = re.search(r'hx-get="([^"]+)"', second)
    assert look is not None
    assert "after=" in look[1]
    assert browser().get(look[1].replace("&amp;", "&")).status_code == 204


def watched(html: str) -> list[str]:
    return re.findall(r'id="watch-(\w+)"', html)


def way(html: str, name: str) -> str:
    """Where a link leads, "" if it is not there."""
    found = re.search(rf'id="{name}"[^>]*href="([^"]+)"', html)
    return found[1].replace("&amp;", "&") if found else ""


def test_matches_to_watch_are_shown_page_by_page(ann: User, ben: User) -> None:
    shown = [factories.playing_table([ann, ben], is_public=True) for _n in range(RUNNING_AT_ONCE * 2 + 1)]
    codes = [now.table.code for now in reversed(shown)]
    factories.playing_table([ann, ben, factories.person()], is_public=True)  # of three
    open_table = factories.waiting_table([ann], is_public=True, places=2)
    client = browser()
    first = page(client, "/?seats=2")
    assert watched(first) == codes[:RUNNING_AT_ONCE]
    assert not way(first, "first-watched")
    second_path = way(first, "more-watched")
    assert re.fullmatch(r"/\?seats=2&watch=\d+#running-title", second_path)
    # A match that begins meanwhile moves nothing.
    factories.playing_table([ann, ben], is_public=True)
    second = page(client, second_path)
    assert watched(second) == codes[RUNNING_AT_ONCE : RUNNING_AT_ONCE * 2]
    assert f'id="sit-{open_table.code}"' in second
    assert way(second, "first-watched") == "/?seats=2#running-title"
    assert not way(second, "first-tables")
    assert client.get(asked_again(second)).status_code == 204
    forget_everything()
    factories.step(shown[RUNNING_AT_ONCE])  # in the middle of the second page
    answer = text(client.get(asked_again(second)))
    assert watched(answer) == watched(second)
    assert way(answer, "first-watched") == "/?seats=2#running-title"
    third = page(client, way(second, "more-watched"))
    assert watched(third) == codes[RUNNING_AT_ONCE * 2 :]
    assert not way(third, "more-watched")
    Match.objects.filter(pk=shown[0].match.id).update(status=Match.Status.FINISHED)
    gone = page(client, way(second, "more-watched"))
    assert "These were all of them." in gone
    assert way(gone, "first-watched")


def test_without_a_wish_the_first_page_is_the_front_page(ann: User, ben: User) -> None:
    for _number in range(RUNNING_AT_ONCE + 1):
        factories.playing_table([ann, ben], is_public=True)
    client = browser()
    assert way(page(client, way(page(client), "more-watched")), "first-watched") == "/#running-title"
    # Further open tables are looked at without what is played.
    beyond = page(client, "/?after=1&watch=99999")
    assert watched(beyond) == []
    assert way(beyond, "first-tables") == "/#open-title"
    assert "after=1" in asked_again(beyond)
    assert "watch=" not in asked_again(beyond)


def test_who_plays_at_all_of_a_page_still_finds_the_next_one(ann: User, ben: User) -> None:
    other = factories.playing_table([ben, factories.person()], is_public=True)
    for _number in range(RUNNING_AT_ONCE):
        factories.playing_table([ann, ben], is_public=True)
    client = browser(ann)
    first = page(client)
    assert watched(first) == []
    assert 'aria-labelledby="running-title" hidden' not in first
    assert watched(page(client, way(first, "more-watched"))) == [other.table.code]


@pytest.mark.parametrize("pages", [1, 3])
def test_every_page_of_matches_to_watch_takes_the_same_statements(ann: User, ben: User, pages: int) -> None:
    for _number in range(RUNNING_AT_ONCE * pages):
        factories.playing_table([ann, ben], is_public=True)
        factories.waiting_table([ann], is_public=True)
    newest = Match.objects.latest("pk").pk
    for path in ("/", f"/?watch={newest}"):
        forget_everything()
        with counted() as statements:
            assert len(watched(text(browser().get(path)))) == RUNNING_AT_ONCE
        assert len(statements) == 6
        assert all(sql.startswith("SELECT") for sql in statements)


# ---- Asked for again ----


def asked_again(html: str) -> str:
    found = re.search(r'hx-get="([^"]+)"', html)
    assert found is not None
    return found[1].replace("&amp;", "&")


def test_asking_again_is_answered_only_when_there_is_something_new(ann: User, ben: User) -> None:
    now = factories.playing_table([ann, ben])
    client = browser(ann)
    path = asked_again(page(client))
    forget_everything()
    assert client.get(path).status_code == 204
    table = factories.waiting_table([ben], is_public=True)
    forget_everything()
    answer = client.get(path)
    html = text(answer)
    assert answer.status_code == 200
    assert f'id="sit-{table.code}"' in html
    assert f'id="on-{now.table.code}"' in html
    for box in ("box-mine", "box-open", "box-running"):
        assert f'hx-swap-oob="innerHTML:#{box}"' in html
    assert "private" in answer.headers["Cache-Control"]
    assert client.get(asked_again(html)).status_code == 204
    factories.step(now)  # the next one's turn, or another tile drawn: mine are never remembered
    assert client.get(asked_again(html)).status_code == 200


def test_what_is_asked_for_again_comes_in_the_language_of_the_page(ann: User) -> None:
    client = browser(ann)
    path = asked_again(text(client.get("/", headers={"accept-language": "ko"})))
    assert "lang=ko" in path
    factories.waiting_table([factories.person()], is_public=True)
    forget_everything()
    html = text(client.get(path, headers={"accept-language": "ja"}))
    assert re.search("[가-힣]", html)
    assert not re.search("[ぁ-ん]", html)


@pytest.fixture
def time_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow this machine is, what is remembered stays young."""
    monkeypatch.setattr(memory, "monotonic", lambda: 1000.0)


@pytest.mark.usefixtures("time_stands")
def test_the_lists_are_read_once_for_everybody_within_two_seconds(
    ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser().get("/")
    factories.waiting_table([ann], is_public=True)
    with counted() as statements:
        html = text(browser().get("/"))
    assert statements == []
    assert 'id="sit-' not in html
    monkeypatch.setattr(memory, "monotonic", lambda: 1002.1)
    assert 'id="sit-' in text(browser().get("/"))


def test_a_name_is_text_in_every_list(ann: User) -> None:
    evil = factories.person("<img src=x onerror=alert(1)>")
    factories.waiting_table([evil], is_public=True, name="<b>bold</b>")
    factories.playing_table([evil, ann], is_public=True)
    factories.playing_table([evil, ann], name='"><script>')
    html = page(browser(ann))
    assert "<img src=x" not in html
    assert "<b>bold" not in html
    assert "<script>" not in html.replace('<script type="module"', "")


# ---- What they cost ----


@pytest.mark.usefixtures("time_stands")
def test_the_front_page_takes_as_many_statements_however_much_is_listed(ann: User, ben: User) -> None:
    client = browser(ann)

    def cost(client: Client, path: str) -> int:
        forget_everything()
        with counted() as statements:
            assert client.get(path).status_code == 200
        return len(statements)

    assert cost(browser(), "/") == 4  # open and running tables, and twice what they can be narrowed by
    factories.playing_table([ann, ben])
    factories.waiting_table([ben], is_public=True)
    factories.playing_table([ben, factories.person()], is_public=True)
    few = cost(client, "/"), cost(client, "/lobby/"), cost(client, "/?seats=4&length=full&after=999")
    assert few == (10, 8, 9)  # session, user, own matches and their seats; as above, with seats and tables
    for _more in range(8):
        factories.playing_table([ann, ben], ["easy"])
        factories.waiting_table([ben], is_public=True)
        factories.playing_table([ben, factories.person()], is_public=True)
    many = cost(client, "/"), cost(client, "/lobby/"), cost(client, "/?seats=4&length=full&after=999")
    assert many == few
    browser().get("/")
    with counted() as statements:
        client.get("/")
    assert len(statements) == 4  # warm: one's own alone
    with counted() as statements:
        browser().get("/new/")
    assert statements == []


def test_over_matches_are_in_no_list(ann: User, ben: User) -> None:
    over = match_ended([ann, ben])
    Table.objects.filter(pk=over.table.id).update(is_public=True)
    html = page(browser(ann))
    assert over.table.code not in html
