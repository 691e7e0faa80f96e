"""Signs of life, absence, who is awaited; what is due when nobody is there."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from games.models import Match, Seat, Table, Watcher
from games.queries import Snapshot, host_of, snapshot
from games.queries.absence import awaited
from games.services import agreements, presence, standins
from games.services.errors import Code, Refused
from lobby.models import User
from tests.factories import act, cast, legal, new_key, person, playing_table, step, text_of, waiting_table
from tests.services.ends import match_ended, round_ended
from tests.services.times import let_pass

pytestmark = pytest.mark.django_db


def heard(seat_id: int) -> float:
    """Seconds since the last sign of life."""
    last_seen = Seat.objects.get(pk=seat_id).last_seen
    assert last_seen is not None
    return (timezone.now() - last_seen).total_seconds()


def seen(now_at: Snapshot, user: User) -> Snapshot:
    presence.seen(table_id=now_at.table.id, user_id=user.pk)
    return snapshot(now_at.table.id)


def turn_of(now_at: Snapshot, user: User) -> Snapshot:
    """Acts for whoever is to act until it is this person's turn."""
    while (seat := now_at.turn_seat) is None or seat.user_id != user.pk:
        now_at = step(now_at)
    return now_at


def test_a_sign_of_life_is_stored_at_most_every_twenty_seconds_and_raises_no_version() -> None:
    people = cast()
    now_at = playing_table([people.host, people.guest])
    Seat.objects.filter(pk=now_at.seats[1].id).update(last_seen=timezone.now() - timedelta(seconds=18))
    seen(now_at, people.guest)
    assert 18 <= heard(now_at.seats[1].id) < 19
    Seat.objects.filter(pk=now_at.seats[1].id).update(last_seen=timezone.now() - timedelta(seconds=21))
    after = seen(now_at, people.guest)
    assert heard(now_at.seats[1].id) < 1
    assert after.version == now_at.version


