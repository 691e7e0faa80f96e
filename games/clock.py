"""The clock: finds the tables where something is due and has it done, whether anybody looks or not.

All that is due stands in the database, so nothing is lost with the process, and any number of clocks may run: what
two of them think about, one of them writes.
"""

from __future__ import annotations

import asyncio
import logging
import traceback
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from functools import partial
from types import TracebackType
from typing import Final, Self

from channels.layers import InMemoryChannelLayer, get_channel_layer
from django.db import close_old_connections
from django.utils import timezone

from games import events
from games.models import Table
from games.services import housekeeping, overdue
from games.services.base import writing

log = logging.getLogger(__name__)

LONGEST_SLEEP: Final = timedelta(seconds=30)
# After the clock has started, no turn clock runs out before this: the players may just be coming back.
SPARED_AT_START: Final = timedelta(seconds=20)
HOUSEKEEPING_EVERY: Final = timedelta(hours=1)
AFTER_FAILURE: Final = 1.0
AT_ONCE: Final = 200
# A slow layout at one table takes one of these; the others go on meanwhile.
WORKERS: Final = 3
PUT_OFF_AT_MOST: Final = 300
# The same thing due at the same time is tried this often without a rest; then the table is put off.
SAME_AT_MOST: Final = 5


def tick(now: datetime | None = None, *, spare_turns_until: datetime | None = None) -> int:
    """Do the first thing that is due at each table, one table after another; at how many something was done."""
    now = now or timezone.now()
    due = Table.objects.filter(due_at__lte=now).order_by("due_at").values_list("pk", flat=True)
    return sum(settle(table_id, now, spare_turns_until) for table_id in due[:AT_ONCE])


def settle(table_id: int, now: datetime, spare_turns_until: datetime | None = None) -> bool:
    """The first thing that is due at one table. Whatever goes wrong is logged, and this table is put off."""
    done = False
    with Surviving(f"What is due at table {table_id} failed") as fault:
        done = overdue.settle(table_id, now, spare_turns_until=spare_turns_until)
    if fault.where:
        put_off(table_id, now, fault.where)
    return done


def put_off(table_id: int, now: datetime, trouble: str) -> None:
    """Look at a table again later, each time later, and keep what went wrong for admin.

    Only where something is still due by `now`: somebody may have acted there since, and what is due then is sound.
    """
    with Surviving(f"Table {table_id} could not be put off"), writing():
        stuck = Table.objects.filter(pk=table_id, due_at__lte=now)
        table = stuck.only("trouble_count").first()
        if table is None:
            return
        count = min(table.trouble_count + 1, 1000)
        seconds = min(2 ** min(count, 20), PUT_OFF_AT_MOST)
        later = timezone.now() + timedelta(seconds=seconds)
        stuck.update(trouble=trouble, trouble_count=count, due_at=later)


class Surviving:
    """Log an exception and go on: one table's trouble is not the others'.

    `where` tells the kind of the error and the lines it came through (empty if there was none), not its message,
    which might hold what is secret.
    """

    def __init__(self, what: str) -> None:
        self.what = what
        self.where = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        if not isinstance(error, Exception):
            return False
        lines = (
            f"{frame.filename.rpartition('/')[2]}:{frame.lineno} {frame.name}"
            for frame in traceback.extract_tb(trace)[-8:]
        )
        self.where = f"{type(error).__name__} at {' > '.join(lines)}"
        log.error("%s: %s", self.what, self.where)
        return True


async def run() -> None:
    """Be the clock of this process until cancelled."""
    loop = asyncio.get_running_loop()
    events.use_loop(loop)
    running = _Running()
    stop_waking = events.on_wake(partial(_wake_from_thread, loop, running.wake))
    listener = asyncio.create_task(_listen(running.wake))
    try:
        await running.go_on()
    finally:
        listener.cancel()
        stop_waking()
        await asyncio.to_thread(running.shut_down)


def _wake_from_thread(loop: asyncio.AbstractEventLoop, wake: asyncio.Event, _due_at: datetime) -> None:
    loop.call_soon_threadsafe(wake.set)


