"""The tiles on the table as a tree: each knows the tile it was joined to.

The tree is the same for every game. What differs is which places are open, and a game says so by its list
of `End`s: a line has two, a spinner four, Chicken Foot one per toe.
"""

from typing import Final, NamedTuple

from games.rules.tiles import Tile

ROOT: Final = -1  # the parent of a tile that was joined to nothing
NO_NUMBER: Final = -1  # what such a tile was joined by


class Laid(NamedTuple):
    """A tile on the table.

    `parent` is the node it was joined to (`ROOT` for the first tile), `arm` tells the places of one parent
    apart where they differ in the rules (0 where there is only one), `matched` is the number they share.
    """

    tile: Tile
    parent: int
    arm: int
    matched: int


class End(NamedTuple):
    """A place where a tile with `number` may be joined: at `node`, on its `arm` (0 if it has only one)."""

    node: int
    arm: int
    number: int


# A tile's index is its node: the order of play.
Layout = tuple[Laid, ...]


def shared_number(tile: Tile, other: Tile) -> int:
    """The number that two different tiles have in common; ValueError if there is none.

    Different tiles share at most one, so a joint never needs to be told which.
    """
    if tile.high in other:
        return tile.high
    if tile.low in other:
        return tile.low
    raise ValueError(f"{tile} and {other} share no number")


def node_of(layout: Layout, tile: Tile) -> int | None:
    """The node where a tile lies, None if it is not on the table."""
    for node, laid in enumerate(layout):
        if laid.tile == tile:
            return node
    return None


def children(layout: Layout, node: int) -> tuple[int, ...]:
    """The nodes joined to a node, in order of play."""
    return tuple(child for child, laid in enumerate(layout) if laid.parent == node)


def count_with(layout: Layout, number: int) -> int:
    """How many tiles on the table have this number on them, buried halves included."""
    return sum(number in laid.tile for laid in layout)
