"""Runs the servers and their people one after the other, and prints what came out."""

from __future__ import annotations

import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.live import cast
from bench.live.growth import Cost, compare, print_growth
from bench.live.people import Bells, Game, Numbers
from bench.live.wire import Http
from tests.servers import ROOT, Server, Site

SEATS = 8
ENOUGH = 25
SECONDS = 25.0  # a run is over with the first round that is, or then
LEAST_OF_BARE, LEAST_OF_FETCHING, MOST_BYTES, MOST_GROWTH = 0.45, 3.0, 3 * 1024, 1.2


class Rival(Server):
    """A server of `bench.live.rivals`."""

    def __init__(self, site: Site, name: str) -> None:
        super().__init__(site, {})
        self.name = name

    def command(self) -> list[str]:
        return [sys.executable, "-m", "bench.live.rivals", self.name]


@dataclass(frozen=True, slots=True)
class Run:
    """A server's name, and what it gave."""

    name: str
    tables: int
    numbers: Numbers
    times: dict[str, float]


def run(tables: Sequence[int], repeats: int) -> int:
    """All runs, and the verdict: 0 if every figure is reached."""
    verdict = True
    print(f"of each server the best of {repeats} runs", flush=True)
    for count in tables:
        runs = {
            name: [measure(name, count) for _repeat in range(repeats)] for name in ("ours", "bare", "signal")
        }
        best = {name: max(found, key=lambda one: one.numbers.per_second) for name, found in runs.items()}
        print_speeds(best)
        if count == max(tables):
            verdict &= print_ratios(best)
    verdict &= print_growth(*enough_growth(), MOST_GROWTH)
    print_times(measure("timed", max(tables)))
    return 0 if verdict else 1


def measure(name: str, tables: int) -> Run:
    """One server with fresh tables, played at until the first round is over."""
    with tempfile.TemporaryDirectory() as folder, Site(Path(folder)) as site:
        site.manage("prepare")
        seated = cast.read(_cast(site, tables))
        server = site.server() if name == "ours" else Rival(site, name)
        if isinstance(server, Rival):
            site.servers.append(server)
        server.start()
        return asyncio.run(_play(name, server, seated))


def enough_growth() -> tuple[list[Cost], list[Cost]]:
    """Costs of enough early and late actions; a round may end before its 60th tile, so it may take a few servers."""
    early: list[Cost] = []
    late: list[Cost] = []
    while min(len(early), len(late)) < ENOUGH:
        more_early, more_late = measure_growth()
        early += more_early
        late += more_late
    return early, late


def measure_growth() -> tuple[list[Cost], list[Cost]]:
    """The costs of early and of late actions of one server."""
    with tempfile.TemporaryDirectory() as folder, Site(Path(folder)) as site:
        site.manage("prepare")
        seated = cast.read(_cast(site, 2))
        server = Rival(site, "timed")
        site.servers.append(server)
        server.start()
        return asyncio.run(compare(server, seated))


def _cast(site: Site, tables: int) -> str:
    command = [sys.executable, "-m", "bench.live.cast", str(tables), str(SEATS)]
    environment = {**site.environ(), "DJANGO_SETTINGS_MODULE": "config.settings"}
    return subprocess.run(
        command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True
    ).stdout


async def _play(name: str, server: Server, seated: list[cast.Seated]) -> Run:
    numbers, stop = Numbers(), asyncio.Event()
    if name == "bare":
        tables = [Bells(table, server.port, numbers, stop) for table in seated]
        await asyncio.gather(*(table.open() for table in tables))
        playing = [table.play() for table in tables]
    else:
        fetching = name == "signal"
        games = [
            Game(table, server.port, numbers, stop, "text/html" if fetching else "application/json")
            for table in seated
        ]
        for game in games:
            path = f"/bell/{game.seated.table_id}/" if fetching else f"/ws/t/{game.seated.code}/"
            await game.open(path)
        playing = [game.play(game.fetched if fetching else game.pushed) for game in games]
    before = _processor_seconds(server)
    asyncio.get_running_loop().call_later(SECONDS, stop.set)
    numbers.began = time.perf_counter()
    await asyncio.gather(*playing)
    numbers.ended = time.perf_counter()
    numbers.server_seconds = _processor_seconds(server) - before
    return Run(name, len(seated), numbers, await _times(server) if name == "timed" else {})


