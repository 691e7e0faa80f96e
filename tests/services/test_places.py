"""Sitting down at a table that waits, changing places, taking a bot's place."""

from __future__ import annotations

import pytest

from games.models import Note, Seat
from games.queries import Snapshot, snapshot
from games.services import bots, hosts, matches, places, standins
from games.services.errors import Code, Refused
from games.services.notes import What
from lobby.models import User
from tests.factories import cast, new_key, person, playing_table, waiting_table
from tests.services.ends import round_ended
from tests.services.together import together

pytestmark = pytest.mark.django_db


def join(table_id: int, user: User, place: int | None = None, key: str | None = None) -> Snapshot:
    return places.join(table_id=table_id, user_id=user.pk, name=user.name, key=key or new_key(), place=place)


def sitting(now_at: Snapshot) -> dict[int, str]:
    return {seat.number: seat.name for seat in now_at.seats}


def test_joining_takes_the_first_free_place_or_the_one_that_was_asked_for() -> None:
    people = cast()
    table = waiting_table([people.host], ["normal"], places=4)
    assert sitting(join(table.pk, people.guest, place=3)) == {0: "Hanna", 1: "Bot 1", 3: "Gil"}
    now_at = join(table.pk, people.outsider)
    assert sitting(now_at)[2] == "Otto"
    assert now_at.version == table.version + 2
    note = Note.objects.get(version=now_at.version)
    assert (note.what, note.seat, note.data) == (What.JOINED, None, {"place": 2})


def test_scenario_5_joining_again_is_having_the_same_seat() -> None:
    people = cast()
    table = waiting_table([people.host, people.guest])
    before = snapshot(table.pk)
    after = join(table.pk, people.host)
    assert after.seats == before.seats
    assert after.version == before.version


def test_scenario_5_also_while_the_match_is_played_at_a_locked_table() -> None:
    people = cast()
    before = playing_table([people.host, people.guest], locked=True)
    assert join(before.table.id, people.guest).seats == before.seats


def test_a_join_that_comes_late_a_second_time_does_not_sit_down_again() -> None:
    people, key = cast(), new_key()
    table = waiting_table([people.host])
    join(table.pk, people.guest, key=key)
    standins.leave(table_id=table.pk, user_id=people.guest.pk)
    assert sitting(join(table.pk, people.guest, key=key)) == {0: "Hanna"}


def test_who_comes_last_is_told_that_it_is_full_and_may_take_over_a_bots_place() -> None:
    people = cast()
    table = waiting_table([people.host, people.guest], ["easy"], places=3)
    with pytest.raises(Refused) as refused:
        join(table.pk, people.outsider)
    assert (refused.value.code, refused.value.details) == (Code.FULL, {"bots": 1})
    now_at = places.take_over(
        table_id=table.pk, user_id=people.outsider.pk, name="Otto", place=2, key=new_key()
    )
    seat = now_at.seats[2]
    assert (seat.name, seat.kind, seat.level, seat.user_id) == ("Otto", "person", "", people.outsider.pk)
    with pytest.raises(Refused) as refused:
        join(table.pk, person("Late"))
    assert (refused.value.code, refused.value.details) == (Code.FULL, {"bots": 0})


def test_a_taken_place_and_a_place_that_is_not_there_are_refused() -> None:
    people = cast()
    table = waiting_table([people.host], places=3)
    for place, code in ((0, Code.PLACE_TAKEN), (3, Code.NO_SUCH_PLACE), (-1, Code.NO_SUCH_PLACE)):
        with pytest.raises(Refused) as refused:
            join(table.pk, people.guest, place=place)
        assert (refused.value.code, refused.value.details) == (code, {"place": place})


def test_nobody_new_sits_down_at_a_locked_table_or_where_they_were_sent_away() -> None:
    people = cast()
    table = waiting_table([people.host, people.guest])
    hosts.block(table_id=table.pk, user_id=people.host.pk, place=1)
    with pytest.raises(Refused) as refused:
        join(table.pk, people.guest)
    assert refused.value.code == Code.BLOCKED
    hosts.lock(table_id=table.pk, user_id=people.host.pk, locked=True)
    with pytest.raises(Refused) as refused:
        join(table.pk, people.outsider)
    assert refused.value.code == Code.TABLE_LOCKED
    hosts.lock(table_id=table.pk, user_id=people.host.pk, locked=False)
    join(table.pk, people.outsider)


