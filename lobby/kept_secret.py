"""A secret that is made once and kept in a file beside the database. Plain Python: the settings read one, too."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path


class Unusable(Exception):
    """A file or its folder cannot be made, read or used; the message is the sentence to show. It tells no secret."""


def load_or_make(path: Path, make: Callable[[], str], is_good: Callable[[str], bool]) -> str:
    """Reads the file, readable by its owner only; makes it (and its folder) where it is missing.

    Two processes that start together end up with the same secret: the file is created whole, by a link that fails
    for the second one. Raises Unusable, also for one that is not good: in its place no other one is made, since
    everything that hangs on it would be lost.
    """
    try:
        with keeping(path):
            if not path.exists():
                _make(path, make)
            secret = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        secret = ""
    if not is_good(secret):
        raise Unusable(f"{path} holds no key: put back what it held, or delete it, and a new one is made.")
    return secret


def _make(path: Path, make: Callable[[], str]) -> None:
    make_folder(path.parent)
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    with os.fdopen(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as file:
        file.write(make())
    try:
        os.link(draft, path)
    except FileExistsError:
        pass  # the other process was first; its secret is read
    finally:
        draft.unlink()


def make_folder(folder: Path) -> None:
    """Make a folder for its owner only, where it is missing: the database in it holds hands and sessions."""
    with keeping(folder):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)


@contextmanager
def keeping(path: Path) -> Iterator[None]:
    """What is made or read in VAR_DIR: raises Unusable if the system does not let us."""
    try:
        yield
    except OSError as error:
        where = error.filename or path
        raise Unusable(
            f"{where} cannot be used ({error.strerror}); VAR_DIR may name another folder."
        ) from None
