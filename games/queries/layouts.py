"""A layout as the farmyard is told it: public knowledge, for every game."""

from __future__ import annotations

from games.farmyard.joins import Join, Manner
from games.rules.games import Game
from games.rules.layout import NO_NUMBER, Laid, Layout
from games.rules.settings import Settings


def joins_of(game: Game, settings: Settings, layout: Layout, since: int = 0) -> tuple[Join, ...]:
    """How each tile was joined, from node `since` on. A tile joined to nothing shows its high half first."""
    return tuple(_join(game, settings, layout, node) for node in range(since, len(layout)))


def manner_of(game: Game, settings: Settings, seats: int) -> Manner:
    """What kind of game the picture is of."""
    return Manner(maximum=game.plan(settings, seats).set_max, foot=game.foot)


def _join(game: Game, settings: Settings, layout: Layout, node: int) -> Join:
    laid: Laid = layout[node]
    near = laid.tile.high if laid.matched == NO_NUMBER else laid.matched
    toes = game.toes(settings, layout, node) if laid.tile.is_double else 0
    return Join(a=near, b=laid.tile.other(near), parent=laid.parent, arm=laid.arm, toes=toes)
