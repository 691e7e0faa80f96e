"""The detector of English finds what it is for, and is quiet about everything else."""

from __future__ import annotations

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from tests.locale.english import english_in


@pytest.mark.parametrize(
    "planted",
    [
        "<p>Nothing fits.</p>",
        "<p>내 차례예요. Choose a tile.</p>",
        "<button>Draw</button>",
        '<button aria-label="Put back">도로 넣기</button>',
        '<img alt="QR code of the link">',
        '<input type="submit" value="Save">',
        '<input placeholder="Name">',
        '<div data-not-yours="It is not your turn yet."></div>',
        '<div data-needs="{tile} does not fit here."></div>',
        '<meta property="og:description" content="Send a link and play.">',
        "<svg><text>1</text></svg><p>Close</p>",
    ],
)
def test_finds_a_planted_sentence(planted: str) -> None:
    assert english_in(f'<html lang="ko"><body>{planted}</body></html>') != []


@pytest.mark.parametrize(
    "fine",
    [
        "<p>내 차례예요. 5-5 A</p>",
        "<p>링크의 QR 코드</p>",
        "<p>Hanna: 9-3 패를 냈어요</p>",
        "<p><bdi>Grandma Rosa</bdi></p>",
        '<button lang="en">English</button>',
        "<kbd>Enter</kbd><code>ab cd</code>",
        '<button type="submit" name="action" value="make_private">비공개로 바꾸기</button>',
        '<li data-kind="drew" data-at="9-9 8-8" data-url-act="/t/ACD/act/"></li>',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
    ],
)
def test_lets_names_codes_and_other_languages_pass(fine: str) -> None:
    assert english_in(f'<html lang="ko"><body>{fine}</body></html>', ["Hanna"]) == []


def test_finds_a_page_in_the_wrong_language() -> None:
    with translation.override("en"):
        assert len(english_in(render_to_string("404.html"))) > 4
    with translation.override("ko"):
        assert english_in(render_to_string("404.html")) == []