def test_nobody_joins_a_match_that_is_being_played() -> None:
    people = cast()
    now_at = playing_table([people.host, people.guest], ["easy"])
    with pytest.raises(Refused) as refused:
        join(now_at.table.id, people.outsider)
    assert (refused.value.code, refused.value.details) == (Code.STARTED, {"bots": 1})
    with pytest.raises(Refused) as refused:
        places.take_over(
            table_id=now_at.table.id, user_id=people.outsider.pk, name="Otto", place=2, key=new_key()
        )
    assert refused.value.code == Code.ROUND_NOT_OVER


def test_a_late_guest_takes_over_a_bots_seat_between_rounds_with_its_totals() -> None:
    people = cast()
    now_at = round_ended([people.host, people.guest], ["easy"])
    bot = now_at.seats[2]
    after = places.take_over(
        table_id=now_at.table.id, user_id=people.outsider.pk, name="Otto", place=2, key=new_key()
    )
    seat = after.seats[2]
    assert (seat.user_id, seat.kind, seat.index, seat.total) == (people.outsider.pk, "person", 2, bot.total)
    note = Note.objects.get(what=What.TOOK_OVER)
    assert (note.seat, note.data, note.version) == (2, {"kind": "bot"}, after.version)


def test_a_late_guest_takes_over_the_seat_of_who_left_but_not_of_who_may_return() -> None:
    people = cast()
    now_at = round_ended([people.host, people.guest, person("Tom")])
    table_id = now_at.table.id
    Seat.objects.filter(pk=now_at.seats[2].id).update(stand_in=Seat.StandIn.CALLED)

    def take(place: int) -> Snapshot:
        return places.take_over(
            table_id=table_id, user_id=people.outsider.pk, name="Otto", place=place, key=new_key()
        )

    with pytest.raises(Refused) as refused:
        take(2)
    assert refused.value.code == Code.PLACE_TAKEN
    standins.leave(table_id=table_id, user_id=people.guest.pk)
    seat = take(1).seats[1]
    assert (seat.user_id, seat.stand_in, seat.total) == (people.outsider.pk, "", now_at.seats[1].total)
    assert Note.objects.get(what=What.TOOK_OVER).data == {"kind": "person"}
    # Who was away for good finds the seat taken.
    with pytest.raises(Refused) as refused:
        standins.back(table_id=table_id, user_id=people.guest.pk)
    assert refused.value.code == Code.NOT_SEATED


def test_names_are_ones_own_and_may_be_changed_until_the_match_is_over() -> None:
    people = cast()
    table = waiting_table([people.host, people.guest])
    now_at = places.rename(table_id=table.pk, user_id=people.guest.pk, name="  Gila ")
    assert sitting(now_at) == {0: "Hanna", 1: "Gila"}
    assert now_at.version == table.version + 1
    assert places.rename(table_id=table.pk, user_id=people.guest.pk, name="Gila").version == now_at.version
    with pytest.raises(Refused) as refused:
        places.rename(table_id=table.pk, user_id=people.outsider.pk, name="Otto")
    assert refused.value.code == Code.NOT_SEATED


def test_scenario_22_two_people_may_have_the_same_name() -> None:
    people = cast()
    table = waiting_table([people.host])
    for user in (people.guest, people.outsider):
        places.join(table_id=table.pk, user_id=user.pk, name="Min", key=new_key())
    now_at = matches.start(table_id=table.pk, user_id=people.host.pk, match=1, key=new_key())
    assert [(seat.letter, seat.name) for seat in now_at.seats[1:]] == [("B", "Min"), ("C", "Min")]


def test_the_host_lets_any_two_places_change_round() -> None:
    people = cast()
    table = waiting_table([people.host, people.guest], ["easy"])
    now_at = places.swap(table_id=table.pk, user_id=people.host.pk, place=1, other=2)
    assert sitting(now_at) == {0: "Hanna", 1: "Bot 2", 2: "Gil"}
    now_at = places.swap(table_id=table.pk, user_id=people.host.pk, place=2, other=3)
    assert sitting(now_at) == {0: "Hanna", 1: "Bot 2", 3: "Gil"}


def test_anybody_else_only_moves_to_a_free_place() -> None:
    people = cast()
    table = waiting_table([people.host, people.guest])
    now_at = places.swap(table_id=table.pk, user_id=people.guest.pk, place=1, other=3)
    assert sitting(now_at) == {0: "Hanna", 3: "Gil"}
    for place, other in ((3, 0), (0, 2)):
        with pytest.raises(Refused) as refused:
            places.swap(table_id=table.pk, user_id=people.guest.pk, place=place, other=other)
        assert refused.value.code == Code.NOT_HOST
    with pytest.raises(Refused) as refused:
        places.swap(table_id=table.pk, user_id=people.host.pk, place=1, other=0)
    assert refused.value.code == Code.PLACE_FREE


