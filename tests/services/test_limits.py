"""What one person or one address may ask for: families and classes never notice it, programs do."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.test import RequestFactory
from limits.errors import StorageError
from limits.strategies import MovingWindowRateLimiter
from pytest_django import Settings

from games import limits
from games.limits import ALLOWED, Limit, address_of, spend
from games.presenters.refusals import refusal_text
from games.services.errors import Code, Refused
from lobby.models import User

HOME = "203.0.113.7"


@pytest.fixture(autouse=True)
def _from_nothing() -> Iterator[None]:
    limits.forget()
    yield
    limits.forget()


def asked(address: str = HOME, person: int | None = None, told: str = "") -> HttpRequest:
    headers = {"X-Forwarded-For": told} if told else {}
    request = RequestFactory().post("/", headers=headers, REMOTE_ADDR=address)
    request.user = AnonymousUser() if person is None else User(pk=person)
    return request


def refused(request: HttpRequest, limit: Limit) -> int:
    """How many seconds this has to wait, 0 if it need not."""
    try:
        spend(request, limit)
    except Refused as error:
        return int(error.details["seconds"]) if error.code == Code.TOO_MANY else -1
    return 0


def test_a_class_of_thirty_behind_one_address_sits_down_at_once() -> None:
    assert not any(refused(asked(), Limit.JOIN) for _phone in range(30))


def test_a_program_is_told_how_long_to_wait_and_waiting_helps(monkeypatch: pytest.MonkeyPatch) -> None:
    waits = [refused(asked(), Limit.JOIN) for _time in range(200)]
    most = ALLOWED[Limit.GUEST].address.amount
    assert not any(waits[:most])
    assert all(0 < wait <= 600 for wait in waits[most:])
    # What was refused is not counted, so the wait does not grow by asking.
    later = time.time() + waits[-1] + 1
    monkeypatch.setattr(time, "time", lambda: later)
    assert refused(asked(), Limit.JOIN) == 0


def test_who_is_refused_for_their_address_is_not_counted_as_a_person() -> None:
    for person in range(ALLOWED[Limit.RENAME].address.amount):
        spend(asked(person=person + 10), Limit.RENAME)
    most = ALLOWED[Limit.RENAME].person.amount
    assert all(refused(asked(person=1), Limit.RENAME) for _time in range(most))
    assert not any(refused(asked("203.0.113.8", person=1), Limit.RENAME) for _time in range(most))


def test_somebody_known_is_counted_by_themselves_wherever_they_are() -> None:
    most = ALLOWED[Limit.RENAME].person.amount
    assert not any(refused(asked(f"203.0.113.{n}", person=1), Limit.RENAME) for n in range(most))
    assert 0 < refused(asked("203.0.113.200", person=1), Limit.RENAME) <= 60
    assert refused(asked("203.0.113.200", person=2), Limit.RENAME) == 0
    assert refused(asked("203.0.113.200", person=1), Limit.JOIN) == 0


def test_this_machine_is_nobody_and_a_proxy_tells_who_asks(settings: Settings) -> None:
    assert address_of(asked("127.0.0.1")) == address_of(asked("::1")) == ""
    assert address_of(asked(HOME, told="198.51.100.1")) == HOME
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    assert address_of(asked("127.0.0.1", told="6.6.6.6, 198.51.100.1")) == "198.51.100.1"
    assert address_of(asked("10.0.0.2")) == ""
    assert address_of(asked("10.0.0.2", told="unknown")) == ""


def test_an_address_of_the_older_kind_is_one_also_when_told_as_one_of_the_newer() -> None:
    assert address_of(asked(f"::ffff:{HOME}")) == HOME
    assert address_of(asked("::ffff:127.0.0.1")) == ""


def test_one_household_is_one_network_of_the_newer_addresses() -> None:
    assert address_of(asked("2001:db8:1:2:aaaa::1")) == address_of(asked("2001:db8:1:2:bbbb::2"))
    assert address_of(asked("2001:db8:1:3::1")) != address_of(asked("2001:db8:1:2::1"))


def test_where_nothing_can_be_counted_nobody_is_kept_from_playing(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_args: object, **_kwargs: object) -> bool:
        raise StorageError(ConnectionError())

    monkeypatch.setattr(MovingWindowRateLimiter, "hit", broken)
    assert not any(refused(asked(), Limit.JOIN) for _time in range(200))


def test_the_refusal_says_how_long_to_wait() -> None:
    assert "Please wait 12 seconds." in refusal_text(Code.TOO_MANY, {"seconds": 12})
    assert "Please wait 1 second." in refusal_text(Code.TOO_MANY, {"seconds": 1})
