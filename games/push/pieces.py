"""The pieces of a board in one language: each drawn once, kept by layer and id, and sent once."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from django.utils.html import format_html
from django.utils.safestring import mark_safe

from games import drawing
from games.farmyard.ends import end_for, point_ahead
from games.farmyard.joins import BACK, Join
from games.models import LETTERS
from games.presenters.ends import end_label, line_of, toe_label
from games.push.board import Addition, Board, Poses
from games.rules.actions import place_text
from games.rules.layout import count_with
from games.rules.view import View

# From bottom to top. The last one is no layer of the picture: the open ends once more, as a list of buttons.
LAYERS: Final = ("links", "slots", "bodies", "tiles", "tags", "ends")
# How far outside of an open edge the anchor of its tag lies.
_TAG_AHEAD: Final = 0.45


class Piece(NamedTuple):
    """One element: the layer that holds it and its markup."""

    layer: str
    html: str


# Pieces by the id of their element.
Named = dict[str, Piece]


class Step(NamedTuple):
    """One change of a picture, as a message carries it: put by id, taken away, moved, shown."""

    ply: int | None
    put: list[Piece]
    gone: list[str]
    moved: list[tuple[int, str, str]]
    frame: list[str] | None

    def json(self) -> str:
        """The step for a message; what is empty is left out."""
        filled = {name: value for name, value in self._asdict().items() if value is not None and value != []}
        return json.dumps(filled, ensure_ascii=False, separators=(",", ":"))


class Pieces:
    """All pieces of one board in one language. Used as the board is, in that language."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._nodes = 0
        self.named: Named = {}
        self.steps: dict[int, str] = {}
        self._ends: dict[tuple[object, ...], Piece] = {}

    def catch_up(self) -> None:
        """Draw the tiles that are new on the board, and those once more that were moved."""
        for node in range(self._nodes, len(self._board.nodes)):
            addition = self._board.additions.get(self._board.nodes[node].laying.ply)
            before = set(self.named)
            put = self._draw(node)
            for moved, _poses in addition.moved if addition else ():
                self.named.pop(f"k{moved}", None)
                # Pages move what they have themselves, all but its string.
                put |= {id_: piece for id_, piece in self._draw(moved).items() if piece.layer == "links"}
            if addition is not None:
                gone = sorted(before - set(self.named))
                self.steps[addition.ply] = _step(addition, list(put.values()), gone).json()
        self._nodes = len(self._board.nodes)

    def layer(self, layer: str, ends: Mapping[str, Piece]) -> str:
        """All that lies in a layer at present, for a whole page."""
        both = (*self.named.values(), *ends.values())
        return "".join(piece.html for piece in both if piece.layer == layer)

    def _draw(self, node: int) -> Named:
        """Draw a tile where it lies now, with its body and its string."""
        join, laying = self._board.nodes[node]
        poses = self._board.poses(node)._asdict()
        letter = "" if laying.seat is None else LETTERS[laying.seat]
        wide, square = self._board.links(node)
        drawn = {
            f"b{node}": Piece("bodies", drawing.body_svg(node=node, **poses)),
            f"t{node}": Piece(
                "tiles",
                drawing.tile_svg(node=node, a=join.a, b=join.b, ply=laying.ply, letter=letter, **poses),
            ),
        }
        if wide or square:
            drawn[f"k{node}"] = Piece("links", drawing.link_svg(node=node, wide=wide, square=square))
        self.named |= drawn
        return drawn

    def ends(self, view: View) -> Named:
        """The open ends of a position, and the free places of the foot that waits."""
        found: Named = {}
        if view.owed is not None:
            found.update(self._foot(view, view.owed.node, view.owed.number))
        dead = {end.number for end in view.ends}
        dead = {number for number in dead if count_with(view.layout, number) > view.set_max}
        for node, arm, number in view.ends:
            found.update(self._end(view, node, arm, number, dead=number in dead))
        return found

    def _end(
        self, view: View, node: int, arm: int, number: int, *, dead: bool
    ) -> Iterator[tuple[str, Piece]]:
        """An end as the tag that names it on the cloth, and as a button in the list."""
        poses = self._board.poses(node)
        key = (node, arm, number, dead, poses)
        if key not in self._ends:
            join, line, at = (
                self._board.nodes[node].join,
                line_of(view.layout, node),
                place_text(view.layout, node, arm),
            )
            anchors = _anchors(node, join, arm, poses)
            half = "" if join.is_double else "a" if arm == BACK else "b"
            tag = drawing.end_svg(
                node=node, arm=arm, number=number, at=at, line=line, dead=dead, half=half, **anchors
            )
            self._ends[key] = Piece("tags", tag)
            self._ends[key, "button"] = _button(node, arm, at, end_label(number, line), dead=dead)
        yield f"e{node}-{arm}", self._ends[key]
        yield f"l{node}-{arm}", self._ends[key, "button"]

    def _foot(self, view: View, node: int, number: int) -> Iterator[tuple[str, Piece]]:
        """The next place of a foot is an end, the ones behind it are only drawn: counted from the last, ids stay."""
        slots = self._board.slots(node)
        at = place_text(view.layout, node, 0)
        for index, poses in zip(range(len(slots) - 1, -1, -1), slots, strict=True):
            if poses is slots[0]:
                line = line_of(view.layout, node)
                slot = drawing.next_slot_svg(node=node, number=number, at=at, line=line, **poses._asdict())
                yield f"e{node}-0", Piece("slots", slot)
            else:
                slot = drawing.slot_svg(node=node, index=index + 1, **poses._asdict())
                yield f"o{node}-{index + 1}", Piece("slots", slot)
        yield f"l{node}-0", _button(node, 0, at, toe_label(at, number), dead=False)


def ends_step(old: Mapping[str, Piece], new: Mapping[str, Piece]) -> Step:
    """From the ends that a page shows to those of a later position."""
    put = [piece for id_, piece in new.items() if old.get(id_) != piece]
    return Step(None, put, [id_ for id_ in old if id_ not in new], [], None)


def _step(addition: Addition, put: list[Piece], gone: list[str]) -> Step:
    moved = [
        (node, drawing.transform(poses.wide), drawing.transform(poses.square))
        for node, poses in addition.moved
    ]
    frame = None if addition.frames is None else [drawing.view_box(frame) for frame in addition.frames]
    return Step(addition.ply, put, gone, moved, frame)


def _anchors(node: int, join: Join, arm: int, poses: Poses) -> dict[str, drawing.Pose]:
    """Where the tag of an end stands in each shape, and in which direction the line goes on there."""
    anchors: dict[str, drawing.Pose] = {}
    for shape, pose in poses._asdict().items():
        end = end_for(node, join, pose, arm)
        anchors[shape] = (*point_ahead(end, _TAG_AHEAD), end.angle)
    return anchors


def _button(node: int, arm: int, at: str, label: str, *, dead: bool) -> Piece:
    """An open end for readers, keyboards and pages without scripts: the same button for everybody."""
    return Piece(
        "ends",
        format_html(
            '<li id="l{0}-{1}"{2}><button class="button" form="act" name="at" value="{3}" data-end="e{0}-{1}">{4}'
            "</button></li>",
            node,
            arm,
            mark_safe(' class="dead"') if dead else "",
            at,
            label,
        ),
    )