def test_places_do_not_change_once_the_match_has_begun() -> None:
    people = cast()
    now_at = playing_table([people.host, people.guest])
    with pytest.raises(Refused) as refused:
        places.swap(table_id=now_at.table.id, user_id=people.host.pk, place=0, other=1)
    assert refused.value.code == Code.MATCH_RUNNING


def test_bots_are_added_levelled_and_sent_away_by_the_host() -> None:
    people = cast()
    table = waiting_table([people.host, people.guest], places=4)
    host = {"table_id": table.pk, "user_id": people.host.pk}
    now_at = bots.add_bot(**host, level="easy", key=new_key())
    now_at = bots.add_bot(**host, level="hard", place=3, key=new_key())
    assert [(seat.number, seat.level, seat.auto_draw) for seat in now_at.seats[2:]] == [
        (2, "easy", True),
        (3, "hard", True),
    ]
    assert len({seat.name for seat in now_at.seats}) == 4
    with pytest.raises(Refused) as refused:
        bots.add_bot(**host, level="easy", key=new_key())
    assert refused.value.code == Code.FULL
    assert bots.set_level(**host, place=2, level="normal").seats[2].level == "normal"
    assert len(bots.remove_bot(**host, place=2).seats) == 3
    with pytest.raises(Refused) as refused:
        bots.remove_bot(**host, place=1)
    assert refused.value.code == Code.NOT_A_BOT
    with pytest.raises(Refused) as refused:
        bots.add_bot(table_id=table.pk, user_id=people.guest.pk, level="easy", key=new_key())
    assert refused.value.code == Code.NOT_HOST


def test_a_key_adds_one_bot_and_is_its_owners() -> None:
    people = cast()
    table = waiting_table([people.host, people.guest], places=3)
    key = new_key()
    host = {"table_id": table.pk, "user_id": people.host.pk}
    first = bots.add_bot(**host, level="easy", key=key)
    # A repeat is no refusal: neither on account of its own place, nor because the table is full, nor after the start.
    for place in (None, 2):
        again = bots.add_bot(**host, level="easy", place=place, key=key)
        assert (again.seats, again.version) == (first.seats, first.version)
    with pytest.raises(Refused) as refused:
        bots.add_bot(table_id=table.pk, user_id=people.guest.pk, level="easy", key=key)
    assert refused.value.code == Code.KEY_USED
    with pytest.raises(Refused) as refused:
        join(table.pk, people.host, key=key)
    assert refused.value.code == Code.KEY_USED
    with pytest.raises(Refused) as refused:
        bots.add_bot(**host, level="easy", key="short")
    assert refused.value.code == Code.BAD_KEY
    started = matches.start(**host, match=1, key=new_key())
    assert len(bots.add_bot(**host, level="easy", key=key).seats) == len(started.seats) == 3


def test_a_key_of_a_bot_that_was_refused_is_still_good() -> None:
    people = cast()
    table = waiting_table([people.host, people.guest], places=3)
    key = new_key()
    with pytest.raises(Refused):
        bots.add_bot(table_id=table.pk, user_id=people.host.pk, level="easy", place=1, key=key)
    now_at = bots.add_bot(table_id=table.pk, user_id=people.host.pk, level="easy", place=2, key=key)
    assert len(now_at.seats) == 3


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("place", [None, 1], ids=["anywhere", "there"])
def test_twins_at_the_same_instant_add_one_bot(place: int | None) -> None:
    people = cast()
    table = waiting_table([people.host], places=2)
    key = new_key()
    asked = [
        lambda: bots.add_bot(table_id=table.pk, user_id=people.host.pk, level="easy", place=place, key=key)
    ] * 3
    answers = together(asked)
    assert [len(answer.seats) for answer in answers if not isinstance(answer, Refused)] == [2] * 3
    assert Seat.objects.filter(match__table=table, kind="bot").count() == 1


def test_draw_for_me_is_the_seats_own_preference() -> None:
    people = cast()
    now_at = playing_table([people.host, people.guest])
    after = places.draw_for_me(table_id=now_at.table.id, user_id=people.guest.pk, on=True)
    assert [seat.auto_draw for seat in after.seats] == [False, True]
