"""Real threads on real connections: what two do at once is done once, and nobody waits for another's thinking."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from datetime import timedelta
from functools import partial

import pytest
from django.db.models import F
from django.utils import timezone

from games import clock
from games.farmyard.joins import Join
from games.farmyard.placement import Placement
from games.farmyard.yard import Yard
from games.models import Action, Match, Penalty, Round, Seat, Table
from games.queries import Snapshot, snapshot, snapshot_and_repeat
from games.rules.actions import DRAW
from games.services import play, rounds
from games.services.errors import Code, Refused
from games.services.storing import Actor, store
from games.services.thoughts import Thought
from tests import factories
from tests.factories import legal, new_key, play_until, playing_table, text_of
from tests.services.together import in_thread, together

pytestmark = pytest.mark.django_db(transaction=True)

SEED = "5a" * 32


def acting(now_at: Snapshot, text: str, key: str | None = None) -> Callable[[], play.ActResult]:
    seat = now_at.turn_seat
    assert seat is not None
    user_id = seat.user_id
    assert user_id is not None
    key = key or new_key()
    return lambda: play.act(
        table=now_at.table.id, user_id=user_id, position=now_at.position, text=text, key=key
    )


def two_choices(people: int = 2) -> Snapshot:
    """A position with at least two plays to choose from."""
    now_at = playing_table([factories.person(f"P{n}") for n in range(people)], seed=SEED)
    return play_until(now_at, lambda at: at.playing and len(legal(at)) > 1)


def test_two_moves_at_once_are_one_move() -> None:
    for _round in range(5):
        now_at = two_choices()
        first, second = legal(now_at)[:2]
        done = together([acting(now_at, text_of(now_at, first)), acting(now_at, text_of(now_at, second))])
        codes = [result.code for result in done if isinstance(result, Refused)]
        assert codes == [Code.STALE]
        after = snapshot(now_at.table.id)
        assert after.round.ply == now_at.round.ply + 1
        assert Action.objects.filter(round_id=now_at.round.id).count() == after.round.ply


def test_a_repeated_key_at_once_has_one_outcome() -> None:
    for _round in range(5):
        now_at = two_choices()
        text, key = text_of(now_at, legal(now_at)[0]), new_key()
        done = together([acting(now_at, text, key) for _press in range(4)])
        results = [result for result in done if isinstance(result, play.ActResult)]
        assert len(results) == 4
        assert sorted(result.repeated for result in results) == [False, True, True, True]
        assert len({result.outcome for result in results}) == 1
        assert Action.objects.filter(table_id=now_at.table.id, key=key).count() == 1


def test_a_key_that_was_not_seen_in_time_is_stopped_by_the_database(monkeypatch: pytest.MonkeyPatch) -> None:
    """The look-up is blind, so only the constraint knows the key: the twin finds out and has the same outcome."""
    now_at = two_choices()
    text, key = text_of(now_at, legal(now_at)[0]), new_key()
    first = acting(now_at, text, key)()
    after, seat = first.snapshot, first.snapshot.turn_seat
    assert seat is not None
    blind = [True]
    look_up = snapshot_and_repeat

    def look(table: int | str, wanted: str | None) -> object:
        found, repeat = look_up(table, wanted)
        return found, None if blind and blind.pop() else repeat

    monkeypatch.setattr(play, "snapshot_and_repeat", look)
    with pytest.raises(Refused) as refused:
        acting(after, text_of(after, legal(after)[0]), key)()
    assert refused.value.code == Code.KEY_USED
    assert snapshot(now_at.table.id).version == after.version


def test_a_draw_pressed_four_times_at_once_draws_one_tile() -> None:
    now_at = play_until(two_choices(), lambda at: at.playing and legal(at) == (DRAW,))
    assert now_at.state is not None
    done = together([acting(now_at, "draw") for _press in range(4)])
    assert sum(isinstance(result, play.ActResult) for result in done) == 1
    after = snapshot(now_at.table.id)
    assert after.state is not None
    assert len(after.state.boneyard) == len(now_at.state.boneyard) - 1


def test_two_ticks_at_once_act_once() -> None:
    for _round in range(5):
        now_at = bots_turn()
        together([partial(clock.tick, timezone.now() + timedelta(seconds=10))] * 3)
        after = snapshot(now_at.table.id)
        stored = Action.objects.filter(round_id=now_at.round.id)
        assert stored.count() == after.round.ply
        # A second tick may already make the next action that is due, never the same one twice.
        assert now_at.round.ply < after.round.ply <= now_at.round.ply + 6
        assert after.version - now_at.version <= 3


def bots_turn() -> Snapshot:
    now_at = playing_table([factories.person("A")], ["normal", "normal", "normal"])
    if now_at.match.turn == 0:
        now_at = play_until(now_at, lambda at: at.match.turn != 0)
    return now_at


def test_a_round_that_ends_twice_at_once_is_scored_once() -> None:
    now_at = playing_table([factories.person("A"), factories.person("B")], seed=SEED)
    last = play_until(now_at, lambda at: factories.next_state(at, factories.dearest(legal(at))).over)
    text = text_of(last, factories.dearest(legal(last)))
    together([acting(last, text), acting(last, text), acting(last, text)])
    row = Round.objects.get(pk=last.round.id)
    assert row.status == Round.Status.OVER
    assert Penalty.objects.filter(round=row).count() == 2
    assert Round.objects.filter(match_id=row.match_id, number=row.number + 1).count() == 1


def test_the_next_round_is_opened_once() -> None:
    now_at = play_until(playing_table([factories.person("A"), factories.person("B")]), factories.round_over)
    job = partial(rounds.open_next, table_id=now_at.table.id, round_number=0)
    done = together([job, job, job])
    assert sum(isinstance(result, Snapshot) for result in done) == 1
    after = snapshot(now_at.table.id)
    assert (after.round.number, after.round.ply, after.version) == (1, 0, now_at.version + 1)


def test_many_tables_at_once_lose_nothing() -> None:
    tables = [playing_table([factories.person("A"), factories.person("B")]) for _table in range(4)]

    def play_on(now_at: Snapshot) -> Callable[[], Snapshot]:
        return lambda: play_until(now_at, factories.has_ply(20))

    after = together([play_on(now_at) for now_at in tables])
    for now_at in after:
        assert isinstance(now_at, Snapshot)
        assert snapshot(now_at.table.id).version == now_at.version
        assert Action.objects.filter(round_id=now_at.round.id).count() == now_at.round.ply


class SlowYard:
    """Makes the layout of one table take a second, and says when it has begun."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, layout: int) -> None:
        self.begun = threading.Event()
        plan = Yard.plan

        def slow_plan(yard: Yard, join: Join) -> Placement:
            if len(yard.poses) == layout:
                self.begun.set()
                time.sleep(1.0)
            return plan(yard, join)

        monkeypatch.setattr(Yard, "plan", slow_plan)


