"""`manage.py deal`, as it is called: a line for each round, an exit status, never a traceback."""

from __future__ import annotations

import io
import json
import random
from dataclasses import replace
from pathlib import Path

import pytest
from django.core.management import call_command

from games.models import Action, Match, Round
from games.queries import Snapshot
from games.queries.records import match_record
from games.rules.record.shapes import MatchRecord
from games.rules.record.write import to_text
from tests import factories
from tests.rules.record_files import RECORDS, random_match


def ran(*args: str | Path) -> tuple[int, list[str], list[str]]:
    """Exit status, lines of output, lines of errors."""
    out, err = io.StringIO(), io.StringIO()
    status = 0
    try:
        call_command("deal", *map(str, args), stdout=out, stderr=err)
    except SystemExit as stop:
        status = int(str(stop.code))
    return status, out.getvalue().splitlines(), err.getvalue().splitlines()


@pytest.fixture
def over() -> Snapshot:
    people = [factories.person("A"), factories.person("B")]
    start = factories.playing_table(people, settings={"length": "half"}, seed="5" * 64)
    return factories.play_until(start, lambda at: at.match.over)


@pytest.fixture
def record(tmp_path: Path) -> Path:
    played = random_match("chicken-foot", {"length": "half"}, 2, random.Random(5))
    return written(tmp_path, replace(played, table="ABCD2345", match=1))


def written(folder: Path, record: MatchRecord) -> Path:
    path = folder / "match.json"
    path.write_text(to_text(record))
    return path


def changed(record: Path, **fields: object) -> Path:
    """The record with fields of its second round changed."""
    value = json.loads(record.read_text())
    value["rounds"][1].update(fields)
    record.write_text(json.dumps(value))
    return record


@pytest.mark.django_db
def test_a_match_of_this_site_is_checked_round_by_round(over: Snapshot) -> None:
    status, out, err = ran("table", over.table.code.lower(), "1")
    assert (status, len(out), err) == (0, 5, [])
    seals = list(Round.objects.order_by("number").values_list("commitment", flat=True))
    code = over.table.code.lower()
    assert out == [
        f"{code}: round {number}: agrees, commitment {seal}" for number, seal in enumerate(seals, 1)
    ]
    assert ran("table", over.table.code) == ran("table", over.table.code, "1")


@pytest.mark.django_db
def test_a_record_is_checked_and_its_commitments_are_printed(over: Snapshot, tmp_path: Path) -> None:
    status, out, err = ran("check", written(tmp_path, match_record(over.table.code, 1)))
    assert (status, err) == (0, [])
    stored = ran("table", over.table.code)[1]
    assert [line.split(": ", 1)[1] for line in out] == [line.split(": ", 1)[1] for line in stored]


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"seed": "6" * 64}, "round 2: the hand of A is "),
        ({"seed": "x"}, "round 2: the seed is not 64 lower-case hex digits"),
        ({"seed": None}, "rounds"),
        ({"hands": {"A": [], "B": []}}, "round 2, deal: A has 0 tiles, must have 20"),
        ({"start": "9-9"}, 'round 2, start: is "9-9", must be "8-8"'),
    ],
    ids=["seed", "no seed", "null", "hands", "start"],
)
def test_a_changed_record_is_told_where(record: Path, fields: dict[str, object], said: str) -> None:
    status, out, err = ran("check", changed(record, **fields))
    if said == "rounds":
        assert (status, out, len(err)) == (2, [], 1)
        return
    assert (status, len(out), err) == (1, 5, [])
    assert out[1].startswith(f"{record}: {said}")
    assert all(": agrees, " in line for line in (out[0], *out[2:]))


def test_a_tile_of_a_hand_that_was_changed_is_told(record: Path) -> None:
    value = json.loads(record.read_text())
    hands = value["rounds"][0]["hands"]
    hands["A"][0], hands["B"][0] = hands["B"][0], hands["A"][0]
    record.write_text(json.dumps(value))
    status, out, _err = ran("check", record)
    assert status == 1
    assert "the hand of A is" in out[0]
    assert "; the hand of B is" in out[0]


@pytest.mark.django_db
def test_what_was_changed_in_the_database_is_told(over: Snapshot) -> None:
    row = Round.objects.get(number=1)
    Round.objects.filter(pk=row.pk).update(commitment=row.commitment[::-1])
    Action.objects.filter(round__number=2, kind=Action.Kind.DRAW).update(drawn="0-0")
    status, out, _err = ran("table", over.table.code)
    assert status == 1
    assert f"round 2: the commitment is {row.commitment[::-1]}, must be {row.commitment}" in out[1]
    assert "round 3: the draws are 0-0" in out[2]
    damaged: list[object] = [
        {"hands": [["99-1"]], "boneyard": []},
        {"hands": []},
        {"hands": 7, "boneyard": []},
        [],
    ]
    for deal in damaged:
        Round.objects.filter(number=0).update(deal=deal)
        status, out, err = ran("table", over.table.code)
        assert (status, out, len(err)) == (2, [], 1)


@pytest.mark.django_db
def test_a_round_that_is_played_is_not_told(over: Snapshot) -> None:
    Match.objects.update(status=Match.Status.PLAYING)
    Round.objects.filter(number=4).update(status=Round.Status.PLAYING)
    assert len(ran("table", over.table.code)[1]) == 4
    Round.objects.update(status=Round.Status.WAITING)
    assert ran("table", over.table.code) == (
        2,
        [],
        [f"{over.table.code}: there is no round that is over"],
    )


@pytest.mark.django_db
@pytest.mark.parametrize("code", ["ACDEFGHJ", "", "../x", "닭", "new\nline"])
def test_a_table_that_is_not_there(code: str) -> None:
    status, out, err = ran("table", code, "3")
    assert (status, out, len(err)) == (2, [], 1)
    assert err[0].endswith("match 3: there is no round that is over")


def test_records_that_say_too_little_or_are_none(tmp_path: Path) -> None:
    status, out, err = ran("check", RECORDS / "010.json", RECORDS / "bad" / "array.json", tmp_path / "none")
    assert status == 2
    assert len(out) == 5
    assert all(line.endswith(": there is no seed, so nothing can be checked") for line in out)
    assert len(err) == 2


@pytest.mark.parametrize("table", ["Küche", "", "\ud800"])
def test_a_record_of_a_table_that_has_no_code_has_no_commitments(record: Path, table: str) -> None:
    record.write_text(json.dumps({**json.loads(record.read_text()), "table": table}))
    status, out, err = ran("check", record)
    assert (status, len(out), err) == (0, 5, [])
    assert all(line.endswith(": agrees, no commitment without table and match") for line in out)


def test_a_record_without_rounds_has_nothing_to_check(tmp_path: Path) -> None:
    value = json.loads((RECORDS / "bad" / "seed.json").read_text())
    value["rounds"] = []
    empty = tmp_path / "empty.json"
    empty.write_text(json.dumps(value))
    assert ran("check", empty) == (1, [f"{empty}: rounds: there are none, so nothing can be checked"], [])
