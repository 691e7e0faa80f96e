"""Simulated people: each has a page that is kept up by its socket, and plays when its hand says so."""

from __future__ import annotations

import asyncio
import json
import random
import re
import time
import uuid
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from urllib.parse import urlencode

from bench.live.cast import Seated
from bench.live.wire import Http, WebSocket

_FIELD = re.compile(r'<input type="hidden" name="(match|round|ply|v)" value="(\d+)">')
_END = re.compile(r'id="(e\d+-\d+)"[^>]*? data-at="([^"]+)"')
_FITS = re.compile(r'data-tile="([^"]+)" data-ends="(e[^"]+)"')


@dataclass(slots=True)
class Act:
    """One action: when it was sent, when each page of the table had it, how many tiles lay then."""

    version: int
    tiles: int
    is_play: bool
    sent: float
    arrivals: list[float] = field(default_factory=list)
    layout: float = 0.0  # seconds


@dataclass(slots=True)
class Numbers:
    """What a run gave."""

    acts: list[Act] = field(default_factory=list)
    # Of each push its size on the wire, and of each socket what it was sent.
    wire: list[int] = field(default_factory=list)
    texts: dict[str, list[bytes]] = field(default_factory=dict)
    began: float = 0.0
    ended: float = 0.0
    server_seconds: float = 0.0

    @property
    def per_second(self) -> float:
        return len(self.acts) / (self.ended - self.began)

    @property
    def lasts(self) -> list[float]:
        """Seconds from each POST to the last page."""
        return sorted(act.arrivals[-1] - act.sent for act in self.acts if act.arrivals)


class Person:
    """One browser at one table. `kept_up` says how its page learns of news: pushed, or told and then fetching."""

    def __init__(self, game: Game, seat: int) -> None:
        self.game, self.seat = game, seat
        self.http = Http(game.port, {"sessionid": game.seated.sessions[seat]})
        self.ends: dict[str, str] = {}
        self.fields: dict[str, str] = {}
        self.hand = ""
        self.bar = ""
        self.socket: WebSocket | None = None

    async def load(self) -> None:
        """Open the page, as a browser does."""
        answer = await self.http.get(f"/t/{self.game.seated.code}/")
        assert answer.status == 200, answer.status
        self.read_page(answer.body.decode())

    def read_page(self, html: str) -> None:
        self.fields = dict(_FIELD.findall(html))
        self.ends = dict(_END.findall(html))
        self.hand = _element(html, "r-hand", "</section>")
        self.bar = _element(html, "r-bar", "</div>")

    def read_message(self, text: bytes) -> bool:
        """Take a push in; False if the stage is another one now."""
        message = json.loads(text)
        if "reload" in message:
            return False
        self.fields |= {name: str(message[name]) for name in ("match", "round", "ply", "v")}
        for step in message.get("layout", ()):
            self.ends |= {id_: at for _layer, html in step.get("put", ()) for id_, at in _END.findall(html)}
        self.hand = message["regions"].get("r-hand", self.hand)
        self.bar = message["regions"].get("r-bar", self.bar)
        return True

    def wish(self, source: random.Random) -> str | None:
        """What this person does now: a play if one fits, a draw if that is asked for, nothing on others' turns."""
        if 'data-my-turn="yes"' not in self.hand:
            return None
        fits = _FITS.findall(self.hand)
        if fits:
            tile, ends = source.choice(fits)
            return f"{tile}@{self.ends[source.choice(ends.split())]}"
        return "draw" if "data-draw" in self.bar else None


def _element(html: str, id_: str, end: str) -> str:
    start = html.index(f'id="{id_}"')
    return html[start : html.index(end, start)]


Listen = Callable[[Person], Coroutine[None, None, None]]


