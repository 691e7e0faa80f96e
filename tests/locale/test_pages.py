"""Pages without a table in Korean and Japanese: no English is left in them."""

from __future__ import annotations

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from games.models import Table
from lobby import carry
from lobby.models import SiteNotice
from tests import factories
from tests.locale.english import english_in
from tests.locale.readers import CALLED, reader
from tests.services.ends import match_ended, round_ended

pytestmark = pytest.mark.django_db


def test_what_a_stranger_sees(language: str) -> None:
    factories.waiting_table([factories.person("Hanna")], is_public=True, settings={"blank": 25})
    stranger = reader(language)
    for path in ("/", "/new/", "/help/", "/code/?code=nowhere", "/code/?code=", "/carry/"):
        stranger.look(path)
    for path in ("/nowhere/", "/t/NOWHERE2/"):
        stranger.look(path, 404)


def test_what_a_guest_sees(language: str) -> None:
    cast = factories.cast()
    guest = reader(language, cast.host)
    guest.look("/")
    factories.waiting_table([cast.host])
    factories.playing_table([cast.host, cast.guest])
    factories.playing_table([cast.host, cast.guest], settings={"target": 100})
    over = factories.playing_table([cast.host], ["easy"])
    factories.play_until(over, factories.round_over)
    guest.look("/")
    guest.look("/carry/")


def test_a_page_that_was_open_too_long(language: str) -> None:
    reader(language, csrf=True).post("/play-now/", {"key": "k" * 20}, 403)


@pytest.mark.parametrize("number", [400, 403, 500])
def test_what_is_said_when_something_fails(language: str, number: int) -> None:
    with translation.override(language):
        html = render_to_string(f"{number}.html")
    assert f'<html lang="{language}"' in html
    assert english_in(html) == []


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": "\u202e"},
        {"places": "99"},
        {"rule_blank": "7"},
        {"rule_target_on": "1", "rule_target": "5", "rule_length": "full"},
        {"rule_target_on": "1", "rule_target": "x", "rule_length": "full"},
        {"rule_target_on": "1", "rule_target": "300", "rule_length": "half"},
        {"pace": "slow"},
        {"rule_size": "big"},
    ],
)
def test_a_new_table_with_something_wrong_in_it(language: str, wrong: dict[str, str]) -> None:
    fields = {"name": "Hanna", "key": "k" * 20, **wrong}
    assert 'role="alert"' in reader(language).post("/new/", fields)


def test_a_seat_that_is_carried_to_another_device(language: str) -> None:
    cast = factories.cast()
    factories.playing_table([cast.host, cast.guest])
    link = f"/carry/{carry.token_of(cast.host)}/"
    for user in (None, cast.host, cast.guest, cast.outsider):
        reader(language, user).look(link)
    reader(language).look("/carry/no-such-link/")
    # Both sit in one match, so the other seat cannot be moved: it gets a link of its own.
    reader(language, cast.guest).post(link, {"confirmed": "1"})


def test_public_tables(language: str) -> None:
    cast = factories.cast()
    for length in ("full", "half", "one"):
        factories.waiting_table([cast.host], ["easy"], is_public=True, settings={"length": length})
    factories.waiting_table([cast.host], is_public=True, settings={"target": 100}, places=2)
    factories.playing_table([cast.host, cast.guest], is_public=True)
    round_ended([cast.host, cast.guest], ["hard"])
    Table.objects.update(is_public=True)
    for user in (None, cast.guest):
        someone = reader(language, user)
        for query in ("", "?seats=4&length=half", "?length=until", "?length=target", "?seats=9"):
            someone.look(f"/{query}")
            answer = someone.client.get(f"/lobby/{query or '?'}&lang={language}")
            assert english_in(answer.content.decode(), CALLED) == []


def test_reporting_a_name(language: str) -> None:
    cast = factories.cast()
    code = factories.playing_table([cast.host, cast.guest], ["easy"]).table.code
    alone = factories.waiting_table([cast.host], ["easy"]).code
    for user in (None, cast.guest):
        reporter = reader(language, user)
        reporter.look(f"/t/{code}/report/")
        reporter.post(f"/t/{code}/report/", {"place": "7", "remark": "x"})
        reporter.fill(f"/t/{code}/report/", 302, place="0")
    reader(language, cast.host).look(f"/t/{alone}/report/")


def test_another_name_or_the_end_of_a_table(language: str) -> None:
    cast = factories.cast()
    opener = reader(language, cast.host)
    unplayed = factories.waiting_table([cast.host]).code
    waiting = factories.waiting_table([cast.host, cast.guest]).code
    running = factories.playing_table([cast.host, cast.guest]).table.code
    with_bots = factories.playing_table([cast.host], ["easy"]).table.code
    over = match_ended([cast.host, cast.guest]).table.code
    for code in (unplayed, waiting, running, with_bots, over):
        opener.look(f"/t/{code}/rename/")
        opener.look(f"/t/{code}/close/")
    opener.fill(f"/t/{over}/rename/", table_name="\u202e" * 200)
    opener.fill(f"/t/{over}/rename/", 302, table_name="Test table")
    refused = reader(language, cast.guest).client.post(f"/t/{over}/close/", follow=True)
    assert english_in(refused.content.decode(), CALLED) == []
    for code in (unplayed, waiting, with_bots, over):
        opener.fill(f"/t/{code}/close/", 302)
    for code in (waiting, with_bots, over):
        for user in (cast.host, cast.guest, None):
            reader(language, user).look(f"/t/{code}/")


def test_a_notice_of_the_site(language: str) -> None:
    texts = {"text_en": "News for you", "text_ko": "소식이에요", "text_ja": "お知らせです"}
    for kind in SiteNotice.Kind.values:
        SiteNotice.objects.create(kind=kind, **texts)
    code = factories.playing_table([factories.person("Hanna")], ["easy"]).table.code
    for path in ("/", "/new/", f"/t/{code}/"):
        assert texts[f"text_{language}"] in reader(language).look(path)
