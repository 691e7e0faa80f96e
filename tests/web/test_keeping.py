"""The pages of a table's opener, without scripts: another name, the end of it; and a table whose game nobody knows."""

from __future__ import annotations

import pytest

from games.models import Match, Table
from games.presenters.refusals import refusal_text
from games.queries import Snapshot, snapshot
from games.services import agreements, matches, standins, tables
from games.services.errors import Code
from lobby.models import User
from tests import factories
from tests.games_for_tests import registered
from tests.services.ends import match_ended
from tests.services.statements import counted
from tests.web.lobby_forms import fill, text
from tests.web.pages import browser

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann() -> User:
    return factories.person("Ann")


@pytest.fixture
def ben() -> User:
    return factories.person("Ben")


def menu_link(code: str) -> str:
    return f'href="/t/{code}/rename/"'


def test_only_the_opener_finds_the_way_in_every_stage(ann: User, ben: User) -> None:
    codes = (
        factories.waiting_table([ann, ben]).code,
        factories.playing_table([ann, ben]).table.code,
        match_ended([ann, ben]).table.code,
    )
    for code in codes:
        assert menu_link(code) in text(browser(ann).get(f"/t/{code}/"))
        for other in (browser(ben), browser()):
            assert menu_link(code) not in text(other.get(f"/t/{code}/"))
            for path in (f"/t/{code}/rename/", f"/t/{code}/close/"):
                for answer in (other.get(path, follow=True), other.post(path, follow=True)):
                    assert answer.redirect_chain == [(f"/t/{code}/", 302)]
                    assert refusal_text(Code.NOT_OPENER, {}) in text(answer)


def test_an_opener_who_got_up_still_may(ann: User, ben: User) -> None:
    code = factories.waiting_table([ann, ben]).code
    standins.leave(table_id=Table.objects.get().pk, user_id=ann.pk)
    assert menu_link(code) in text(browser(ann).get(f"/t/{code}/"))
    assert browser(ann).get(f"/t/{code}/rename/").status_code == 200


def test_a_new_name_is_saved_and_a_wrong_one_stays_in_its_field(ann: User, ben: User) -> None:
    code = factories.playing_table([ann, ben], name="Old").table.code
    client, path = browser(ann), f"/t/{code}/rename/"
    wrong = fill(client, path, table_name="x" * 41)
    assert wrong.status_code == 200
    assert 'aria-invalid="true"' in text(wrong)
    assert f'value="{"x" * 41}"' in text(wrong)
    assert refusal_text(Code.NAME_TOO_LONG, {"limit": 40}) in text(wrong)
    answer = fill(client, path, table_name=" Sunday <b> ")
    assert answer["Location"] == f"/t/{code}/"
    assert snapshot(code).table.name == "Sunday <b>"
    assert "Sunday &lt;b&gt;" in text(client.get(path))


def test_closing_asks_first_and_says_what_it_means(ann: User, ben: User) -> None:
    client = browser(ann)
    cases = {
        factories.waiting_table([ann], ["easy"]).code: "the table goes away, and its link with it",
        factories.waiting_table([ann, ben]).code: "Somebody waits here already",
        factories.playing_table([ann], ["easy"]).table.code: "ends with the scores so far",
        match_ended([ann, ben]).table.code: "stays in everybody’s history",
        factories.playing_table([ann, ben]).table.code: "Finish it first",
    }
    for code, said in cases.items():
        html = text(client.get(f"/t/{code}/close/"))
        assert said in html
        assert ('<button class="button button-primary' in html) != ("Finish" in said)
    assert not Table.objects.exclude(closed_at=None).exists()


def test_a_table_without_a_match_is_gone_with_its_link(ann: User) -> None:
    code = factories.waiting_table([ann]).code
    client = browser(ann)
    answer = client.post(f"/t/{code}/close/", follow=True)
    assert answer.redirect_chain == [("/", 302)]
    assert "The table is gone" in text(answer)
    assert client.get(f"/t/{code}/").status_code == 404


def test_a_closed_table_says_so_to_everybody_and_keeps_what_was_played(ann: User, ben: User) -> None:
    played, waited = match_ended([ann, ben]).table.code, factories.waiting_table([ann, ben]).code
    for code in (played, waited):
        assert browser(ann).post(f"/t/{code}/close/")["Location"] == f"/t/{code}/"
        for client in (browser(ann), browser(ben), browser()):
            html = text(client.get(f"/t/{code}/"))
            assert "This table is closed" in html
            for verb in ("join", "again", "start"):
                assert f'formaction="{verb}/"' not in html
                assert f'action="{verb}/"' not in html
    assert Match.objects.filter(status=Match.Status.FINISHED, table__code=played).exists()
    assert "This table is closed." in text(browser(ann).get(f"/t/{played}/close/"))


def test_a_match_with_somebody_else_in_it_is_not_closed(ann: User, ben: User) -> None:
    code = factories.playing_table([ann, ben]).table.code
    answer = browser(ann).post(f"/t/{code}/close/")
    assert answer.status_code == 200
    assert refusal_text(Code.MATCH_RUNNING, {}) in text(answer)
    assert snapshot(code).table.closed_at is None


def test_what_these_pages_cost(ann: User, ben: User) -> None:
    code, client = factories.playing_table([ann, ben]).table.code, browser(ann)
    for path in (f"/t/{code}/rename/", f"/t/{code}/close/"):
        with counted() as statements:
            client.get(path)
        assert len(statements) == 4  # session, user, table, seats


def test_a_table_of_a_game_that_is_not_known_here_has_a_kind_page(ann: User, ben: User) -> None:
    with registered():
        code = factories.playing_table([ann, ben], game="test-line").table.code
    client = browser(ann)
    for path in ("", "page/", "sheet/", "qr.svg", "rename/"):
        answer = client.get(f"/t/{code}/{path}")
        assert answer.status_code == 404, path
        assert "This table plays another game." in text(answer), path
    assert client.post(f"/t/{code}/act/", {"action": "draw"}).status_code in (404, 409, 422)
    assert client.post(f"/t/{code}/leave/").status_code == 404
    assert "Test table" in text(client.get("/"))
    with registered():
        assert client.get(f"/t/{code}/").status_code == 200


def test_a_table_that_has_another_game_now_has_no_record_of_the_one_before(ann: User, ben: User) -> None:
    with registered():
        start = factories.playing_table([ann, ben], game="test-line")
        for user in (ann, ben):
            agreements.end(table_id=start.table.id, user_id=user.pk)
        again = matches.again(
            table_id=start.table.id, user_id=ann.pk, name="Ann", match=1, key=factories.new_key()
        )
        tables.change_table(table_id=start.table.id, user_id=ann.pk, game="chicken-foot")
    assert again.match.number == 2
    answer = browser(ann).get(f"/t/{start.table.code}/record.json")
    assert answer.status_code == 404
    assert "This table plays another game." in text(answer)


def test_a_table_that_is_closed_for_good_meanwhile_is_not_found(
    ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting = factories.waiting_table([ann])

    def closed_meanwhile(table_id: int) -> Snapshot:
        Table.objects.filter(pk=table_id).delete()
        return snapshot(table_id)

    monkeypatch.setattr("games.services.tables.snapshot", closed_meanwhile)
    answer = browser(ann).post(f"/t/{waiting.code}/rename/", {"table_name": "Hens"})
    assert answer.status_code == 404
