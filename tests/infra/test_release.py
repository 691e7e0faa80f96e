"""Which release this is, for admin's pulse."""

from __future__ import annotations

from pathlib import Path

import pytest

from config.release import release

PROJECT = '[project]\nname = "x"\nversion = "1.2.3"\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "pyproject.toml").write_text(PROJECT)
    return tmp_path


def history(folder: Path, head: str) -> None:
    (folder / ".git" / "refs" / "heads").mkdir(parents=True)
    (folder / ".git" / "HEAD").write_text(head)


def test_version_and_commit(folder: Path) -> None:
    history(folder, "ref: refs/heads/main\n")
    (folder / ".git" / "refs" / "heads" / "main").write_text("0123456789abcdef0123\n")
    assert release(folder) == "1.2.3 (0123456789)"


def test_a_commit_that_is_on_no_branch(folder: Path) -> None:
    history(folder, "fedcba9876543210\n")
    assert release(folder) == "1.2.3 (fedcba9876)"


def test_without_history_the_version_alone(folder: Path) -> None:
    assert release(folder) == "1.2.3"
    history(folder, "ref: refs/heads/packed\n")
    assert release(folder) == "1.2.3"


@pytest.mark.parametrize("text", ["", "no toml at all [", "[project]\n"])
def test_nothing_is_known(folder: Path, text: str) -> None:
    (folder / "pyproject.toml").write_text(text)
    assert release(folder) == ""


def test_this_one_has_a_version() -> None:
    assert release()[0].isdigit()
