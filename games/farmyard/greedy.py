"""The search for a stand: every stand that touches nothing is ranked, the best few are looked at closely."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from games.farmyard.geometry import Pose, Vector, clash, clashes, crosses
from games.farmyard.rooms import FOOT_REACH, TILE_REACH
from games.farmyard.scoring import Judge
from games.farmyard.stands import (
    BENDS,
    FINE_BENDS,
    SHARP_BENDS,
    Stand,
    double_stands,
    fan_cost,
    fans,
    tile_stands,
    toe,
)

# In the last stage other tiles may come as near as this.
TIGHT = 0.05


class Stage(NamedTuple):
    """One step of widening: what is tried, what it costs on top, how near other tiles may come."""

    penalty: float
    clearance: float | None
    turns: tuple[int, ...]
    corners: bool
    # For doubles: which of the steps of `fans` are tried, as a slice.
    fans: tuple[int, int] = (0, 1)
    # For tiles: whether corners may be slid along the edge they touch.
    slid: bool = False


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
# Tried only when nothing else fits: they take long, and look a little less tidy.
LAST_TILE_STAGE = Stage(0.0, TIGHT, FINE_BENDS, True, slid=True)
LAST_DOUBLE_STAGE = Stage(0.0, TIGHT, FINE_BENDS, True, (0, 4))


def stands(judge: Judge, stage: Stage) -> Iterator[Stand]:
    """The stands of one stage that touch nothing but the tile they are joined to.

    They keep off strings too, but for the stages in which room is short: then a string runs under the tile.
    """
    tight = stage.clearance is not None
    for stand in _free_stands(judge, stage, stage.clearance or judge.weights.clearance):
        if tight or not judge.strings or not _on_string(stand, judge.strings):
            yield stand


def _free_stands(judge: Judge, stage: Stage, clearance: float) -> Iterator[Stand]:
    join, end = judge.join, judge.end
    # Nothing farther away can touch a tile that touches the end.
    near = judge.state.ground.near(end.x, end.y, FOOT_REACH if join.is_double else TILE_REACH)
    others = [solid for solid in near if solid != end.host]
    if not join.is_double:
        for stand in tile_stands(end, stage.turns, stage.corners, stage.slid):
            if not clashes(stand.pose, others, clearance):
                yield stand
        return
    choice = [fan for step in fans(join)[slice(*stage.fans)] for fan in step]
    for stand in double_stands(end, stage.turns, stage.corners):
        if not clashes(stand.pose, others, clearance):
            yield from with_toes(stand, choice, near, clearance)


def _on_string(stand: Stand, strings: Iterable[tuple[Vector, Vector]]) -> bool:
    return any(crosses(pose, *string, 0.0) for pose in (stand.pose, *stand.slots) for string in strings)


def with_toes(
    stand: Stand, choice: Sequence[tuple[int, ...]], near: Sequence[Pose], clearance: float
) -> Iterator[Stand]:
    """A double's stand with each fan of toes that has room."""
    free: dict[int, Pose | None] = {}
    for fan in choice:
        slots = []
        for turn in fan:
            if turn not in free:
                slot = toe(stand.pose, turn)
                free[turn] = None if clashes(slot, near, clearance) else slot
            place = free[turn]
            if place is None:
                break
            slots.append(place)
        else:
            if not _touching(slots):
                yield Stand(stand.pose, tuple(slots), stand.cost + fan_cost(fan))


def _touching(slots: Sequence[Pose]) -> bool:
    """Whether toes of one foot touch each other."""
    return any(clash(a, b, TIGHT) for k, a in enumerate(slots) for b in slots[:k])


class Choice(NamedTuple):
    """A stand that was looked at closely."""

    stand: Stand
    total: float
    harm: float


def choose(
    judge: Judge, candidates: Iterable[Stand], penalty: float = 0.0, best: Choice | None = None
) -> Choice | None:
    """The better of `best` and the best candidate; ties go to the one that came first."""
    ranked = [(penalty + judge.cost(stand), number, stand) for number, stand in enumerate(candidates)]
    ranked.sort()
    for cost, _, stand in ranked[: judge.weights.close_looks]:
        if best and cost >= best.total:
            break
        harm = judge.harm(stand)
        if not best or cost + harm < best.total:
            best = Choice(stand, cost + harm, harm)
    return best


def search(judge: Judge) -> Stand | None:
    """The best stand of a tile at its end, None if nothing fits."""
    double = judge.join.is_double
    best: Choice | None = None
    for stage in DOUBLE_STAGES if double else TILE_STAGES:
        best = choose(judge, stands(judge, stage), stage.penalty, best)
        if best and best.harm < judge.weights.accept:
            break
    best = best or choose(judge, stands(judge, LAST_DOUBLE_STAGE if double else LAST_TILE_STAGE))
    return best.stand if best else None
