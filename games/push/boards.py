"""Which boards a process remembers, and a board brought up to the facts of a table."""

from __future__ import annotations

from django.utils import translation

from games.push.board import Board, layout_of
from games.push.lines import Lines
from games.push.pieces import Pieces
from games.queries import Snapshot
from games.queries.logs import log_of
from games.queries.memory import Memory

# A round is known by its id and its commitment (ids come again in a database that was put back).
_boards: Memory[tuple[int, str], Board] = Memory(256)
_drawn: Memory[tuple[int, str, str], tuple[Pieces, Lines]] = Memory(512)


def drawn(now: Snapshot, language: str) -> tuple[Board, Pieces, Lines]:
    """The board of the current round as it is now, its pieces and the lines of its log in a language.

    For whoever holds the table's lock; the language must be the active one.
    """
    assert translation.get_language() == language
    key = (now.round.id, now.round.commitment)
    board = _boards.get_or(
        key, lambda: Board(now.match.game, now.match.settings, layout_of(now), now.round.poses)
    )
    if board.ply < now.round.ply:
        board.grow(layout_of(now), log_of(now, board.ply))
    pieces, lines = _drawn.get_or((*key, language), lambda: (Pieces(board), Lines()))
    pieces.catch_up()
    lines.catch_up(now)
    return board, pieces, lines
