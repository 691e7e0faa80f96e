"""The web manifest: what it says, in which language, that its icons are there, and that every page names it."""

from __future__ import annotations

import json
import struct
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.contrib.staticfiles import finders

from tests import factories
from tests.services.statements import counted
from tests.web.lobby_forms import text
from tests.web.pages import browser

pytestmark = pytest.mark.django_db

PATH = "/manifest.webmanifest"


def test_it_opens_the_front_page_as_an_app_of_its_own() -> None:
    client = browser(factories.person())
    with counted() as statements:
        response = browser().get(PATH)
    assert len(statements) == 0
    assert response.status_code == 200
    assert response["Content-Type"] == "application/manifest+json"
    assert response["Cache-Control"] == "no-cache"
    assert not response.cookies
    told = json.loads(response.content)
    assert (told["start_url"], told["scope"], told["id"], told["display"]) == ("/", "/", "/", "standalone")
    assert browser().post(PATH).status_code == 405
    assert client.head(PATH).status_code == 200
    assert Session.objects.count() == 1  # the one of the client that is signed in


@pytest.mark.parametrize(
    ("asked", "accepted", "language"),
    [("ko", "en", "ko"), ("ja", "en", "ja"), ("en", "ko", "en"), ("", "ko", "ko"), ("xx", "ja", "ja")],
)
def test_it_speaks_the_language_of_the_page_that_names_it(asked: str, accepted: str, language: str) -> None:
    told = json.loads(browser().get(PATH, {"lang": asked}, headers={"accept-language": accepted}).content)
    names = {"en": "Chicken Foot", "ko": "치킨 풋", "ja": "チキンフット"}
    assert (told["lang"], told["name"], told["short_name"]) == (language, names[language], names[language])


def test_its_icons_are_there_in_the_size_it_says() -> None:
    icons = json.loads(browser().get(PATH).content)["icons"]
    assert {(icon["sizes"], icon["purpose"]) for icon in icons} == {
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    }
    for icon in icons:
        path = finders.find(icon["src"].removeprefix(settings.STATIC_URL))
        assert isinstance(path, str)
        head = Path(path).read_bytes()[:24]
        assert head.startswith(b"\x89PNG")
        width, height = struct.unpack(">II", head[16:24])
        assert icon["sizes"] == f"{width}x{height}"


@pytest.mark.parametrize("language", ["en", "ko"])
def test_every_page_names_it_in_its_language_and_colour(language: str) -> None:
    client = browser()
    client.cookies["django_language"] = language
    client.cookies["theme"] = "light"
    for path in ("/", "/help/", "/login/", f"/t/{factories.waiting_table([factories.person()]).code}/"):
        response = client.get(path)
        assert f'<link rel="manifest" href="{PATH}?lang={language}">' in text(response)
        policy = response["Content-Security-Policy"]
        assert "manifest-src" not in policy
        assert "default-src 'self'" in policy
    told = json.loads(client.get(PATH).content)
    assert f'<meta name="theme-color" content="{told["theme_color"]}">' in text(client.get("/"))