class _Running:
    """A running clock: which tables are being worked on, what was tried, when it wakes."""

    def __init__(self) -> None:
        self.wake = asyncio.Event()
        self.busy: set[int] = set()
        self.tried: dict[int, tuple[datetime, int]] = {}
        self.spare_turns_until = timezone.now() + SPARED_AT_START
        self.housekeeping_at = timezone.now()
        self.looker = ThreadPoolExecutor(1, thread_name_prefix="clock-look")
        self.workers = ThreadPoolExecutor(WORKERS, thread_name_prefix="clock")

    async def go_on(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            self.wake.clear()
            found: list[tuple[int, datetime]] = []
            with Surviving("The clock could not look") as fault:
                found = await loop.run_in_executor(self.looker, _look)
            if fault.where:
                await asyncio.sleep(AFTER_FAILURE)
                continue
            now = timezone.now()
            for table_id, due_at in found:
                if due_at <= now and table_id not in self.busy:
                    self._start(loop, table_id, due_at, now)
            self._keep_house(loop, now)
            await self._sleep(found, now)

    def _start(self, loop: asyncio.AbstractEventLoop, table_id: int, due_at: datetime, now: datetime) -> None:
        same_at, times = self.tried.get(table_id, (due_at, 0))
        times = times + 1 if same_at == due_at else 1
        self.tried[table_id] = due_at, times
        if times > SAME_AT_MOST:
            del self.tried[table_id]
            work = partial(put_off, table_id, now, "What was due is still due after it was done.")
        else:
            work = partial(_work_on, table_id, self.spare_turns_until)
        self.busy.add(table_id)
        loop.run_in_executor(self.workers, work).add_done_callback(partial(self._done, table_id))

    def _done(self, table_id: int, _future: asyncio.Future[None]) -> None:
        self.busy.discard(table_id)
        self.wake.set()

    def _keep_house(self, loop: asyncio.AbstractEventLoop, now: datetime) -> None:
        if now >= self.housekeeping_at:
            self.housekeeping_at = now + HOUSEKEEPING_EVERY
            self.tried.clear()
            loop.run_in_executor(self.workers, _keep_house)

    async def _sleep(self, found: list[tuple[int, datetime]], now: datetime) -> None:
        """Until the next thing is due at a table that nobody works on, or somebody wakes the clock."""
        waiting = [due_at - now for table_id, due_at in found if table_id not in self.busy]
        seconds = min([*waiting, LONGEST_SLEEP]).total_seconds()
        try:
            await asyncio.wait_for(self.wake.wait(), max(seconds, 0))
        except TimeoutError:
            return

    def shut_down(self) -> None:
        """Wait for what is being written just now; what has not begun stays due."""
        self.looker.shutdown(cancel_futures=True)
        self.workers.shutdown(cancel_futures=True)


def _look() -> list[tuple[int, datetime]]:
    """The tables where something is due first, with their times."""
    try:
        rows = Table.objects.filter(due_at__isnull=False).order_by("due_at").values_list("pk", "due_at")
        return [(pk, due_at) for pk, due_at in rows[:AT_ONCE] if due_at is not None]
    finally:
        close_old_connections()


def _work_on(table_id: int, spare_turns_until: datetime) -> None:
    try:
        settle(table_id, timezone.now(), spare_turns_until)
    finally:
        close_old_connections()


def _keep_house() -> None:
    try:
        with Surviving("Old rows could not be removed"):
            housekeeping.forget_old(timezone.now())
    finally:
        close_old_connections()


async def _listen(wake: asyncio.Event) -> None:
    """Wake for commits of other processes. In a single one there are none, and the commits wake the clock directly."""
    layer = get_channel_layer()
    if layer is None or isinstance(layer, InMemoryChannelLayer):
        return
    while True:
        with Surviving("The clock does not hear other processes"):
            channel = await layer.new_channel()
            await layer.group_add(events.CLOCK_GROUP, channel)
            wake.set()
            while True:
                await layer.receive(channel)
                wake.set()
        await asyncio.sleep(AFTER_FAILURE)
