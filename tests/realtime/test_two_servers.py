"""Two server processes behind one table: what is posted at one is pushed by the other."""

from __future__ import annotations

import asyncio
import json
from urllib.parse import urlencode

import pytest

from bench.live.cast import Seated
from bench.live.people import Game, Numbers
from bench.live.wire import WebSocket
from tests.servers import Site

pytestmark = pytest.mark.scale

_SETUP = """
import json
from bench.live.cast import make
print(json.dumps(make(1, 3)))
"""


async def _play_apart(seated: Seated, ports: list[int]) -> None:
    """Each person acts at one server and has the socket at the other; all come to the same versions."""
    game = Game(seated, ports[0], Numbers(), asyncio.Event())
    for place, person in enumerate(game.people):
        person.http.port = ports[place % 2]
        await person.load()
        query = urlencode({"v": person.fields["v"], "lang": "en"})
        path = f"/ws/t/{seated.code}/?{query}"
        person.socket = await WebSocket.open(ports[1 - place % 2], path, person.http.cookies)
    for _action in range(12):
        actor, wish = next((p, w) for p in game.people if (w := p.wish(game.source)) is not None)
        version = int(actor.fields["v"])
        fields = {**actor.fields, "action": wish, "key": f"two-servers-{version}", "lang": "en"}
        answer = await actor.http.post(f"/t/{seated.code}/act/", urlencode(fields).encode())
        assert answer.status == 200, answer.body
        for person in game.people:
            assert person.socket is not None
            while int(person.fields["v"]) <= version:
                frame = await asyncio.wait_for(person.socket.receive(), 5)
                message = json.loads(frame.text)
                # A page comes from one server and its socket from the other, which did not render that version.
                if message.get("reload"):
                    await person.load()
                else:
                    person.read_message(frame.text)
    assert len({person.fields["ply"] for person in game.people}) == 1


def test_what_is_posted_at_one_server_is_pushed_by_the_other(site: Site) -> None:
    site.manage("prepare")
    (table,) = json.loads(site.manage("shell", "-v", "0", "-c", _SETUP))
    servers = [site.start(), site.start()]
    seated = Seated(table["table_id"], table["code"], tuple(table["sessions"]))
    asyncio.run(_play_apart(seated, [server.port for server in servers]))
