"""The open pages of a table in this process, and how they all catch up with one read and one rendering.

Everything here but `_messages` runs on the event loop; reading and rendering run in a pool of threads of their own,
so that requests, which have theirs, and sockets do not wait for each other.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from django.db import close_old_connections, connection

from games.push.facts import at_least
from games.push.messages import message
from games.push.pictures import Picture, picture, remembered

log = logging.getLogger(__name__)

_THREADS: Final = 4
_pool: Final = ThreadPoolExecutor(_THREADS, thread_name_prefix="tables")


async def in_thread[**P, T](work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Do blocking work with the database in one of the threads of the sockets."""
    return await asyncio.get_running_loop().run_in_executor(
        _pool, lambda: _with_connection(work, *args, **kwargs)
    )


def _with_connection[**P, T](work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    try:
        return work(*args, **kwargs)
    finally:
        # An open SQLite file costs nothing and saves opening it each time; a server's connection goes back to its pool.
        if connection.vendor != "sqlite":
            close_old_connections()


@dataclass(eq=False, slots=True)
class Viewer:
    """One open page: whose it is, in which language, which version it came with, what it was sent since."""

    user_id: int | None
    language: str
    version: int
    send: Callable[[str], Awaitable[None]]
    shown: Picture | None = None

    def behind(self, wanted: int) -> bool:
        """Whether it has not been brought to this version."""
        return self.shown is None or self.shown.public.version < wanted


class Room:
    """The open pages of one table."""

    def __init__(self, table_id: int) -> None:
        self.table_id = table_id
        self.viewers: set[Viewer] = set()
        self._wanted = 0
        self._task: asyncio.Task[None] | None = None

    def heard(self, version: int) -> None:
        """The table is at a version: bring everybody there. What is heard meanwhile is caught up with at once."""
        self._wanted = max(self._wanted, version)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._catch_up())
            self._task.add_done_callback(_log_failure)

    async def _catch_up(self) -> None:
        while behind := [viewer for viewer in self.viewers if viewer.behind(self._wanted)]:
            wanted = self._wanted
            texts = await in_thread(_messages, self.table_id, wanted, behind)
            if self._wanted == wanted:
                # What was read is the truth: a version that the table does not have is not asked for again and again.
                self._wanted = min(wanted, texts[0][0].public.version)
            for viewer, (shown, text) in zip(behind, texts, strict=True):
                viewer.shown = shown
                if text and viewer in self.viewers:
                    # Some servers raise these for a page that has just gone: the others have to be told all the same.
                    with suppress(OSError, RuntimeError):
                        await viewer.send(text)


def _log_failure(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        log.error("The pages of a table could not be brought up to date.", exc_info=error)


def _messages(table_id: int, wanted: int, viewers: Sequence[Viewer]) -> list[tuple[Picture, str]]:
    """What each page is sent, and what it shows then. One read for all of them."""
    now = at_least(table_id, wanted)
    found = []
    for viewer in viewers:
        new = picture(now, viewer.user_id, viewer.language)
        old = viewer.shown
        version = viewer.version if old is None else old.public.version
        if old is None:
            old = remembered(now.table.code, version, viewer.language, viewer.user_id)
        found.append((new, "" if version == new.public.version else message(old, new)))
    return found


_rooms: Final[dict[int, Room]] = {}


def enter(table_id: int, viewer: Viewer) -> Room:
    """Put a page into the room of its table."""
    room = _rooms.setdefault(table_id, Room(table_id))
    room.viewers.add(viewer)
    return room


def leave(room: Room, viewer: Viewer) -> None:
    """Take a page out; an empty room is given up."""
    room.viewers.discard(viewer)
    if not room.viewers and _rooms.get(room.table_id) is room:
        del _rooms[room.table_id]
