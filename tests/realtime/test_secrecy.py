"""Scenario 11: nobody receives a tile that is not on the table or in the own hand. And the finder finds every leak."""

from __future__ import annotations

import asyncio
import json
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypedDict
from urllib.parse import urlencode

import pytest

from bench.live.wire import Answer, Http, WebSocket
from tests.realtime.secrecy import Received, Tile, Unpacker, leaks, readings, tiles_in
from tests.servers import Server, Site

DOUBLE_NINE = [(high, low) for high in range(10) for low in range(high + 1)]
_FIELD = re.compile(r'<input type="hidden" name="(match|round|ply|v)" value="(\d+)">')
_END = re.compile(r'id="(e\d+-\d+)"[^>]*? data-at="([^"]+)"')
_FITS = re.compile(r'data-tile="([^"]+)" data-ends="(e[^"]+)"')


# ---- The finder ----

PLANTED = {
    "name": "<p>8-5</p>",
    "other order": "<p>5-8</p>",
    "id": '<button id="h8-5">',
    "id, other order": '<button id="x5-8">',
    "data attribute": '<li data-tile="8-5">',
    "alternative text": '<img alt="tile 8-5">',
    "file name": '<img src="/static/tiles/8_5.png">',
    "address": '<a href="/t/X/?tile=8%2D5">',
    "entity": "<p>8&#45;5</p>",
    "escape": r'{"log":["8\u002d5"]}',
    "escaped markup": r'{"regions":{"r-hand":"<i data-tile=\"8-5\"><\/i>"}}',
    "chip": '<span class="chip"><b>8</b><i>-</i><b>5</b></span>',
    "pips in a hand": '<svg><use href="#hf"/><use href="#h8" y="-0.49"/><use href="#h5" y="0.49"/></svg>',
    "pips on the cloth": '<g><use href="#tf"/><use href="#p5" x="-0.49"/><use href="#p8" x="0.49"/></g>',
    "fields": '{"high": 8, "low": 5}',
    "dash of another kind": "<p>8–5</p>",
    "draw notice": r'{"log":["<li data-kind=\"draw\">Min drew 8-5<\/li>"]}',
}


@pytest.mark.parametrize("planted", PLANTED.values(), ids=PLANTED.keys())
@pytest.mark.parametrize("packing", ["", "gzip", "deflate"])
def test_a_planted_leak_is_found_in_every_form(planted: str, packing: str) -> None:
    around = '{"v":3,"regions":{"s-A":"<li id=\\"s-A\\">10</li>"}}'
    payload = f"{around}{planted}{around}".encode()
    if packing == "gzip":
        payload = zlib.compress(payload, wbits=31)
    elif packing == "deflate":
        squeeze = zlib.compressobj(6, zlib.DEFLATED, -13)
        payload = (squeeze.compress(payload) + squeeze.flush(zlib.Z_SYNC_FLUSH))[:-4]
    text = Unpacker().text(Received(payload, packing))
    assert leaks(text, [(9, 9)], DOUBLE_NINE) == {(8, 5)}


def test_blank_halves_and_doubles_are_read_from_pips() -> None:
    assert tiles_in('<use href="#hf"/><use href="#h7" y="-0.49"/></svg>') == {(7, 0)}
    assert tiles_in('<use href="#td"/><use href="#p4" x="-0.49"/><use href="#p4" x="0.49"/>') == {(4, 4)}
    assert tiles_in('<use href="#hd"/></svg>') == {(0, 0)}


def test_ids_of_places_and_times_are_no_tiles() -> None:
    innocent = (
        '<li id="g0-4" data-ply="4"></li><li id="l2-0"><button data-end="e2-0"></button></li>'
        '<time data-since="2026-11-30T02:15:00.000+00:00"></time><use transform="translate(-1.56 0) rotate(180)"/>'
        '<svg viewBox="-9.6 -6 19.2 12"></svg><time datetime="2026-11-30T05:06:00Z">Nov. 30, 2026, 5:06 a.m.</time>'
    )
    assert tiles_in(innocent) == set()


# ---- A whole round ----


@dataclass
class Ear:
    """Everything that one viewer received, with the version it brought."""

    seat: int | None
    heard: list[tuple[int, str]] = field(default_factory=list)

    def note(self, version: int, text: str) -> None:
        self.heard.append((version, text))


class ListeningSocket(WebSocket):
    """A socket whose frames are kept as they came."""

    frames: list[Received]

    def _unpacked(self, payload: bytes, *, packed: bool) -> bytes:
        self.frames.append(Received(payload, "deflate" if packed else ""))
        return super()._unpacked(payload, packed=packed)


