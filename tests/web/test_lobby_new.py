"""The form of a table: what it offers, what it makes, what is refused by name with nothing lost, changing it later."""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING

import pytest
from django.test import Client

from games.models import Table
from games.presenters.choices import setting_rows
from games.presenters.lengths import length_notes
from games.presenters.refusals import refusal_text
from games.queries import Snapshot, snapshot
from games.rules.games import game
from games.rules.refusals import RefusalCode
from games.services.errors import Code
from lobby.models import User
from tests import factories
from tests.games_for_tests import registered
from tests.web.lobby_forms import fields_of, fill, text
from tests.web.pages import Page, browser

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Response

pytestmark = pytest.mark.django_db


def opened(response: Response) -> Snapshot:
    """The table that the form made."""
    assert response.status_code == 302, text(response)[:500]
    return snapshot(response["Location"].strip("/").removeprefix("t/"))


def test_the_form_as_it_stands_opens_a_table_with_the_usual_rules() -> None:
    now = opened(fill(browser(), "/new/", name="Rosa"))
    assert (now.table.places, len(now.seats), now.table.is_public, now.table.pace) == (4, 1, False, "normal")
    assert dict(now.table.settings) == dict(game("chicken-foot").settings({}))
    assert (now.seats[0].name, now.seats[0].user_id) == ("Rosa", now.table.opener_id)
    opener = User.objects.get()
    assert (opener.is_guest, opener.name) == (True, "Rosa")


def test_everything_that_is_chosen_is_kept() -> None:
    response = fill(
        browser(),
        "/new/",
        name="Rosa",
        table_name="Sunday at Grandma’s",
        places="7",
        bots="3",
        level="hard",
        rule_length="full",
        rule_start="4",
        rule_blank="0",
        rule_target_on="1",
        rule_target="250",
        rule_dead_foot="release",
        pace="quick",
        turn_clock="60",
        public="1",
    )
    now = opened(response)
    assert dict(now.table.settings) == {
        "length": "full",
        "start": 4,
        "blank": 0,
        "target": 250,
        "dead_foot": "release",
    }
    table = now.table
    assert (table.name, table.places, table.pace, table.turn_clock) == ("Sunday at Grandma’s", 7, "quick", 60)
    assert table.is_public
    assert [seat.level for seat in now.seats] == ["", "hard", "hard", "hard"]


def test_the_name_is_remembered_for_the_next_table() -> None:
    client = browser()
    fill(client, "/new/", name="Rosa")
    assert fields_of(text(client.get("/new/")))["name"] == "Rosa"
    fill(client, "/new/", name="Rosa Marín")
    assert User.objects.get().name == "Rosa Marín"
    assert Table.objects.count() == 2


def test_the_same_form_sent_twice_opens_one_table() -> None:
    client = browser()
    fields = {**fields_of(text(client.get("/new/"))), "name": "Rosa"}
    first = client.post("/new/", fields)
    assert client.post("/new/", fields)["Location"] == first["Location"]
    assert browser().post("/new/", fields)["Location"] == first["Location"]
    assert (Table.objects.count(), User.objects.count()) == (1, 1)


# What is changed in the form, the refusal, and the field it stands beside.
REFUSALS: list[tuple[dict[str, str], Code | RefusalCode, dict[str, int | str], str]] = [
    ({"name": ""}, Code.NAME_EMPTY, {}, "name"),
    ({"name": "\u200b\u2060"}, Code.NAME_EMPTY, {}, "name"),
    ({"name": "x" * 41}, Code.NAME_TOO_LONG, {"limit": 24}, "name"),
    ({"name": "a\u202eb"}, Code.NAME_CONTROL, {}, "name"),
    ({"table_name": "x" * 41}, Code.NAME_TOO_LONG, {"limit": 40}, "table_name"),
    ({"places": "1"}, Code.PLACES, {"places": 1, "least": 2, "most": 8}, "places"),
    ({"places": "9"}, Code.PLACES, {"places": 9, "least": 2, "most": 8}, "places"),
    ({"places": "2", "bots": "3"}, Code.TOO_MANY_TAKEN, {"taken": 4}, "bots"),
    ({"bots": "1", "level": "brilliant"}, Code.UNKNOWN_LEVEL, {"level": "brilliant"}, "bots"),
    ({"pace": "warp"}, Code.UNKNOWN_PACE, {}, "pace"),
    ({"turn_clock": "7"}, Code.UNKNOWN_CLOCK, {"seconds": 7}, "turn_clock"),
    ({"rule_length": "double"}, RefusalCode.SETTING_CHOICE, {"field": "length", "value": "double"}, "length"),
    ({"rule_start": "5"}, RefusalCode.SETTING_TYPE, {"field": "start"}, "start"),
    (
        {"rule_target_on": "1", "rule_target": "49"},
        RefusalCode.SETTING_RANGE,
        {"field": "target", "least": 50, "most": 2000},
        "target",
    ),
    (
        {"rule_target_on": "1", "rule_target": "lots"},
        RefusalCode.SETTING_TYPE,
        {"field": "target"},
        "target",
    ),
    (
        {"rule_target_on": "1", "rule_target": "300", "rule_length": "half"},
        RefusalCode.SETTING_CONFLICT,
        {"field": "target", "other": "length", "needs": "full"},
        "target",
    ),
    ({"rule_partnership": "1"}, RefusalCode.SETTING_UNKNOWN, {"field": "partnership"}, "partnership"),
]


