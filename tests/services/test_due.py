"""When the server acts next: it follows from the facts, the same for every seat."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest
from pytest_django import Settings

from games.models import Match, Seat, Table
from games.queries import PRESENT_FOR, SeatNow, Snapshot, snapshot
from games.rules.actions import DRAW, PASS
from games.services.base import locked, touch
from games.services.due import foot_is_dead, pause_or_go_on, plan, replan
from tests import factories
from tests.factories import legal, play_until, playing_table

pytestmark = pytest.mark.django_db

SEED = "3c" * 32


@pytest.fixture(autouse=True)
def _normal_pace(settings: Settings) -> None:
    settings.PACE = 1


def people_at(now_at: Snapshot, **changes: object) -> Snapshot:
    """The same table with all people's seats changed."""
    seats = tuple(replace(seat, **changes) if seat.is_person else seat for seat in now_at.seats)  # type: ignore[arg-type]
    return replace(now_at, seats=seats)


def turn_changed(now_at: Snapshot, **changes: object) -> Snapshot:
    """The same table with the seat to act changed."""
    turn = now_at.match.turn
    seats = tuple(replace(seat, **changes) if seat.index == turn else seat for seat in now_at.seats)  # type: ignore[arg-type]
    return replace(now_at, seats=seats)


def two_people(until: Callable[[Snapshot], bool] = lambda at: True) -> Snapshot:
    now_at = playing_table([factories.person("A"), factories.person("B")], seed=SEED)
    return play_until(now_at, until)


def free_choice(now_at: Snapshot) -> bool:
    return now_at.playing and len(legal(now_at)) > 1


def must_draw(now_at: Snapshot) -> bool:
    return now_at.playing and legal(now_at) == (DRAW,)


def alive_draw(now_at: Snapshot) -> bool:
    return must_draw(now_at) and now_at.state is not None and not foot_is_dead(now_at.state)


def dead_draw(now_at: Snapshot) -> bool:
    return must_draw(now_at) and now_at.state is not None and foot_is_dead(now_at.state)


def boneyard_gone(now_at: Snapshot) -> Snapshot:
    """The same table with an empty boneyard: who had to draw has to pass."""
    assert now_at.state is not None
    passing = replace(now_at, state=now_at.state._replace(boneyard=()))
    assert legal(passing) == (PASS,)
    return passing


def wait_of(now_at: Snapshot, column: str, *, pass_shown: bool = False) -> float | None:
    """Seconds from the beginning of the turn to the time in this column; None if nothing is due there."""
    at = getattr(plan(now_at, pass_shown=pass_shown), column)
    assert now_at.match.turn_at is not None
    return None if at is None else (at - now_at.match.turn_at).total_seconds()


BOT = {"kind": Seat.Kind.BOT, "level": "normal", "user_id": None, "auto_draw": True}


@pytest.mark.parametrize(("pace", "seconds"), [("calm", 2.0), ("normal", 1.0), ("quick", 0.3)])
def test_a_bot_waits_as_the_table_says(pace: str, seconds: float, settings: Settings) -> None:
    now_at = turn_changed(two_people(free_choice), **BOT)
    now_at = replace(now_at, table=replace(now_at.table, pace=pace))
    assert wait_of(now_at, "bot_at") == seconds
    settings.PACE = 0
    assert wait_of(now_at, "bot_at") == 0


def test_a_pass_is_shown_before_a_quick_bot_goes_on() -> None:
    now_at = turn_changed(two_people(free_choice), **BOT)
    now_at = replace(now_at, table=replace(now_at.table, pace="quick"))
    assert wait_of(now_at, "bot_at", pass_shown=True) == 0.8


def test_a_person_is_never_played_for() -> None:
    now_at = two_people(free_choice)
    times = plan(now_at)
    assert times.bot_at is None
    assert times.forced_draw_at is None
    assert times.forced_pass_at is None
    assert times.turn_clock_at is None


