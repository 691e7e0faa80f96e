"""Bringing the others: the link is copied, shared and shown as a picture, also where the context is not secure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect

from tests.browser.conftest import ARGUMENTS, Visitor, Visitors, visiting
from tests.chromium import find_shell
from tests.live.staging import Staged, Wish, stage
from tests.servers import Server

NAME: Final = "Sunday at Grandma’s"
HOST: Final = "farm.local"  # as a phone in the home network calls the machine: no secure context
SHARED: Final = """() => {
    window.shared = [];
    navigator.share = async (what) => window.shared.push(what);
}"""


@pytest.fixture(scope="module")
def waiting(server: Server) -> Staged:
    return stage(server.site, Wish(("Ann",), playing=False, name=NAME))


@pytest.fixture(scope="module")
def home_network(playwright: Playwright, server: Server) -> Iterator[Browser]:
    """A browser for which the server is another machine of the house."""
    rule = f"--host-resolver-rules=MAP {HOST} 127.0.0.1"
    chromium = playwright.chromium.launch(executable_path=find_shell(), args=[*ARGUMENTS, rule])
    yield chromium
    chromium.close()


@pytest.fixture
def visitor(home_network: Browser, server: Server) -> Iterator[Visitor]:
    with visiting(home_network, server) as visitors:
        yield visitors.phone(url=f"http://{HOST}:{server.port}")


def pasted(page: Page) -> str:
    """What is in the clipboard, found out as people do."""
    page.evaluate(
        "document.body.prepend(Object.assign(document.createElement('textarea'), { id: 'pasted' }))"
    )
    page.locator("#pasted").focus()
    page.keyboard.press("Control+V")
    return page.locator("#pasted").input_value()


def test_the_link_is_copied_where_the_context_is_not_secure(visitor: Visitor, waiting: Staged) -> None:
    page = visitor.sit(waiting, 0)
    assert page.evaluate("[isSecureContext, 'clipboard' in navigator]") == [False, False]
    link = page.get_by_label("Link of the table").input_value()
    assert link == f"{visitor.url}/t/{waiting.code}/"
    copy = page.get_by_role("button", name="Copy link").filter(visible=True)
    copy.tap()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert pasted(page) == link
    expect(copy).to_be_visible()


def test_the_share_sheet_is_given_the_link_where_there_is_one(visitor: Visitor, waiting: Staged) -> None:
    page = visitor.sit(waiting, 0)
    share = page.get_by_role("button", name="Share", exact=True)
    expect(page.get_by_role("button", name="Copy link").filter(visible=True)).to_be_visible()
    expect(share).to_be_hidden()

    page.add_init_script(f"({SHARED})()")
    page.reload()
    share.tap()
    (shared,) = page.evaluate("window.shared")
    assert (shared["url"], shared["title"]) == (f"{visitor.url}/t/{waiting.code}/", NAME)


def test_the_picture_for_cameras_is_there(visitors: Visitors, waiting: Staged) -> None:
    page = visitors.phone().sit(waiting, 0)
    picture = page.get_by_role("img", name=re.compile("^QR code"))
    expect(picture).to_be_visible()
    page.wait_for_load_state("load")
    assert picture.evaluate("picture => picture.complete && picture.naturalWidth > 0")
