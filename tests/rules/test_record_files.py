"""The records of the format's own collection: right ones, what is legal in them, and wrong ones."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.rules.record.check import check
from games.rules.record.faults import Fault
from games.rules.record.legal import legal_lines
from games.rules.record.read import read_record
from tests.rules.record_files import GOOD, RECORDS, Json

EXPECTED = sorted(RECORDS.glob("*.expect.jsonl"))

# Exit status and the place named for each of the wrong records.
BAD = {
    "total": (1, "round 1, totals"),
    "penalty": (1, "round 1, penalties"),
    "winner": (1, "result"),
    "seat": (1, "round 1, action 12"),
    "illegal": (1, "round 1, action 1"),
    "not_held": (1, "round 1, action 1"),
    "early_pass": (1, "round 1, action 5"),
    "twice": (1, "round 1, deal"),
    "deal_size": (1, "round 1, deal"),
    "after_end": (1, "round 1, action 69"),
    "seed": (1, "round 1, seed"),
    "unknown_field": (2, "colour"),
    "version": (2, "version"),
    "game": (2, "game"),
    "target_length": (2, "settings"),
    "not_json": (2, ""),
    "array": (2, ""),
}


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_a_right_record(path: Path) -> None:
    value = json.loads(path.read_text())
    checked = check(read_record(path.read_bytes()))
    assert checked.rounds == len(value["rounds"])
    assert checked.actions == sum(len(one["actions"]) for one in value["rounds"])
    winners = None if checked.result is None else list(checked.result.winners)
    assert winners == (value["result"] and value["result"]["winners"])


def test_there_are_records_of_every_kind() -> None:
    assert len(GOOD) == 17
    assert len(EXPECTED) == 8
    assert {path.stem for path in (RECORDS / "bad").glob("*.json")} == set(BAD)


@pytest.mark.parametrize("path", EXPECTED, ids=lambda path: path.name.split(".")[0])
def test_what_is_legal_at_each_position(path: Path) -> None:
    record = read_record(path.with_name(path.name.replace(".expect.jsonl", ".json")).read_bytes())
    positions = {}
    for line in legal_lines(record):
        position = json.loads(line)
        positions[position["round"], position["action"]] = reduced(position)
    for expected in map(json.loads, path.read_text().splitlines()):
        answer = positions[expected["round"], expected["action"]]
        for key in expected.keys() - {"after_last_draw"}:
            assert answer[key] == expected[key], (expected, key)


def reduced(position: Json) -> Json:
    """A line of `record legal` reduced to what the rules distinguish."""
    ends, owed, legal = position["ends"], position["owed"], position["legal"]
    assert isinstance(ends, dict)
    assert isinstance(legal, list)
    reduced_owed = None
    open_ends = dict(ends)
    if owed is not None:
        assert isinstance(owed, dict)
        number = int(owed["tile"].split("-")[0])
        reduced_owed = [number, owed["toes"]]
        open_ends[owed["tile"]] = number
    reduced_legal = sorted({*_reduced_actions(legal, open_ends)})
    return {**position, "ends": sorted(ends.values()), "owed": reduced_owed, "legal": reduced_legal}


def _reduced_actions(legal: list[str], ends: dict[str, int]) -> Iterator[str]:
    for text in legal:
        _, action = text.split(" ")
        tile, at, place = action.partition("@")
        yield f"{tile}>{ends[place]}" if at else action


@pytest.mark.parametrize("name", BAD)
def test_a_wrong_record(name: str) -> None:
    status, place = BAD[name]
    with pytest.raises(Fault) as caught:
        check(read_record((RECORDS / "bad" / f"{name}.json").read_bytes()))
    fault = caught.value
    assert fault.status == status
    assert fault.place.split(' "')[0] == place
    assert fault.reason
