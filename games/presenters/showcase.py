"""Layouts that are shown and not played: laid by the same farmyard as those of a match, drawn with the same pieces."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from django.utils.safestring import SafeString, mark_safe

from games.drawing import HALF, transform, view_box
from games.farmyard.geometry import Pose
from games.farmyard.joins import SHAPES, Join, Manner
from games.farmyard.yard import Yard
from games.rules.layout import shared_number
from games.rules.tiles import Tile

# Tile by tile, each joined to an earlier one: the first foot complete, two later doubles with all their toes.
_FRONT: Final = (
    ("9-9", ""), ("9-4", "9-9"), ("9-6", "9-9"), ("9-0", "9-9"), ("9-5", "9-9"), ("9-1", "9-9"), ("9-3", "9-9"),
    ("4-4", "9-4"), ("4-2", "4-4"), ("8-4", "4-4"), ("7-4", "4-4"),
    ("6-1", "9-6"), ("3-3", "9-3"), ("7-3", "3-3"), ("5-3", "3-3"), ("3-2", "3-3"),
)  # fmt: skip
_FOOT: Final = (("6-0", ""), ("0-0", "6-0"), ("3-0", "0-0"), ("5-0", "0-0"), ("2-0", "0-0"))
_FIRST_TOES: Final = 6
_TOES: Final = 3


class Showcase(NamedTuple):
    """A layout as markup: the bodies, which are drawn as shadows and thickness too, the tiles, the view box."""

    bodies: SafeString
    tiles: SafeString
    frame: str


@lru_cache(maxsize=4)
def front_layout() -> Showcase:
    """The layout of the front page."""
    return _shown(_FRONT)


@lru_cache(maxsize=4)
def foot_layout() -> Showcase:
    """A single chicken foot, standing on its leg."""
    return _shown(_FOOT, turn=True)


def _shown(laid: Sequence[tuple[str, str]], *, turn: bool = False) -> Showcase:
    yard, tiles = Yard(SHAPES[0], Manner(9, _TOES)), [Tile.parse(name) for name, _parent in laid]
    joins = [
        _join(tiles, node, tiles.index(Tile.parse(parent)) if parent else -1)
        for node, (_name, parent) in enumerate(laid)
    ]
    for join in joins:
        yard.place(join)
    poses = [_turned(pose) if turn else pose for pose in yard.poses]
    places = [transform((pose.x, pose.y, pose.angle)) for pose in poses]
    # Without ids: it may stand on a page that has a layout of its own.
    bodies = "".join(f'<use href="#tb" transform="{place}"/>' for place in places)
    faces = "".join(_face(join, place) for join, place in zip(joins, places, strict=True))
    return Showcase(mark_safe(bodies), mark_safe(faces), _frame(poses))


def _turned(pose: Pose) -> Pose:
    """A quarter turn against the clock: what grew to the right grows upwards."""
    return Pose(pose.y, -pose.x, (pose.angle - 90) % 360)


def _face(join: Join, place: str) -> str:
    ground = "td" if join.a == join.b else "tf"
    near, far = _half(join.a, f"-{HALF}"), _half(join.b, HALF)
    return f'<g class="t" transform="{place}"><use href="#{ground}"/>{near}{far}</g>'


def _half(value: int, x: str) -> str:
    return f'<use href="#p{value}" x="{x}"/>' if value else ""


def _join(tiles: Sequence[Tile], node: int, parent: int) -> Join:
    tile = tiles[node]
    if parent < 0:
        toes = _FIRST_TOES if tile.is_double else 0
        return Join(tile.high, tile.low, toes=toes)
    number = shared_number(tile, tiles[parent])
    return Join(number, tile.other(number), parent, toes=_TOES if tile.is_double else 0)


def _frame(poses: Sequence[Pose]) -> str:
    """A view box with a little air around the tiles, not the one that leaves room for more of them."""
    left, right = min(pose.x for pose in poses) - 1.2, max(pose.x for pose in poses) + 1.2
    top, bottom = min(pose.y for pose in poses) - 1.2, max(pose.y for pose in poses) + 1.2
    return view_box((left, top, right - left, bottom - top))
