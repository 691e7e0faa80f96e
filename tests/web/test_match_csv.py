"""The score sheet as CSV: what spreadsheets need, and nothing that they would calculate."""

from __future__ import annotations

import csv
from io import StringIO

import pytest

from games.presenters.sheet_csv import safe
from games.queries.history import played
from tests import factories, pasts
from tests.pasts import Left, Sitter
from tests.web.pages import browser

pytestmark = pytest.mark.django_db

ROUNDS = [
    Left([[], ["0-0", "3-1"], ["9-9"]], out=0),
    Left([["2-1"], ["4-4"], ["5-5", "6-0"]], foot=8),
    Left([["2-1"], [], ["5-5"]], out=1),
]


@pytest.fixture
def code() -> str:
    sitters: list[Sitter] = [
        factories.person('=HYPERLINK("http://x")'),
        factories.person('Min "the, hen"'),
        "hard",
    ]
    return pasts.match(pasts.table(), sitters, ROUNDS).table.code


def test_the_file_is_what_rfc_4180_says_with_a_mark_for_excel(code: str) -> None:
    response = browser().get(f"/t/{code}/m/1/sheet.csv")
    assert response.status_code == 200
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    assert response["Content-Disposition"] == f'attachment; filename="{code}-1.csv"'
    raw = response.content
    assert raw.startswith(b"\xef\xbb\xbf")
    assert raw.count(b"\r\n") == raw.count(b"\n") == len(ROUNDS) + 1


def test_the_rows_are_the_rounds_with_points_and_running_totals(code: str) -> None:
    text = browser().get(f"/t/{code}/m/1/sheet.csv").content.decode("utf-8-sig")
    head, *rows = list(csv.reader(StringIO(text)))
    assert head[7:] == [
        'A =HYPERLINK("http://x")', 'B Min "the, hen"', "C Bot 2",
        'A =HYPERLINK("http://x"), total', 'B Min "the, hen", total', "C Bot 2, total",
    ]  # fmt: skip
    # A tile with a hyphen would become a day in May.
    assert rows[0][:7] == ["1", "9–9", "A went out", "", "A", "40", "7"]
    assert rows[1][:7] == ["2", "8–8", "blocked", "8–8", "B", "41", "7"]
    scored = played(code, 1).rounds
    for row, one in zip(rows, scored, strict=True):
        assert row[7:] == [str(number) for number in (*one.points, *one.totals)]


@pytest.mark.parametrize("begin", ["=", "+", "-", "@", "\t=", "\r=", " =", "＝", "＋", "－", "＠"])
def test_no_text_begins_as_a_formula_does(begin: str) -> None:
    assert safe(f"{begin}1+1") == f"'{begin}1+1"


def test_other_cells_stay_as_they_are() -> None:
    assert safe("A Rosa") == "A Rosa"
    assert safe(0) == 0
    assert safe("") == ""


def test_the_words_are_in_the_language_of_the_page(code: str) -> None:
    client = browser()
    client.cookies["django_language"] = "ko"
    head = client.get(f"/t/{code}/m/1/sheet.csv").content.decode("utf-8-sig").splitlines()[0]
    assert head.startswith("라운드,")
