"""Keeps private links out of the log."""

import logging

from lobby.private_links import hidden


class HidePrivateLinks(logging.Filter):
    """Replaces what looks like a signed token in every message."""

    def filter(self, record: logging.LogRecord) -> bool:
        message = record.getMessage()
        without = hidden(message)
        if without != message:
            record.msg, record.args = without, None
        return True
