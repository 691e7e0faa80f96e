"""What ours is measured against, on the same server: (i) bare and (ii) signal; and ours with its parts timed.

`python -m bench.live.rivals bare|signal|timed` serves on PORT. Bare: a POST with the middleware, the reads and the
writes of an action, but no rules, layout or page, and a broadcast of {"v": n}. Signal: the real actions, sockets that
are told {"v": n}, and everybody fetches the whole stage.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Any

Application = Callable[..., Any]


def bare() -> Application:
    """(i): the transaction of an action, and Channels' plainest broadcast."""
    from django.conf import settings
    from django.core.asgi import get_asgi_application

    settings.ROOT_URLCONF = "bench.live.bare_urls"
    return _with_sockets(get_asgi_application())


def signal() -> Application:
    """(ii): everything as it is, but sockets only signal."""
    from config import asgi

    return _with_sockets(asgi.django_application)


def timed() -> Application:
    """Ours, with the time of its parts told in the header of an answer."""
    from bench.live import timing

    timing.install()
    from config import asgi

    return asgi.application


def _with_sockets(http: Application) -> Application:
    from channels.auth import AuthMiddlewareStack
    from channels.generic.websocket import AsyncJsonWebsocketConsumer
    from channels.routing import ProtocolTypeRouter, URLRouter
    from django.urls import path

    from games.events import table_group

    class Bell(AsyncJsonWebsocketConsumer):  # type: ignore[misc]  # channels has no types
        """Says which version the table is at."""

        async def connect(self) -> None:
            group = table_group(self.scope["url_route"]["kwargs"]["table_id"])
            await self.channel_layer.group_add(group, self.channel_name)
            await self.accept()

        async def table_changed(self, message: dict[str, Any]) -> None:
            await self.send_json({"v": message["v"]})

    sockets = AuthMiddlewareStack(URLRouter([path("bell/<int:table_id>/", Bell.as_asgi())]))
    router: Application = ProtocolTypeRouter({"http": http, "websocket": sockets})
    return router


RIVALS: dict[str, Callable[[], Application]] = {"bare": bare, "signal": signal, "timed": timed}


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    application = RIVALS[sys.argv[1]]()
    from config import asgi, server

    server.serve(application, "127.0.0.1", int(os.environ["PORT"]), asgi.start)


if __name__ == "__main__":
    main()
