"""The clock: what is due is done, once, at every table; one table's trouble is not the others'."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta

import pytest
from asgiref.sync import sync_to_async
from django.db import connection
from django.utils import timezone
from pytest_django import Settings

from games import clock, events
from games.bots import choose
from games.models import Action, Match, Round, Seat, Table
from games.queries import Snapshot, snapshot
from games.queries.logs import log_of
from games.queries.memory import forget_everything
from games.rules.actions import Action as RuleAction
from games.rules.view import View
from games.services import overdue
from games.services.base import locked, touch
from games.services.due import foot_is_dead, replan
from tests import factories
from tests.factories import legal, play_until, playing_table

SEED = "3c" * 32
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _normal_pace(settings: Settings) -> None:
    settings.PACE = 1


def turn_of(seat: int) -> Callable[[Snapshot], bool]:
    return lambda at: at.playing and at.match.turn == seat


def person_and_bots(until: Callable[[Snapshot], bool]) -> Snapshot:
    now_at = playing_table([factories.person("A")], ["easy", "normal", "hard"], seed=SEED)
    return play_until(now_at, until)


def two_people(until: Callable[[Snapshot], bool], turn_clock: int = 0, seed: str = SEED) -> Snapshot:
    people = [factories.person("A"), factories.person("B")]
    now_at = playing_table(people, seed=seed, turn_clock=turn_clock)
    return play_until(now_at, until)


def plan_again(now_at: Snapshot) -> Snapshot:
    """After rows were changed behind the services' back: the times that follow."""
    with locked(now_at.table.id) as table:
        replan(table)
        touch(table)
    return snapshot(now_at.table.id)


def in_time(now_at: Snapshot) -> datetime:
    """The moment at which the first thing is due at a table."""
    assert now_at.due.at is not None
    return now_at.due.at


def free_choice(now_at: Snapshot) -> bool:
    return now_at.playing and len(legal(now_at)) > 1


def test_a_bot_acts_when_its_time_has_come_and_not_before() -> None:
    now_at = person_and_bots(lambda at: turn_of(1)(at) and free_choice(at))
    assert now_at.due.kind == "bot"
    assert clock.tick(in_time(now_at) - timedelta(milliseconds=1)) == 0
    assert clock.tick(in_time(now_at)) == 1
    after = snapshot(now_at.table.id)
    assert (log_of(after)[-1].seat, log_of(after)[-1].by) == (1, "bot")


def test_a_bot_chooses_from_its_own_view_at_its_level(monkeypatch: pytest.MonkeyPatch) -> None:
    now_at = person_and_bots(lambda at: turn_of(3)(at) and free_choice(at))
    asked: list[tuple[View, str]] = []

    def first(view: View, level: str, source: random.Random) -> RuleAction:
        asked.append((view, level))
        return view.legal[0]

    monkeypatch.setattr(overdue, "choose", first)
    clock.tick(in_time(now_at))
    ((view, level),) = asked
    assert (view.viewer, level, view.hands) == (3, "hard", None)


def test_bots_play_on_to_the_persons_turn_and_stop_there() -> None:
    now_at = person_and_bots(lambda at: turn_of(1)(at) and at.round.ply > 12)
    for _tick in range(40):
        if now_at.match.turn == 0 or not now_at.playing:
            break
        clock.tick(in_time(now_at))
        now_at = snapshot(now_at.table.id)
    assert now_at.match.turn in (0, None)
    ply = now_at.round.ply
    if now_at.playing and len(legal(now_at)) > 1:
        clock.tick(timezone.now() + timedelta(seconds=30))
        assert snapshot(now_at.table.id).round.ply == ply


def test_a_stand_in_plays_as_the_normal_bot_and_the_log_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    now_at = two_people(free_choice)
    Seat.objects.filter(index=now_at.match.turn).update(stand_in=Seat.StandIn.CALLED)
    now_at = plan_again(now_at)
    levels: list[str] = []

    def first(view: View, level: str, source: random.Random) -> RuleAction:
        levels.append(level)
        return view.legal[0]

    monkeypatch.setattr(overdue, "choose", first)
    clock.tick(in_time(now_at))
    assert levels == ["normal"]
    assert log_of(snapshot(now_at.table.id))[-1].by == "stand-in"


def test_a_draw_that_was_asked_for_is_made_by_the_server() -> None:
    now_at = two_people(lambda at: at.playing and factories.kind_of(legal(at)[0]) == "draw")
    Seat.objects.update(auto_draw=True)
    now_at = plan_again(now_at)
    assert now_at.due.kind == "forced_draw"
    clock.tick(in_time(now_at))
    drawn = log_of(snapshot(now_at.table.id))[now_at.round.ply]
    assert (drawn.text, drawn.by) == ("draw", "person")


