"""The sheet of pictures that `./dev bench farmyard --sheet FILE` writes: one HTML file, plain drawings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Protocol

from bench.rounds import layout_of
from games.farmyard import SHAPES, Join, Manner, Placement, Pose, Yard, end_spots, fold

COLOURS = (
    *("#1f6f9f", "#2c7a4b", "#b3392b", "#6b4a99", "#a8590f", "#2a2a2e"),
    *("#0f7577", "#a32a6a", "#66660e", "#2f4a9e", "#8a3b1e", "#4b5a63"),
)
# Where the pips of a half sit, on a grid of three by three: columns along the tile, rows across.
_CORNERS: set[tuple[float, float]] = {(-1, -1), (1, 1), (-1, 1), (1, -1)}
_PIPS: dict[int, set[tuple[float, float]]] = {
    0: set(),
    1: {(0, 0)},
    2: {(-1, -1), (1, 1)},
    3: {(-1, -1), (0, 0), (1, 1)},
    4: _CORNERS,
    5: _CORNERS | {(0, 0)},
    6: _CORNERS | {(0, -1), (0, 1)},
    7: _CORNERS | {(0, -1), (0, 1), (0, 0)},
    8: _CORNERS | {(0, -1), (0, 1), (-1, 0), (1, 0)},
    9: _CORNERS | {(0, -1), (0, 1), (-1, 0), (1, 0), (0, 0)},
}
_ROWS_OF_FOUR = {(x, y) for x in (-1.0, -1 / 3, 1 / 3, 1.0) for y in (-1.0, 1.0)}
_PIPS[10] = _ROWS_OF_FOUR | {(-2 / 3, 0), (2 / 3, 0)}
_PIPS[11] = _PIPS[10] | {(0, 0)}
_PIPS[12] = _ROWS_OF_FOUR | {(x, 0) for x in (-1.0, -1 / 3, 1 / 3, 1.0)}


class Measured(Protocol):
    """What the sheet wants to know about a board."""

    @property
    def shape(self) -> str: ...
    @property
    def seats(self) -> int: ...
    @property
    def seed(self) -> int: ...
    @property
    def tiles(self) -> int: ...
    @property
    def size(self) -> float: ...
    @property
    def short_links(self) -> int: ...
    @property
    def long_links(self) -> int: ...
    @property
    def shifts(self) -> int: ...


def write_sheet(path: Path, boards: Sequence[Measured]) -> None:
    """Draw the boards that are worth a look."""
    style = (
        "body{background:#17302a;color:#fdf6e6;font:14px sans-serif;margin:16px}"
        "figure{display:inline-block;margin:6px}svg{background:#3d6656;display:block}"
    )
    drawn = "\n".join(_figure(title, board) for title, board in _chosen(boards))
    path.write_text(
        f"<!doctype html><meta charset=utf-8><title>Farmyard</title><style>{style}</style>\n{drawn}\n",
        encoding="utf-8",
    )


def _chosen(boards: Sequence[Measured]) -> Iterator[tuple[str, Measured]]:
    """For each shape and seat count the board of middling and of smallest size, then those in trouble."""
    for shape in SHAPES:
        here = [board for board in boards if board.shape == shape.name]
        for seats in sorted({board.seats for board in here}):
            ranked = sorted((b for b in here if b.seats == seats), key=lambda board: board.size)
            yield "typical", ranked[len(ranked) // 2]
            yield "smallest", ranked[0]
        yield from (("long string", board) for board in [b for b in here if b.long_links][:6])
        yield from (("short string", board) for board in [b for b in here if b.short_links][:6])
        yield from (("repaired", board) for board in [b for b in here if b.shifts][:6])


def _figure(title: str, board: Measured) -> str:
    shape = next(shape for shape in SHAPES if shape.name == board.shape)
    joins, manner = layout_of(board.seats, board.seed)
    yard = Yard(shape, manner)
    picture = drawing(joins, manner, [yard.place(join) for join in joins], shape.name)
    text = f"{title}: {board.seats} seats, round {board.seed}, {board.tiles} tiles, short side {board.size:.1f} px"
    return f"<figure>{picture}<figcaption>{escape(text)}</figcaption></figure>"


def drawing(joins: Sequence[Join], manner: Manner, placements: Sequence[Placement], shape_name: str) -> str:
    """A layout as SVG, from what is stored of it."""
    shape = next(shape for shape in SHAPES if shape.name == shape_name)
    picture = fold(shape, placements)
    width, height = (390, 420) if shape.aspect < 1 else (900, 560)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="{" ".join(map(str, picture.frame))}">'
    ]
    for link in picture.links.values():
        points = " ".join(f"{x},{y}" for x, y in link)
        parts.append(f'<polyline points="{points}" fill="none" stroke="#d9b86a" stroke-width=".14"/>')
    parts += [_slot(slot) for free in picture.slots.values() for slot in free]
    parts += [_tile(join, pose) for join, pose in zip(joins, picture.poses, strict=True)]
    for end in end_spots(joins, picture.poses, manner):
        if not end.dead:
            parts.append(f'<circle cx="{end.tag[0]}" cy="{end.tag[1]}" r=".12" fill="#ffe9ad"/>')
    return "".join([*parts, "</svg>"])


def _placed(pose: Pose, inner: str) -> str:
    return f'<g transform="translate({pose.x} {pose.y}) rotate({pose.angle})">{inner}</g>'


def _slot(pose: Pose) -> str:
    return _placed(
        pose,
        '<rect x="-.97" y="-.47" width="1.94" height=".94" rx=".14" fill="none" '
        'stroke="#fff3cf" stroke-width=".05" stroke-dasharray=".15 .1"/>',
    )


def _tile(join: Join, pose: Pose) -> str:
    fill = "#f8ecd0" if join.is_double else "#fdf8ea"
    body = f'<rect x="-.97" y="-.47" width="1.94" height=".94" rx=".14" fill="{fill}"/>'
    bar = '<path d="M0-.33V.33" stroke="#9c8a66" stroke-width=".045"/>'
    return _placed(pose, body + bar + "".join([*_pips(join.a, -0.49), *_pips(join.b, 0.49)]))


def _pips(number: int, middle: float) -> Iterable[str]:
    if number == 0:
        return []
    radius = 0.098 if number < 10 else 0.077
    return [
        f'<circle cx="{middle + 0.265 * x:.3f}" cy="{0.265 * y:.3f}" r="{radius}" fill="{COLOURS[number - 1]}"/>'
        for x, y in sorted(_PIPS[number])
    ]
