"""A secret that is made once and kept in a file beside the database. Plain Python: the settings read one, too."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path


def load_or_make(path: Path, make: Callable[[], str]) -> str:
    """Reads the file, readable by its owner only; makes it (and its folder) where it is missing.

    Two processes that start together end up with the same secret: the file is created whole, by a link that fails
    for the second one.
    """
    if not path.exists():
        # The database that comes here holds the hands of running matches and everybody's sessions.
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        draft = path.with_name(f"{path.name}.{os.getpid()}")
        with os.fdopen(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as file:
            file.write(make())
        try:
            os.link(draft, path)
        except FileExistsError:
            pass  # the other process was first; its secret is read below
        finally:
            draft.unlink()
    return path.read_text()
