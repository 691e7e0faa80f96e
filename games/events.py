"""Telling others after a commit: the sockets of a table that it changed, the clock that something is due sooner.

A message to a table's group carries its version and nothing else: no hand, no markup. Whoever gets it reads what
its viewer may know.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from datetime import datetime
from functools import partial
from typing import Final

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction

log = logging.getLogger(__name__)

CLOCK_GROUP: Final = "clock"

Waker = Callable[[datetime], None]
_wakers: list[Waker] = []
# The serving process's event loop, once there is one: sending through it costs a writer's thread next to nothing.
_loop: asyncio.AbstractEventLoop | None = None


def table_group(table_id: int) -> str:
    """The name of the group that hears of every change at a table."""
    return f"table.{table_id}"


def use_loop(loop: asyncio.AbstractEventLoop) -> None:
    """Send through this running loop from now on (called where a server or the clock starts)."""
    global _loop
    _loop = loop


def announce(table_id: int, version: int) -> None:
    """After the current transaction: tell the table's group that it is at `version` now."""
    message: dict[str, int | str] = {"type": "table.changed", "v": version}
    transaction.on_commit(partial(send, table_group(table_id), message), robust=True)


def wake_clock(due_at: datetime) -> None:
    """After the current transaction: tell the clock that something is due at `due_at`.

    A clock in this process is told directly, one in another process through the channel layer. A message that
    gets lost costs the clock's longest sleep, never the work: what is due stands in the database.
    """
    transaction.on_commit(partial(_wake, due_at), robust=True)


def on_wake(waker: Waker) -> Callable[[], None]:
    """Call `waker` (from any thread) with each new due time; returns a function that ends this."""
    _wakers.append(waker)
    return partial(_wakers.remove, waker)


def _wake(due_at: datetime) -> None:
    if _wakers:
        for waker in tuple(_wakers):
            waker(due_at)
    else:
        send(CLOCK_GROUP, {"type": "clock.wake"})


def send(group: str, message: Mapping[str, int | str]) -> None:
    """Send a message to a group without waiting for it where a loop runs; failures are logged, never raised there."""
    layer = get_channel_layer()
    if layer is None:
        return
    loop = _loop
    if loop is not None and loop.is_running():
        sending = asyncio.run_coroutine_threadsafe(layer.group_send(group, dict(message)), loop)
        sending.add_done_callback(_log_failure)
    else:
        async_to_sync(layer.group_send)(group, dict(message))


def _log_failure(sending: Future[None]) -> None:
    if not sending.cancelled() and (error := sending.exception()) is not None:
        log.error("A message to the channel layer was lost.", exc_info=error)


def round_trip_ms(seconds: float = 2.0) -> float | None:
    """How long a message through the channel layer takes, in milliseconds; None if none comes back in time."""
    layer = get_channel_layer()
    if layer is None:
        return None

    async def there_and_back() -> float:
        began = time.perf_counter()
        channel = await layer.new_channel()
        await layer.send(channel, {"type": "pulse"})
        await layer.receive(channel)
        return (time.perf_counter() - began) * 1000

    async def in_time() -> float:
        return await asyncio.wait_for(there_and_back(), seconds)

    try:
        return async_to_sync(in_time)()
    except Exception as error:  # noqa: BLE001 whatever keeps it from working is the answer
        log.error("The channel layer did not answer: %s", type(error).__name__)
        return None
