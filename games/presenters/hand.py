"""A seat's own tiles, and where each may go. Private: rendered for its owner only."""

from __future__ import annotations

from games.presenters.parts import Context, Part
from games.presenters.scene import Scene
from games.rules.actions import Play
from games.rules.layout import count_with
from games.rules.tiles import Tile
from games.rules.view import View


def end_id(node: int, arm: int) -> str:
    """The id that an open end has on every page."""
    return f"e{node}-{arm}"


def hand_part(scene: Scene) -> Part:
    """The rack. A watcher has an empty one; ends are given only to the seat to act."""
    view = scene.view
    if view is None or view.viewer is None:
        return Part(
            "r-hand",
            "games/parts/hand.html",
            {"id": "r-hand", "seated": False, "my_turn": False, "tiles": []},
        )
    fits = places(view)
    return Part(
        "r-hand",
        "games/parts/hand.html",
        {
            "id": "r-hand",
            "seated": True,
            "my_turn": scene.my_turn,
            "count": len(view.hand),
            "tiles": [tile_in_hand(view, tile, fits.get(tile, ())) for tile in reversed(view.hand)],
        },
    )


def places(view: View) -> dict[Tile, tuple[str, ...]]:
    """For each tile that may be played now the ids of the ends it may join."""
    fits: dict[Tile, tuple[str, ...]] = {}
    for action in view.legal:
        if isinstance(action, Play):
            fits[action.tile] = (*fits.get(action.tile, ()), end_id(action.node, action.arm))
    return fits


def tile_in_hand(view: View, tile: Tile, ends: tuple[str, ...]) -> Context:
    """One tile of a hand. `doomed` carries what the warning of a dead foot says: 0 left is also a number."""
    doomed = tile in view.doomed
    return {
        "id": f"h{tile}",
        "tile": str(tile),
        "high": tile.high,
        "double": tile.is_double,
        "fits": bool(ends),
        "ends": " ".join(ends),
        "drawn": tile == view.drawn,
        "doomed": doomed,
        # How many tiles that could become its toes are not on the table.
        "left": view.set_max - count_with(view.layout, tile.high) if doomed else 0,
        "only": doomed and len({play.tile for play in view.legal if isinstance(play, Play)}) == 1,
    }
