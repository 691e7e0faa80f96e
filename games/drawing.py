"""Markup of the small pictures: icons, badges, chips, tile faces, and the pieces of a layout on the cloth.

Pure string building from plain values, because these are made by the hundred and pushed one by one; everything
here is the same for every viewer. What it draws with (`#tf`, `#p9`, `#badge-A`, …) stands in
`templates/pieces/sprite.html`, how it looks in the style sheets.

Unit of a layout: 1 = a tile's short side, y down. A pose is (x, y, angle): the centre and the whole degrees,
clockwise, of the tile's long axis; the half at the parent lies at −x of it. Each piece carries its pose in the
wide picture as `transform` and the one in the square picture as `data-square`; `board.js` switches.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe

type Pose = tuple[float, float, int]
type Link = Sequence[tuple[float, float]]

# How far the middle of a half lies from the middle of the tile.
HALF = "0.49"


def number(value: float) -> str:
    """A coordinate as short as it goes, three decimals at most."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text in {"", "-0"} else text


def transform(pose: Pose) -> str:
    """A pose as an SVG transform."""
    x, y, angle = pose
    turn = f" rotate({angle})" if angle else ""
    return f"translate({number(x)} {number(y)}){turn}"


def view_box(frame: Sequence[float]) -> str:
    """A frame (left, top, width, height) as an SVG viewBox."""
    return " ".join(map(number, frame))


def _safe(markup: str) -> SafeString:
    return mark_safe(markup)


@lru_cache(maxsize=256)
def icon(name: str, extra: str = "") -> SafeString:
    """An icon of the sprite. It says nothing to a screen reader: put the word beside it."""
    return format_html('<svg class="icon {}" aria-hidden="true"><use href="#i-{}"/></svg>', extra, name)


@lru_cache(maxsize=256)
def badge(letter: str, extra: str = "") -> SafeString:
    """A seat's badge, "A" to "H"; an empty letter gives the dashed ring of a free place."""
    if not letter:
        return format_html('<span class="badge badge-free {}" aria-hidden="true"></span>', extra)
    return format_html(
        '<svg class="badge {}" aria-hidden="true"><use href="#badge-{}"/></svg>', extra, letter
    )


def halves(tile: str) -> tuple[int, int]:
    """The two numbers of "9-3", in the order in which they are written; ValueError if it is no tile."""
    first, second = tile.split("-")
    return int(first), int(second)


@lru_cache(maxsize=256)
def chip(tile: str) -> SafeString:
    """A tile inside a sentence, "9-3": two numerals in an ivory pill. Its text is "9-3" for readers and copying."""
    first, second = halves(tile)
    double = " chip-double" if first == second else ""
    return _safe(f'<span class="chip{double}"><b>{first}</b><i>-</i><b>{second}</b></span>')


def _half(symbol: str, value: int, where: str) -> str:
    return f'<use href="#{symbol}{value}" {where}/>' if value else ""


@lru_cache(maxsize=512)
def face(tile: str) -> SafeString:
    """An upright tile, "9-3", the first number on top; "" gives its back. The size comes from outside."""
    if not tile:
        return _safe(
            '<svg class="face" viewBox="-.5 -1 1 2" aria-hidden="true"><use href="#tx" transform="rotate(90)"/></svg>'
        )
    first, second = halves(tile)
    ground = "hd" if first == second else "hf"
    top, bottom = _half("h", first, f'y="-{HALF}"'), _half("h", second, f'y="{HALF}"')
    return _safe(
        f'<svg class="face" viewBox="-.5 -1 1 2" aria-hidden="true"><use href="#{ground}"/>{top}{bottom}</svg>'
    )


# ---- Pieces of a layout ----


def _placed(wide: Pose, square: Pose) -> str:
    return f'transform="{transform(wide)}" data-square="{transform(square)}"'