def _processor_seconds(server: Server) -> float:
    assert server.process is not None
    fields = Path(f"/proc/{server.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def _times(server: Server) -> dict[str, float]:
    http = Http(server.port)
    answer = await http.get("/bench-times/")
    http.close()
    found: dict[str, float] = json.loads(answer.body)["parts"]
    return found


def print_speeds(best: dict[str, Run]) -> None:
    for name, one in best.items():
        numbers = one.numbers
        lasts = numbers.lasts
        p50, p99 = (1000 * lasts[int(len(lasts) * part)] for part in (0.5, 0.99))
        line = (
            f"{one.tables} × {SEATS} {name:7} {numbers.per_second:7.1f} actions/s   to the last of {SEATS} viewers "
            f"p50 {p50:6.1f} ms  p99 {p99:6.1f} ms   server {1000 * numbers.server_seconds / len(numbers.acts):5.1f} ms"
            f"/action   ({len(numbers.acts)} actions)"
        )
        print(line, flush=True)
    raw, deflated = _sizes(best["ours"].numbers)
    wire = sorted(best["ours"].numbers.wire)
    print(
        f"{best['ours'].tables} × {SEATS} bytes per push   on the wire p50 {wire[len(wire) // 2]} p99 "
        f"{wire[int(len(wire) * 0.99)]}   raw p50 {raw}   deflated p50 {deflated}",
        flush=True,
    )


def _sizes(numbers: Numbers) -> tuple[int, int]:
    """The median push raw and as a deflating socket would send it."""
    raw, deflated = [], []
    for texts in numbers.texts.values():
        squeeze = zlib.compressobj(6, zlib.DEFLATED, -15)
        for text in texts:
            raw.append(len(text))
            deflated.append(len(squeeze.compress(text) + squeeze.flush(zlib.Z_SYNC_FLUSH)) - 4)
    return int(statistics.median(raw)), int(statistics.median(deflated))


def print_ratios(best: dict[str, Run]) -> bool:
    speed = {name: one.numbers.per_second for name, one in best.items()}
    of_bare, of_fetching = speed["ours"] / speed["bare"], speed["ours"] / speed["signal"]
    push = statistics.median(best["ours"].numbers.wire)
    print(f"at {best['ours'].tables} × {SEATS} (the figures in brackets are for 8 × 8):")
    print(f"of a bare broadcast          {of_bare:6.0%}   (at least {LEAST_OF_BARE:.0%})")
    print(f"of signal and fetching       {of_fetching:6.2f}×  (at least {LEAST_OF_FETCHING:.0f}×)")
    print(f"median push on the wire      {push:6.0f}   (at most {MOST_BYTES})", flush=True)
    return of_bare >= LEAST_OF_BARE and of_fetching >= LEAST_OF_FETCHING and push <= MOST_BYTES


def print_times(one: Run) -> None:
    """Where the server's processor time goes, per action."""
    actions = len(one.numbers.acts)
    parts = {part: 1000 * seconds / actions for part, seconds in one.times.items()}
    whole = 1000 * one.numbers.server_seconds / actions
    print(f"processor time of an action at {one.tables} × {SEATS}: {whole:.2f} ms")
    for part, milliseconds in sorted(parts.items(), key=lambda item: -item[1]):
        print(f"  {milliseconds:6.2f} ms  {milliseconds / whole:5.0%}  {part}")
    rest = whole - sum(parts.values())
    print(f"  {rest:6.2f} ms  {rest / whole:5.0%}  HTTP, middleware, session, sockets, the loop", flush=True)
