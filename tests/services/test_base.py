"""The door itself: one transaction, never nested, with the table's row locked; what it announces; keys of POSTs."""

from __future__ import annotations

import threading
import time
from datetime import datetime, timedelta

import pytest
from django.db import IntegrityError, connection, transaction
from django.test import TransactionTestCase
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

from games import events
from games.models import Action, Receipt, Table
from games.queries import snapshot
from games.services import base, play
from games.services.errors import Code, Refused
from tests import factories
from tests.factories import legal, new_key, play_until, playing_table
from tests.services.together import in_thread, together

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    return factories.waiting_table([factories.person("A")])


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, dict[str, int | str]]]:
    """What goes to groups instead of the channel layer."""
    messages: list[tuple[str, dict[str, int | str]]] = []
    monkeypatch.setattr(events, "send", lambda group, message: messages.append((group, dict(message))))
    return messages


def test_a_change_raises_the_version_and_is_announced_after_the_commit(
    table: Table,
    sent: list[tuple[str, dict[str, int | str]]],
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        with base.locked(table.pk) as row:
            row.name = "New name"
            base.touch(row, "name")
        assert sent == []
    assert sent[0] == (f"table.{table.pk}", {"type": "table.changed", "v": table.version + 1})
    stored = Table.objects.get(pk=table.pk)
    assert (stored.version, stored.name) == (table.version + 1, "New name")


def test_what_is_refused_inside_leaves_no_trace(
    table: Table,
    sent: list[tuple[str, dict[str, int | str]]],
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    def refuse() -> None:
        with base.locked(table.pk) as row:
            base.touch(row)
            raise Refused(Code.NOT_HOST)

    with django_capture_on_commit_callbacks(execute=True), pytest.raises(Refused):
        refuse()
    assert Table.objects.get(pk=table.pk).version == table.version
    assert sent == []


def test_a_message_says_the_version_and_nothing_else(
    sent: list[tuple[str, dict[str, int | str]]],
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    now_at = playing_table([factories.person("A"), factories.person("B")])
    with django_capture_on_commit_callbacks(execute=True):
        after = factories.step(now_at)
    to_table = [message for group, message in sent if group == events.table_group(now_at.table.id)]
    assert to_table == [{"type": "table.changed", "v": after.version}]
    assert all(set(message) <= {"type", "v"} for _group, message in sent)


def test_only_an_earlier_time_wakes_the_clock(
    table: Table, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    woken: list[datetime] = []
    stop = events.on_wake(woken.append)
    try:
        now = timezone.now()
        for seconds in (60, 30, 90):
            with django_capture_on_commit_callbacks(execute=True), base.locked(table.pk) as row:
                row.sweep_at = now + timedelta(seconds=seconds)
                base.reschedule(row)
    finally:
        stop()
    assert [(at - now).total_seconds() for at in woken] == [60, 30]
    assert Table.objects.get(pk=table.pk).version == table.version


def test_locking_what_is_not_there() -> None:
    with pytest.raises(Refused) as refused, base.locked(0):
        pass
    assert refused.value.code == Code.NO_SUCH_TABLE


def test_a_version_that_moved_on_locks_nothing(table: Table) -> None:
    with base.writing():
        assert not base.lock_at(table.pk, table.version + 1, {})
        assert base.lock_at(table.pk, table.version, {})
    assert Table.objects.get(pk=table.pk).version == table.version + 1


def test_writing_inside_writing_is_one_transaction(table: Table) -> None:
    def join_and_be_refused() -> None:
        with base.writing():
            with base.locked(table.pk) as row:
                base.touch(row)
            raise Refused(Code.NOT_HOST)

    with pytest.raises(Refused):
        join_and_be_refused()
    assert Table.objects.get(pk=table.pk).version == table.version


# Keys of POSTs that create something


def made(table: Table, key: str, count: list[int], user_id: int | None = None) -> base.Outcome:
    def do() -> base.Outcome:
        with base.locked(table.pk):
            count.append(1)
            outcome = {"place": len(count)}
            base.keep_receipt(key=key, what="join", user_id=user_id, table_id=table.pk, outcome=outcome)
        return outcome

    return base.once(key=key, what="join", user_id=user_id, do=do)


def test_a_key_does_its_work_once(table: Table) -> None:
    count: list[int] = []
    key = new_key()
    assert [made(table, key, count) for _press in range(3)] == [{"place": 1}] * 3
    assert made(table, new_key(), count) == {"place": 2}


def test_a_key_is_good_for_one_thing_of_one_person(table: Table) -> None:
    key = new_key()
    made(table, key, [])
    for what, user_id in (("start", None), ("join", factories.person().pk)):
        with pytest.raises(Refused) as refused:
            base.receipt(key=key, what=what, user_id=user_id)
        assert refused.value.code == Code.KEY_USED


@pytest.mark.django_db(transaction=True)
def test_twins_at_the_same_instant_do_their_work_once() -> None:
    table = factories.waiting_table([factories.person("A")])
    key = new_key()
    count: list[int] = []
    outcomes = together([lambda: made(table, key, count)] * 3)
    assert outcomes == [outcomes[0]] * 3
    assert not isinstance(outcomes[0], Refused)
    assert Receipt.objects.filter(key=key).count() == 1


def test_a_fault_that_is_no_twin_is_not_taken_for_one(table: Table) -> None:
    def do() -> base.Outcome:
        raise IntegrityError("something else")

    with pytest.raises(IntegrityError):
        base.once(key=new_key(), what="join", user_id=None, do=do)


# The databases


@pytest.mark.django_db(transaction=True)
def test_writers_of_one_process_wait_in_turn_on_sqlite() -> None:
    """While one writes, another has not even begun its transaction; on PostgreSQL they go on side by side."""
    tables = [factories.waiting_table([factories.person("A")]) for _table in range(2)]
    inside, leave = threading.Event(), threading.Event()
    begun: list[float] = []

    def first() -> None:
        with base.locked(tables[0].pk):
            inside.set()
            leave.wait(10)

    def second() -> None:
        with base.locked(tables[1].pk):
            begun.append(time.monotonic())

    threads = [threading.Thread(target=in_thread(job)) for job in (first, second)]
    threads[0].start()
    assert inside.wait(10)
    threads[1].start()
    time.sleep(0.3)
    assert bool(begun) == (connection.vendor != "sqlite")
    leave.set()
    for thread in threads:
        thread.join(20)
    assert len(begun) == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif("connection.vendor == 'sqlite'", reason="SQLite has one writer: nobody skips")
def test_the_clock_leaves_a_table_alone_that_somebody_writes_at() -> None:
    now_at = playing_table([factories.person("A")], ["normal"])
    now_at = play_until(now_at, lambda at: at.match.turn == 1)
    inside, leave = threading.Event(), threading.Event()

    def hold() -> None:
        with base.locked(now_at.table.id):
            inside.set()
            leave.wait(10)

    thread = threading.Thread(target=in_thread(hold))
    thread.start()
    assert inside.wait(10)
    began = time.monotonic()
    assert play.act_for(now_at, legal(now_at)[0], Action.By.BOT) is None
    assert time.monotonic() - began < 2
    leave.set()
    thread.join(20)
    assert snapshot(now_at.table.id).round.ply == now_at.round.ply


@pytest.mark.django_db(transaction=True)
def test_a_database_that_gives_up_waiting_is_busy() -> None:
    """Somebody else's transaction, not one of this door, holds what this one needs."""
    table = factories.waiting_table([factories.person("A")])
    inside, leave = threading.Event(), threading.Event()

    def hold() -> None:
        with transaction.atomic():
            Table.objects.filter(pk=table.pk).update(name="Held")
            inside.set()
            leave.wait(10)

    thread = threading.Thread(target=in_thread(hold))
    thread.start()
    assert inside.wait(10)
    wait = "PRAGMA busy_timeout = 50" if connection.vendor == "sqlite" else "SET lock_timeout = 50"
    with connection.cursor() as cursor:
        cursor.execute(wait)
    try:
        with pytest.raises(Refused) as refused, base.locked(table.pk):
            pass
    finally:
        leave.set()
        thread.join(20)
        connection.close()
    assert refused.value.code == Code.BUSY


class NeverNested(TransactionTestCase):
    """Outside of a test's own transaction, where nesting would show."""

    def test_the_door_is_the_outermost_transaction(self) -> None:
        table = factories.waiting_table([factories.person("A")])
        with base.locked(table.pk):
            assert connection.in_atomic_block
            assert not connection.savepoint_ids
        with pytest.raises(RuntimeError), transaction.atomic(), base.locked(table.pk):
            pass
