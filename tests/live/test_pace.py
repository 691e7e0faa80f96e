"""Scenario 13, the part that needs a clock: bots take their time, so that people see what they do."""

from __future__ import annotations

import random
from datetime import datetime
from itertools import pairwise
from typing import Final

import pytest

from tests.live.party import Party
from tests.live.staging import Wish
from tests.live.stored import Database
from tests.servers import Site

# Seconds a bot waits at a table of this pace, and what a timer may be early by.
WAITS: Final = {"quick": 0.3, "normal": 1.0}
EARLY: Final = 0.02
# A draw that nobody has a choice about is made after this time, by anybody and at any pace.
FORCED_DRAW: Final = 0.8
LATE: Final = 2.0  # for a machine with other things to do


def waits_of_bots(database: Database, code: str) -> list[tuple[str, float]]:
    """What each bot did, and how many seconds after the action before it, at a table in its first round.

    A pass that a draw forces comes with the draw.
    """
    rows = database.rows(
        'SELECT a.at, a."by", a.kind FROM games_action a JOIN games_table t ON t.id = a.table_id'
        f" WHERE t.code = '{code}' ORDER BY a.ply"
    )
    acts = [(moment(at), by, kind) for at, by, kind in rows if kind != "pass"]
    return [
        (kind, (at - before).total_seconds())
        for (before, _by, _kind), (at, by, kind) in pairwise(acts)
        if by == "bot"
    ]


def moment(stored: datetime | str) -> datetime:
    return datetime.fromisoformat(stored) if isinstance(stored, str) else stored


@pytest.mark.slow
@pytest.mark.parametrize("pace", ["quick", "normal"])
def test_scenario_13_bots_do_not_act_faster_than_people_can_see(site: Site, pace: str) -> None:
    server = site.start(PACE="1")
    wish = Wish(("Ann",), ("hard",) * 3, {"length": "one"}, pace=pace)
    party = Party.seated(server, wish, random.Random(1))
    party.act(party.settled())
    party.settled()

    waits = waits_of_bots(Database(site), party.code)
    assert len(waits) >= 3
    for kind, seconds in waits:
        least = FORCED_DRAW if kind == "draw" else WAITS[pace]
        assert least - EARLY <= seconds < least + LATE
