"""The frame: what is shown grows with the layout and never zooms in."""

import pytest

from games.farmyard import SHAPES, Shape, Yard, fold
from games.farmyard.frame import Frame, first_frame, grown
from games.farmyard.geometry import Box, bounds
from tests.farmyard.boards import ENDLESS, any_end, tree


def test_it_starts_twelve_units_high_around_the_first_tile() -> None:
    assert first_frame(1.5) == Frame(-9, -6, 18, 12)


def test_a_layout_that_fits_changes_nothing() -> None:
    assert grown(Frame(-9, -6, 18, 12), Box(-8.3, -5.3, 8.3, 5.3)) is None


def test_a_layout_that_leaves_it_is_put_in_the_middle_with_headroom() -> None:
    assert grown(Frame(-9, -6, 18, 12), Box(-2, -5, 8.4, 5)) == Frame(-5.8, -6, 18, 12)
    assert grown(Frame(-9, -6, 18, 12), Box(-8, -6, 8, 6)) == Frame(-9, -7, 18, 14)


def test_strings_are_shown_too() -> None:
    frame = grown(Frame(-9, -6, 18, 12), Box(-1, -1, 1, 1), [(0, 0), (0, 9)])
    assert frame is not None
    assert frame.top + frame.height >= 9.7


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.name)
def test_during_a_round_it_holds_everything_and_only_grows(shape: Shape) -> None:
    yard = Yard(shape, ENDLESS)
    placements = []
    last = yard.frame
    for join in tree(60, 0.2, any_end, 3):
        placements.append(yard.place(join))
        picture = fold(shape, placements)
        frame = picture.frame
        assert frame == yard.frame
        assert frame.width >= last.width
        assert frame.height >= last.height
        last = frame
        for pose in [*picture.poses, *(slot for free in picture.slots.values() for slot in free)]:
            box = bounds(pose)
            assert frame.left <= box.left - 0.699
            assert frame.top <= box.top - 0.699
            assert box.right + 0.699 <= frame.left + frame.width
            assert box.bottom + 0.699 <= frame.top + frame.height
