"""Thinking with the farmyard: where a tile goes on both pictures of a round. No transaction is open meanwhile."""

from __future__ import annotations

from collections.abc import Mapping
from time import monotonic
from typing import NamedTuple

from games.farmyard.geometry import Pose
from games.farmyard.joins import SHAPES, Join
from games.farmyard.placement import Placement
from games.farmyard.yard import Yard
from games.queries import Snapshot
from games.queries.facts import Poses, RoundNow
from games.queries.layouts import joins_of, manner_of
from games.queries.logs import log_of
from games.queries.memory import Memory
from games.rules import games
from games.rules.state import State

# The yards of a round (one per shape, in their order), taken out by whoever is going to lay a tile.
_yards: Memory[tuple[int, str], tuple[Yard, ...]] = Memory(256)


class Laying(NamedTuple):
    """A tile that has been thought about: the yards before it, and where they will lay it."""

    yards: tuple[Yard, ...]
    join: Join
    placements: tuple[Placement, ...]

    @property
    def poses(self) -> Poses:
        """What is stored with the action."""
        return poses_of(self.placements)


def open_yards(round_id: int, commitment: str, state: State) -> Poses | None:
    """The yards of a round that begins; returns where its starting double lies, None for an empty table."""
    yards = _empty_yards(state)
    joins = joins_of(games.game(state.game), state.settings, state.layout)
    placements = [tuple(yard.place(join) for yard in yards) for join in joins]
    _yards.put((round_id, commitment), yards)
    return poses_of(placements[0]) if placements else None


def think(before: Snapshot, after: State) -> Laying:
    """Where the tile that `after` has more than `before` goes. This may take a second: hold no lock."""
    assert before.state is not None
    yards = _take(before, before.state)
    game = games.game(after.game)
    join = joins_of(game, after.settings, after.layout, since=len(before.state.layout))[0]
    for yard in yards:
        _release_given_up(yard, before.state)
    return Laying(yards, join, tuple(yard.plan(join) for yard in yards))


def preview[K](before: Snapshot, may_come: Mapping[K, State], seconds: float) -> dict[K, tuple[Pose, ...]]:
    """Where a tile would be laid, in each shape, for each state that one play more may lead to.

    Nothing is laid. What `seconds` leave no time for is left out: a rare repair alone may take longer.
    """
    assert before.state is not None
    yards = _take(before, before.state)
    for yard in yards:
        _release_given_up(yard, before.state)
    until, found = monotonic() + seconds, {}
    for key, after in may_come.items():
        game = games.game(after.game)
        join = joins_of(game, after.settings, after.layout, since=len(before.state.layout))[0]
        found[key] = tuple(yard.plan(join).pose for yard in yards)
        if monotonic() > until:
            break
    _yards.put((before.round.id, before.round.commitment), yards)
    return found


def keep(round_now: RoundNow, laying: Laying) -> None:
    """Lay the tile that was stored, and give the yards back. Yards that nobody gives back are built again."""
    for yard, placement in zip(laying.yards, laying.placements, strict=True):
        yard.lay(laying.join, placement)
    _yards.put((round_now.id, round_now.commitment), laying.yards)


def poses_of(placements: tuple[Placement, ...]) -> Poses:
    """Placements by the name of their shape, as they are stored."""
    return {shape.name: placement.to_json() for shape, placement in zip(SHAPES, placements, strict=True)}


def _empty_yards(state: State) -> tuple[Yard, ...]:
    manner = manner_of(games.game(state.game), state.settings, state.seats)
    return tuple(Yard(shape, manner) for shape in SHAPES)


def _take(before: Snapshot, state: State) -> tuple[Yard, ...]:
    """The yards as they are now; what they lack is laid as it was stored."""
    yards = _yards.take((before.round.id, before.round.commitment))
    if yards is None or len(yards[0].poses) > len(state.layout):
        yards = _empty_yards(state)
    laid = len(yards[0].poses)
    if laid < len(state.layout):
        joins = joins_of(games.game(state.game), state.settings, state.layout, since=laid)
        for join, poses in zip(joins, _stored(before)[laid:], strict=True):
            for shape, yard in zip(SHAPES, yards, strict=True):
                yard.lay(join, Placement.from_json(poses[shape.name]))
    return yards


def _stored(before: Snapshot) -> list[Poses]:
    """The poses of every tile on the table, in order of play."""
    start = [before.round.poses] if before.round.poses is not None else []
    return start + [action.poses for action in log_of(before) if action.poses is not None]


def _release_given_up(yard: Yard, state: State) -> None:
    """Under the house rule `release` a foot may be left with free places: nothing keeps them any more."""
    game = games.game(state.game)
    if not game.foot:
        return  # a spinner's free places stay open
    waiting = None if state.owed is None else state.owed.node
    for node, laid in enumerate(state.layout):
        if laid.tile.is_double and node != waiting:
            yard.release(node)
