"""kill -9 at 25 points of matches: nothing that was acknowledged is lost or done twice, and the match goes on.

Each test kills a real server five times at one kind of moment, at seeded random points of it. After every kill what
is stored is read from outside and the log is played again by the rules from the seeds: hands, next draw, what is
owed, the turn and the scores must agree. Then the server is started again, the page that got no answer posts the
same again, and the match is played to its end.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from tests.live.party import PATIENCE, Party, ends_round, may_play, must_draw
from tests.live.slowed import SlowedServer
from tests.live.staging import Wish
from tests.live.stored import Now
from tests.servers import Server, Site

pytestmark = pytest.mark.slow

KILLS: Final = 5
# An answer that was quicker than the kill makes another try necessary; so many in all.
TRIES: Final = 20
SLOW_BOT: Final = 0.06
SLOW_REPAIR: Final = 0.4


def play_on_to_the_end(party: Party) -> None:
    now = party.play_until(lambda _stored: False)
    assert now.status == "finished"
    party.check()


def usual_seconds(party: Party, now: Now) -> float:
    """How long an action takes from its sending to its answer just now."""
    begin = time.monotonic()
    party.act(now)
    return time.monotonic() - begin


def kill_in_an_answer(party: Party, wanted: Callable[[Now], bool], usual: float) -> None:
    """Kill between the sending of an action and its answer, where `wanted` holds."""
    for attempt in range(TRIES):
        now = party.play_until(wanted)
        assert not now.over
        # Too late once is sooner the next time: a match has only so many such positions.
        answered = party.kill_during(party.action(now), party.source.uniform(0, usual * 0.6**attempt))
        party.check()
        party.restart()
        if not answered:
            return
    raise AssertionError(f"no kill of {TRIES} was quicker than the answer")


def test_killed_between_a_post_and_its_answer(server: Server) -> None:
    party = Party.seated(server, Wish(("Ann", "Ben"), ("easy",), {"length": "one"}), random.Random(1))
    usual = usual_seconds(party, party.play_until(may_play))

    for _kill in range(KILLS):
        kill_in_an_answer(party, lambda now: not now.between_rounds, usual)

    play_on_to_the_end(party)


def test_killed_at_the_end_of_a_round(server: Server) -> None:
    """The last action, the scores, the totals and the next deal's seed are stored together or not at all."""
    party = Party.seated(server, Wish(("Ann", "Ben", "Cem"), (), {"length": "half"}), random.Random(3))
    usual = usual_seconds(party, party.play_until(may_play))

    for kill in range(KILLS):
        now = party.play_until(lambda now: ends_round(now) is not None)
        assert now.round_number == kill
        # What is left to nobody's choice follows at once: the kill comes somewhere from the sending to after the end.
        party.kill_during(party.action(now, ends_round(now)), party.source.uniform(0, 1.5 * usual))
        party.check()
        party.restart()
        party.wait_for(lambda now: now.over or now.between_rounds)

    play_on_to_the_end(party)


def test_killed_after_a_drawn_tile_and_between_rounds(server: Server) -> None:
    """A draw and the pass that it forces are one; whoever was ready is ready, and a round is dealt once."""
    party = Party.seated(server, Wish(("Ann", "Ben"), ("easy",), {"length": "half"}), random.Random(2))
    usual = usual_seconds(party, party.play_until(may_play))

    for _kill in range(3):
        kill_in_an_answer(party, must_draw, usual)
    for _kill in range(2):
        now = party.play_until(lambda now: now.between_rounds)
        ann, ben = party.people.values()
        assert ann.post("ready", now.position).status == 200
        party.kill_during(ben.posting("ready", now.position), party.source.uniform(0, usual))
        party.check()
        # Ann's word is stored; with Ben's, said again, the round begins.
        party.restart()
        party.wait_for(lambda now: not now.between_rounds)
        party.check()

    play_on_to_the_end(party)


def slowed(site: Site, **environment: str) -> SlowedServer:
    server = SlowedServer(site, environment)
    site.servers.append(server)
    server.start()
    return server


def test_killed_during_a_bots_turn(site: Site) -> None:
    """Whether it was thinking or had just been asked: after the restart it moves by itself."""
    server = slowed(site, SLOW_BOT=str(SLOW_BOT))
    party = Party.seated(server, Wish(("Ann",), ("easy",) * 3, {"length": "one"}), random.Random(5))

    killed = 0
    for _try in range(TRIES):
        party.act(party.settled())
        time.sleep(party.source.uniform(0, 2 * SLOW_BOT))
        party.server.kill()
        now = party.check().now
        bots_turn = now.turn is not None and now.turn not in party.people
        # Only the check that it answers is asked of the new server, so nobody but itself sets the bot going.
        party.server.start()
        if bots_turn:
            party.wait_for(moved_on_from(now))
            party.check()
        killed += bots_turn
        if killed == KILLS:
            break
    assert killed == KILLS

    server.environment.clear()
    server.restart()
    play_on_to_the_end(party)


def test_killed_during_a_repair(site: Site, tmp_path: Path) -> None:
    """While the layout is computed nothing is now yet; after the restart the tile is laid once."""
    wanted = tmp_path / "repair.wanted"
    server = slowed(site, SLOW_REPAIR=str(SLOW_REPAIR), REPAIR_FILE=str(wanted))
    party = Party.seated(server, Wish(("Ann", "Ben"), (), {"length": "one"}), random.Random(6))
    party.play_until(lambda now: len(now.state.layout) >= 12)

    for _kill in range(KILLS):
        # A toe lies where its place was planned; only a line needs a place to be found.
        now = party.play_until(lambda now: may_play(now) and now.state.owed is None)
        posting = party.action(now)
        wanted.touch()
        party.people[posting.seat].begin(posting)
        wait_for_file(wanted.with_suffix(".begun"))
        time.sleep(party.source.uniform(0, SLOW_REPAIR * 0.8))
        party.server.kill()
        assert posting.answered.wait(PATIENCE)
        assert posting.status is None
        party.unanswered = posting
        assert party.check().now.position == now.position
        wanted.unlink()
        wanted.with_suffix(".begun").unlink()
        party.restart()

    play_on_to_the_end(party)


def moved_on_from(before: Now) -> Callable[[Now], bool]:
    return lambda now: now.position != before.position


def wait_for_file(path: Path) -> None:
    end = time.monotonic() + PATIENCE
    while not path.exists():
        assert time.monotonic() < end, f"{path.name} did not appear"
        time.sleep(0.002)
