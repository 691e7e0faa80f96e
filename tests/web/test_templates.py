"""What the strict content security policy forbids stands in no template, and the small tags do what they say."""

import re
from os.path import normpath
from pathlib import Path

import pytest
from django.contrib.staticfiles.finders import find
from django.template import Context, Template
from django.test import RequestFactory

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
STYLES = sorted(
    style.relative_to(ROOT / app / "static")
    for app in ("games", "lobby")
    for style in (ROOT / app / "static").rglob("*.css")
)


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.name)
def test_no_inline_style_script_or_handler(template: Path) -> None:
    text = template.read_text()
    assert not re.search(r"\sstyle=", text)
    assert not re.search(r"<style\b", text)
    assert not re.search(r"<script(?![^>]*\bsrc=)", text)
    assert not re.search(r"<[^>{]*\son[a-z]+=", text)
    assert "javascript:" not in text


@pytest.mark.parametrize("style", STYLES, ids=lambda path: path.name)
def test_styles_fetch_nothing_from_elsewhere(style: Path) -> None:
    served = find(str(style))
    assert served is not None
    for address in re.findall(r"url\(([^)]*)\)", Path(served).read_text()):
        assert find(normpath(style.parent / address.strip("\"'"))), address


def rendered(source: str, cookies: dict[str, str] | None = None) -> str:
    request = RequestFactory().get("/t/ABCD2345/")
    request.COOKIES.update(cookies or {})
    return Template("{% load pieces %}" + source).render(Context({"request": request, "name": "<b>Min</b>"}))


def test_the_theme_is_what_this_browser_chose() -> None:
    tag = "{% theme as theme %}{{ theme }}"
    assert rendered(tag) == ""
    assert rendered(tag, {"theme": "dark"}) == "dark"
    assert rendered(tag, {"theme": '"><script>'}) == ""


def test_an_address_of_a_picture_is_whole() -> None:
    assert rendered('{% absolute_static "games/img/og.png" %}').startswith("http://testserver/static/")


def test_a_name_cannot_turn_the_text_around_it() -> None:
    assert rendered("{{ name|isolated }}") == "<bdi>&lt;b&gt;Min&lt;/b&gt;</bdi>"


def test_the_parts_of_a_line_stay_whole_and_are_read_with_their_dots() -> None:
    line = rendered('{{ name|add:" · started"|dotted }}')
    assert line.count('<span class="phrase">') == 2
    assert re.sub(r"</?(span|i)[^>]*>", "", line) == "&lt;b&gt;Min&lt;/b&gt; · started"


def test_pieces_stand_in_sentences() -> None:
    assert ">9<" in rendered('{{ "9-3"|as_chip }}')
    assert 'class="icon big"' in rendered('{% icon "menu" "big" %}')