class Viewer:
    """One browser: a seat's or a watcher's. What it receives is unpacked anew by the finder."""

    def __init__(self, port: int, code: str, seat: int | None, session: str | None) -> None:
        self.ear = Ear(seat)
        self.code, self.port = code, port
        self.http = Http(port, {} if session is None else {"sessionid": session})
        self.fields: dict[str, str] = {}
        self.ends: dict[str, str] = {}
        self.hand = self.bar = ""
        self.stage = "playing"

    async def load(self, path: str = "") -> None:
        answer = await self.http.get(f"/t/{self.code}/{path}")
        text = self._kept(answer)
        self.fields = dict(_FIELD.findall(text))
        self.ends |= dict(_END.findall(text))
        if 'id="r-hand"' in text:
            self.hand = text[text.index('id="r-hand"') : text.index("</section>", text.index('id="r-hand"'))]
            self.bar = text[text.index('id="r-bar"') : text.index("</div>", text.index('id="r-bar"'))]
        self.ear.note(int(self.fields["v"]), text)

    def _kept(self, answer: Answer) -> str:
        assert answer.status == 200, answer.status
        return answer.body.decode()

    async def listen(self) -> None:
        """Take in what the socket says until the round is over."""
        path = f"/ws/t/{self.code}/?{urlencode({'v': self.fields['v'], 'lang': 'en', 'watch': 'w' * 12})}"
        socket = await ListeningSocket.open(self.port, path, self.http.cookies)
        assert isinstance(socket, ListeningSocket)
        socket.frames = []
        unpacker = Unpacker()
        while self.stage == "playing":
            frame = await socket.receive()
            text = unpacker.text(socket.frames[-1])
            assert text.encode() == frame.text
            message = json.loads(text)
            if message == {"ping": 1}:
                continue
            self.ear.note(message["v"], text)
            if "reload" in message:
                self.stage = "over"
                break
            self.fields |= {name: str(message[name]) for name in ("match", "round", "ply", "v")}
            for step in message.get("layout", ()):
                self.ends |= {
                    id_: at for _layer, html in step.get("put", ()) for id_, at in _END.findall(html)
                }
            self.hand = message["regions"].get("r-hand", self.hand)
            self.bar = message["regions"].get("r-bar", self.bar)
        socket.close()

    async def act(self, text: str) -> None:
        fields = {
            **self.fields,
            "action": text,
            "key": f"acting-{self.fields['v']}-{self.ear.seat}",
            "lang": "en",
        }
        answer = await self.http.post(f"/t/{self.code}/act/", urlencode(fields).encode())
        # Where a foot is dead the server draws by itself, and may be quicker.
        assert answer.status in (200, 409), answer.status
        said = answer.body.decode()
        self.ear.note(json.loads(said)["v"], said)

    async def refused(self) -> None:
        """Ask for what is not allowed: a refusal must not tell, either."""
        fields = {
            **self.fields,
            "action": "nonsense",
            "key": f"refused-{self.fields['v']}-{self.ear.seat}",
            "lang": "en",
        }
        answer = await self.http.post(f"/t/{self.code}/act/", urlencode(fields).encode())
        assert answer.status >= 400
        said = answer.body.decode()
        self.ear.note(json.loads(said)["v"], said)  # it brings the page up to date

    async def ghosts(self) -> None:
        """Ask where the own tiles would lie: an answer for whoever is to move only."""
        answer = await self.http.get(f"/t/{self.code}/ghosts/")
        said = self._kept(answer)
        self.ear.note(json.loads(said)["v"], said)

    async def look_ahead(self) -> None:
        """Ask for what there is once the round is over: the replay, its positions, the check of the deal."""
        for path in ("m/1/", "m/1/r/1/", "m/1/r/1/at/0/", "m/1/r/1/check/", "m/1/check/", "m/1/record.json"):
            answer = await self.http.get(f"/t/{self.code}/{path}")
            # Draws of a dead foot are not waited for: the round may have ended meanwhile, and then all may be told.
            if answer.status == 200 and await self.is_over():
                return
            assert answer.status == (200 if path == "m/1/" else 404), (path, answer.status)
            self.ear.note(int(self.fields["v"]), answer.body.decode())

    async def is_over(self) -> bool:
        return 'data-stage="playing"' not in self._kept(await self.http.get(f"/t/{self.code}/"))

    def wish(self) -> str | None:
        if 'data-my-turn="yes"' not in self.hand:
            return None
        fits = _FITS.findall(self.hand)
        if fits:
            tile, ends = fits[0]
            return f"{tile}@{self.ends[ends.split()[0]]}"
        return "draw" if "data-draw" in self.bar else None


