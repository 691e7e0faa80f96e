"""What is written can be read, and is what the rules played."""

import json
import random

import pytest

from games.rules.record.check import check
from games.rules.record.read import read_record
from games.rules.record.shapes import MatchRecord, RoundRecord, SeatRecord
from games.rules.record.write import round_record, to_json, to_text
from games.rules.settings import Settings
from tests.rules.plays import do
from tests.rules.positions import RULES, settings
from tests.rules.record_files import RECORDS, loaded, random_match

HOUSES = [
    {"length": "one", "start": 4, "blank": 0},
    {"length": "half", "dead_foot": "release", "blank": 25},
    {"target": 120, "start": 4, "dead_foot": "release"},
]


@pytest.mark.parametrize(("house", "seats"), list(zip(HOUSES, (7, 3, 4), strict=True)))
def test_a_random_match_is_right(house: dict[str, object], seats: int) -> None:
    record = random_match("chicken-foot", house, seats, random.Random(seats))
    checked = check(read_record(to_text(record).encode()))
    assert checked.rounds == len(record.rounds)
    assert checked.result == record.result


@pytest.mark.slow
@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize("house", [{}, *HOUSES], ids=str)
def test_random_matches_of_every_kind_are_right(house: dict[str, object], seats: int) -> None:
    record = random_match("chicken-foot", house, seats, random.Random(f"{house} {seats}"))
    assert check(read_record(to_text(record).encode())).result == record.result


@pytest.mark.parametrize("name", ["104.json", "103.json", "036.json", "024.json"])
def test_a_record_is_written_as_it_was_read(name: str) -> None:
    record = read_record((RECORDS / name).read_bytes())
    assert json.loads(to_text(record)) == loaded(name)


def test_what_is_optional_is_left_out() -> None:
    value = to_json(random_match("chicken-foot", {"length": "one"}, 2, random.Random(2)))
    assert list(value) == ["format", "version", "game", "settings", "seats", "rounds", "result"]
    assert value["seats"] == [
        {"seat": "A", "name": "P1", "kind": "person"},
        {"seat": "B", "name": "P2", "kind": "person"},
    ]


def test_an_open_round() -> None:
    house = settings(length="one")
    deal = RULES.deal(house, 3, 0, bytes(range(32)))
    state = RULES.open_round(house, 3, 0, deal, 0)
    text = next(f"{tile}@9-9" for tile in deal.hands[0] if 9 in tile)
    state = do(state, text)
    one = round_record(
        deal, 0, [(0, text)], outcome=state.outcome, seed=bytes(range(32)).hex(), by=[(1, 2, "bot")]
    )
    record = match_of(house, one)
    value = json.loads(to_text(record))
    assert value["rounds"][0]["by"] == [[1, "C", "bot"]]
    assert value["rounds"][0]["end"] is None
    assert value["seats"][2]["level"] == "easy"
    assert not {"out", "penalties", "totals"} & value["rounds"][0].keys()
    assert str(check(read_record(to_text(record).encode()))) == "ok, unfinished, 1 rounds, 1 actions"


def match_of(house: Settings, one: RoundRecord) -> MatchRecord:
    """A match of three seats whose only round is open."""
    return MatchRecord(
        game="chicken-foot",
        settings=house,
        seats=(
            SeatRecord("A", "\u202eHen", "person"),
            SeatRecord("B", "닭", "person"),
            SeatRecord("C", "Min", "bot", "easy"),
        ),
        rounds=(one,),
        table="ABCD2345",
        match=3,
        started="2026-01-31T20:00:00.250Z",
        ended_early=True,
    )
