"""Pages without a table in Korean and Japanese: no English is left in them."""

from __future__ import annotations

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from lobby import carry
from tests import factories
from tests.locale.english import english_in
from tests.locale.readers import reader

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
