"""The working state of one picture: what lies where, which ends are open, what they may still need."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from games.farmyard.ends import End, ends_of_tile, taken_by, virtual_end
from games.farmyard.geometry import Pose, Vector
from games.farmyard.ground import Ground
from games.farmyard.joins import ROOT, Join, Manner, Shape, numbers_out
from games.farmyard.rooms import Rooms


class State:
    """Tiles, free planned places, strings and open ends, kept up to date as tiles are added.

    It is a function of what was added, in order: two states with the same additions are equal in everything
    that a decision may depend on.
    """

    def __init__(self, shape: Shape, manner: Manner) -> None:
        self.shape = shape
        self.manner = manner
        self.joins: list[Join] = []
        self.poses: list[Pose] = []
        # The places planned with each double, by arm: all of them, and those still free.
        self.plans: dict[int, dict[int, Pose]] = {}
        self.slots: dict[int, dict[int, Pose]] = {}
        # Which planned place a toe took, as (double, arm).
        self.toes: dict[int, tuple[int, int]] = {}
        self.links: dict[int, tuple[Vector, ...]] = {}
        self.open: dict[tuple[int, int], End] = {}
        self.ground = Ground()
        self.rooms = Rooms()
        self.used: Counter[int] = Counter()
        self.doubles: set[int] = set()

    def add(self, join: Join, pose: Pose, link: tuple[Vector, ...], slots: Mapping[int, Pose]) -> None:
        """Put a tile down with the places planned for its toes, by arm."""
        tile = len(self.joins)
        new = [pose, *slots.values()]
        arm = self.slot_for(join)
        if arm is not None:
            self.toes[tile] = join.parent, arm
            del self.slots[join.parent][arm]
            new.remove(pose)
        elif join.parent != ROOT:
            self.open.pop(taken_by(self.joins[join.parent], join), None)
        self.joins.append(join)
        self.poses.append(pose)
        self.used.update(numbers_out([join]))
        if join.is_double:
            self.doubles.add(join.a)
        for end in ends_of_tile(tile, join, pose):
            self.open[end.key] = end
        if slots:
            self.plans[tile] = dict(slots)
            self.slots[tile] = dict(slots)
        if link:
            self.links[tile] = link
        for solid in new:
            self.ground.add(solid)
        self.rooms.narrow(new)

    def slot_for(self, join: Join) -> int | None:
        """The arm of the planned place that a tile would take; None if it joins an open end."""
        free = self.slots.get(join.parent)
        if not free:
            return None
        return join.arm if join.arm in free else next(iter(free))

    def release(self, double: int) -> None:
        """Give up a double's free places."""
        for arm in self.slots.pop(double, {}):
            del self.plans[double][arm]
        self.ground = Ground()
        self.rooms = Rooms()
        for tile, pose in enumerate(self.poses):
            self.ground.add(pose)
            for slot in self.slots.get(tile, {}).values():
                self.ground.add(slot)

    def dead(self, number: int) -> bool:
        """Whether no tile with this number is left off the table."""
        return self.used[number] > self.manner.maximum

    def wants_foot(self, number: int | None) -> bool:
        """Whether an end with this number may still get a double with toes."""
        return self.manner.foot > 0 and (number is None or number not in self.doubles)

    def live_ends(self) -> Iterator[End]:
        """The ends that may still grow, those of planned toes among them."""
        for end in self.open.values():
            if end.number is None or not self.dead(end.number):
                yield end
        for double, free in self.slots.items():
            for arm, slot in free.items():
                yield virtual_end(double, arm, slot)

    def copy(self) -> State:
        """An independent state that is equal to this one."""
        other = State(self.shape, self.manner)
        other.joins = self.joins.copy()
        other.poses = self.poses.copy()
        other.plans = {double: plan.copy() for double, plan in self.plans.items()}
        other.slots = {double: free.copy() for double, free in self.slots.items()}
        other.toes = self.toes.copy()
        other.links = self.links.copy()
        other.open = self.open.copy()
        other.ground = self.ground.copy()
        other.rooms = self.rooms.copy()
        other.used = self.used.copy()
        other.doubles = self.doubles.copy()
        return other