def test_with_fresh_facts_a_sign_of_life_costs_nothing(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    people = cast()
    now_at = playing_table([people.host, people.guest])
    with django_assert_num_queries(0):
        presence.seen(table_id=now_at.table.id, user_id=people.guest.pk, facts=now_at)


def test_who_was_not_heard_from_for_45_seconds_is_absent_and_all_see_it() -> None:
    people = cast()
    now_at = playing_table([people.host, people.guest])
    still = let_pass(now_at.table.id, 40, but_not=people.host.pk)
    assert (still.seats[1].present, still.version) == (True, now_at.version)
    gone = let_pass(now_at.table.id, 6, but_not=people.host.pk)
    assert [seat.present for seat in gone.seats] == [True, False]
    assert gone.version == now_at.version + 1
    here = seen(gone, people.guest)
    assert here.seats[1].present
    assert here.version == gone.version + 1


def test_the_clock_is_due_when_somebody_may_become_absent() -> None:
    people = cast()
    table_id = playing_table([people.host, people.guest]).table.id
    presence_at = Table.objects.get(pk=table_id).presence_at
    assert presence_at is not None
    assert 40 < (presence_at - timezone.now()).total_seconds() <= 45
    let_pass(table_id, 46)
    assert Table.objects.get(pk=table_id).presence_at is None


def test_a_sign_of_life_that_comes_while_absence_is_noted_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    people = cast()
    now_at = playing_table([people.host, people.guest])
    late = timezone.now() - timedelta(seconds=46)
    Seat.objects.filter(pk=now_at.seats[1].id).update(last_seen=late)
    facts = snapshot(now_at.table.id)
    Seat.objects.filter(pk=now_at.seats[1].id).update(last_seen=timezone.now())
    monkeypatch.setattr(presence, "snapshot", lambda table_id: facts)
    presence.settle(table_id=now_at.table.id, now=timezone.now())
    assert snapshot(now_at.table.id).seats[1].present


def test_an_action_is_no_sign_of_life() -> None:
    people = cast()
    now_at = turn_of(playing_table([people.host, people.guest]), people.guest)
    seat = now_at.seats[1]
    Seat.objects.filter(pk=seat.id).update(last_seen=timezone.now() - timedelta(seconds=30))
    act(now_at, seat, text_of(now_at, legal(now_at)[0]))
    assert heard(seat.id) >= 30


def test_presence_counts_seats_and_not_who_left() -> None:
    people = cast()
    now_at = playing_table([people.host, people.guest])
    standins.leave(table_id=now_at.table.id, user_id=people.guest.pk)
    assert not seen(now_at, people.guest).seats[1].present
    assert seen(now_at, people.outsider).version == snapshot(now_at.table.id).version


def test_scenario_18_everyone_is_told_who_is_awaited_after_a_minute_and_again_when_idle() -> None:
    people = cast()
    now_at = turn_of(playing_table([people.host, people.guest, person("Carla")]), people.guest)
    table_id, now = now_at.table.id, timezone.now()
    waiting = awaited(now_at, now)
    assert waiting is not None
    assert (waiting.seat.user_id, waiting.told, waiting.may_call) == (people.guest.pk, False, False)
    before = now_at.version
    Match.objects.filter(table_id=table_id).update(turn_at=now - timedelta(seconds=61))
    Table.objects.filter(pk=table_id).update(presence_at=now - timedelta(seconds=1))
    presence.settle(table_id=table_id, now=timezone.now())
    told = snapshot(table_id)
    assert told.version == before + 1
    waiting = awaited(told, timezone.now())
    assert waiting is not None
    assert (waiting.told, waiting.may_call) == (True, False)  # present: not before five minutes
    # It is told once, not with every look of the clock.
    presence.settle(table_id=table_id, now=timezone.now())
    assert snapshot(table_id).version == before + 1


def test_host_is_the_opener_when_present_else_who_is_seated_longest() -> None:
    people = cast()
    carla = person("Carla")
    now_at = playing_table([people.host, people.guest, carla])
    table_id = now_at.table.id

    def host(facts: Snapshot) -> int | None:
        seat = host_of(facts)
        return None if seat is None else seat.user_id

    assert host(now_at) == people.host.pk
    away = let_pass(table_id, 46, but_not=people.guest.pk)
    assert host(away) == people.guest.pk
    seen(away, carla)
    both = let_pass(table_id, 46, but_not=carla.pk)
    assert host(both) == carla.pk
    assert host(seen(both, people.host)) == people.host.pk


def test_without_people_nothing_is_due_but_a_bots_turn_and_the_turn_clock_that_was_asked_for() -> None:
    people = cast()
    quiet = turn_of(playing_table([people.host], ["easy"]), people.host)
    let_pass(quiet.table.id, 46)
    row = Table.objects.get(pk=quiet.table.id)
    assert {row.bot_at, row.forced_draw_at, row.forced_pass_at, row.turn_clock_at, row.next_round_at} == {
        None
    }
    clocked = turn_of(playing_table([people.guest], ["easy"], turn_clock=120), people.guest)
    let_pass(clocked.table.id, 46)
    assert Table.objects.get(pk=clocked.table.id).turn_clock_at is not None


def test_without_people_no_next_round_begins_and_with_somebody_back_it_does() -> None:
    people = cast()
    now_at = round_ended([people.host], ["easy"])
    assert now_at.due.next_round_at is not None
    assert let_pass(now_at.table.id, 46).due.next_round_at is None
    assert seen(now_at, people.host).due.next_round_at is not None


def test_a_proposal_to_end_lapses_when_nobody_is_left_to_object() -> None:
    people = cast()
    now_at = playing_table([people.host, people.guest])
    proposed = agreements.end(table_id=now_at.table.id, user_id=people.host.pk)
    assert proposed.due.objection_at is not None
    gone = let_pass(now_at.table.id, 46)
    assert (gone.due.objection_at, gone.match.end_proposed_by, gone.match.status) == (None, None, "playing")


def test_presence_is_noted_between_matches_too() -> None:
    people = cast()
    now_at = match_ended([people.host, people.guest])
    Seat.objects.filter(pk=now_at.seats[0].id).update(last_seen=timezone.now() - timedelta(seconds=30))
    seen(now_at, people.host)
    assert heard(now_at.seats[0].id) < 1


def test_watchers_are_counted_while_their_pages_are_heard_from() -> None:
    people = cast()
    table = waiting_table([people.host])
    keys = [new_key(), new_key()]
    for key in keys:
        presence.watch(table_id=table.pk, key=key)
    now_at = snapshot(table.pk)
    assert (now_at.watchers, now_at.version) == (2, table.version + 2)
    presence.watch(table_id=table.pk, key=keys[0])
    assert snapshot(table.pk).version == now_at.version
    Watcher.objects.filter(key=keys[1]).update(last_seen=timezone.now() - timedelta(seconds=46))
    presence.settle(table_id=table.pk, now=timezone.now())
    fewer = snapshot(table.pk)
    assert (fewer.watchers, fewer.version) == (1, now_at.version + 1)


def test_a_watcher_needs_a_proper_key() -> None:
    table = waiting_table([cast().host])
    with pytest.raises(Refused) as refused:
        presence.watch(table_id=table.pk, key="x" * 65)
    assert refused.value.code == Code.BAD_KEY


def test_so_many_watchers_are_counted_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "WATCHERS_AT_MOST", 2)
    table = waiting_table([cast().host])
    for _number in range(3):
        presence.watch(table_id=table.pk, key=new_key())
    assert snapshot(table.pk).watchers == 2