@pytest.mark.parametrize(
    ("changed", "code", "details", "field"), REFUSALS, ids=[f"{case[1]}-{case[3]}" for case in REFUSALS]
)
def test_what_does_not_go_is_refused_by_name_and_nothing_that_was_chosen_is_lost(
    changed: dict[str, str], code: Code | RefusalCode, details: dict[str, int | str], field: str
) -> None:
    chosen = {"name": "Rosa", "table_name": "Ours", "places": "6", "rule_blank": "25", "public": "1"}
    response = fill(browser(), "/new/", **{**chosen, **changed})
    html = text(response)
    assert response.status_code == 200
    assert refusal_text(code, details) in unescape(html)
    assert f'data-error="{field}"' in html
    assert (User.objects.count(), Table.objects.count()) == (0, 0)
    kept = fields_of(html)
    typed = {"name", "table_name", "rule_target", "rule_target_on"}
    for name, value in {**chosen, **changed}.items():
        # What cannot be chosen at all is not shown as chosen; everything else is as it was.
        if name in typed or name not in changed:
            assert kept[name] == value, name
    if field in ("name", "table_name"):
        assert f'aria-describedby="{field.replace("_", "-")}-error"' in html
    elif field != "partnership":
        assert html.count('<p class="error">') == 1


def test_the_refused_form_can_be_mended_and_sent() -> None:
    client = browser()
    refused = fill(client, "/new/", name="Rosa", rule_target_on="1", rule_target="3")
    fields = {**fields_of(text(refused)), "rule_target": "300"}
    assert opened(client.post("/new/", fields)).table.settings["target"] == 300


@pytest.mark.parametrize("bots", ["2147483647", "16", "-1", "many"])
def test_what_no_form_of_ours_sends_makes_nothing(bots: str) -> None:
    response = fill(browser(), "/new/", name="Rosa", bots=bots)
    assert response.status_code == 200
    assert refusal_text(Code.BAD_FORM, {"field": "bots"}) in unescape(text(response))
    assert Table.objects.count() == 0


def test_an_unknown_game_is_refused() -> None:
    response = fill(browser(), "/new/", name="Rosa", game="snakes")
    assert refusal_text(RefusalCode.UNKNOWN_GAME, {"game": "snakes"}) in unescape(text(response))
    assert Table.objects.count() == 0
    assert browser().get("/new/?game=snakes").status_code == 200


def test_each_number_of_seats_names_set_and_hand_and_each_length_how_long_it_takes() -> None:
    html = text(browser().get("/new/"))
    for seats, hand in (("2", 20), ("3", 14), ("4", 11), ("5", 9), ("6", 7)):
        assert f'data-seats="{seats}">Double-nine set, {hand} tiles each' in html
    assert 'data-seats="7">Double-twelve set, 10 tiles each' in html
    assert 'data-seats="8">Double-twelve set, 9 tiles each' in html
    notes = length_notes(game("chicken-foot"), {"length": "full"})
    assert notes == [
        {
            "seats": "2 3 4 5 6",
            "rounds": "10 rounds",
            "turns": "About 490 turns",
            "time": "about 1 h 10 min",
        },
        {"seats": "7 8", "rounds": "13 rounds", "turns": "About 1,050 turns", "time": "about 2 h 20 min"},
    ]
    half = length_notes(game("chicken-foot"), {"length": "half"})
    assert [note["rounds"] for note in half if isinstance(note, dict)] == ["5 rounds", "7 rounds"]


def test_a_target_does_not_go_with_shorter_matches_as_the_game_itself_says() -> None:
    rows = setting_rows("chicken-foot", {}, {})
    target = next(row for row in rows if isinstance(row, dict) and row["field"] == "target")
    assert (target["not_with"], target["not_with_values"]) == ("rule_length", "half one")


def test_a_switch_that_is_off_says_so() -> None:
    # What is not sent at all would be as usual, which in another game may be "on".
    assert fields_of(text(browser().get("/new/")))["rule_dead_foot"] == "block"


def test_with_one_game_there_is_no_game_to_choose() -> None:
    assert "?game=" not in text(browser().get("/new/"))


