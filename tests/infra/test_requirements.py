"""Pinned requirements: every line has hashes, none says where it came from."""

import re
from pathlib import Path

import pytest

from config.env import BASE_DIR

COMPILED = sorted((BASE_DIR / "requirements").glob("*.txt"))


def pins(path: Path) -> dict[str, str]:
    return dict(re.findall(r"^([a-z0-9._-]+)==(\S+)", path.read_text(), flags=re.MULTILINE))


@pytest.mark.parametrize("path", COMPILED, ids=lambda path: path.name)
def test_every_requirement_is_pinned_with_hashes(path: Path) -> None:
    text = path.read_text().replace("\\\n", "")
    requirements = [line for line in text.splitlines() if line and not line.lstrip().startswith("#")]
    assert requirements
    for line in requirements:
        assert re.match(r"[a-z0-9._-]+==\S+( ; [^#]+?)?( +--hash=sha256:[0-9a-f]{64})+ *$", line), line


@pytest.mark.parametrize("path", COMPILED, ids=lambda path: path.name)
def test_no_address_and_no_path_of_a_machine_stands_in_it(path: Path) -> None:
    assert not re.findall(
        r"https?:|file:/|--index-url|--find-links|--trusted-host|(?<![\w.])/\w+", path.read_text()
    )


def test_each_input_has_its_output_and_they_agree() -> None:
    assert {path.stem for path in COMPILED} == {
        path.stem for path in (BASE_DIR / "requirements").glob("*.in")
    }
    together: dict[str, str] = {}
    for path in COMPILED:
        for name, version in pins(path).items():
            assert together.setdefault(name, version) == version, name
