"""The launcher, run in a folder of its own with a pretended machine around it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from config.env import BASE_DIR

pytestmark = pytest.mark.slow  # each makes a .venv


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A checkout with nothing but the launcher and an empty list of requirements."""
    folder = tmp_path / "a clone"
    (folder / "requirements").mkdir(parents=True)
    shutil.copy(BASE_DIR / "dev", folder / "dev")
    for name in ("run", "scale", "dev"):
        (folder / "requirements" / f"{name}.txt").write_text("")
    (folder / "manage.py").write_text("import sys; print('managed by', sys.prefix, *sys.argv[1:])\n")
    return folder


def program(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


def run(clone: Path, *arguments: str, path: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(clone / "dev"), *arguments],
        cwd="/",
        env={"PATH": path, "HOME": str(clone), **environment},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


TOOLS = "/usr/bin:/bin"


def tools_without_python(folder: Path) -> str:
    """A folder with the shell's tools and no Python."""
    for name in ("sh", "dirname", "cat", "cksum", "rm", "tr", "id", "uname"):
        found = shutil.which(name, path=TOOLS)
        if found:
            folder.mkdir(parents=True, exist_ok=True)
            (folder / name).symlink_to(found)
    return str(folder)


def test_a_python_that_does_not_run_is_passed_over(clone: Path, tmp_path: Path) -> None:
    shims, real = tmp_path / "shims", tmp_path / "real"
    program(shims / "python3.13", "echo 'pyenv: python3.13: command not found' >&2; exit 127")
    program(shims / "python3.12", "exit 0")  # says yes to everything and makes nothing
    program(real / "python3", f'exec {sys.executable} "$@"')
    done = run(clone, "manage", "hello", path=f"{shims}:{real}:{TOOLS}")
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["managed", "by", *str(clone / ".venv").split(), "hello"]


def test_a_python_only_under_pyenv_is_found(clone: Path, tmp_path: Path) -> None:
    program(clone / ".pyenv/versions/3.13.0/bin/python", f'exec {sys.executable} "$@"')
    done = run(clone, "manage", path=tools_without_python(tmp_path / "tools"))
    assert done.returncode == 0, done.stderr
    assert "managed by" in done.stdout


def test_without_a_python_there_is_a_sentence(clone: Path, tmp_path: Path) -> None:
    program(
        clone / ".pyenv/versions/3.11.7/bin/python", "exit 1"
    )  # as an old Python answers the version question
    done = run(clone, "run", path=tools_without_python(tmp_path / "tools"))
    assert done.returncode == 2
    assert done.stderr.startswith("No Python 3.12 or newer")
    assert not (clone / ".venv").exists()


def test_only_what_changed_is_installed_again(clone: Path, tmp_path: Path) -> None:
    program(tmp_path / "real/python3", f'exec {sys.executable} "$@"')
    program(clone / ".venv/bin/python", "exit 1")  # what is left of a .venv whose Python went away
    path = f"{tmp_path / 'real'}:{TOOLS}"
    assert "Installing requirements: run …" in run(clone, "manage", path=path).stderr
    assert run(clone, "manage", path=path).stderr == ""
    assert "Installing requirements: scale …" in run(clone, "manage", path=path, REDIS_URL="redis://h").stderr
    (clone / "requirements/run.txt").write_text("# changed\n")
    assert "Installing requirements: run …" in run(clone, "manage", path=path).stderr


def test_an_unknown_command_is_told(clone: Path) -> None:
    done = run(clone, "rnu", path=os.environ["PATH"])
    assert done.returncode == 2
    assert "Unknown command: rnu" in done.stderr
