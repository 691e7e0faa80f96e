"""Files of the page where nothing was collected: their address says which edition it is, so that browsers keep them.

`collectstatic` gives each file a name of its own. Without it, as after the two commands of the README, a page would
ask seventy times whether a file has changed, over a mobile network, each time it is opened.
"""

import hashlib
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path
from typing import Final

_SHOWN: Final = 12  # hexadecimal digits
# What an address of such a file begins with, as a regular expression.
BEFORE: Final = rf"^/static/[0-9a-f]{{{_SHOWN}}}/"


def edition(folders: Iterable[Path], packages: Iterable[str]) -> str:
    """Twelve hexadecimal digits that change with any file below the folders and with the version of a package."""
    seen = hashlib.sha256()
    for folder in folders:
        for file in sorted(path for path in folder.rglob("*") if path.is_file()):
            content = file.read_bytes()
            seen.update(f"{file.relative_to(folder)}\0{len(content)}\0".encode() + content)
    seen.update("\0".join(f"{package} {version(package)}" for package in packages).encode())
    return seen.hexdigest()[:_SHOWN]
