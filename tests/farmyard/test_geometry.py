"""Rectangles: overlap, distance, crossing, checked against slow and simple ways to find the same."""

import random
from math import hypot

import pytest

from games.farmyard.geometry import Box, Pose, bounds, clash, corners, crosses, distance, from_tile, pose


def _points(tile: Pose, steps: int = 24) -> list[tuple[float, float]]:
    """A fine grid of points that covers a tile, its corners among them."""
    a, b, _, d = corners(tile)
    return [
        (
            a[0] + (b[0] - a[0]) * u / steps + (d[0] - a[0]) * v / (2 * steps),
            a[1] + (b[1] - a[1]) * u / steps + (d[1] - a[1]) * v / (2 * steps),
        )
        for u in range(steps + 1)
        for v in range(2 * steps + 1)
    ]


def _pairs(number: int) -> list[tuple[Pose, Pose]]:
    source = random.Random(5)
    return [
        (
            Pose(0, 0, source.randrange(360)),
            Pose(source.uniform(-2.6, 2.6), source.uniform(-2.6, 2.6), source.randrange(360)),
        )
        for _ in range(number)
    ]


def test_tiles_clash_exactly_when_they_share_points() -> None:
    seen = set()
    for a, b in _pairs(300):
        nearest = min(from_tile(b, point) for point in _points(a))
        if clash(a, b, 0.0):
            assert nearest < 0.05, (a, b)
        else:
            assert nearest > 0.0, (a, b)
        seen.add(clash(a, b, 0.0))
    assert seen == {True, False}


def test_the_distance_is_that_of_the_nearest_points() -> None:
    for a, b in _pairs(100):
        nearest = min(from_tile(b, point) for point in _points(a))
        assert distance(a, b) == pytest.approx(nearest, abs=0.05)


def test_a_clash_is_seen_from_both_sides() -> None:
    for a, b in _pairs(300):
        assert clash(a, b, 0.1) == clash(b, a, 0.1)


def test_clearance_is_the_width_of_a_gap() -> None:
    a, b = Pose(0, 0, 0), Pose(2.1, 0, 0)
    assert not clash(a, b, 0.09)
    assert clash(a, b, 0.11)
    assert clash(Pose(0, 0, 0), Pose(0, 1.1, 180), 0.11)


@pytest.mark.parametrize("angle", range(0, 360, 15))
def test_the_box_of_a_tile_is_that_of_its_corners(angle: int) -> None:
    tile = Pose(1.5, -2, angle)
    xs, ys = zip(*corners(tile), strict=True)
    assert bounds(tile) == pytest.approx(Box(min(xs), min(ys), max(xs), max(ys)))
    assert all(hypot(x - 1.5, y + 2) == pytest.approx(hypot(1, 0.5)) for x, y in corners(tile))


def test_a_segment_crosses_a_tile_when_a_point_of_it_lies_inside() -> None:
    source = random.Random(6)
    seen = set()
    for tile, other in _pairs(200):
        start = (other.x, other.y)
        end = (source.uniform(-2.5, 2.5), source.uniform(-2.5, 2.5))
        along = [
            (start[0] + (end[0] - start[0]) * k / 400, start[1] + (end[1] - start[1]) * k / 400)
            for k in range(401)
        ]
        inside = any(from_tile(tile, point) == 0 for point in along)
        if inside:
            assert crosses(tile, start, end, 0.01)
        else:
            assert not crosses(tile, start, end, -0.01)
        seen.add(inside)
    assert seen == {True, False}


def test_a_segment_beside_a_tile_does_not_cross_it() -> None:
    assert not crosses(Pose(0, 0, 0), (-3, 0.6), (3, 0.6), 0.05)
    assert crosses(Pose(0, 0, 0), (-3, 0.6), (3, 0.6), 0.15)


def test_poses_are_rounded_and_turned_into_the_full_circle() -> None:
    assert pose(1.00049, -0.0001, -90) == Pose(1.0, 0.0, 270)
    assert str(pose(1.00049, -0.0001, 450)) == str(Pose(1.0, 0.0, 90))
