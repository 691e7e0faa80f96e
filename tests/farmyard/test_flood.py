"""The flood: what can be reached from outside, also far from the middle."""

from collections.abc import Iterator

import pytest

from games.farmyard import Pose
from games.farmyard.flood import Outside
from games.farmyard.geometry import Box, Vector
from games.farmyard.ground import Ground
from games.farmyard.scoring import box_with


def _ring(x: float, y: float) -> Iterator[Pose]:
    """Tiles around a free place, end to end."""
    for k in (-2, 0, 2):
        yield Pose(x + k, y - 3.5, 0)
        yield Pose(x + k, y + 3.5, 0)
        yield Pose(x - 3.5, y + k, 90)
        yield Pose(x + 3.5, y + k, 90)


def _laid(tiles: list[Pose]) -> Ground:
    ground = Ground()
    for tile in tiles:
        ground.add(tile)
    return ground


@pytest.mark.parametrize("middle", [(0, 0), (-75, 3), (41, 60), (300, -220)])
def test_a_closed_ring_cuts_its_inside_off(middle: Vector) -> None:
    x, y = middle
    ground = _laid(list(_ring(x, y)))
    outside = Outside(ground.rows, ground.box)
    assert not outside.reaches((x, y))
    assert outside.reaches((x + 6, y))
    assert outside.reaches((x, y - 6))


def test_a_gap_lets_a_line_out() -> None:
    tiles = list(_ring(0, 0))
    ground = _laid([tile for tile in tiles if tile.x < 3 or tile.y != 0])
    assert Outside(ground.rows, ground.box).reaches((0, 0))


def test_a_tile_that_is_only_thought_of_closes_the_gap() -> None:
    *rest, last = _ring(0, 0)
    ground = _laid(rest)
    assert Outside(ground.rows, ground.box).reaches((0, 0))
    assert not Outside(ground.rows, box_with(ground.box, [last]), [last]).reaches((0, 0))
    assert Outside(ground.rows, ground.box).reaches((0, 0)), "nothing was marked for good"


def test_a_slit_is_too_narrow_for_a_line() -> None:
    walls = [Pose(k, side * 0.9, 0) for k in (-2, 0, 2) for side in (1, -1)]
    ground = _laid(walls)
    assert not Outside(ground.rows, ground.box).reaches((0, 0))


def test_points_beyond_the_layout_are_outside() -> None:
    assert Outside({}, Box(0, 0, 1, 1)).reaches((500, 500))
