"""Private links in lines of text: whoever reads a log must not be able to take a seat. Plain Python: logging needs it
before anything else is there."""

from __future__ import annotations

import re
from typing import Final

# A signed token is the only part of an address that is this long; that of a new password is a little shorter.
_TOKEN: Final = re.compile(r"[A-Za-z0-9_:.=-]{40,}|(?<=/password/new/)[^\s?]+")


def hidden(line: str) -> str:
    """The line without what looks like a signed token."""
    return _TOKEN.sub("…", line)
