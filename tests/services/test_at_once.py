"""Several people press at the same instant: on SQLite and PostgreSQL, with a connection each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial

import pytest

from games.models import Match, Note, Receipt, Round, Seat, Table
from games.queries import Snapshot, snapshot
from games.services import matches, places, presence, standins, tables
from games.services.errors import Code, Refused
from games.services.notes import What
from tests.factories import cast, new_key, person, playing_table, waiting_table
from tests.services.ends import match_ended
from tests.services.times import let_pass
from tests.services.together import together

pytestmark = pytest.mark.django_db(transaction=True)


def refusals(results: list[Snapshot | Refused]) -> Counter[str]:
    return Counter(result.code for result in results if isinstance(result, Refused))


def test_several_join_at_once_and_the_last_ones_are_told_that_it_is_full() -> None:
    people = cast()
    table = waiting_table([people.host], places=4)
    guests = [person(f"Guest {number}") for number in range(6)]
    results = together(
        [
            partial(places.join, table_id=table.pk, user_id=guest.pk, name=guest.name, key=new_key())
            for guest in guests
        ]
    )
    assert refusals(results) == {Code.FULL: 3}
    seats = snapshot(table.pk).seats
    assert [seat.number for seat in seats] == [0, 1, 2, 3]
    assert len({seat.user_id for seat in seats}) == 4
    assert snapshot(table.pk).version == table.version + 3


def test_all_want_the_same_place_and_one_gets_it() -> None:
    people = cast()
    table = waiting_table([people.host], places=8)
    guests = [person(f"Guest {number}") for number in range(4)]
    results = together(
        [
            partial(places.join, table_id=table.pk, user_id=guest.pk, name="G", key=new_key(), place=5)
            for guest in guests
        ]
    )
    assert refusals(results) == {Code.PLACE_TAKEN: 3}


def test_nobody_gets_two_places() -> None:
    people = cast()
    table = waiting_table([people.host], places=8)
    key = new_key()
    keys = [key, key, new_key(), new_key()]
    results = together(
        [
            partial(places.join, table_id=table.pk, user_id=people.guest.pk, name="Gil", key=one)
            for one in keys
        ]
    )
    assert not refusals(results)
    assert Seat.objects.filter(user=people.guest).count() == 1


def test_a_table_is_opened_once_for_a_key() -> None:
    hanna, key = person("Hanna"), new_key()
    results = together([partial(tables.play_now, user_id=hanna.pk, name="Hanna", key=key)] * 4)
    assert not refusals(results)
    assert Table.objects.count() == Receipt.objects.count() == 1
    assert Note.objects.filter(what=What.STARTED).count() == 1


def test_a_match_is_started_once() -> None:
    people = cast()
    table = waiting_table([people.host, people.guest])
    results = together(
        [
            partial(matches.start, table_id=table.pk, user_id=people.host.pk, match=1, key=new_key())
            for _press in range(4)
        ]
    )
    assert not refusals(results)
    assert Note.objects.filter(what=What.STARTED).count() == 1
    assert Round.objects.get().status == Round.Status.PLAYING


def test_scenario_20_three_press_play_again_at_once() -> None:
    people = cast()
    three = [people.host, people.guest, people.outsider]
    ended = match_ended(three)
    results = together(
        [
            partial(
                matches.again,
                table_id=ended.table.id,
                user_id=user.pk,
                name=user.name,
                match=1,
                key=new_key(),
            )
            for user in three
        ]
    )
    assert not refusals(results)
    assert Match.objects.count() == 2
    now_at = snapshot(ended.table.id)
    assert (now_at.match.number, now_at.playing) == (2, True)
    assert [seat.user_id for seat in now_at.seats] == [user.pk for user in three]
    assert now_at.table.code == ended.table.code


def test_two_press_stand_in_and_the_owner_comes_back_all_at_once() -> None:
    people = cast()
    now_at = playing_table([people.host, people.guest])
    awaited = now_at.turn_seat
    assert awaited is not None
    assert awaited.user_id is not None
    other = people.guest if awaited.user_id == people.host.pk else people.host
    let_pass(now_at.table.id, 61, but_not=other.pk)
    call = partial(standins.call, table_id=now_at.table.id, user_id=other.pk, place=awaited.number)
    back = partial(standins.back, table_id=now_at.table.id, user_id=awaited.user_id)
    seen = partial(presence.seen, table_id=now_at.table.id, user_id=awaited.user_id)
    presses: list[Callable[[], object]] = [call, call, back, seen]
    together(presses)
    after = standins.back(table_id=now_at.table.id, user_id=awaited.user_id)
    assert (after.seats[awaited.number].stand_in, after.match.status) == ("", "playing")
    assert Note.objects.filter(what=What.STAND_IN).count() <= 1


def test_a_late_guest_and_a_returning_player_do_not_share_a_seat() -> None:
    people = cast()
    ended = match_ended([people.host, people.guest])
    standins.leave(table_id=ended.table.id, user_id=people.guest.pk)
    again = partial(matches.again, table_id=ended.table.id, match=1)
    together(
        [
            partial(again, user_id=people.guest.pk, name="Gil", key=new_key()),
            partial(again, user_id=people.outsider.pk, name="Otto", key=new_key()),
        ]
    )
    numbers = [seat.number for seat in snapshot(ended.table.id).seats]
    assert numbers == [0, 1, 2]