def test_a_stand_in_acts_like_a_bot() -> None:
    now_at = turn_changed(two_people(free_choice), stand_in=Seat.StandIn.CALLED)
    assert wait_of(now_at, "bot_at") == 1.0


def test_a_forced_draw_is_the_servers_only_for_who_asked_for_it() -> None:
    now_at = two_people(alive_draw)
    assert wait_of(now_at, "forced_draw_at") is None
    assert wait_of(turn_changed(now_at, auto_draw=True), "forced_draw_at") == 0.8
    assert wait_of(turn_changed(now_at, **BOT), "forced_draw_at") == 0.8
    assert wait_of(turn_changed(now_at, **BOT), "bot_at") is None
    assert wait_of(turn_changed(now_at, stand_in=Seat.StandIn.LEFT), "forced_draw_at") == 0.8


def test_with_a_dead_foot_everybody_draws_by_themselves() -> None:
    now_at = two_people(dead_draw)
    assert wait_of(now_at, "forced_draw_at") == 0.3
    assert wait_of(turn_changed(now_at, **BOT), "forced_draw_at") == 0.3


def test_a_forced_pass_is_shown() -> None:
    assert wait_of(boneyard_gone(two_people(alive_draw)), "forced_pass_at") == 0.8
    assert wait_of(boneyard_gone(two_people(dead_draw)), "forced_pass_at") == 0.3


def test_pace_0_makes_forced_waits_zero(settings: Settings) -> None:
    settings.PACE = 0
    now_at = two_people(dead_draw)
    assert wait_of(now_at, "forced_draw_at") == 0


def test_a_turn_clock_runs_for_people_only() -> None:
    now_at = two_people(free_choice)
    now_at = replace(now_at, table=replace(now_at.table, turn_clock=30))
    assert wait_of(now_at, "turn_clock_at") == 30
    assert wait_of(turn_changed(now_at, **BOT), "turn_clock_at") is None
    assert wait_of(turn_changed(now_at, stand_in=Seat.StandIn.CALLED), "turn_clock_at") is None


def test_when_nobody_is_there_only_a_turn_clock_is_due() -> None:
    drawing = two_people(alive_draw), two_people(dead_draw)
    for now_at in (*drawing, *map(boneyard_gone, drawing)):
        now_at = turn_changed(now_at, auto_draw=True)
        empty = people_at(replace(now_at, table=replace(now_at.table, turn_clock=30)), present=False)
        times = plan(empty)
        assert times.turn_clock_at is not None
        assert (times.forced_draw_at, times.forced_pass_at, times.bot_at) == (None, None, None)
        assert times.presence_at is None


def test_when_nobody_is_there_bots_play_on_to_the_next_persons_turn() -> None:
    now_at = people_at(turn_changed(two_people(free_choice), **BOT), present=False)
    assert wait_of(now_at, "bot_at") == 1.0
    stand_in = people_at(turn_changed(two_people(free_choice), stand_in=Seat.StandIn.CALLED), present=False)
    assert wait_of(stand_in, "bot_at") is None


@pytest.mark.parametrize(
    ("stand_in", "present", "status"),
    [
        (Seat.StandIn.NONE, False, Match.Status.PLAYING),
        (Seat.StandIn.LEFT, False, Match.Status.PAUSED),
        (Seat.StandIn.LEFT, True, Match.Status.PAUSED),
        (Seat.StandIn.CALLED, False, Match.Status.PAUSED),
        (Seat.StandIn.CALLED, True, Match.Status.PLAYING),
    ],
)
def test_a_match_pauses_when_only_machines_are_left(
    stand_in: Seat.StandIn, present: bool, status: Match.Status
) -> None:
    now_at = people_at(two_people(), stand_in=stand_in, present=present)
    assert pause_or_go_on(now_at) == status