def tile_svg(*, node: int, a: int, b: int, wide: Pose, square: Pose, ply: int, letter: str) -> SafeString:
    """A laid tile, for the layer `l-tiles`.

    `a` is the half at its parent and `b` the other one (a == b: a double); `ply` is when it was laid (−1: before
    the deal) and `letter` who laid it ("" nobody).
    """
    ground = "td" if a == b else "tf"
    near, far = _half("p", a, f'x="-{HALF}"'), _half("p", b, f'x="{HALF}"')
    return _safe(
        f'<g id="t{node}" class="t" data-node="{node}" data-ply="{ply}" data-seat="{escape(letter)}" '
        f'{_placed(wide, square)}><use href="#{ground}"/>{near}{far}</g>'
    )


def body_svg(*, node: int, wide: Pose, square: Pose) -> SafeString:
    """The bare body of a laid tile, for the layer `l-bodies`, which is drawn as shadows and as thickness."""
    return _safe(f'<use id="b{node}" data-node="{node}" href="#tb" {_placed(wide, square)}/>')


def link_svg(*, node: int, wide: Link, square: Link) -> SafeString:
    """The string from a tile to the one it could not touch, for `l-links`; "" where both pictures need none."""
    if not wide and not square:
        return _safe("")
    return _safe(f'<path id="k{node}" data-node="{node}" d="{_path(wide)}" data-square-d="{_path(square)}"/>')


def _path(points: Link) -> str:
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) if points else ""


def slot_svg(*, node: int, index: int, wide: Pose, square: Pose) -> SafeString:
    """A free place of a waiting foot behind its next one, for `l-slots`; `index` counts them from 1."""
    return _safe(
        f'<use id="o{node}-{index}" class="slot" data-node="{node}" href="#tb" {_placed(wide, square)}/>'
    )


def next_slot_svg(*, node: int, number: int, at: str, line: int, wide: Pose, square: Pose) -> SafeString:
    """The place of the next toe of a waiting foot, for `l-slots`: the only open end there is just then.

    `node` is the double, `number` what a toe must match, `at` how an action names this end ("9-9"). The numeral
    stands upright in the half at the double.
    """
    return _safe(
        f'<g id="e{node}-0" class="end slot slot-next" data-node="{node}" data-number="{number}" '
        f'data-at="{escape(at)}" data-line="{line}" {_placed(wide, square)}><use href="#tb"/>'
        f'<g transform="translate(-.49 0)">'
        f'<text class="slot-number" y=".3" {_upright(wide, square)}>{number}</text></g></g>'
    )


def _upright(wide: Pose, square: Pose) -> str:
    return f'transform="rotate({-wide[2]})" data-square="rotate({-square[2]})"'


def end_svg(
    *, node: int, arm: int, number: int, at: str, line: int, dead: bool, half: str, wide: Pose, square: Pose
) -> SafeString:
    """An open end with its tag, for `l-tags`; inert until a tile is chosen that fits.

    `wide` and `square` are the anchor of the tag and the direction in which the line goes on; `at` is how an
    action names the end ("9-3", "9-3:1"), `half` which half of the tile is the open one: "a" at its parent's
    side, "b" the other, "" where a double lies across. A dead end (no tile with its number is left) has no tag.
    """
    tag = "" if dead else f'<g class="tag"><circle r="8.5"/><text y="4.1">{number}</text></g>'
    angles = f'data-angle="{wide[2]} {square[2]}"'
    place, place_square = transform((wide[0], wide[1], 0)), transform((square[0], square[1], 0))
    return _safe(
        f'<g id="e{node}-{arm}" class="end{" dead" if dead else ""}" data-node="{node}" data-number="{number}" '
        f'data-at="{escape(at)}" data-line="{line}" data-half="{half}" {angles} transform="{place}" '
        f'data-square="{place_square}">{tag}</g>'
    )


def halo_svg(*, node: int, wide: Pose, square: Pose) -> SafeString:
    """What marks a laid tile from below, for the layer `l-halos`."""
    return _safe(f'<use class="halo" data-node="{node}" href="#tb" {_placed(wide, square)}/>')
