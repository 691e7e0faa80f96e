"""The key that signs sessions and private links, made once and kept beside the database."""

import os
from pathlib import Path

from django.core.management.utils import get_random_secret_key

FILE_NAME = "secret_key"


def load_or_make(var_dir: Path) -> str:
    """Reads `var_dir`/secret_key, readable by its owner only; makes it (and the folder) where it is missing.

    Two processes that start together end up with the same key: the file is created whole, by a link that fails
    for the second one.
    """
    path = var_dir / FILE_NAME
    if not path.exists():
        # The database that comes here holds the hands of running matches and everybody's sessions.
        var_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        draft = var_dir / f"{FILE_NAME}.{os.getpid()}"
        with os.fdopen(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as file:
            file.write(get_random_secret_key())
        try:
            os.link(draft, path)
        except FileExistsError:
            pass  # the other process was first; its key is read below
        finally:
            draft.unlink()
    return path.read_text()
