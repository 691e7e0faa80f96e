"""The private link: the same guest on another device (scenario 2, the part behind the pages)."""

from __future__ import annotations

import pytest
from django.contrib.auth import login

from games.queries import snapshot
from lobby import carry, guests
from lobby.carry import Device
from lobby.errors import PersonCode, PersonRefused
from lobby.models import User
from tests.factories import cast, person, playing_table, waiting_table
from tests.services.browsers import Browser

pytestmark = pytest.mark.django_db


def browser_of(user: User) -> Browser:
    browser = Browser()
    request = browser.post()
    login(request, user, backend=guests.BACKEND)
    browser.keep(request)
    return browser


def take(browser: Browser, token: str, *, confirmed: bool = False) -> carry.Taken:
    request = browser.post()
    taken = carry.take(request, token, confirmed=confirmed)
    browser.keep(request)
    return taken


def refusal(token: str) -> PersonCode:
    with pytest.raises(PersonRefused) as refused:
        carry.guest_of(token)
    return refused.value.code


def test_scenario_2_without_cookies_the_link_restores_the_seat() -> None:
    people = cast()
    now_at = playing_table([people.host, people.guest])
    fresh = Browser()
    take(fresh, carry.token_of(people.guest))
    assert fresh.user == people.guest
    assert snapshot(now_at.table.id).seat_of(people.guest.pk) is not None


def test_the_link_lasts_and_looks_the_same_each_time() -> None:
    guest = person()
    token = carry.token_of(guest)
    assert token == carry.token_of(User.objects.get(pk=guest.pk))
    for _device in range(3):
        take(Browser(), token)


def test_looking_at_a_link_tells_whose_it_is_and_who_the_device_is() -> None:
    guest, other = person("Gil"), person("Otto")
    account = User.objects.create(username="ann", name="Ann")
    token = carry.token_of(guest)
    assert carry.guest_of(token) == guest
    devices = [Browser(), browser_of(guest), browser_of(other), browser_of(account)]
    assert [carry.device_of(device.post(), guest) for device in devices] == [
        Device.NOBODY,
        Device.SAME,
        Device.GUEST,
        Device.ACCOUNT,
    ]


@pytest.mark.parametrize("spoil", ["", "x", "1-0.forged", "1-0"])
def test_no_link_is_guessed(spoil: str) -> None:
    person()
    assert refusal(spoil) == PersonCode.LINK_UNREADABLE


def test_a_link_is_for_one_guest_only() -> None:
    one, other = person(), person()
    signature = carry.token_of(one).rpartition(".")[2]
    assert refusal(f"{other.pk}-0.{signature}") == PersonCode.LINK_UNREADABLE


def test_a_new_link_ends_the_old_one_and_the_sessions_of_other_devices() -> None:
    guest = person()
    here, there = browser_of(guest), browser_of(guest)
    old = carry.token_of(guest)
    request = here.post()
    new = carry.new_link(request)
    here.keep(request)
    assert (here.user, there.user) == (guest, None)
    assert refusal(old) == PersonCode.LINK_ENDED
    take(there, new)
    assert there.user == guest


def test_another_guests_device_is_asked_and_then_its_seats_move_too() -> None:
    gil, otto = person("Gil"), person("Otto")
    table = waiting_table([otto])
    device = browser_of(otto)
    with pytest.raises(PersonRefused) as refused:
        take(device, carry.token_of(gil))
    assert refused.value.code == PersonCode.CONFIRM
    assert device.user == otto
    taken = take(device, carry.token_of(gil), confirmed=True)
    assert (taken.seats, taken.kept, device.user) == (1, (), gil)
    assert snapshot(table.pk).seats[0].user_id == gil.pk
    assert not User.objects.get(pk=otto.pk).is_active


def test_where_both_sit_in_one_match_the_devices_own_seat_stays_behind_its_own_link() -> None:
    gil, otto = person("Gil"), person("Otto")
    now_at = playing_table([gil, otto])
    device = browser_of(otto)
    taken = take(device, carry.token_of(gil), confirmed=True)
    assert (taken.seats, taken.kept, device.user) == (0, (now_at.table.code,), gil)
    other = Browser()
    take(other, taken.link)
    assert other.user == otto


def test_a_device_with_an_account_may_move_the_guests_seats_into_it() -> None:
    gil = person("Gil")
    account = User.objects.create(username="ann", name="Ann")
    table = waiting_table([gil])
    device = browser_of(account)
    token = carry.token_of(gil)
    with pytest.raises(PersonRefused) as refused:
        take(device, token)
    assert refused.value.code == PersonCode.CONFIRM
    taken = take(device, token, confirmed=True)
    assert (taken.seats, device.user) == (1, account)
    assert snapshot(table.pk).seats[0].user_id == account.pk
    assert refusal(token) == PersonCode.LINK_ACCOUNT


def test_the_link_dies_at_sign_up_and_accounts_have_none() -> None:
    gil = person("Gil")
    token = carry.token_of(gil)
    guests.become_account(gil, username="gil", password="a long password")
    assert refusal(token) == PersonCode.LINK_ACCOUNT
    with pytest.raises(PersonRefused) as refused:
        carry.token_of(gil)
    assert refused.value.code == PersonCode.NOT_A_GUEST
    with pytest.raises(PersonRefused) as refused:
        carry.new_link(browser_of(gil).post())
    assert refused.value.code == PersonCode.NOT_A_GUEST


def test_opening_the_link_on_ones_own_device_changes_nothing() -> None:
    guest = person()
    device = browser_of(guest)
    key = device.session_key
    take(device, carry.token_of(guest))
    assert device.session_key == key
