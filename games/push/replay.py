"""The picture of a position of a round that is over: drawn once per language, the same for everybody."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils import translation
from django.utils.safestring import SafeString, mark_safe

from games.drawing import halo_svg, view_box
from games.presenters import replay
from games.presenters.names import shown_name
from games.presenters.parts import Plain
from games.presenters.replay_plays import could
from games.push.board import Board
from games.push.pieces import LAYERS, Pieces
from games.push.render import html
from games.queries.memory import Memory
from games.queries.past import PastRound
from games.rules.view import View

# A position in a language: by round, commitment and names, which a deleted account takes away.
_Key = tuple[int, str, int, str, tuple[str, ...]]
_drawn: Memory[_Key, Mapping[str, SafeString]] = Memory(512)

PARTS: Final = ("layout", "pills", "said", "hands", "could")


def position(past: PastRound, at: int) -> Mapping[str, SafeString]:
    """The parts of a position after `at` actions, by name (`PARTS`), in the active language."""
    names = tuple(shown_name(seat) for seat in past.seats)
    key = (past.round.id, past.round.commitment, at, translation.get_language(), names)
    return _drawn.get_or(key, lambda: _draw(past, at))


def _draw(past: PastRound, at: int) -> Mapping[str, SafeString]:
    view = replay.view_at(past, at)
    return {
        "layout": _layout(past, at, view),
        "pills": _part("games/parts/pills.html", replay.pills(view)),
        "said": _part("games/replay/said.html", replay.said(past, at)),
        "hands": _part("games/replay/hands.html", replay.hands(past, at)),
        "could": _part("games/replay/could.html", could(past, at, view)),
    }


def _part(template: str, context: Mapping[str, Plain]) -> SafeString:
    return mark_safe(html(template, context))


def _layout(past: PastRound, at: int, view: View) -> SafeString:
    """The cloth, folded from the stored poses as in the running round; the newest tile is marked."""
    board = Board(past.match.game, past.match.settings, view.layout, past.round.poses)
    board.grow(view.layout, past.played.actions[:at])
    pieces = Pieces(board)
    pieces.catch_up()
    ends = {} if past.played.positions[at].over else pieces.ends(view)
    wide, square = map(view_box, board.frames())
    layers: dict[str, Plain] = {layer: mark_safe(pieces.layer(layer, ends)) for layer in LAYERS}
    context: dict[str, Plain] = {"layers": layers, "wide": wide, "square": square, "halo": _halo(board, at)}
    return _part("games/stage/layout.html", context)


def _halo(board: Board, at: int) -> SafeString:
    """What marks the tile that the last action laid; nothing if it laid none."""
    node = len(board.nodes) - 1
    if node < 0 or board.nodes[node].laying.ply != at - 1 or at == 0:
        return SafeString("")
    return halo_svg(node=node, **board.poses(node)._asdict())
