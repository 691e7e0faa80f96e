"""Korean and Japanese: from the front page to the standings no English word is left on the page."""

from __future__ import annotations

import re
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitors
from tests.browser.stages import STAGES, staged
from tests.servers import Server

LOCALES: Final = {
    "ko": ("ko-KR", ("민", "지우"), "우리 집"),
    "ja": ("ja-JP", ("あい", "はると"), "うちの食卓"),
}
# What is written like this in every language: the names of languages and of the factories' bots, codes and units,
# addresses and keys.
KNOWN: Final = re.compile(
    r"https?://\S+|English|Bot \d|QR|SHA-256|HMAC|Fisher|Yates|Esc|Enter|[0-9a-f]{64}|\b[A-Z0-9]{4}\s?[A-Z0-9]{4}\b"
)
WORD: Final = re.compile(r"[A-Za-z]{2,}")


def english_in(page: Page) -> list[str]:
    """The words in Latin letters that somebody sees or hears: text, names of things, placeholders, the title."""
    texts: list[str] = page.evaluate(
        """() => {
            const texts = [document.title];
            const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
            const apart = "script, style, noscript, bdi, [translate=no]";
            for (let node; (node = walker.nextNode()); ) {
                if (!node.parentElement.closest(apart)) texts.push(node.textContent);
            }
            for (const element of document.body.querySelectorAll("[aria-label], [title], [placeholder], [alt]")) {
                for (const name of ["aria-label", "title", "placeholder", "alt"]) {
                    if (element.hasAttribute(name)) texts.push(element.getAttribute(name));
                }
            }
            return texts;
        }"""
    )
    return [text.strip() for text in texts if WORD.search(KNOWN.sub("", text))]


@pytest.mark.parametrize("language", list(LOCALES))
def test_no_english_is_left_from_the_front_page_to_the_standings(
    visitors: Visitors, server: Server, language: str
) -> None:
    locale, people, name = LOCALES[language]
    stages = staged(server.site, people, ("easy", "hard"), name)
    visitor = visitors.phone(locale)
    for path in ("/", "/new/", "/help/"):
        page = visitor.go(path)
        expect(page.locator("html")).to_have_attribute("lang", language)
        assert english_in(page) == [], path
    for stage in STAGES:
        page = stages.open(visitor, stage)
        expect(page.locator("html")).to_have_attribute("lang", language)
        page.wait_for_timeout(200)
        assert english_in(page) == [], stage
    page.goto(f"/t/{stages.match_over.code}/sheet/")
    assert english_in(page) == []
    page.goto("/carry/")
    assert english_in(page) == []


def test_the_language_is_changed_on_the_page_and_stays(visitors: Visitors) -> None:
    visitor = visitors.desktop()
    page = visitor.go("/help/")
    page.goto("/")
    page.get_by_role("button", name="한국어").first.click()
    expect(page.locator("html")).to_have_attribute("lang", "ko")
    page.goto("/help/")
    expect(page.locator("html")).to_have_attribute("lang", "ko")
