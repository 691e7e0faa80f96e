"""What a seat knows for certain of a round of Chicken Foot, in the form that the playouts use."""

from dataclasses import dataclass

from games.bots.tile_table import TileTable, tile_table
from games.rules.view import View


@dataclass(frozen=True, slots=True)
class Knowledge:
    """Tiles are places in the table; `ends` are counts by number, `foot` the number of the waiting double."""

    table: TileTable
    seats: int
    me: int
    hand: tuple[int, ...]
    hidden: tuple[int, ...]
    boneyard: int
    ends: tuple[int, ...]
    foot: int | None
    toes: int
    release: bool


def knowledge_of(view: View) -> Knowledge:
    """What the viewer of `view`, who must be a seat, knows for certain."""
    if view.viewer is None:
        raise ValueError("a watcher has no hand to choose from")
    table = tile_table(view.set_max, view.settings.whole("blank"))
    seen = {laid.tile for laid in view.layout} | set(view.hand)
    ends = [0] * len(table.suits)
    for end in view.ends:
        ends[end.number] += 1
    return Knowledge(
        table=table,
        seats=view.seats,
        me=view.viewer,
        hand=tuple(place for place, tile in enumerate(table.tiles) if tile in view.hand),
        hidden=tuple(place for place, tile in enumerate(table.tiles) if tile not in seen),
        boneyard=view.boneyard,
        ends=tuple(ends),
        foot=view.owed.number if view.owed else None,
        toes=view.owed.toes if view.owed else 0,
        release=view.settings["dead_foot"] == "release",
    )
