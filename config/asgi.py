"""The ASGI application: `site` answers HTTP and websockets, `application` also starts what a server needs."""

import asyncio
import logging
import os
import sqlite3
import sys
from collections.abc import Awaitable, Callable
from typing import Any, Final

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from django.core.asgi import get_asgi_application

django_application = get_asgi_application()

# Only now, with the apps loaded, may anything with models be imported.
from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.urls import re_path

from config import process_lock
from config.hosts import answers_to, same_origin
from config.reachable import Unreachable
from games import clock, events
from games.routing import websocket_urlpatterns
from lobby import faults, nudges
from lobby.kept_secret import Unusable

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]


def same_host_only(inner: Application) -> Application:
    """Refuses websockets that a page of another site opens: they would carry our visitor's cookies."""

    async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        host, origin = headers.get(b"host", ""), headers.get(b"origin")
        if answers_to(host) and same_origin(origin, host, settings.CSRF_TRUSTED_ORIGINS):
            await inner(scope, receive, send)
        else:
            await WebsocketDenier()(scope, receive, send)

    return guarded


_NOWHERE_ELSE: Final = re_path("", WebsocketDenier.as_asgi())

site: Application = ProtocolTypeRouter(
    {
        "http": django_application,
        "websocket": same_host_only(AuthMiddlewareStack(URLRouter([*websocket_urlpatterns, _NOWHERE_ELSE]))),
    }
)

logger = logging.getLogger(__name__)

# A layout that has to be repaired computes for up to a second. At Python's 5 ms a request beside it loses that much
# at each of its twenty reads and writes (measured: 75 ms for an action); at this much it loses a quarter.
SWITCH_SECONDS: Final = 0.0005

_started = False
# What lives as long as the process: the clock's task and SQLite's keeper connection.
_kept: list[object] = []


def start() -> None:
    """What a serving process needs before its first answer; call it where the event loop is the current one.

    Takes the process lock (raises AlreadyServed, Unreachable or Unusable), opens SQLite's keeper connection, starts
    the clock.
    """
    global _started
    process_lock.hold()
    sys.setswitchinterval(SWITCH_SECONDS)
    if settings.ENV.database is None:
        # With one connection always open SQLite keeps its WAL index: single moves take half the time.
        keeper = sqlite3.connect(settings.SQLITE_FILE, check_same_thread=False)
        keeper.execute("PRAGMA journal_mode=WAL").fetchone()
        _kept.append(keeper)
    loop = asyncio.get_event_loop()
    events.use_loop(loop)
    faults.start()
    if settings.CLOCK_IN_SERVER:
        task = loop.create_task(clock.run())
        task.add_done_callback(_tell_why_the_clock_ended)
        _kept.append(task)
        _kept.append(loop.create_task(nudges.run()))
    _started = True


def _tell_why_the_clock_ended(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and task.exception() is not None:
        logger.critical(
            "The clock stopped: nothing moves by itself until a restart.", exc_info=task.exception()
        )


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """`site` for any ASGI server: one that does not call `start` itself gets it at its first scope."""
    if not _started:
        try:
            start()
        except (process_lock.AlreadyServed, Unreachable, Unusable) as refusal:
            # Servers go on after an exception at start-up; a second process must not.
            print(refusal, file=sys.stderr, flush=True)
            os._exit(2)
    if scope["type"] == "lifespan":
        await _lifespan(receive, send)
    else:
        await site(scope, receive, send)


async def _lifespan(receive: Receive, send: Send) -> None:
    while True:
        message = await receive()
        await send({"type": f"{message['type']}.complete"})
        if message["type"] == "lifespan.shutdown":
            return
