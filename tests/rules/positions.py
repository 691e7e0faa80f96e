"""Positions for tests, drawn as text.

A table is a tree: a tile that is indented is joined to the next less indented tile above it.

    9-9
      9-5
        5-5
      9-4

Ends and debt are worked out here from the tree alone, not by the rules: a tile with nothing joined to it has
its far half open, a double that misses toes waits for them.
"""

from collections.abc import Mapping, Sequence

from games.rules.actions import action_text
from games.rules.games import game
from games.rules.layout import NO_NUMBER, ROOT, End, Laid, Layout, shared_number
from games.rules.settings import Settings
from games.rules.state import Owed, State
from games.rules.tiles import Tile, mask_of

RULES = game("chicken-foot")

# The starting double with its six toes: free play on the ends 0, 1, 2, 3, 4 and 5.
OPENED = """
9-9
  9-0
  9-1
  9-2
  9-3
  9-4
  9-5
"""


def tiles(text: str) -> tuple[Tile, ...]:
    """`"9-8 3-1"` → the tiles."""
    return tuple(map(Tile.parse, text.split()))


def settings(**values: object) -> Settings:
    """Settings of Chicken Foot: the defaults but for what is given."""
    return RULES.settings(values)


def table(drawing: str) -> Layout:
    """The layout of a drawing; tiles are laid in the order of their lines."""
    layout: list[Laid] = []
    above: list[tuple[int, int]] = []  # (indent, node) of the tiles that a tile may hang on
    for line in filter(str.strip, drawing.splitlines()):
        indent = len(line) - len(line.lstrip())
        above = [(other, node) for other, node in above if other < indent]
        tile = Tile.parse(line.strip())
        if above:
            parent = above[-1][1]
            layout.append(Laid(tile, parent, 0, shared_number(tile, layout[parent].tile)))
        else:
            layout.append(Laid(tile, ROOT, 0, NO_NUMBER))
        above.append((indent, len(layout) - 1))
    return tuple(layout)


def open_ends(layout: Layout) -> tuple[End, ...]:
    """Every tile that is no double and has nothing joined to it shows its far half."""
    joined = {laid.parent for laid in layout}
    return tuple(
        End(node, 0, laid.tile.other(laid.matched))
        for node, laid in enumerate(layout)
        if node not in joined and not laid.tile.is_double
    )


def waiting(layout: Layout, start_toes: int) -> Owed | None:
    """The last double, if it misses toes (with `release` earlier ones may have been given up)."""
    doubles = [node for node, laid in enumerate(layout) if laid.tile.is_double]
    node = doubles[-1]
    missing = (start_toes if node == 0 else 3) - sum(laid.parent == node for laid in layout)
    return Owed(node, layout[node].tile.high, missing) if missing else None


def position(
    drawing: str,
    hands: Sequence[str],
    boneyard: str = "",
    *,
    turn: int = 0,
    house: Mapping[str, object] | None = None,
) -> State:
    """Seat `turn` is to act on the drawn table; `house` are settings that are not the default."""
    layout, of_table = table(drawing), settings(**(house or {}))
    masks = tuple(mask_of(tiles(hand)) for hand in hands)
    owed = waiting(layout, of_table.whole("start"))
    return State("chicken-foot", of_table, masks, tiles(boneyard), layout, open_ends(layout), owed, turn)


def legal(state: State) -> list[str]:
    """The legal actions as sorted text."""
    return sorted(action_text(state.layout, action) for action in RULES.legal_actions(state))


def numbers(state: State) -> list[int]:
    """The numbers of the open ends, in order."""
    return sorted(end.number for end in state.ends)
