"""What the host may do: free a place, lock, block, hand the role over."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from games.models import Note, Seat
from games.queries import Snapshot, host_of, snapshot
from games.services import hosts, places, standins
from games.services.errors import Code, Refused
from games.services.notes import What
from tests.factories import cast, new_key, person, playing_table, waiting_table
from tests.services.ends import round_ended
from tests.services.times import let_pass

pytestmark = pytest.mark.django_db

Power = Callable[[int, int, int], Snapshot]

POWERS: dict[str, Power] = {
    "free": lambda table, user, place: hosts.free(table_id=table, user_id=user, place=place),
    "block": lambda table, user, place: hosts.block(table_id=table, user_id=user, place=place),
    "hand over": lambda table, user, place: hosts.hand_over(table_id=table, user_id=user, place=place),
    "lock": lambda table, user, _place: hosts.lock(table_id=table, user_id=user, locked=True),
}


@pytest.mark.parametrize("power", POWERS)
def test_nobody_else_has_the_hosts_powers(power: str) -> None:
    people = cast()
    table = waiting_table([people.host, people.guest, person("Carla")])
    for user, code in ((people.guest, Code.NOT_HOST), (people.outsider, Code.NOT_SEATED)):
        with pytest.raises(Refused) as refused:
            POWERS[power](table.pk, user.pk, 2)
        assert refused.value.code == code
    assert snapshot(table.pk).version == table.version


@pytest.mark.parametrize("power", ["free", "block", "hand over"])
def test_no_power_is_used_on_ones_own_seat(power: str) -> None:
    people = cast()
    table = waiting_table([people.host, people.guest])
    with pytest.raises(Refused) as refused:
        POWERS[power](table.pk, people.host.pk, 0)
    assert refused.value.code == Code.OWN_PLACE


def test_a_place_is_freed_before_the_start() -> None:
    people = cast()
    table = waiting_table([people.host, people.guest], ["easy"])
    for place in (1, 2):
        now_at = hosts.free(table_id=table.pk, user_id=people.host.pk, place=place)
    assert [seat.number for seat in now_at.seats] == [0]
    # Freed is not blocked.
    places.join(table_id=table.pk, user_id=people.guest.pk, name="Gil", key=new_key())


def test_in_a_match_only_a_seat_with_a_stand_in_is_given_up_for_its_owner() -> None:
    people = cast()
    now_at = round_ended([people.host, people.guest])
    with pytest.raises(Refused) as refused:
        hosts.free(table_id=now_at.table.id, user_id=people.host.pk, place=1)
    assert refused.value.code == Code.NOT_FREE_NOW
    Seat.objects.filter(pk=now_at.seats[1].id).update(stand_in=Seat.StandIn.CALLED)
    freed = hosts.free(table_id=now_at.table.id, user_id=people.host.pk, place=1)
    assert freed.seats[1].stand_in == "left"
    late = places.take_over(
        table_id=now_at.table.id, user_id=people.outsider.pk, name="Otto", place=1, key=new_key()
    )
    assert late.seats[1].user_id == people.outsider.pk


def test_a_blocked_person_loses_the_seat_for_good_and_the_match_goes_on() -> None:
    people = cast()
    now_at = playing_table([people.host, people.guest])
    blocked = hosts.block(table_id=now_at.table.id, user_id=people.host.pk, place=1)
    assert (blocked.seats[1].user_id, blocked.seats[1].stand_in, blocked.match.status) == (
        None,
        "left",
        "playing",
    )
    with pytest.raises(Refused) as refused:
        standins.back(table_id=now_at.table.id, user_id=people.guest.pk)
    assert refused.value.code == Code.NOT_SEATED
    assert Note.objects.get(what=What.BLOCKED).seat == 1


def test_who_is_gone_for_good_is_neither_made_host_nor_sent_away_again() -> None:
    people = cast()
    table_id = playing_table([people.host, people.guest]).table.id
    before = hosts.block(table_id=table_id, user_id=people.host.pk, place=1)
    for power in ("hand over", "block"):
        with pytest.raises(Refused) as refused:
            POWERS[power](table_id, people.host.pk, 1)
        assert refused.value.code == Code.PLACE_FREE
    assert snapshot(table_id).version == before.version


def test_bots_are_neither_blocked_nor_made_host() -> None:
    people = cast()
    table = waiting_table([people.host], ["easy"])
    for power in ("block", "hand over"):
        with pytest.raises(Refused) as refused:
            POWERS[power](table.pk, people.host.pk, 1)
        assert refused.value.code == Code.NOT_A_PERSON


def test_the_role_is_handed_over_and_handed_back() -> None:
    people = cast()
    table = waiting_table([people.host, people.guest])
    now_at = hosts.hand_over(table_id=table.pk, user_id=people.host.pk, place=1)
    assert host_of(now_at) == now_at.seats[1]
    with pytest.raises(Refused) as refused:
        hosts.lock(table_id=table.pk, user_id=people.host.pk, locked=True)
    assert refused.value.code == Code.NOT_HOST
    back = hosts.hand_over(table_id=table.pk, user_id=people.guest.pk, place=0)
    assert host_of(back) == back.seats[0]


def test_who_is_host_while_the_opener_is_away_cannot_take_the_table_from_them() -> None:
    people, carla = cast(), person("Carla")
    now_at = playing_table([people.host, people.guest, carla])
    table_id = now_at.table.id
    away = let_pass(table_id, 61, but_not=people.guest.pk)
    assert host_of(away) == away.seats[1]
    for power, place in (("block", 0), ("hand over", 2)):
        with pytest.raises(Refused) as refused:
            POWERS[power](table_id, people.guest.pk, place)
        assert refused.value.code == Code.NOT_HOST
    hosts.block(table_id=table_id, user_id=people.guest.pk, place=2)
    # The opener is gone for good: now it is theirs to give.
    standins.leave(table_id=table_id, user_id=people.host.pk)
    with pytest.raises(Refused) as refused:
        hosts.hand_over(table_id=table_id, user_id=people.guest.pk, place=1)
    assert refused.value.code == Code.OWN_PLACE
    given = hosts.hand_over(table_id=table_id, user_id=people.guest.pk, place=0)
    assert given.table.host_id == people.host.pk


def test_locking_is_told_once() -> None:
    people = cast()
    table = waiting_table([people.host, people.guest])
    first = hosts.lock(table_id=table.pk, user_id=people.host.pk, locked=True)
    assert first.table.locked
    assert hosts.lock(table_id=table.pk, user_id=people.host.pk, locked=True).version == first.version
    assert Note.objects.filter(what=What.LOCKED).count() == 1