def test_scenario_14_a_dead_foot_draws_by_itself_to_the_end_of_the_round_scored_once() -> None:
    def dead_and_nobody_holds_a_toe(at: Snapshot) -> bool:
        if not at.playing or at.state is None or not foot_is_dead(at.state) or at.state.owed is None:
            return False
        number = at.state.owed.number
        return not any(number in tile for seat in range(2) for tile in at.state.hand(seat))

    now_at = two_people(dead_and_nobody_holds_a_toe, seed="f9" * 32)  # in the first round already
    assert now_at.round.number == 0
    assert now_at.state is not None
    number = now_at.state.owed.number if now_at.state.owed is not None else -1
    drawn_toes = sum(number in tile for tile in now_at.state.boneyard)
    for _tick in range(200):
        now_at = snapshot(now_at.table.id)
        if not now_at.playing:
            break
        if factories.kind_of(legal(now_at)[0]) == "play":
            drawn_toes -= 1
            now_at = factories.step(now_at)
        else:
            assert now_at.due.kind in ("forced_draw", "forced_pass")
            assert clock.tick(in_time(now_at)) == 1
    assert drawn_toes == 0
    assert (now_at.round.reason, now_at.round.blocked_foot) == ("blocked", number)
    assert now_at.match.rounds_done == now_at.round.number + 1


def test_a_turn_clock_makes_that_turns_action_and_the_seat_stays_its_owners() -> None:
    now_at = two_people(free_choice, turn_clock=30)
    turn = now_at.match.turn
    assert clock.tick(in_time(now_at) - timedelta(seconds=1)) == 0
    clock.tick(in_time(now_at))
    after = snapshot(now_at.table.id)
    assert log_of(after)[-1].by == "clock"
    assert after.match.turn != turn
    assert all(seat.stand_in == Seat.StandIn.NONE for seat in after.seats)


def test_what_a_turn_clock_draws_it_lays() -> None:
    def fits_when_drawn(at: Snapshot) -> bool:
        drawing = at.playing and factories.kind_of(legal(at)[0]) == "draw"
        return drawing and factories.next_state(at, legal(at)[0]).drawn is not None

    now_at = two_people(fits_when_drawn, turn_clock=30)
    clock.settle(now_at.table.id, timezone.now() + timedelta(seconds=31))
    after = snapshot(now_at.table.id)
    written = log_of(after, now_at.round.ply)
    assert [action.kind for action in written] == ["draw", "play"]
    assert {action.by for action in written} == {"clock"}


def test_no_turn_clock_runs_out_just_after_the_clock_has_started() -> None:
    now_at = two_people(free_choice, turn_clock=30)
    later = timezone.now() + timedelta(hours=1)
    clock.settle(now_at.table.id, later, spare_turns_until=later + timedelta(seconds=20))
    spared = snapshot(now_at.table.id)
    assert spared.round.ply == now_at.round.ply
    assert spared.due.turn_clock_at == later + timedelta(seconds=20)
    assert spared.version == now_at.version + 1  # the players see how long they have
    then = later + timedelta(seconds=20)
    for _tick in range(3):  # who is absent meanwhile is due as well
        clock.settle(now_at.table.id, then, spare_turns_until=then)
    assert snapshot(now_at.table.id).round.ply > now_at.round.ply


def test_the_next_round_begins_by_itself_after_20_seconds() -> None:
    now_at = two_people(factories.round_over)
    assert now_at.round.ended_at is not None
    clock.tick(now_at.round.ended_at + timedelta(seconds=19))
    assert snapshot(now_at.table.id).between_rounds
    with_time(now_at, -20)
    clock.tick(timezone.now())
    after = snapshot(now_at.table.id)
    assert (after.round.number, after.playing) == (1, True)


def with_time(now_at: Snapshot, seconds: float) -> None:
    """Move the end of the current round."""
    ended_at = now_at.round.ended_at
    assert ended_at is not None
    Round.objects.filter(pk=now_at.round.id).update(ended_at=ended_at + timedelta(seconds=seconds))
    plan_again(now_at)


def test_the_next_round_does_not_begin_when_somebody_went_away_meanwhile() -> None:
    now_at = two_people(factories.round_over)
    with_time(now_at, -20)
    Seat.objects.filter(index=0).update(present=False)
    clock.settle(now_at.table.id, timezone.now())
    after = snapshot(now_at.table.id)
    assert after.between_rounds
    assert after.due.next_round_at is None


