"""Every address that can be looked at, and what a look costs: nothing is written, and the statements are known.

A new page has to be listed here. What grows with its rows is tested beside each page, with few and many of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

import pytest
from django.contrib.auth.tokens import default_token_generator
from django.test import Client
from django.urls import NoReverseMatch, URLPattern, URLResolver, reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from games.queries import Snapshot
from games.queries.memory import forget_everything
from games.urls import urlpatterns as of_games
from lobby import carry, confirmation
from lobby.models import User
from lobby.profiles import show_profile
from lobby.urls import urlpatterns as of_lobby
from tests import factories
from tests.services.statements import counted
from tests.web.pages import browser

pytestmark = pytest.mark.django_db

# For an account that sits at the table, when this process remembers nothing; the first two are session and user.
COST: Final[Mapping[str, int]] = {
    "code": 7,
    "deal-check": 3,
    "front": 7,
    "ghosts": 4,
    "help": 2,
    "lobby-lists": 5,
    "login": 2,
    "manifest": 0,
    "match": 6,
    "match-check": 3,
    "match-csv": 4,
    "match-record": 6,
    "me": 3,
    "me-data": 10,
    "me-delete": 3,
    "my-history": 5,
    "my-statistics": 4,
    "new-table": 2,
    "notices": 0,
    "password_change": 2,
    "password_reset": 0,
    "password_reset_done": 0,
    "profile": 7,
    "qr": 2,
    "record": 8,
    "replay": 6,
    "replay-at": 3,
    "report-name": 4,
    "service-worker": 0,
    "sheet": 4,
    "table": 7,
    "table-close": 4,
    "table-history": 9,
    "table-main": 7,
    "table-rename": 4,
    "table-settings": 4,
}
# For a guest.
GUESTS_COST: Final[Mapping[str, int]] = {"carry": 2, "carry-qr": 2, "sign-up": 2}
# With a secret in the address.
SECRET_COST: Final[Mapping[str, int]] = {"carried": 2, "email-confirm": 1, "password_reset_confirm": 1}


def names(patterns: list[URLPattern | URLResolver]) -> Iterator[str]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from names(pattern.url_patterns)
        else:
            assert pattern.name
            yield pattern.name


@pytest.fixture
def anna() -> User:
    person = User.objects.create_user("anna", "anna@example.org", "three tall hens", name="Anna")
    show_profile(person)
    person.refresh_from_db()
    return person


@pytest.fixture
def now(anna: User) -> Snapshot:
    """A match of one round that is over."""
    start = factories.playing_table(
        [anna, factories.person("Ben")], ["easy"], settings={"length": "one"}, seed="3" * 64, is_public=True
    )
    return factories.play_until(start, lambda at: at.match.over)


def address_of(name: str, now: Snapshot, anna: User) -> str:
    """The address of a page: of this person, this table, its first match, its first round, its fifth position."""
    if name == "profile":
        return reverse(name, args=[anna.slug])
    for count in range(5):
        try:
            return reverse(name, args=[now.table.code, 1, 1, 5][:count])
        except NoReverseMatch:
            continue
    raise AssertionError(name)


def cost(client: Client, address: str) -> int:
    """How many statements a look takes; none of them writes."""
    forget_everything()
    with counted() as statements:
        answer = client.get(address)
    assert answer.status_code == 200, (address, answer.status_code)
    assert all(sql.startswith("SELECT") for sql in statements), address
    return len(statements)


def test_every_page_takes_the_statements_it_is_known_to_take(now: Snapshot, anna: User) -> None:
    client = browser(anna)
    assert {name: cost(client, address_of(name, now, anna)) for name in COST} == COST


def test_pages_of_guests(now: Snapshot, anna: User) -> None:
    client = browser(User.objects.get(name="Ben"))
    assert {name: cost(client, address_of(name, now, anna)) for name in GUESTS_COST} == GUESTS_COST


def test_pages_with_a_secret_in_their_address(now: Snapshot, anna: User) -> None:
    guest = User.objects.get(name="Ben")
    secrets = {
        "carried": [carry.token_of(guest)],
        "email-confirm": [confirmation.token_of(anna)],
        "password_reset_confirm": [
            urlsafe_base64_encode(force_bytes(anna.pk)),
            default_token_generator.make_token(anna),
        ],
    }
    found = {name: cost(browser(), reverse(name, args=secret)) for name, secret in secrets.items()}
    assert found == SECRET_COST


def test_all_other_addresses_only_do_something(now: Snapshot, anna: User) -> None:
    client = browser(anna)
    others = {*names(of_games), *names(of_lobby)} - {*COST, *GUESTS_COST, *SECRET_COST}
    assert others
    for name in others:
        assert client.get(address_of(name, now, anna)).status_code == 405, name
