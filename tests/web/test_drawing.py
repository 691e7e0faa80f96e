"""The markup of pieces: what stands where, in both shapes, and what says nothing more than it should."""

import re

import pytest

from games import drawing
from games.presenters.words import sentence

WIDE, SQUARE = (1.5, -2.25, 90), (0.0, 3.125, 345)


def uses(markup: str) -> list[str]:
    return re.findall(r'href="#([a-z]+\d*)"', markup)


def test_a_chip_reads_as_its_tile() -> None:
    assert re.sub(r"<[^>]+>", "", drawing.chip("12-9")) == "12-9"


def test_what_hangs_on_a_chip_stays_on_its_line() -> None:
    tile = drawing.chip("7-7")
    assert sentence("%(tile)sから、次", tile=tile) == f'<span class="whole">{tile}から</span>、次'
    assert (
        sentence("%(tile)s fits on %(tile)s.", tile=tile)
        == f'{tile} fits on <span class="whole">{tile}.</span>'
    )


def test_a_face_shows_both_halves_and_a_blank_has_no_pips() -> None:
    assert uses(drawing.face("9-3")) == ["hf", "h9", "h3"]
    assert uses(drawing.face("5-0")) == ["hf", "h5"]
    assert uses(drawing.face("0-0")) == ["hd"]
    assert uses(drawing.face("")) == ["tx"]


def test_a_face_refuses_what_is_no_tile() -> None:
    with pytest.raises(ValueError):
        drawing.face("nine")


def test_a_tile_lies_in_both_shapes_with_its_matched_half_at_the_parent() -> None:
    markup = drawing.tile_svg(node=7, a=3, b=9, wide=WIDE, square=SQUARE, ply=12, letter="C")
    assert 'transform="translate(1.5 -2.25) rotate(90)"' in markup
    assert 'data-square="translate(0 3.125) rotate(345)"' in markup
    assert re.search(r'href="#p3" x="-0.49".*href="#p9" x="0.49"', markup)
    assert 'id="t7"' in markup
    assert 'data-ply="12"' in markup
    assert 'data-seat="C"' in markup


def test_a_double_has_a_ground_of_its_own() -> None:
    double = drawing.tile_svg(node=0, a=0, b=0, wide=WIDE, square=SQUARE, ply=-1, letter="")
    assert uses(double) == ["td"]


def test_a_dead_end_has_no_tag() -> None:
    live = drawing.end_svg(
        node=4, arm=0, number=6, at="6-2", line=3, dead=False, half="b", wide=WIDE, square=SQUARE
    )
    dead = drawing.end_svg(
        node=4, arm=0, number=6, at="6-2", line=3, dead=True, half="b", wide=WIDE, square=SQUARE
    )
    assert ">6</text>" in live
    assert 'data-angle="90 345"' in live
    assert "<text" not in dead
    assert 'class="end dead"' in dead


def test_the_numeral_of_a_slot_stands_upright() -> None:
    markup = drawing.next_slot_svg(node=2, number=8, at="8-8", line=1, wide=WIDE, square=SQUARE)
    assert 'transform="rotate(-90)" data-square="rotate(-345)"' in markup


def test_a_string_is_drawn_where_one_shape_needs_it() -> None:
    assert drawing.link_svg(node=3, wide=(), square=()) == ""
    markup = drawing.link_svg(node=3, wide=[(0, 0), (1, 2.5)], square=())
    assert 'd="M0 0L1 2.5"' in markup
    assert 'data-square-d=""' in markup


def test_numbers_are_short() -> None:
    assert [drawing.number(value) for value in (0.0, -0.0, 1.0, 1.5, -0.0004, 2.12345)] == [
        "0",
        "0",
        "1",
        "1.5",
        "0",
        "2.123",
    ]


def test_what_could_be_markup_is_escaped() -> None:
    markup = drawing.tile_svg(node=1, a=1, b=2, wide=WIDE, square=SQUARE, ply=0, letter='"><script>')
    assert "<script>" not in markup
    assert "<script>" not in drawing.badge("<script>")