class Game:
    """One table and its people, playing as fast as they are told of each other's actions."""

    def __init__(
        self,
        seated: Seated,
        port: int,
        numbers: Numbers,
        stop: asyncio.Event,
        accept: str = "application/json",
    ) -> None:
        self.seated, self.port, self.numbers, self.stop, self.accept = seated, port, numbers, stop, accept
        self.people = [Person(self, seat) for seat in range(len(seated.sessions))]
        self.source = random.Random(seated.code)
        self.acts: dict[int, Act] = {}
        self.tiles = 1
        self.pending: set[asyncio.Task[None]] = set()

    async def open(self, socket_path: str) -> None:
        """Everybody opens the page and its socket."""
        for person in self.people:
            await person.load()
            query = urlencode({"v": person.fields["v"], "lang": "en"})
            person.socket = await WebSocket.open(self.port, f"{socket_path}?{query}", person.http.cookies)

    async def play(self, listen: Listen) -> None:
        """Until the round is over, or everybody is told to stop."""
        listeners = [asyncio.create_task(listen(person)) for person in self.people]
        for person in self.people:
            self.consider(person)
        await self.stop.wait()
        for task in (*listeners, *self.pending):
            task.cancel()
        await asyncio.gather(*listeners, *self.pending, return_exceptions=True)
        for person in self.people:
            person.http.close()
            if person.socket is not None:
                person.socket.close()

    def consider(self, person: Person) -> None:
        """Let a person act, if it is their turn now."""
        wish = person.wish(self.source)
        if wish is None or self.stop.is_set():
            return
        task = asyncio.create_task(self.act(person, wish, dict(person.fields)))
        self.pending.add(task)
        task.add_done_callback(self.pending.discard)

    async def act(self, person: Person, wish: str, shown: dict[str, str]) -> None:
        """Post a wish for the position that the page showed when it was made."""
        version = int(shown["v"]) + 1
        play = wish != "draw"
        act = self.acts[version] = Act(version, self.tiles + play, play, time.perf_counter())
        self.tiles += play
        fields = {**shown, "action": wish, "key": uuid.uuid4().hex, "lang": "en"}
        answer = await person.http.post(
            f"/t/{self.seated.code}/act/", urlencode(fields).encode(), self.accept
        )
        if answer.status == 409:
            # A dead foot: the server drew by itself and was quicker. This version is its doing.
            self.acts.pop(version, None)
            return
        assert answer.status in (200, 302), (answer.status, answer.body[:300])
        act.layout = float(answer.headers.get("x-layout", 0))

    def arrived(self, version: int) -> None:
        """A page has this version: and with it all that came before."""
        now = time.perf_counter()
        for known in [known for known in self.acts if known <= version]:
            act = self.acts[known]
            act.arrivals.append(now)
            if len(act.arrivals) == len(self.people):
                self.numbers.acts.append(self.acts.pop(known))

    async def pushed(self, person: Person) -> None:
        """How a page of ours keeps up: by what it is pushed."""
        assert person.socket is not None
        while True:
            frame = await person.socket.receive()
            if frame.text.startswith(b'{"ping"'):
                person.socket.send('{"here":1}')
                continue
            self.numbers.wire.append(frame.wire)
            self.numbers.texts.setdefault(f"{self.seated.code}-{person.seat}", []).append(frame.text)
            if not person.read_message(frame.text):
                self.stop.set()
                return
            self.arrived(int(person.fields["v"]))
            self.consider(person)

    async def fetched(self, person: Person) -> None:
        """How a page of (ii) keeps up: told that there is something new, it fetches the whole stage."""
        assert person.socket is not None
        while True:
            await person.socket.receive()
            answer = await person.http.get(f"/t/{self.seated.code}/page/")
            html = answer.body.decode()
            if 'data-stage="playing"' not in html:
                self.stop.set()
                return
            person.read_page(html)
            self.arrived(int(person.fields["v"]))
            self.consider(person)


class Bells:
    """One table of (i): each in turn posts as soon as the bell rang for them."""

    def __init__(self, seated: Seated, port: int, numbers: Numbers, stop: asyncio.Event) -> None:
        self.seated, self.port, self.numbers, self.stop = seated, port, numbers, stop
        self.browsers = [Http(port, {"sessionid": session}) for session in seated.sessions]
        self.sockets: list[WebSocket] = []
        self.act = Act(0, 0, True, 0.0)
        self.posting: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Everybody gets a token and opens a socket."""
        for browser in self.browsers:
            await browser.get("/")
            self.sockets.append(
                await WebSocket.open(self.port, f"/bell/{self.seated.table_id}/", browser.cookies)
            )

    async def play(self) -> None:
        """Until everybody is told to stop."""
        listeners = [asyncio.create_task(self.listen(seat)) for seat in range(len(self.sockets))]
        self.post(0)
        await self.stop.wait()
        for task in (*listeners, *self.posting):
            task.cancel()
        await asyncio.gather(*listeners, *self.posting, return_exceptions=True)
        for browser, socket in zip(self.browsers, self.sockets, strict=True):
            browser.close()
            socket.close()

    def post(self, seat: int) -> None:
        self.act = Act(0, 0, True, time.perf_counter())
        task = asyncio.create_task(self._post(seat))
        self.posting.add(task)
        task.add_done_callback(self.posting.discard)

    async def _post(self, seat: int) -> None:
        body = urlencode({"key": uuid.uuid4().hex}).encode()
        answer = await self.browsers[seat].post(f"/bare/{self.seated.table_id}/", body)
        assert answer.status == 200, answer.status

    async def listen(self, seat: int) -> None:
        while True:
            frame = await self.sockets[seat].receive()
            self.numbers.wire.append(frame.wire)
            act = self.act
            act.arrivals.append(time.perf_counter())
            if len(act.arrivals) == len(self.sockets):
                # The last one to hear is the next to post: never before all have heard.
                self.numbers.acts.append(act)
                if not self.stop.is_set():
                    self.post(seat)
