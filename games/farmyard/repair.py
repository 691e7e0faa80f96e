"""Repair: when a tile fits nowhere, the last tiles are laid again with hindsight.

Hindsight means that the ends which did grow are known, and whether by a double; they get their room. The number of
trials is fixed and no clock is asked, so the same layout is always repaired in the same way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from games.farmyard.ends import end_for, taken_by
from games.farmyard.geometry import Pose
from games.farmyard.greedy import search
from games.farmyard.joins import ROOT, Join, slot_arms
from games.farmyard.links import short_link
from games.farmyard.placement import Link
from games.farmyard.scoring import Judge, Key
from games.farmyard.state import State
from games.farmyard.weights import DEFAULT, Weights

# A layout laid again in the same way mostly runs into the same trouble; more room, or other bends, avoid it.
LOOSE = replace(DEFAULT, fill=0.17)
VARIANTS = (
    replace(DEFAULT, fill=0.12, foot_lost=20.0, toe_cramped=15.0),
    replace(DEFAULT, fill=0.17, bend=0.2, other=2.0),
    replace(DEFAULT, own=6.0, other=3.0),
    replace(DEFAULT, bend=0.2, own=3.0),
)


class Trial(NamedTuple):
    """How many of the last tiles are laid again, with which weights, and whether short strings may be used."""

    again: int
    weights: Weights
    strings: bool = False


def repaired(state: State, join: Join) -> State | None:
    """A state in which the tile lies too, after some of the last tiles were laid anew; None if all trials fail."""
    for trial in _trials(len(state.joins)):
        fresh = laid_again(state, join, trial)
        if fresh is not None:
            return fresh
    return None


def _trials(tiles: int) -> list[Trial]:
    """The trials, those that move few tiles first. The first tile of a layout always stays."""
    most = tiles - 1
    half, more = tiles // 2, 3 * tiles // 4
    trials = [Trial(again, weights) for again in (3, 8, 16) for weights in (DEFAULT, LOOSE)]
    trials += [Trial(half, DEFAULT), Trial(half, LOOSE), Trial(more, LOOSE), Trial(most, LOOSE)]
    trials += [Trial(most, weights) for weights in VARIANTS]
    trials += [Trial(16, LOOSE, strings=True), Trial(half, LOOSE, strings=True)]
    return [trial._replace(again=min(trial.again, most)) for trial in trials]


def laid_again(state: State, join: Join, trial: Trial) -> State | None:
    """The layout with its last tiles and the new one laid anew; None if one of them fits nowhere."""
    kept = len(state.joins) - trial.again
    joins = [*state.joins, join]
    fresh = rewound(state, kept)
    known = _growing(state, joins, kept)
    for tile in range(kept, len(joins)):
        if not _lay(fresh, joins[tile], trial, known, state.plans.get(tile)):
            return None
    return fresh


def rewound(state: State, tiles: int) -> State:
    """The state as it was when only the first tiles lay, at the poses they have now."""
    early = State(state.shape, state.manner)
    for tile in range(tiles):
        early.add(state.joins[tile], state.poses[tile], state.links.get(tile, ()), state.plans.get(tile, {}))
    return early


def _growing(state: State, joins: Sequence[Join], kept: int) -> dict[Key, bool]:
    """The ends that tiles from `kept` on are joined to, and whether by a double."""
    known: dict[Key, bool] = {}
    for join in joins[kept:]:
        if join.parent == ROOT or join.parent in state.plans:
            continue
        known[taken_by(joins[join.parent], join)] = join.is_double
        if join.parent in state.toes:
            # Before the toe lies its end is known by the place planned for it.
            double, arm = state.toes[join.parent]
            known[double, -arm] = join.is_double
    return known


def _lay(
    fresh: State, join: Join, trial: Trial, known: Mapping[Key, bool], plan: Mapping[int, Pose] | None
) -> bool:
    """Lay one tile anew; `plan` are the places it has now, fewer than at first if it was released."""
    arm = fresh.slot_for(join)
    if arm is not None:
        fresh.add(join, fresh.slots[join.parent][arm], (), {})
        return True
    parent = join.parent
    end = end_for(parent, fresh.joins[parent], fresh.poses[parent], join.arm)
    judge = Judge(fresh, join, end, trial.weights, known)
    stand = search(judge)
    link: Link = ()
    linked = short_link(judge) if stand is None and trial.strings else None
    if linked is not None:
        stand, link = linked
    if stand is None:
        return False
    slots = dict(zip(slot_arms(join), stand.slots, strict=True)) if stand.slots else {}
    if plan is not None:
        slots = {arm: slot for arm, slot in slots.items() if arm in plan}
    fresh.add(join, stand.pose, link, slots)
    return True
