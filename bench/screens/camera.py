"""A browser with a window of one size, one language and one theme, and the pictures it takes."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Page, ViewportSize

LOCALES: Final = {"en": "en-US", "ko": "ko-KR", "ja": "ja-JP"}
QUALITY: Final = 82
NEWS_COOKIE, ALL_READ = "notice", str(10**9)
SETTLED: Final = 700  # milliseconds: every movement is over


@dataclass(frozen=True, slots=True)
class Window:
    """How somebody looks at the site."""

    name: str  # phone, desktop
    width: int
    height: int
    scale: float
    touch: bool


PHONE: Final = Window("phone", 390, 844, 1.5, touch=True)
DESKTOP: Final = Window("desktop", 1280, 800, 1, touch=False)


@dataclass(frozen=True, slots=True)
class Look:
    """A window with a language and a theme."""

    window: Window
    language: str = "en"
    dark: bool = False

    @property
    def name(self) -> str:
        return f"{self.window.name}-{'dark' if self.dark else 'light'}"


@contextmanager
def opened(
    browser: Browser, url: str, look: Look, session: str | None, *, with_news: bool = False
) -> Iterator[Page]:
    """A page of the site, signed in with a session cookie; the site's news are put away, or still to be read."""
    size: ViewportSize = {"width": look.window.width, "height": look.window.height}
    context = browser.new_context(
        base_url=url,
        viewport=size,
        device_scale_factor=look.window.scale,
        has_touch=look.window.touch,
        is_mobile=look.window.touch,
        locale=LOCALES[look.language],
        color_scheme="dark" if look.dark else "light",
    )
    context.set_default_timeout(60_000)
    if session is not None:
        context.add_cookies([{"name": "sessionid", "value": session, "url": url}])
    if not with_news:
        context.add_cookies([{"name": NEWS_COOKIE, "value": ALL_READ, "url": url}])
    try:
        yield context.new_page()
    finally:
        context.close()


def take(page: Page, file: Path) -> None:
    """Write what the window shows into a .webp or .png file."""
    page.wait_for_timeout(SETTLED)
    file.parent.mkdir(parents=True, exist_ok=True)
    kind = file.suffix.lstrip(".")
    options = {"format": kind} if kind == "png" else {"format": kind, "quality": QUALITY}
    session = page.context.new_cdp_session(page)
    file.write_bytes(base64.b64decode(session.send("Page.captureScreenshot", options)["data"]))
    session.detach()


Steps = Callable[[Page], None]


def nothing(page: Page) -> None:
    """Just look."""


def choosing(tile: str) -> Steps:
    """Tap a tile of the hand, so that its places light up."""

    def steps(page: Page) -> None:
        _awake(page)
        page.locator(f'button.tile[data-tile="{tile}"]').click()
        page.locator("#l-lit > *").first.wait_for(state="attached")

    return steps


def warned_of(tile: str) -> Steps:
    """Tap a tile and the first of its places, and read the warning."""

    def steps(page: Page) -> None:
        choosing(tile)(page)
        page.wait_for_timeout(SETTLED)
        place = page.locator("#l-ends button[aria-label]").first
        place.scroll_into_view_if_needed()
        box = place.bounding_box()
        assert box is not None
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.locator("#warning[open]").wait_for()

    return steps


def opening_sheet(name: str) -> Steps:
    """Press the button that opens a sheet."""

    def steps(page: Page) -> None:
        _awake(page)
        page.locator(f'button[data-sheet="{name}"]:visible').first.click()
        page.locator(f"#{name}[open]").wait_for()

    return steps


def pressing(words: str) -> Steps:
    """Press the button with these words, and wait for the page it leads to."""

    def steps(page: Page) -> None:
        with page.expect_navigation():
            page.get_by_role("button", name=words).click()

    return steps


def _awake(page: Page) -> None:
    """Wait until the page's scripts run and have found it at the newest version."""
    page.locator('#table[data-fresh="yes"]').wait_for()
