"""`manage.py record`, as it is called (record.md)."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command

from games.management.lines import LARGEST
from tests.rules.record_files import RECORDS

MANAGE = Path(__file__).parents[2] / "manage.py"


def ran(*args: str | Path) -> tuple[int, list[str], list[str]]:
    """Exit status, lines of output, lines of errors."""
    out, err = io.StringIO(), io.StringIO()
    status = 0
    try:
        call_command("record", *map(str, args), stdout=out, stderr=err)
    except SystemExit as stop:
        status = int(str(stop.code))
    return status, out.getvalue().splitlines(), err.getvalue().splitlines()


def copied(tmp_path: Path, name: str) -> Path:
    """A record under a file name of one's own."""
    path = tmp_path / name
    path.write_bytes((RECORDS / "104.json").read_bytes())
    return path


def test_a_right_record_is_told_on_one_line() -> None:
    path = RECORDS / "104.json"
    assert ran("check", path) == (0, [f"{path}: ok, 1 rounds, 68 actions, winners C"], [])


def test_a_wrong_record_is_told_where_and_why() -> None:
    path = RECORDS / "bad" / "total.json"
    assert ran("check", path) == (1, [f"{path}: round 1, totals: A is 3, must be 2"], [])


def test_what_cannot_be_read_is_said_on_standard_error() -> None:
    path = RECORDS / "bad" / "array.json"
    assert ran("check", path) == (2, [], [f"{path}: not a record: must be a JSON object"])


def test_of_several_files_each_gets_its_line_and_the_highest_status_counts() -> None:
    names = ["104.json", "bad/total.json", "bad/version.json", "036.json"]
    status, out, err = ran("check", *(RECORDS / name for name in names))
    assert status == 2
    assert [line.split(":")[0] for line in out] == [str(RECORDS / names[place]) for place in (0, 1, 3)]
    assert len(err) == 1
    assert ran("check", RECORDS / "104.json", RECORDS / "bad/total.json")[0] == 1


def test_files_that_are_not_there_or_are_none(tmp_path: Path) -> None:
    missing = tmp_path / "missing.json"
    status, out, err = ran("check", missing, tmp_path, "")
    assert (status, out, len(err)) == (2, [], 3)
    assert err[0] == f"{missing}: cannot be read: No such file or directory"
    assert err[1].endswith("cannot be read: Is a directory")


def test_what_is_far_too_long_is_not_read(tmp_path: Path) -> None:
    film = tmp_path / "film.json"
    with film.open("wb") as file:
        file.truncate(LARGEST + 1)
    assert ran("check", film) == (2, [], [f"{film}: not a record: longer than 16,777,216 bytes"])
    assert ran("legal", film)[0] == 2


def test_legal_prints_a_line_for_each_position() -> None:
    status, out, err = ran("legal", RECORDS / "104.json")
    assert (status, len(out), err) == (0, 69, [])
    first, last = json.loads(out[0]), json.loads(out[-1])
    assert list(first) == ["round", "action", "seat", "legal", "ends", "owed", "boneyard", "hands"]
    assert (first["seat"], first["ends"], first["owed"]) == ("B", {}, {"tile": "9-9", "toes": 6})
    assert first["legal"] == sorted(first["legal"])
    assert all(text.startswith("B 9-") for text in first["legal"])
    assert (last["action"], last["seat"], last["legal"]) == (69, None, [])


def test_legal_ends_in_an_ordinary_position_while_a_round_is_open() -> None:
    _, out, _ = ran("legal", RECORDS / "103.json")
    last = json.loads(out[-1])
    assert (last["round"], last["action"], last["seat"], last["legal"]) == (3, 18, "B", ["B pass"])


def test_legal_goes_as_far_as_the_record_can_be_played() -> None:
    status, out, err = ran("legal", RECORDS / "bad" / "seat.json")
    assert (status, len(out), len(err)) == (1, 12, 1)
    assert "action 12" in err[0]
    assert ran("legal", RECORDS / "bad" / "version.json")[0] == 2


def test_legal_does_not_look_at_points() -> None:
    assert ran("legal", RECORDS / "bad" / "total.json")[0] == 0


@pytest.mark.parametrize("name", ["a b.json", "닭.json", "new\nline.json", "-.json", "\u202e.json"])
def test_any_file_name_gets_one_line(tmp_path: Path, name: str) -> None:
    status, out, _ = ran("check", copied(tmp_path, name))
    assert (status, len(out)) == (0, 1)


def process(*args: str | bytes, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """The command in a process of its own."""
    return subprocess.run(
        [sys.executable, str(MANAGE), "record", *args],
        capture_output=True,
        env={**os.environ, **environment},
        timeout=60,
        check=False,
    )


@pytest.mark.slow
def test_it_needs_no_database(tmp_path: Path) -> None:
    done = process("check", str(RECORDS / "104.json"), DATABASE_URL="postgres://nobody@127.0.0.1:1/none")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.endswith(b"winners C\n")


@pytest.mark.slow
def test_a_terminal_that_shows_plain_letters_only(tmp_path: Path) -> None:
    path = copied(tmp_path, "닭.json")
    broken = os.fsencode(tmp_path) + b"/\xff.json"
    os.rename(copied(tmp_path, "x.json"), broken)
    done = process("check", os.fsencode(path), broken, PYTHONIOENCODING="ascii", LC_ALL="C.UTF-8")
    assert (done.returncode, done.stderr, done.stdout.count(b"\n")) == (0, b"", 2)


@pytest.mark.slow
def test_a_reader_that_leaves_early(tmp_path: Path) -> None:
    command = f"'{sys.executable}' '{MANAGE}' record legal '{RECORDS / '030.json'}' | head -1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, timeout=60, check=False)
    assert (done.stderr, done.stdout.count(b"\n")) == (b"", 1)


@pytest.mark.slow
@pytest.mark.parametrize("args", [[], ["check"], ["legal"], ["legal", "a", "b"], ["jump", "a"]])
def test_a_wrong_call_is_told_how_to_call(args: list[str]) -> None:
    done = process(*args)
    assert done.returncode == 2
    assert b"usage:" in done.stderr
    assert b"Traceback" not in done.stderr
