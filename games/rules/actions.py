"""What a seat can do on its turn, and how that is written.

The text stands in the log, in the record and in what a page posts: `9-3@9-9` (join 9-3 to 9-9),
`5-2@6-6:3` (to its third arm), `6-4` (the first tile of an empty table), `draw`, `pass`.
"""

from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

from games.rules.layout import ROOT, End, Layout, node_of
from games.rules.refusals import Refusal, RefusalCode
from games.rules.tiles import Tile


class Play(NamedTuple):
    """Lay `tile`, joined to `node` on its `arm` (node `ROOT`, arm 0: the first tile of an empty table)."""

    tile: Tile
    node: int
    arm: int = 0


@dataclass(frozen=True, slots=True)
class Draw:
    """Take the next tile of the boneyard."""


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing, because nothing can be done."""


Action = Play | Draw | Pass
DRAW: Final = Draw()
PASS: Final = Pass()


@cache
def play(tile: Tile, node: int, arm: int) -> Play:
    """A `Play`, made once: there are few of them, and legal plays are listed at every step."""
    return Play(tile, node, arm)


def place_text(layout: Layout, node: int, arm: int) -> str:
    """The name of a place on the table: `6-6`, or `6-6:3` where a tile has several."""
    tile = layout[node].tile
    return f"{tile}:{arm}" if arm else str(tile)


def end_text(layout: Layout, end: End) -> str:
    """The name of an open end: what stands after `@` in the plays on it."""
    return place_text(layout, end.node, end.arm)


def action_text(layout: Layout, action: Action) -> str:
    """An action as text. `layout` is the table that the action is, or was, made on (a later one will do)."""
    if isinstance(action, Play):
        if action.node == ROOT:
            return str(action.tile)
        return f"{action.tile}@{place_text(layout, action.node, action.arm)}"
    return "draw" if isinstance(action, Draw) else "pass"


def parse_action(layout: Layout, text: str) -> Action:
    """The action that a text means on this table.

    Raises Refusal UNREADABLE for text that is no action, NOT_ON_TABLE for a tile joined to one that does
    not lie there. Whether the action is legal is another question: `Game.apply` answers it.
    """
    if text == "draw":
        return DRAW
    if text == "pass":
        return PASS
    tile_part, at, place = text.partition("@")
    if not at:
        return Play(_tile(tile_part, text), ROOT)
    target_part, colon, arm_part = place.partition(":")
    tile, target = _tile(tile_part, text), _tile(target_part, text)
    arm = _arm(arm_part, text) if colon else 0
    node = node_of(layout, target)
    if node is None:
        raise Refusal(RefusalCode.NOT_ON_TABLE, {"tile": str(target)})
    return Play(tile, node, arm)


def _tile(part: str, text: str) -> Tile:
    try:
        return Tile.parse(part)
    except ValueError:
        raise Refusal(RefusalCode.UNREADABLE, {"text": text}) from None


def _arm(part: str, text: str) -> int:
    # One digit is all there is; "01" or "٣" would be a second spelling of the same arm.
    if len(part) == 1 and part in "123456789":
        return int(part)
    raise Refusal(RefusalCode.UNREADABLE, {"text": text})
