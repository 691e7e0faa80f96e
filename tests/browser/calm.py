"""Somebody who wants no motion."""

from __future__ import annotations

from playwright.sync_api import Page


def be_calm(page: Page) -> Page:
    """The page of such a one: everything is where it belongs at once."""
    page.emulate_media(reduced_motion="reduce")
    return page
