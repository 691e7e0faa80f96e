"""Where the machine's Chromium is. `python -m tests.chromium` prints it, or ends with 1."""

import os
import shutil
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome")
MAC = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")


def find_chromium() -> str | None:
    """The path of a Chromium or Chrome: the one CHROMIUM names, else one on PATH, else macOS's."""
    if named := os.environ.get("CHROMIUM"):
        return shutil.which(named)
    for name in NAMES:
        if path := shutil.which(name):
            return path
    return str(MAC) if MAC.exists() else None


def find_shell() -> str | None:
    """The same engine without windows, a third less work, where it is installed beside the other and none is named."""
    shell = None if os.environ.get("CHROMIUM") else shutil.which("chromium-headless-shell")
    return shell or find_chromium()


if __name__ == "__main__":
    found = find_chromium()
    print(found or "")
    sys.exit(found is None)
