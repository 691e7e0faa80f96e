"""A real server and real browsers, phone and desktop, that must not say a word on their console."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, ViewportSize, sync_playwright

from tests.chromium import find_chromium, find_shell
from tests.live.staging import SESSION_COOKIE, Staged
from tests.servers import Server, Site

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
PHONE: ViewportSize = {"width": 390, "height": 844}
DESKTOP: ViewportSize = {"width": 1280, "height": 800}


@dataclass
class Visitor:
    """One person's browser: cookies of their own, a first page, and everything their console said."""

    context: BrowserContext
    url: str
    complaints: list[str] = field(default_factory=list)
    allowed: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.context.on("page", self._listen)
        self.page = self.context.new_page()

    def go(self, path: str) -> Page:
        """Opens a page of the site in the first tab."""
        self.page.goto(path)
        return self.page

    def tab(self, path: str) -> Page:
        """Opens a page of the site in a further tab."""
        page = self.context.new_page()
        page.goto(path)
        return page

    def sit(self, staged: Staged, place: int) -> Page:
        """This browser is that of the person at a place of a staged table, and opens its page."""
        self.context.add_cookies([{"name": SESSION_COOKIE, "value": staged.sessions[place], "url": self.url}])
        return self.go(f"/t/{staged.code}/")

    def allow(self, pattern: str) -> None:
        """Lets the browser's own lines about broken connections pass, in tests that break them."""
        self.allowed.append(pattern)

    def unexpected(self) -> list[str]:
        return [line for line in self.complaints if not any(re.search(known, line) for known in self.allowed)]

    def _listen(self, page: Page) -> None:
        page.on(
            "console", lambda message: self.complaints.append(f"{message.type}: {message.text} {page.url}")
        )
        page.on("pageerror", lambda error: self.complaints.append(f"exception: {error} {page.url}"))


class Visitors:
    """Makes visitors of one server and checks at the end that no console said anything."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.browser = browser
        self.url = url
        self.everybody: list[Visitor] = []

    def phone(
        self,
        language: str = "en-US",
        *,
        dark: bool = False,
        scripts: bool = True,
        url: str = "",
        width: int = 390,
    ) -> Visitor:
        """Somebody with a phone; `url` is another address of the same site, `width` that of a smaller one."""
        return self._open({**PHONE, "width": width}, language, dark, scripts, url, touch=True)

    def desktop(
        self,
        language: str = "en-US",
        *,
        dark: bool = False,
        scripts: bool = True,
        url: str = "",
        zone: str = "UTC",
    ) -> Visitor:
        """Somebody with a laptop; `zone` is the time zone where it stands."""
        return self._open(DESKTOP, language, dark, scripts, url, touch=False, zone=zone)

    def _open(
        self,
        size: ViewportSize,
        language: str,
        dark: bool,
        scripts: bool,
        url: str,
        *,
        touch: bool,
        zone: str = "UTC",
    ) -> Visitor:
        context = self.browser.new_context(
            base_url=url or self.url,
            viewport=size,
            device_scale_factor=2 if touch else 1,
            has_touch=touch,
            is_mobile=touch,
            locale=language,
            timezone_id=zone,
            color_scheme="dark" if dark else "light",
            java_script_enabled=scripts,
        )
        context.set_default_timeout(10_000)
        visitor = Visitor(context, url or self.url)
        self.everybody.append(visitor)
        return visitor

    def close(self) -> None:
        for visitor in self.everybody:
            visitor.context.close()

    def unexpected(self) -> list[str]:
        return [line for visitor in self.everybody for line in visitor.unexpected()]


@contextmanager
def visiting(browser: Browser, server: Server) -> Iterator[Visitors]:
    """Makes visitors for as long as wanted; at the end every console must be empty."""
    visitors = Visitors(browser, server.url)
    yield visitors
    lines = visitors.unexpected()
    visitors.close()
    assert not lines, "The browser's console said:\n" + "\n".join(lines)


@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    """Not for the whole session: it keeps an event loop in this thread, and Django refuses its synchronous database
    calls beside one."""
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="package")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """The machine's Chromium, without windows where it has such a one."""
    chromium = playwright.chromium.launch(executable_path=find_shell(), args=ARGUMENTS)
    yield chromium
    chromium.close()


@pytest.fixture
def whole_browser(playwright: Playwright) -> Iterator[Browser]:
    """The machine's Chromium with all its parts: the other one shows no notifications."""
    chromium = playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
    yield chromium
    chromium.close()


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory, prepared: Site) -> Iterator[Server]:
    """One server for all browser tests that leave it alone: each opens tables of its own."""
    with Site(tmp_path_factory.mktemp("site"), like=prepared) as site:
        yield site.start()


@pytest.fixture
def visitors(browser: Browser, server: Server) -> Iterator[Visitors]:
    """`visitors.phone()` and `visitors.desktop()` make people; at the end every console must be empty."""
    with visiting(browser, server) as visitors:
        yield visitors


@pytest.fixture
def notified_visitors(whole_browser: Browser, server: Server) -> Iterator[Visitors]:
    """Visitors whose browsers can be told of turns."""
    with visiting(whole_browser, server) as visitors:
        yield visitors


@pytest.fixture
def own_server(site: Site) -> Server:
    """A server for this test alone, which may be killed."""
    return site.start()


@pytest.fixture
def own_visitors(browser: Browser, own_server: Server) -> Iterator[Visitors]:
    """Its visitors."""
    with visiting(browser, own_server) as visitors:
        yield visitors


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    places = [place for place, item in enumerate(items) if Path(__file__).parent in item.path.parents]
    ours = [items[place] for place in places]
    for item in ours:
        item.add_marker(pytest.mark.browser)
        item.add_marker(pytest.mark.slow)
    # What is allowed more time begins first: at the end all workers but one would wait for it.
    ours.sort(key=lambda item: item.get_closest_marker("timeout") is None)
    for place, item in zip(places, ours, strict=True):
        items[place] = item