async def play_a_round(port: int, code: str, sessions: list[str]) -> list[Ear]:
    """Four seats and a watcher play a round and look at pages on the way; what they received."""
    viewers = [Viewer(port, code, seat, session) for seat, session in enumerate(sessions)]
    viewers.append(Viewer(port, code, None, None))
    for viewer in viewers:
        await viewer.load()
    listeners = [asyncio.create_task(viewer.listen()) for viewer in viewers]
    turn = 0
    while not any(task.done() for task in listeners):
        wishing = next((viewer for viewer in viewers if viewer.wish() is not None), None)
        if wishing is None:
            await asyncio.sleep(0.005)
            continue
        before = wishing.fields["v"]
        if turn % 10 == 0:
            await viewers[turn % 5].load("page/")
            await viewers[(turn + 1) % 4].refused()
            await viewers[(turn // 10) % 5].look_ahead()
            for other in viewers:
                await other.ghosts()
        # Where a foot is dead the server draws by itself, and may have been quicker meanwhile.
        if (wish := wishing.wish()) is not None:
            await wishing.act(wish)
        for _wait in range(100):
            if wishing.fields["v"] != before or wishing.stage != "playing":
                break
            await asyncio.sleep(0.005)
        turn += 1
    await asyncio.gather(*listeners)
    return [viewer.ear for viewer in viewers]


_SETUP = """
import json
from bench.live.cast import make
print(json.dumps(make(1, 4)))
"""

_TRUTH = """
import json
from games.models import Action, Round
row = Round.objects.get(number=0)
print(json.dumps({
    "hands": row.deal["hands"],
    "actions": list(Action.objects.filter(round=row).order_by("ply").values_list("seat", "kind", "text", "drawn")),
    "start": row.start, "status": row.status, "seed": row.seed,
}))
"""


def tile(text: str) -> Tile:
    high, low = text.split("-")
    return int(high), int(low)


class Truth(TypedDict):
    """What the database holds of the round, secrets included."""

    start: str
    status: str
    seed: str
    hands: list[list[str]]
    actions: list[tuple[int, str, str, str]]  # seat, kind, text, the tile that a draw gave


def known_at(truth: Truth, seat: int | None, plies: int) -> Iterator[Tile]:
    """The tiles on the table after so many actions, and those that a seat has held by then."""
    yield tile(truth["start"])
    if seat is not None:
        yield from map(tile, truth["hands"][seat])
    for actor, kind, text, drawn in truth["actions"][:plies]:
        if kind == "play":
            yield tile(text.partition("@")[0])
        elif drawn and actor == seat:
            yield tile(drawn)


@pytest.mark.slow
@pytest.mark.timeout(180)
def test_scenario_11_nobody_receives_a_tile_that_is_not_theirs_before_the_round_is_scored(site: Site) -> None:
    site.manage("prepare")
    (table,) = json.loads(site.manage("shell", "-v", "0", "-c", _SETUP))
    server: Server = site.start()
    ears = asyncio.run(play_a_round(server.port, table["code"], table["sessions"]))
    truth: Truth = json.loads(site.manage("shell", "-v", "0", "-c", _TRUTH))
    assert truth["status"] == "over"
    assert len(truth["actions"]) > 12  # a round that is blocked early is a round, too
    versions = plies_by_version(ears)
    looked_at = 0
    for ear in ears:
        for version, text in ear.heard:
            if version in versions:
                known = set(known_at(truth, ear.seat, versions[version]))
                found = leaks(text, known, DOUBLE_NINE)
                assert not found, (ear.seat, version, where(text, found))
                assert truth["seed"] not in text
                looked_at += 1
    assert looked_at > 5 * 40


def where(text: str, found: set[Tile]) -> list[str]:
    """The surroundings of a leak, for whoever has to stop it."""
    numbers = "|".join(
        f"{one}.{{0,3}}{other}" for high, low in found for one, other in ((high, low), (low, high))
    )
    return [
        reading[max(0, hit.start() - 80) : hit.end() + 80]
        for reading in readings(text)
        for hit in re.finditer(numbers, reading)
    ]


def plies_by_version(ears: list[Ear]) -> dict[int, int]:
    """How many actions had been made at each version, as the messages themselves tell."""
    found: dict[int, int] = {}
    for ear in ears:
        for version, text in ear.heard:
            ply = re.search(
                r'"ply":(\d+),"turn"|data-ply="(\d+)" data-seat="[A-D]?" data-stage="playing"', text
            )
            if ply is not None:
                found[version] = int(ply[1] or ply[2])
    return found
