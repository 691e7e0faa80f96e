"""Stand-ins called, seats taken back, people who leave for good (scenarios 18 and 19)."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Action, Match, Note, Table
from games.queries import Snapshot, snapshot
from games.services import play, standins
from games.services.errors import Code, Refused
from games.services.notes import What
from lobby.models import User
from tests.factories import act, cast, legal, person, play_until, playing_table, step, text_of, waiting_table
from tests.services.ends import match_ended
from tests.services.times import let_pass

pytestmark = pytest.mark.django_db


def awaiting(user: User, others: list[User], bots: tuple[str, ...] = ()) -> Snapshot:
    """A match in which it is this person's turn."""
    now_at = playing_table([*others, user], bots)
    while (seat := now_at.turn_seat) is None or seat.user_id != user.pk:
        now_at = step(now_at)
    return now_at


def call(now_at: Snapshot, by: User, place: int) -> Snapshot:
    return standins.call(table_id=now_at.table.id, user_id=by.pk, place=place)


def test_scenario_18_a_stand_in_works_on_the_first_press_and_the_owner_has_the_seat_back_at_once() -> None:
    people = cast()
    carla = person("Carla")
    now_at = awaiting(carla, [people.host, people.guest])
    place, table_id = 2, now_at.table.id
    away = let_pass(table_id, 61, but_not=people.host.pk)
    assert away.round.ply == now_at.round.ply  # nothing was played meanwhile
    called = call(away, people.host, place)
    assert called.seats[place].stand_in == "called"
    note = Note.objects.get(what=What.STAND_IN)
    assert (note.seat, note.by_seat, note.version) == (2, 0, called.version)
    row = Table.objects.get(pk=table_id)
    assert (row.bot_at or row.forced_draw_at) is not None
    back = standins.back(table_id=table_id, user_id=carla.pk)
    assert (back.seats[place].stand_in, back.seats[place].present) == ("", True)
    assert back.version == called.version + 1
    assert Note.objects.get(what=What.BACK).seat == 2
    assert Table.objects.get(pk=table_id).bot_at is None
    assert act(back, back.seats[place], text_of(back, legal(back)[0])).round.ply > back.round.ply


def test_scenario_18_any_action_of_the_owner_takes_the_seat_back() -> None:
    people = cast()
    now_at = awaiting(people.guest, [people.host])
    called = call(let_pass(now_at.table.id, 61, but_not=people.host.pk), people.host, 1)
    after = act(called, called.seats[1], text_of(called, legal(called)[0]))
    assert after.seats[1].stand_in == ""
    assert Action.objects.latest("pk").by == Action.By.PERSON
    assert Note.objects.get(what=What.BACK).seat == 1


def test_two_who_press_at_once_both_have_what_they_wanted() -> None:
    people = cast()
    now_at = awaiting(person("Carla"), [people.host, people.guest])
    away = let_pass(now_at.table.id, 61, but_not=people.host.pk)
    first = call(away, people.host, 2)
    assert call(away, people.guest, 2).seats[2].stand_in == first.seats[2].stand_in == "called"
    assert Note.objects.filter(what=What.STAND_IN).count() == 1


def test_nobody_is_stood_in_for_within_the_first_minute() -> None:
    people = cast()
    now_at = awaiting(people.guest, [people.host])
    away = let_pass(now_at.table.id, 50, but_not=people.host.pk)
    assert not away.seats[1].present
    with pytest.raises(Refused) as refused:
        call(away, people.host, 1)
    assert refused.value.code == Code.STAND_IN_TOO_EARLY
    assert 9 <= int(refused.value.details["seconds"]) <= 10


def test_who_is_present_is_stood_in_for_only_after_five_minutes() -> None:
    people = cast()
    now_at = awaiting(people.guest, [people.host])
    table_id = now_at.table.id

    def idle(seconds: int) -> None:
        Match.objects.filter(table_id=table_id).update(turn_at=timezone.now() - timedelta(seconds=seconds))

    idle(299)
    with pytest.raises(Refused) as refused:
        call(now_at, people.host, 1)
    assert refused.value.code == Code.STAND_IN_TOO_EARLY
    idle(301)
    assert call(now_at, people.host, 1).seats[1].stand_in == "called"


def test_only_the_awaited_seat_is_stood_in_for_and_only_by_somebody_seated() -> None:
    people = cast()
    now_at = awaiting(people.guest, [people.host], ("easy",))
    away = let_pass(now_at.table.id, 61, but_not=people.host.pk)
    for by, place, code in (
        (people.host, 0, Code.NOT_AWAITED),
        (people.host, 2, Code.NOT_A_PERSON),
        (people.host, 3, Code.PLACE_FREE),
        (people.outsider, 1, Code.NOT_SEATED),
    ):
        with pytest.raises(Refused) as refused:
            call(away, by, place)
        assert refused.value.code == code


