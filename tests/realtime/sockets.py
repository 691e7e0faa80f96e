"""Open pages of a table for tests: real sockets over the whole ASGI application, with a browser's cookies."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from types import TracebackType
from typing import Any, Self

from channels.testing import WebsocketCommunicator
from django.test import Client

from config.asgi import site
from games import events
from games.push.rooms import in_thread
from games.queries.memory import forget_everything
from lobby.models import User

Message = dict[str, Any]


def run(main: Callable[[], Awaitable[None]]) -> None:
    """Run a test on an event loop that announcements go through, as in a serving process."""

    async def with_loop() -> None:
        events.use_loop(asyncio.get_running_loop())
        forget_everything()
        await main()

    asyncio.run(with_loop())


def browser(user: User | None = None) -> Client:
    """A browser, signed in as somebody or as nobody."""
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


class Socket:
    """The socket of one page: `async with Socket(code, client) as page: await page.next()`."""

    def __init__(
        self,
        code: str,
        client: Client,
        *,
        lang: str = "en",
        v: int = 0,
        origin: str = "http://testserver",
        watch: str = "",
    ) -> None:
        cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())
        headers = [(b"host", b"testserver"), (b"origin", origin.encode()), (b"cookie", cookies.encode())]
        path = f"/ws/t/{code}/?lang={lang}&v={v}&watch={watch}"
        self.communicator = WebsocketCommunicator(site, path, headers=headers)
        self.accepted = False
        self.close_code: int | None = None
        self.texts: list[str] = []

    async def __aenter__(self) -> Self:
        self.accepted, self.close_code = await self.communicator.connect(timeout=5)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.communicator.disconnect()

    async def next(self) -> Message:
        """The next message, waited for."""
        text = await self.communicator.receive_from(timeout=5)
        self.texts.append(text)
        message: Message = json.loads(text)
        return message

    async def until(self, version: int) -> list[Message]:
        """The messages up to the one that brings a version."""
        messages = [await self.next()]
        while messages[-1]["v"] < version:
            messages.append(await self.next())
        return messages

    async def quiet(self) -> bool:
        """Whether nothing more comes for a moment."""
        quiet: bool = await self.communicator.receive_nothing(timeout=0.2, interval=0.02)
        return quiet

    async def here(self) -> None:
        """The page's sign of life."""
        await self.communicator.send_to(text_data='{"here":1}')


async def do[**P, T](work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Blocking work (the database, a client) off the loop."""
    return await in_thread(work, *args, **kwargs)
