"""The site on a home screen: a real browser reads the manifest under the strict policy, and misses nothing in it."""

from __future__ import annotations

import json

import pytest

from tests.browser.conftest import Visitors


@pytest.mark.parametrize(("language", "name"), [("en-US", "Chicken Foot"), ("ko-KR", "치킨 풋")])
def test_a_browser_reads_the_manifest_and_finds_nothing_wrong(
    visitors: Visitors, language: str, name: str
) -> None:
    visitor = visitors.phone(language)
    page = visitor.go("/")
    devtools = visitor.context.new_cdp_session(page)
    read = devtools.send("Page.getAppManifest")
    assert read["errors"] == []
    assert read["url"] == f"{visitor.url}/manifest.webmanifest?lang={language[:2]}"
    told = json.loads(read["data"])
    assert (told["name"], told["lang"]) == (name, language[:2])
    wrong = {
        error["errorId"] for error in devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    }
    # Visitors here are private windows, which install nothing; all else would be the manifest's fault.
    assert wrong <= {"in-incognito"}
    for icon in told["icons"]:
        answer = page.request.get(icon["src"])
        assert answer.status == 200
        assert answer.headers["content-type"] == "image/png"
