"""The situations in `docs/testing.md`: each has tests that are named for it, in the files that the page names."""

import re
from pathlib import Path

from config.env import BASE_DIR

TESTS = BASE_DIR / "tests"
ROW = re.compile(r"^\| ([\d, ]+) \| [^|]+ \| ([^|]+) \|$", re.MULTILINE)
TEST = re.compile(r"^(?:async )?def test_scenario_(\d+)_", re.MULTILINE)


def named_in(path: Path) -> set[int]:
    """The situations that the tests of a file are named for."""
    return {int(number) for number in TEST.findall(path.read_text())}


def test_each_situation_has_tests_where_the_page_says() -> None:
    found = {
        str(path.relative_to(TESTS).with_suffix("")): named_in(path) for path in TESTS.rglob("test_*.py")
    }
    told: set[int] = set()
    for numbers, files in ROW.findall((BASE_DIR / "docs" / "testing.md").read_text()):
        row = {int(number) for number in numbers.split(",")}
        told |= row
        assert {file for file, named in found.items() if named & row} == set(
            re.findall(r"`([^`]+)`", files)
        ), row
    assert told == set().union(*found.values()) == set(range(1, 24))
