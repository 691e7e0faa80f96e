"""Which release this is: the version, and the commit where the code came with its history."""

import tomllib
from pathlib import Path

from config.env import BASE_DIR


def release(folder: Path = BASE_DIR) -> str:
    """Such as "0.1.0 (1a2b3c4d5e)"; without the commit where there is no history, empty where nothing is known."""
    return " ".join(part for part in (_version(folder), _commit(folder / ".git")) if part)


def _version(folder: Path) -> str:
    try:
        version = tomllib.loads((folder / "pyproject.toml").read_text())["project"]["version"]
    except (OSError, ValueError, KeyError):
        return ""
    return str(version)


def _commit(history: Path) -> str:
    try:
        head = (history / "HEAD").read_text().strip()
        commit = (
            (history / head.removeprefix("ref: ")).read_text().strip() if head.startswith("ref: ") else head
        )
    except OSError:
        return ""
    return f"({commit[:10]})"