def test_scenario_19_who_leaves_has_a_stand_in_to_the_end_and_standings() -> None:
    people = cast()
    now_at = awaiting(people.guest, [people.host])
    left = standins.leave(table_id=now_at.table.id, user_id=people.guest.pk)
    assert (left.seats[1].stand_in, left.seats[1].present, left.match.status) == ("left", False, "playing")
    assert Note.objects.get(what=What.LEFT).seat == 1
    assert Table.objects.get(pk=now_at.table.id).bot_at is not None  # the stand-in moves without a call
    # Hands, totals and the order of turns stay what they are (rules.md §1.12, case 32).
    assert left.state is not None
    assert left.state == now_at.state
    assert [(seat.index, seat.total) for seat in left.seats] == [
        (seat.index, seat.total) for seat in now_at.seats
    ]


def test_scenario_19_the_match_goes_on_to_the_end_and_the_standings_are_well_defined() -> None:
    people = cast()
    now_at = playing_table([people.host, people.guest], ["easy"], settings={"length": "one"})
    standins.leave(table_id=now_at.table.id, user_id=people.guest.pk)
    ended = play_until(snapshot(now_at.table.id), lambda _facts: False)
    assert ended.match.status == "finished"
    totals = [seat.total for seat in ended.seats]
    assert [seat.place for seat in ended.seats] == [
        1 + sum(other < total for other in totals) for total in totals
    ]
    assert ended.seats[1].has_left
    acted = Action.objects.filter(seat=1).values_list("by", flat=True)
    assert set(acted) == {Action.By.BOT}  # the factory acts as the server does


def test_scenario_19_who_left_may_return_until_the_match_ends() -> None:
    people = cast()
    now_at = playing_table([people.host, people.guest])
    standins.leave(table_id=now_at.table.id, user_id=people.guest.pk)
    assert standins.back(table_id=now_at.table.id, user_id=people.guest.pk).seats[1].stand_in == ""
    ended = match_ended([people.host, people.guest])
    with pytest.raises(Refused) as refused:
        standins.back(table_id=ended.table.id, user_id=people.guest.pk)
    assert refused.value.code == Code.NOT_PLAYING


def test_the_match_pauses_when_all_people_left_and_goes_on_when_one_returns() -> None:
    people = cast()
    now_at = playing_table([people.host, people.guest], ["easy"])
    table_id = now_at.table.id
    standins.leave(table_id=table_id, user_id=people.host.pk)
    paused = standins.leave(table_id=table_id, user_id=people.guest.pk)
    assert paused.match.status == "paused"
    row = Table.objects.get(pk=table_id)
    assert {row.bot_at, row.forced_draw_at, row.turn_clock_at, row.next_round_at, row.presence_at} == {None}
    back = standins.back(table_id=table_id, user_id=people.guest.pk)
    assert (back.match.status, back.playing) == ("playing", True)
    assert Table.objects.get(pk=table_id).due_at is not None


def test_leaving_before_the_start_frees_the_place() -> None:
    people = cast()
    table = waiting_table([people.host, people.guest])
    now_at = standins.leave(table_id=table.pk, user_id=people.guest.pk)
    assert [seat.number for seat in now_at.seats] == [0]
    assert Note.objects.get(what=What.LEFT_PLACE).data == {"place": 1}


def test_coming_back_while_awaited_starts_the_waiting_time_anew() -> None:
    people = cast()
    now_at = awaiting(people.guest, [people.host])
    away = let_pass(now_at.table.id, 61, but_not=people.host.pk)
    call(away, people.host, 1)
    back = standins.back(table_id=now_at.table.id, user_id=people.guest.pk)
    assert back.match.turn_at is not None
    assert timezone.now() - back.match.turn_at < timedelta(seconds=5)
    with pytest.raises(Refused) as refused:
        call(back, people.host, 1)
    assert refused.value.code == Code.STAND_IN_TOO_EARLY


def test_a_stand_in_acts_through_the_same_door() -> None:
    people = cast()
    now_at = awaiting(people.guest, [people.host])
    called = call(let_pass(now_at.table.id, 61, but_not=people.host.pk), people.host, 1)
    after = play.act_for(called, legal(called)[0], Action.By.STAND_IN)
    assert after is not None
    assert after.seats[1].stand_in == "called"  # and goes on until its owner is back
