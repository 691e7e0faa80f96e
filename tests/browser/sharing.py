"""Visitors that the tests of a module share, where none of them disturbs the next one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Page

from tests.browser.conftest import Visitors
from tests.servers import Server


@contextmanager
def visiting(browser: Browser, server: Server) -> Iterator[Visitors]:
    """Makes visitors for as long as wanted; at the end every console must be empty."""
    visitors = Visitors(browser, server.url)
    yield visitors
    lines = visitors.unexpected()
    visitors.close()
    assert not lines, "The browser's console said:\n" + "\n".join(lines)


def be_calm(page: Page) -> Page:
    """As somebody who wants no motion: everything is where it belongs at once."""
    page.emulate_media(reduced_motion="reduce")
    return page
