"""Artificial trees of 91 tiles, far from anything that a round can give: nothing overlaps, nothing is refused."""

import pytest

from games.farmyard import SHAPES, SQUARE, WIDE, Join, Shape
from tests.farmyard.boards import ENDLESS, Pick, Watched, any_end, newest_end, tree

TREES = {
    "a single line": (0.0, newest_end),
    "doubles only": (1.0, any_end),
    "growth on the newest end": (0.2, newest_end),
    "many doubles": (0.35, any_end),
    "few doubles": (0.05, any_end),
}


@pytest.mark.slow
@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.name)
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(("doubles", "pick"), TREES.values(), ids=TREES.keys())
def test_a_tree_of_91_tiles_is_laid_without_an_overlap(
    doubles: float, pick: Pick, seed: int, shape: Shape
) -> None:
    watched = Watched(shape, ENDLESS).place_all(tree(91, doubles, pick, seed))
    assert len(watched.placements) == 91


@pytest.mark.parametrize(("doubles", "pick"), TREES.values(), ids=TREES.keys())
def test_a_small_tree_is_laid_without_an_overlap(doubles: float, pick: Pick) -> None:
    watched = Watched(WIDE, ENDLESS).place_all(tree(30, doubles, pick, 7))
    assert len(watched.placements) == 30


def test_one_long_line_is_laid_without_an_overlap() -> None:
    joins = [Join(0, 0, toes=6), *(Join(0, k + 1, 0) for k in range(6))]
    joins += [Join(k + 6, k + 7, k) for k in range(6, 91)]
    watched = Watched(SQUARE, ENDLESS).place_all(joins)
    assert len(watched.yard.poses) == 92