def test_replanning_pauses_a_match_and_goes_on_with_it() -> None:
    now_at = two_people()
    Seat.objects.update(stand_in=Seat.StandIn.LEFT)
    plan_again(now_at)
    paused = snapshot(now_at.table.id)
    assert paused.match.status == Match.Status.PAUSED
    assert paused.turn_seat is None
    Seat.objects.filter(index=0).update(stand_in=Seat.StandIn.NONE)
    plan_again(now_at)
    going_on = snapshot(now_at.table.id)
    assert going_on.match.status == Match.Status.PLAYING
    assert going_on.match.turn_at is not None
    assert paused.match.turn_at is not None
    assert going_on.match.turn_at > paused.match.turn_at


def plan_again(now_at: Snapshot) -> None:
    with locked(now_at.table.id) as table:
        replan(table)
        touch(table)


def test_the_next_round_waits_for_all_or_for_20_seconds() -> None:
    over = two_people(factories.round_over)
    assert over.round.ended_at is not None
    assert plan(over).next_round_at == over.round.ended_at + timedelta(seconds=20)
    assert plan(people_at(over, ready=True)).next_round_at == over.now
    one_away = replace(over, seats=(replace(over.seats[0], present=False), *over.seats[1:]))
    assert plan(one_away).next_round_at is None
    assert plan(people_at(one_away, ready=True)).next_round_at == over.now


def test_the_next_round_never_begins_while_nobody_is_there() -> None:
    over = two_people(factories.round_over)
    assert plan(people_at(over, present=False, ready=True)).next_round_at is None
    assert plan(people_at(over, stand_in=Seat.StandIn.LEFT)).next_round_at is None


def test_who_left_or_has_a_stand_in_is_not_waited_for() -> None:
    over = two_people(factories.round_over)
    first = replace(over.seats[0], ready=True)
    for stand_in in (Seat.StandIn.LEFT, Seat.StandIn.CALLED):
        gone: SeatNow = replace(over.seats[1], stand_in=stand_in, present=False)
        assert plan(replace(over, seats=(first, gone))).next_round_at == over.now


def test_silence_is_noticed_after_45_seconds() -> None:
    now_at = two_people(free_choice)
    heard = min(seat.last_seen for seat in now_at.seats if seat.last_seen is not None)
    assert plan(now_at).presence_at == heard + PRESENT_FOR


def test_everyone_is_told_after_a_minute_who_is_awaited() -> None:
    now_at = two_people(free_choice)
    assert now_at.match.turn_at is not None
    later = people_at(
        replace(now_at, now=now_at.now + timedelta(seconds=50)), last_seen=now_at.now + timedelta(50)
    )
    assert plan(later).presence_at == now_at.match.turn_at + timedelta(seconds=60)
    later = replace(later, now=now_at.now + timedelta(seconds=70))
    assert plan(later).presence_at == now_at.match.turn_at + timedelta(minutes=5)


def test_the_earliest_time_is_what_is_due() -> None:
    now_at = two_people(free_choice)
    Table.objects.update(turn_clock=30)
    plan_again(now_at)
    table = Table.objects.get()
    assert (table.due_at, table.due_kind) == (table.turn_clock_at, "turn_clock")
    Table.objects.update(turn_clock=120)
    plan_again(now_at)
    table = Table.objects.get()
    assert (table.due_at, table.due_kind) == (table.presence_at, "presence")


def test_a_public_table_nobody_comes_back_to_is_swept() -> None:
    table = factories.waiting_table([factories.person("A")], is_public=True)
    waiting = people_at(snapshot(table.pk), present=False)
    heard = waiting.seats[0].last_seen
    assert heard is not None
    assert plan(waiting).sweep_at == heard + timedelta(days=1)
    assert plan(people_at(waiting, present=True)).sweep_at is None
    abandoned = people_at(two_people(free_choice), present=False, last_seen=heard)
    # Then its people are told, a week before the end.
    assert plan(abandoned).sweep_at == heard + timedelta(days=23)