def test_another_game_shows_its_own_settings_and_is_opened_by_the_same_form() -> None:
    with registered():
        client = browser()
        html = text(client.get("/new/?game=test-line"))
        assert "?game=chicken-foot" in html
        fields = fields_of(html)
        assert fields["rule_set"] == "6"
        assert not {"rule_length", "rule_blank", "rule_dead_foot"} & set(fields)
        assert re.findall(r'name="places" value="(\d)"', html) == ["2", "3", "4"]
        now = opened(client.post("/new/", {**fields, "name": "Rosa", "rule_set": "9", "places": "3"}))
        assert (now.table.game, dict(now.table.settings)) == ("test-line", {"set": 9, "target": None})
        refused = fill(client, "/new/?game=test-line", name="Rosa", places="5")
        details: dict[str, int | str] = {"places": 5, "least": 2, "most": 4}
        assert refusal_text(Code.PLACES, details) in unescape(text(refused))


@pytest.fixture
def people() -> factories.Cast:
    return factories.cast()


@pytest.fixture
def waiting(people: factories.Cast) -> Table:
    return factories.waiting_table(
        [people.host, people.guest], ["hard"], settings={"blank": 25}, name="Ours", is_public=True
    )


def settings_of(client: Client, table: Table, **changed: str) -> Response:
    return fill(client, f"/t/{table.code}/settings/", **changed)


def test_the_host_changes_the_settings_and_what_is_not_touched_stays(
    waiting: Table, people: factories.Cast
) -> None:
    client = browser(people.host)
    assert 'href="settings/"' in Page.load(client, waiting.code).html
    response = settings_of(client, waiting, table_name="Yours", places="6", rule_length="half")
    now = opened(response)
    assert (now.table.name, now.table.places, now.table.is_public) == ("Yours", 6, True)
    assert (now.table.settings["blank"], now.match.settings["length"]) == (25, "half")
    assert len(now.seats) == 3


def test_changed_settings_are_refused_by_name_too(waiting: Table, people: factories.Cast) -> None:
    response = settings_of(browser(people.host), waiting, places="2", table_name="Kept")
    assert response.status_code == 200
    assert refusal_text(Code.TOO_MANY_TAKEN, {"taken": 3}) in unescape(text(response))
    assert fields_of(text(response))["table_name"] == "Kept"
    assert snapshot(waiting.pk).table.places == 4


def test_what_is_wrong_with_a_tables_name_stands_beside_it(waiting: Table, people: factories.Cast) -> None:
    html = text(settings_of(browser(people.host), waiting, table_name="x" * 41))
    assert 'aria-describedby="table-name-error"' in html


def test_only_the_host_of_a_table_that_waits_changes_it(waiting: Table, people: factories.Cast) -> None:
    address = f"/t/{waiting.code}/settings/"
    form = fields_of(text(browser(people.host).get(address)))
    for user in (people.guest, people.outsider, None):
        response = browser(user).post(address, {**form, "table_name": "Theirs"}, follow=True)
        assert response.redirect_chain == [(f"/t/{waiting.code}/", 302)]
        assert response.context is not None
    assert snapshot(waiting.pk).table.name == "Ours"
    factories.begin(waiting.pk)
    late = browser(people.host).post(address, {**form, "table_name": "Late"})
    assert refusal_text(Code.MATCH_RUNNING, {}) in unescape(text(late))
    assert snapshot(waiting.pk).table.name == "Ours"
    assert browser(people.host).get("/t/NOTABLE2/settings/").status_code == 404


def test_another_language_in_the_middle_of_the_form_loses_nothing() -> None:
    client = browser()
    written = {
        "name": "Mina",
        "table_name": "Sunday",
        "places": "7",
        "bots": "2",
        "rule_blank": "25",
        "rule_target_on": "1",
        "rule_target": "abc",
        "public": "1",
    }
    response = fill(client, "/new/", **written, language="ko")
    html = text(response)
    assert (response.status_code, response["Content-Language"]) == (200, "ko")
    assert '<html lang="ko"' in html
    assert Table.objects.count() == 0
    fields = fields_of(html, "")
    assert {name: fields.get(name) for name in written} == written
    assert '<html lang="ko"' in text(client.get("/help/"))
    # And back again, with a press for something that is no language in between.
    assert '<html lang="ko"' in text(client.post("/new/", {**fields, "language": "xx"}))
    again = fields_of(text(client.post("/new/", {**fields, "language": "en"})), "")
    assert {name: again.get(name) for name in written} == written


def test_another_language_in_the_settings_of_a_table_changes_nothing_of_it() -> None:
    host = factories.person("Hanna")
    table = factories.waiting_table([host], name="Old")
    response = fill(browser(host), f"/t/{table.code}/settings/", table_name="New", language="ja")
    assert '<html lang="ja"' in text(response)
    assert fields_of(text(response), "")["table_name"] == "New"
    table.refresh_from_db()
    host.refresh_from_db()
    assert table.name == "Old"
    assert host.language == "ja"  # that of their mails, too
