"""Keeps private links out of the log: whoever reads a log must not be able to take a seat."""

import logging
import re

# A signed token is the only part of an address that is this long; that of a new password is a little shorter.
_TOKEN = re.compile(r"[A-Za-z0-9_:.=-]{40,}|(?<=/password/new/)[^\s?]+")


class HidePrivateLinks(logging.Filter):
    """Replaces what looks like a signed token in every message."""

    def filter(self, record: logging.LogRecord) -> bool:
        message = record.getMessage()
        hidden = _TOKEN.sub("…", message)
        if hidden != message:
            record.msg, record.args = hidden, None
        return True
