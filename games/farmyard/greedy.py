"""The search for a stand: every stand that touches nothing is ranked, the best few are looked at closely."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from games.farmyard.ends import End, front, virtual_end
from games.farmyard.geometry import Pose, clash, clashes
from games.farmyard.joins import Join, slot_arms
from games.farmyard.scoring import Judge
from games.farmyard.stands import (
    BENDS,
    SHARP_BENDS,
    Stand,
    double_stands,
    fan_cost,
    fans,
    tile_stands,
    toe,
)
from games.farmyard.state import State

# In the last stage other tiles may come as near as this.
TIGHT = 0.05


class Stage(NamedTuple):
    """One step of widening: what is tried, what it costs on top, how near other tiles may come."""

    penalty: float
    clearance: float | None
    turns: tuple[int, ...]
    corners: bool
    # For doubles: how many of the steps of `fans` may be used, and which is the first.
    fans: tuple[int, int] = (0, 1)


TILE_STAGES = (
    Stage(0.0, None, BENDS, True),
    Stage(1.5, None, SHARP_BENDS, False),
    Stage(5.0, TIGHT, BENDS + SHARP_BENDS, True),
)
DOUBLE_STAGES = (
    Stage(0.0, None, BENDS, True, (0, 1)),
    Stage(1.5, None, BENDS, True, (1, 2)),
    Stage(3.0, None, SHARP_BENDS, False, (0, 2)),
    Stage(6.0, TIGHT, BENDS + SHARP_BENDS, True, (0, 3)),
    Stage(8.0, TIGHT, BENDS + SHARP_BENDS, True, (3, 4)),
)


def stands(join: Join, end: End, stage: Stage, clearance: float, near: Sequence[Pose]) -> Iterator[Stand]:
    """The stands of one stage that touch nothing but the tile they are joined to."""
    others = [solid for solid in near if solid != end.host]
    if not join.is_double:
        for stand in tile_stands(end, stage.turns, stage.corners):
            if not clashes(stand.pose, others, clearance):
                yield stand
        return
    choice = [fan for step in fans(join)[slice(*stage.fans)] for fan in step]
    for stand in double_stands(end, stage.turns, stage.corners):
        if not clashes(stand.pose, others, clearance):
            yield from with_toes(stand, choice, near, clearance)


def with_toes(
    stand: Stand, choice: Sequence[tuple[int, ...]], near: Sequence[Pose], clearance: float
) -> Iterator[Stand]:
    """A double's stand with each fan of toes that has room."""
    free: dict[int, Pose | None] = {}
    for fan in choice:
        for turn in fan:
            if turn not in free:
                slot = toe(stand.pose, turn)
                free[turn] = None if clashes(slot, near, clearance) else slot
        slots = [place for turn in fan if (place := free[turn]) is not None]
        if len(slots) == len(fan) and not _touching(slots):
            yield Stand(stand.pose, tuple(slots), stand.cost + fan_cost(fan))


def _touching(slots: Sequence[Pose]) -> bool:
    """Whether toes of one foot touch each other."""
    return any(clash(a, b, TIGHT) for k, a in enumerate(slots) for b in slots[:k])


def own_ends(state: State, join: Join, stand: Stand) -> list[tuple[End, bool]]:
    """The live ends that a tile brings, each with whether it may get a foot."""
    tile = len(state.joins)
    if stand.slots:
        arms = slot_arms(join)
        return [
            (virtual_end(tile, arm, slot), state.manner.foot > 0)
            for arm, slot in zip(arms, stand.slots, strict=True)
        ]
    after = state.used[join.b] + 1
    if (join.is_double and join.toes) or after > state.manner.maximum:
        return []
    return [(front(tile, join, stand.pose), state.wants_foot(join.b))]


class Choice(NamedTuple):
    """A stand that was looked at closely."""

    stand: Stand
    total: float
    harm: float


def choose(
    judge: Judge, join: Join, candidates: Iterable[Stand], penalty: float, best: Choice | None = None
) -> Choice | None:
    """The better of `best` and the best candidate; ties go to the one that came first."""
    ranked: list[tuple[float, int, Stand, list[tuple[End, bool]]]] = []
    for stand in candidates:
        own = own_ends(judge.state, join, stand)
        cost = penalty + judge.weights.bend * stand.cost + judge.cost((stand.pose, *stand.slots), own)
        ranked.append((cost, len(ranked), stand, own))
    ranked.sort(key=lambda entry: entry[:2])
    for cost, _, stand, own in ranked[: judge.weights.close_looks]:
        if best and cost >= best.total:
            break
        harm = judge.harm((stand.pose, *stand.slots), own, bool(stand.slots))
        if not best or cost + harm < best.total:
            best = Choice(stand, cost + harm, harm)
    return best


def search(judge: Judge, join: Join, end: End) -> Stand | None:
    """The best stand of a tile at the end the judge was made for, None if nothing fits."""
    best: Choice | None = None
    for stage in DOUBLE_STAGES if join.is_double else TILE_STAGES:
        clearance = judge.weights.clearance if stage.clearance is None else stage.clearance
        best = choose(judge, join, stands(join, end, stage, clearance, judge.near), stage.penalty, best)
        if best and best.harm < judge.weights.accept:
            break
    return best.stand if best else None
