"""The 60th tile against the 10th: two tables of one server act by turns, so that what disturbs disturbs both."""

from __future__ import annotations

import asyncio
import json
import statistics
from dataclasses import dataclass

from bench.live.cast import Seated
from bench.live.people import Act, Game, Numbers, Person
from bench.live.wire import Http
from tests.servers import Server

EARLY, LATE, NEAR = 10, 60, 5


@dataclass(frozen=True, slots=True)
class Cost:
    """What an action cost, in seconds: the server's processor without the layout, the layout, until the last page."""

    tile: int
    processor: float
    layout: float
    last: float


class Stepped(Game):
    """A table that acts only when it is told to."""

    def consider(self, person: Person) -> None:
        """Nobody acts by themselves."""

    async def step(self, processor: Http) -> Cost | None:
        """The seat to act acts; what it cost, once all pages have it. None for a draw, or if the server was quicker."""
        found = await self._next()
        if found is None:
            return None
        person, wish, shown = found
        done = len(self.numbers.acts)
        before = await _processor_seconds(processor)
        acting = asyncio.create_task(self.act(person, wish, shown))
        self.pending.add(
            acting
        )  # whatever ends the round may be told before it is answered: then it is let go
        await asyncio.wait([acting])
        if acting.cancelled():
            return None
        acting.result()
        self.pending.discard(acting)
        while len(self.numbers.acts) == done and self.acts and not self.stop.is_set():
            await asyncio.sleep(0.001)
        if len(self.numbers.acts) == done:
            return None
        act: Act = self.numbers.acts[-1]
        cost = await _processor_seconds(processor) - before - act.layout
        return Cost(act.tiles, cost, act.layout, act.arrivals[-1] - act.sent) if act.is_play else None

    async def _next(self) -> tuple[Person, str, dict[str, str]] | None:
        """Who is to act, what they do, and the position in which they wished to; None once a round is over."""
        while not self.stop.is_set():
            for person in self.people:
                wish = person.wish(self.source)
                if wish is not None and person.fields["v"] == max(p.fields["v"] for p in self.people):
                    return person, wish, dict(person.fields)
            await asyncio.sleep(0.001)
        return None


async def _processor_seconds(processor: Http) -> float:
    answer = await processor.get("/bench-times/")
    seconds: float = json.loads(answer.body)["process"]
    return seconds


async def compare(server: Server, seated: list[Seated]) -> tuple[list[Cost], list[Cost]]:
    """The costs around the 10th and around the 60th tile."""
    stop, processor = asyncio.Event(), Http(server.port)
    late, early = (Stepped(table, server.port, Numbers(), stop) for table in seated)
    for game in (late, early):
        await game.open(f"/ws/t/{game.seated.code}/")
    tasks = [asyncio.create_task(game.play(game.pushed)) for game in (late, early)]
    for game, tile in ((late, LATE), (early, EARLY)):
        while game.tiles < tile - NEAR and not stop.is_set():
            await game.step(processor)
    costs: tuple[list[Cost], list[Cost]] = ([], [])
    while early.tiles < EARLY + NEAR and late.tiles < LATE + NEAR and not stop.is_set():
        for game, found in zip((early, late), costs, strict=True):
            cost = await game.step(processor)
            if cost is not None:
                found.append(cost)
    stop.set()
    await asyncio.gather(*tasks)
    processor.close()
    return costs


def print_growth(early: list[Cost], late: list[Cost], most: float) -> bool:
    """Print both and their ratio; True if it is not more than `most`."""
    for tile, costs in ((EARLY, early), (LATE, late)):
        middle = {
            name: 1000 * statistics.median(getattr(cost, name) for cost in costs)
            for name in ("processor", "layout", "last")
        }
        print(
            f"tile {tile} ± {NEAR}: {middle['processor']:.2f} ms of the processor, and {middle['layout']:.2f} ms of "
            f"layout; {middle['last']:.1f} ms to the last of eight viewers (medians of {len(costs)})"
        )
    growth = statistics.median(c.processor for c in late) / statistics.median(c.processor for c in early)
    print(f"the 60th against the 10th    {growth:6.2f}   (at most {most})", flush=True)
    return growth <= most