def test_silent_people_are_marked_absent_and_the_others_are_told() -> None:
    now_at = two_people(free_choice)
    Seat.objects.filter(index=1).update(last_seen=timezone.now() - timedelta(minutes=2))
    now_at = plan_again(now_at)
    assert now_at.due.kind == "presence"
    clock.tick(timezone.now())
    after = snapshot(now_at.table.id)
    assert [seat.present for seat in after.seats] == [True, False]
    assert after.version == now_at.version + 1


def test_what_is_due_by_mistake_is_planned_anew() -> None:
    now_at = two_people(free_choice)
    past = timezone.now() - timedelta(seconds=1)
    for kind in ("bot", "forced_draw", "forced_pass"):
        Table.objects.update(due_at=past, due_kind=kind, **{f"{kind}_at": past})
        clock.tick(timezone.now())
        after = snapshot(now_at.table.id)
        assert (after.round.ply, after.due.kind) == (now_at.round.ply, "presence")
        assert getattr(Table.objects.get(), f"{kind}_at") is None


SECRET = "the hand is 9-8 3-1"


def test_a_table_in_trouble_is_put_off_and_the_others_go_on(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    broken = person_and_bots(lambda at: turn_of(1)(at) and free_choice(at))
    sound = person_and_bots(lambda at: turn_of(1)(at) and free_choice(at))

    def fail_at_one(view: View, level: str, source: random.Random) -> RuleAction:
        if view.commitment == broken.round.commitment:
            raise RuntimeError(SECRET)
        return choose(view, level, source)

    monkeypatch.setattr(overdue, "choose", fail_at_one)
    now = timezone.now() + timedelta(seconds=5)
    assert clock.tick(now) == 1
    assert snapshot(sound.table.id).round.ply > sound.round.ply
    table = Table.objects.get(pk=broken.table.id)
    assert (table.trouble_count, table.version) == (1, broken.version)
    assert table.trouble.startswith("RuntimeError at ")
    assert SECRET not in table.trouble + caplog.text
    assert table.due_at is not None
    assert table.due_at > timezone.now()
    clock.tick(table.due_at)
    again = Table.objects.get(pk=broken.table.id)
    assert again.trouble_count == 2
    assert again.due_at is not None
    assert again.due_at > table.due_at
    monkeypatch.undo()
    clock.tick(again.due_at)
    healed = Table.objects.get(pk=broken.table.id)
    assert (healed.trouble, healed.trouble_count) == ("", 0)
    assert snapshot(broken.table.id).round.ply > broken.round.ply


@pytest.mark.parametrize("due_at", [None, timezone.now() + timedelta(hours=1)])
def test_a_table_at_which_somebody_acted_while_the_clock_failed_is_not_put_off(
    monkeypatch: pytest.MonkeyPatch, due_at: datetime | None
) -> None:
    now_at = person_and_bots(lambda at: turn_of(1)(at) and free_choice(at))

    def fail_when_somebody_acted(view: View, level: str, source: random.Random) -> RuleAction:
        Table.objects.update(due_at=due_at, due_kind="" if due_at is None else "presence")
        raise RuntimeError

    monkeypatch.setattr(overdue, "choose", fail_when_somebody_acted)
    clock.tick(in_time(now_at))
    table = Table.objects.get()
    assert (table.due_at, table.trouble_count) == (due_at, 0)


def test_scenario_17_everything_is_there_after_the_process_was_killed() -> None:
    """Round 2, a foot owing two toes, half the boneyard gone, a bot to move: nothing of it is only in memory."""

    def there(at: Snapshot) -> bool:
        state = at.state
        return (
            at.playing
            and at.round.number == 1
            and at.match.turn != 0
            and state is not None
            and state.owed is not None
            and state.owed.toes == 2
            and len(state.boneyard) <= 5
        )

    for seed in ("3c", "11", "22", "33", "44", "55", "66"):
        now_at = playing_table([factories.person("A")], ["normal"] * 3, seed=seed * 32)
        now_at = play_until(now_at, lambda at: there(at) or at.round.number > 1)
        if there(now_at):
            break
    assert there(now_at), "no seed gave the position"
    forget_everything()
    read = snapshot(now_at.table.id)
    assert (read.state, read.match.turn, read.due) == (now_at.state, now_at.match.turn, now_at.due)
    clock.tick(in_time(read))
    after = snapshot(now_at.table.id)
    assert after.round.ply > read.round.ply
    assert log_of(after)[read.round.ply].by == "bot"


# A running clock


async def eventually(table_id: int, holds: Callable[[Snapshot], bool], seconds: float = 20) -> Snapshot:
    """The table's facts once something holds of them."""
    end = asyncio.get_running_loop().time() + seconds
    while True:
        now_at = await sync_to_async(snapshot)(table_id)
        if holds(now_at):
            return now_at
        assert asyncio.get_running_loop().time() < end, f"not reached: {now_at.position} {now_at.due}"
        await asyncio.sleep(0.02)


@pytest.mark.django_db(transaction=True)
async def test_a_running_clock_plays_the_bots_and_is_woken_by_a_move(settings: Settings) -> None:
    settings.PACE = 0
    now_at = await sync_to_async(person_and_bots)(lambda at: turn_of(0)(at) and free_choice(at))
    running = asyncio.create_task(clock.run())
    try:
        for _turn in range(3):
            await asyncio.sleep(0.1)  # the clock sleeps: nothing is due for 45 s
            now_at = await sync_to_async(factories.step)(now_at)
            now_at = await eventually(now_at.table.id, lambda at: not at.playing or at.match.turn == 0, 5)
            if not now_at.playing:
                break
    finally:
        await stopped(running)


@pytest.mark.scale
@pytest.mark.django_db(transaction=True)
async def test_a_commit_of_another_process_wakes_the_clock(
    monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    settings.PACE = 0
    now_at = await sync_to_async(person_and_bots)(lambda at: turn_of(0)(at) and free_choice(at))
    running = asyncio.create_task(clock.run())
    try:
        await asyncio.sleep(0.5)
        # As in a process without a clock: nobody can be told directly, so it goes through the channel layer.
        monkeypatch.setattr(events, "_wakers", [])
        await sync_to_async(factories.step)(now_at)
        await eventually(now_at.table.id, lambda at: at.round.ply > now_at.round.ply + 1, 5)
    finally:
        await stopped(running)


@pytest.mark.django_db(transaction=True)
async def test_a_clock_that_starts_finds_what_is_overdue(settings: Settings) -> None:
    settings.PACE = 0
    now_at = await sync_to_async(person_and_bots)(lambda at: turn_of(1)(at) and free_choice(at))
    running = asyncio.create_task(clock.run())
    try:
        await eventually(now_at.table.id, lambda at: at.round.ply > now_at.round.ply, 5)
    finally:
        await stopped(running)


@pytest.mark.django_db(transaction=True)
async def test_a_running_clock_survives_trouble_and_does_not_spin(
    monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    settings.PACE = 0
    now_at = await sync_to_async(person_and_bots)(lambda at: turn_of(1)(at) and free_choice(at))
    asked = []

    def stuck(table_id: int, now: datetime, *, spare_turns_until: datetime | None = None) -> bool:
        asked.append(table_id)
        return True  # says that it did something, and nothing came of it

    monkeypatch.setattr(overdue, "settle", stuck)
    running = asyncio.create_task(clock.run())
    try:
        await eventually_in_trouble(now_at.table.id)
        # One more if the clock was just looking when the table was put off.
        assert clock.SAME_AT_MOST <= len(asked) <= clock.SAME_AT_MOST + 1
        monkeypatch.undo()
        await eventually(now_at.table.id, lambda at: at.round.ply > now_at.round.ply, 10)
    finally:
        await stopped(running)


async def eventually_in_trouble(table_id: int) -> None:
    for _look in range(200):
        table = await Table.objects.aget(pk=table_id)
        if table.trouble_count:
            return
        await asyncio.sleep(0.02)
    raise AssertionError("the table was not put off")


async def stopped(running: asyncio.Task[None]) -> None:
    running.cancel()
    with suppress(asyncio.CancelledError):
        await running
    await sync_to_async(close_connection)()


def close_connection() -> None:
    """That of the thread it is called in."""
    connection.close()


@pytest.mark.django_db(transaction=True)
async def test_a_whole_match_of_bots_and_one_who_watches_them(settings: Settings) -> None:
    """A person whose seat a stand-in plays looks on: the match ends by itself, every round opened by the clock."""
    settings.PACE = 0
    now_at = await sync_to_async(stand_in_match)()
    running = asyncio.create_task(clock.run())
    try:
        over = await eventually(now_at.table.id, lambda at: at.match.over, 60)
    finally:
        await stopped(running)
    assert over.match.status == Match.Status.FINISHED
    assert await Action.objects.filter(by="stand-in").aexists()


def stand_in_match() -> Snapshot:
    now_at = playing_table([factories.person("A")], ["easy"], settings={"length": "one"}, seed=SEED)
    Seat.objects.filter(index=0).update(stand_in=Seat.StandIn.CALLED)
    return plan_again(now_at)
