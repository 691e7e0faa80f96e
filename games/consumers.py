"""The socket of a table's page: it says "something is new", and pushes what is. It writes nothing but presence."""

from __future__ import annotations

import asyncio
import logging
import time
from importlib import import_module
from typing import Any, Final
from urllib.parse import parse_qs

from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY, get_user_model
from django.db import Error as DatabaseFault
from django.utils.crypto import constant_time_compare

from games import forms
from games.events import table_group
from games.push.facts import at_least
from games.push.rooms import Room, Viewer, enter, in_thread, leave
from games.queries import NoSuchTable, table_id_of, version_of
from games.services import presence
from games.services.errors import Refused

log = logging.getLogger(__name__)

NO_SUCH_TABLE: Final = 4404
SIGNED_OUT: Final = 4401
TRY_AGAIN: Final = 1013
# A page is asked this often whether it is there; answers that come more often are not listened to.
ASK_EVERY: Final = 20.0
LISTEN_EVERY: Final = 15.0


class TableConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]  # channels has no types
    """One open page of one table."""

    room: Room | None = None
    viewer: Viewer
    heard_at: float = 0.0
    asking: asyncio.Task[None] | None = None

    async def __call__(self, *connection: Any) -> None:
        """As the base class; however the socket ends, its page is taken out. Whether its person went, silence tells."""
        try:
            await super().__call__(*connection)
        finally:
            if self.asking is not None:
                self.asking.cancel()
            if self.room is not None:
                leave(self.room, self.viewer)
                await self.channel_layer.group_discard(table_group(self.room.table_id), self.channel_name)

    async def dispatch(self, message: dict[str, Any]) -> None:
        """As the base class, without a thread's detour for each message: the work's own threads mind connections."""
        handler = getattr(self, message["type"].replace(".", "_"))
        await handler(message)

    async def connect(self) -> None:
        """Join the group first, then read the version: nothing that happens in between is missed."""
        await self.accept()
        query = self.scope["query_string"].decode(errors="replace")
        asked = {name: values[0] for name, values in parse_qs(query).items()}
        try:
            table_id = await in_thread(table_id_of, self.scope["url_route"]["kwargs"]["code"])
        except NoSuchTable:
            await self.close(NO_SUCH_TABLE)
            return
        user = self.scope["user"]
        self.watch_key = asked.get("watch", "")
        self.viewer = Viewer(
            user_id=user.pk if user.is_authenticated else None,
            language=_language(asked.get("lang", "")),
            version=forms.version(asked),
            send=self.send,
        )
        await self.channel_layer.group_add(table_group(table_id), self.channel_name)
        self.room = enter(table_id, self.viewer)
        self.room.heard(await in_thread(version_of, table_id))
        await self.note_presence()
        self.asking = asyncio.create_task(self.ask())

    async def ask(self) -> None:
        """Ask whether somebody is there, again and again: a page in the background answers, a locked phone does not.

        Whether the page still is its person's is looked up with each question and not with the answers: a device
        whose session has ended may be silent and listen on.
        """
        assert self.room is not None
        session, code = self.scope["session"].session_key, SIGNED_OUT
        try:
            await asyncio.sleep(ASK_EVERY)
            while await in_thread(_still_signed_in, session, self.viewer.user_id):
                await self.send(_PING)
                await asyncio.sleep(ASK_EVERY)
        except DatabaseFault as error:
            log.error("Whose page a socket is could not be looked up: %s.", type(error).__name__)
            code = TRY_AGAIN
        leave(self.room, self.viewer)
        await self.close(code)

    async def table_changed(self, message: dict[str, Any]) -> None:
        """Something changed: a number, and nothing else."""
        if self.room is not None:
            self.room.heard(message["v"])

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """A sign of life. Anything else is not ours."""
        if self.room is not None and text_data == _HERE and time.monotonic() - self.heard_at >= LISTEN_EVERY:
            await self.note_presence()

    async def note_presence(self) -> None:
        """Note that this page's person is there."""
        assert self.room is not None
        self.heard_at = time.monotonic()
        await in_thread(_note, self.room.table_id, self.viewer.user_id, self.watch_key)


_PING: Final = '{"ping":1}'
_HERE: Final = '{"here":1}'


def _language(asked: str) -> str:
    """The language of the page, which the socket's address tells: no middleware has chosen one here."""
    return asked if asked in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


def _still_signed_in(session_key: str | None, user_id: int | None) -> bool:
    """Whether the session that the page came with is still its person's: it ends with a new private link."""
    if user_id is None:
        return True
    fresh = import_module(settings.SESSION_ENGINE).SessionStore(session_key)
    user = get_user_model().objects.filter(pk=user_id, is_active=True).first()
    if user is None or fresh.get(SESSION_KEY) != str(user_id):
        return False
    return constant_time_compare(fresh.get(HASH_SESSION_KEY, ""), user.get_session_auth_hash())


def _note(table_id: int, user_id: int | None, watch_key: str) -> None:
    """A sign of life of a seat, else of a page that looks on."""
    try:
        if user_id is not None and at_least(table_id, 0).seat_of(user_id) is not None:
            presence.seen(table_id=table_id, user_id=user_id)
        elif watch_key:
            presence.watch(table_id=table_id, key=watch_key)
    except (Refused, NoSuchTable):
        # The table is just gone, or the page made a strange key: nothing to note.
        return
