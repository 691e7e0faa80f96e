"""The measurement of the pictures: what it counts, when it says that a figure is missed, what it draws."""

from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from bench.farmyard import Board, main, overlaps, size_of, table
from bench.rounds import layout_of, played_round
from games.farmyard import SQUARE, WIDE, Placement, Pose, Replanned
from games.rules.tiles import tile_set

GOOD = Board("square", 4, 0, 43, 19.5, 20.0, 0, 0, 0, 0, (1.0, 2.0), 3.0)


def test_rounds_follow_from_seats_and_seed() -> None:
    assert layout_of(4, 7) == layout_of(4, 7)
    assert layout_of(4, 7) != layout_of(4, 8)
    assert layout_of(8, 7)[1].maximum == 12
    state = played_round(3, 1)
    tiles = [laid.tile for laid in state.layout] + [tile for seat in range(3) for tile in state.hand(seat)]
    assert sorted([*tiles, *state.boneyard]) == sorted(tile_set(9))


def test_good_boards_reach_the_figures() -> None:
    lines, reached = table([GOOD] * 20)
    assert reached
    assert not any("MISSED" in line for line in lines)


@pytest.mark.parametrize(
    ("bad", "row"),
    [
        (replace(GOOD, size=16.0), "at the end, px, p10"),
        (replace(GOOD, early_size=17.5), "at tile 40, px, p50"),
        (replace(GOOD, overlaps=1), "overlapping pairs"),
        (replace(GOOD, short_links=1), "short links"),
        (replace(GOOD, long_links=1), "long links"),
        (replace(GOOD, shifts=1), "moves that shift"),
    ],
)
def test_bad_boards_miss_theirs(bad: Board, row: str) -> None:
    lines, reached = table([bad] * 20)
    assert not reached
    assert any(row in line and "MISSED" in line for line in lines)


def test_a_size_within_a_third_of_a_pixel_is_reached() -> None:
    assert table([replace(GOOD, size=18.51)] * 20)[1]
    assert not table([replace(GOOD, size=18.49)] * 20)[1]


def test_overlaps_are_seen() -> None:
    there = Placement(Pose(0, 0, 0), slots=(Pose(2.06, 0, 0),))
    assert overlaps(WIDE, [there, Placement(Pose(2.06, 0, 0))]) == 0
    assert overlaps(WIDE, [there, Placement(Pose(0.5, 1.05, 0))]) == 0
    assert overlaps(WIDE, [there, Placement(Pose(0.9, 0.5, 0))]) == 2


def test_planned_places_that_a_repair_puts_on_each_other_are_seen() -> None:
    foot = Placement(Pose(0, 0, 90), slots=(Pose(2, 0, 0), Pose(-2, 0, 180)))
    repaired = Placement(Pose(9, 9, 0), replanned=(Replanned(0, (Pose(2, 0, 0), Pose(2.5, 0, 0))),))
    assert overlaps(WIDE, [foot, repaired]) == 1


def test_the_size_is_that_of_tiles_and_planned_toes_filling_the_board() -> None:
    # 2 × 1 units of tile and 0.7 around: 3.4 × 2.4.
    assert size_of(SQUARE, [Placement(Pose(3, 3, 0))]) == pytest.approx(390 / 3.4)
    wide = [Placement(Pose(3, 3, 0), slots=(Pose(3, 7, 0),))]
    assert size_of(WIDE, wide) == pytest.approx(560 / 6.4)


class _Drawings(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.append(tag)


def test_it_prints_the_table_and_draws_the_sheet(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sheet = tmp_path / "sheet.html"
    assert main(["--rounds", "1", "--seats", "4", "--workers", "1", "--sheet", str(sheet)]) in (0, 1)
    printed = capsys.readouterr().out
    assert "phone, double-nine" in printed
    assert "in 1,000 tests" in printed
    drawings = _Drawings()
    drawings.feed(sheet.read_text())
    joins, _ = layout_of(4, 0)
    assert drawings.tags.count("svg") >= 4
    assert drawings.tags.count("g") >= 4 * len(joins)
