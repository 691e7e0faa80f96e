"""The records that tests use, and random matches written as records."""

import copy
import json
import random
from collections.abc import Mapping
from pathlib import Path

from games.rules.actions import action_text
from games.rules.games import game
from games.rules.match import running_totals
from games.rules.record.check import Checked, check
from games.rules.record.faults import Fault
from games.rules.record.read import read_record
from games.rules.record.shapes import LETTERS, MatchRecord, RoundRecord, SeatRecord
from games.rules.record.write import result_record, round_record
from games.rules.settings import Settings

RECORDS = Path(__file__).parent.parent / "records"
GOOD = sorted(RECORDS.glob("*.json"))

Json = dict[str, object]


def loaded(name: str) -> Json:
    """A record file as a JSON value of one's own."""
    value: Json = json.loads((RECORDS / name).read_text())
    return copy.deepcopy(value)


def checked(value: object) -> Checked:
    """The check of a JSON value."""
    return check(read_record(json.dumps(value).encode()))


def fault_in(value: object) -> Fault:
    """The fault that the check of a JSON value tells."""
    try:
        right = checked(value)
    except Fault as fault:
        return fault
    raise AssertionError(f"no fault: {right}")


def random_match(
    slug: str, raw: Mapping[str, object], seats: int, source: random.Random, *, rounds: int | None = None
) -> MatchRecord:
    """A match of random actions, played to its end or for some rounds, as a record with its seeds."""
    rules = game(slug)
    settings = rules.settings(raw)
    first_of_match: int | None = None
    records: list[RoundRecord] = []
    penalties: list[tuple[int, ...]] = []
    totals: tuple[tuple[int, ...], ...] = ()
    while not rules.match_over(settings, seats, totals) and len(records) != rounds:
        seed = source.randbytes(32)
        if first_of_match is None:
            first_of_match = rules.first_of_match(settings, seats, seed)
        one, points = _random_round(slug, settings, seats, len(records), first_of_match, seed, totals, source)
        penalties.append(points)
        totals = running_totals(penalties, seats)
        records.append(one)
    over = rules.match_over(settings, seats, totals)
    return MatchRecord(
        game=slug,
        settings=settings,
        seats=tuple(SeatRecord(LETTERS[seat], f"P{seat + 1}", "person") for seat in range(seats)),
        rounds=tuple(records),
        result=result_record(rules.result(settings, totals[-1])) if over else None,
    )


def _random_round(
    slug: str,
    settings: Settings,
    seats: int,
    index: int,
    first_of_match: int,
    seed: bytes,
    before: tuple[tuple[int, ...], ...],
    source: random.Random,
) -> tuple[RoundRecord, tuple[int, ...]]:
    rules = game(slug)
    deal = rules.deal(settings, seats, index, seed)
    first = rules.first_seat(first_of_match, index, seats, deal)
    state = rules.open_round(settings, seats, index, deal, first)
    actions: list[tuple[int, str]] = []
    while not state.over:
        action = source.choice(rules.legal_actions(state))
        actions.append((state.turn, action_text(state.layout, action)))
        state, _ = rules.apply(state, action)
    points = rules.penalties(state)
    totals = [a + b for a, b in zip(before[-1] if before else (0,) * seats, points, strict=True)]
    record = round_record(
        deal, first, actions, outcome=state.outcome, penalties=points, totals=totals, seed=seed.hex()
    )
    return record, points
