"""Mail: whether this site sends any, and sending without letting the one who asks wait for it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Final

from django.conf import settings
from django.utils.translation import get_language, override

log = logging.getLogger(__name__)

# One at a time: a mail server that is slow holds up mails, and nothing else.
_postman: Final = ThreadPoolExecutor(1, thread_name_prefix="mail")


def site_sends_mail() -> bool:
    """Whether mails leave this machine; else they are printed where the server runs."""
    return settings.SENDS_MAIL


def later(send: Callable[[], object]) -> Future[None]:
    """Run something that sends a mail, in the language of now, after the answer.

    How long an answer takes must not tell whether there was anybody to write to.
    """
    # Django's language does not go along into another thread, not even with a copy of the context.
    language = get_language()

    def run() -> None:
        try:
            with override(language):
                send()
        except Exception:
            # Whatever a mail server does: it is told, and the next mail is sent.
            log.exception("A mail could not be sent.")

    return _postman.submit(run)


def wait_until_sent() -> None:
    """Wait for all that was handed over so far (tests)."""
    _postman.submit(lambda: None).result(timeout=30)