def test_a_slow_layout_at_one_table_delays_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    slow = two_choices()
    quick = play_until(two_choices(), lambda at: tiles_laid(at) > tiles_laid(slow) + 1 and len(legal(at)) > 1)
    usual = timed(play_one(quick))
    yard = SlowYard(monkeypatch, tiles_laid(slow))
    slow_move = threading.Thread(target=in_thread(acting(slow, text_of(slow, legal(slow)[0]))))
    slow_move.start()
    assert yard.begun.wait(10)
    during: list[float] = []
    for _action in range(5):
        taken = timed(play_one(snapshot(quick.table.id)))
        if not slow_move.is_alive():
            break  # this one may have waited for it
        during.append(taken)
    slow_move.join(20)
    assert during, "no action was done while the other table's layout took its second"
    assert min(during) - usual < 0.1
    assert snapshot(slow.table.id).round.ply == slow.round.ply + 1


def tiles_laid(now_at: Snapshot) -> int:
    assert now_at.state is not None
    return len(now_at.state.layout)


def play_one(now_at: Snapshot) -> Callable[[], object]:
    return lambda: factories.step(now_at)


def timed(job: Callable[[], object]) -> float:
    began = time.perf_counter()
    job()
    return time.perf_counter() - began


def test_work_for_a_position_that_is_gone_is_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """The stand-in's slow move meets the owner's quick one: the owner's stands, the other leaves no trace."""
    now_at = two_choices()
    yard = SlowYard(monkeypatch, tiles_laid(now_at))
    slow: list[object] = []
    first, second = legal(now_at)[:2]
    thread = threading.Thread(
        target=in_thread(lambda: slow.append(play.act_for(now_at, first, Action.By.STAND_IN)))
    )
    thread.start()
    assert yard.begun.wait(10)
    monkeypatch.undo()
    acting(now_at, text_of(now_at, second))()
    thread.join(20)
    assert slow == [None]
    stored = Action.objects.get(round_id=now_at.round.id, ply=now_at.round.ply)
    assert (stored.text, stored.by) == (text_of(now_at, second), "person")
    assert Table.objects.get(pk=now_at.table.id).version == now_at.version + 1


def changed_between(monkeypatch: pytest.MonkeyPatch, table_id: int, change: Callable[[], object]) -> None:
    """Lets somebody change the table once, after the next action was thought about and before it is stored."""
    pending = [change]

    def store_later(before: Snapshot, thought: Thought, actor: Actor) -> Snapshot | None:
        if pending:
            pending.pop()()
            Table.objects.filter(pk=table_id).update(version=F("version") + 1)
        return store(before, thought, actor)

    monkeypatch.setattr(play, "store", store_later)


def test_nothing_is_played_in_a_match_that_ended_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    now_at = two_choices()
    changed_between(monkeypatch, now_at.table.id, lambda: end_early(now_at))
    with pytest.raises(Refused) as refused:
        acting(now_at, text_of(now_at, legal(now_at)[0]))()
    assert refused.value.code == Code.NOT_PLAYING
    assert Action.objects.filter(round_id=now_at.round.id).count() == now_at.round.ply


def end_early(now_at: Snapshot) -> None:
    rounds.end_early(facts=now_at, now=timezone.now())


def test_a_last_round_that_was_agreed_meanwhile_is_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    now_at = playing_table([factories.person("A"), factories.person("B")], seed=SEED)
    last = play_until(now_at, lambda at: factories.next_state(at, factories.dearest(legal(at))).over)
    changed_between(monkeypatch, now_at.table.id, lambda: Match.objects.update(last_round=True))
    after = acting(last, text_of(last, factories.dearest(legal(last))))().snapshot
    assert after.match.status == Match.Status.FINISHED == Match.objects.get().status
    assert Round.objects.count() == 1


def test_a_seat_that_was_given_away_meanwhile_is_not_played(monkeypatch: pytest.MonkeyPatch) -> None:
    now_at = two_choices()
    seat, stranger = now_at.turn_seat, factories.person("C")
    assert seat is not None
    changed_between(
        monkeypatch, now_at.table.id, lambda: Seat.objects.filter(pk=seat.id).update(user=stranger)
    )
    with pytest.raises(Refused) as refused:
        acting(now_at, text_of(now_at, legal(now_at)[0]))()
    assert refused.value.code == Code.NOT_SEATED
