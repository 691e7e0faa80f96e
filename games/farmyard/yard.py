"""The yard: lays a round's tiles one by one and says what to store for each."""

from __future__ import annotations

from collections.abc import Sequence

from games.farmyard.corridor import corridor_link
from games.farmyard.ends import end_for
from games.farmyard.frame import Frame, first_frame, grown
from games.farmyard.geometry import Pose
from games.farmyard.greedy import search
from games.farmyard.joins import Join, Manner, Shape, slot_arms
from games.farmyard.links import hub_link, short_link
from games.farmyard.picture import EndSpot, end_spots, straight_ahead
from games.farmyard.placement import Link, Moved, Placement, Replanned
from games.farmyard.repair import repaired
from games.farmyard.scoring import Judge, box_with
from games.farmyard.stands import first_pose, root_slots
from games.farmyard.state import State


class Yard:
    """One picture of a round, for one shape of board."""

    def __init__(self, shape: Shape, manner: Manner) -> None:
        self._state = State(shape, manner)
        self._frame = first_frame(shape.aspect)
        self._released: tuple[int, ...] = ()

    @classmethod
    def rebuild(
        cls, shape: Shape, manner: Manner, joins: Sequence[Join], placements: Sequence[Placement]
    ) -> Yard:
        """The yard as it was after these tiles were laid at these places."""
        yard = cls(shape, manner)
        for join, placement in zip(joins, placements, strict=True):
            yard.lay(join, placement)
        return yard

    @property
    def frame(self) -> Frame:
        """What is shown."""
        return self._frame

    @property
    def poses(self) -> tuple[Pose, ...]:
        """Where each tile lies."""
        return tuple(self._state.poses)

    @property
    def joins(self) -> tuple[Join, ...]:
        """The tiles that lie, in order of play."""
        return tuple(self._state.joins)

    def ends(self) -> tuple[EndSpot, ...]:
        """The open ends with the places of their tags."""
        return end_spots(self._state.joins, self._state.poses, self._state.manner)

    def next_slot(self, double: int) -> Pose | None:
        """The planned place of a double's next toe, None if it has none left."""
        return next(iter(self._state.slots.get(double, {}).values()), None)

    def copy(self) -> Yard:
        """An independent yard that goes on exactly as this one would."""
        other = Yard(self._state.shape, self._state.manner)
        other._state = self._state.copy()
        other._frame = self._frame
        other._released = self._released
        return other

    def place(self, join: Join) -> Placement:
        """Decide where a tile goes and lay it there."""
        placement = self.plan(join)
        self.lay(join, placement)
        return placement

    def plan(self, join: Join) -> Placement:
        """Where a tile would be laid. The yard does not change."""
        state = self._state
        if not state.joins:
            pose = first_pose(join)
            return self._placement(pose, (), root_slots(join, pose))
        arm = state.slot_for(join)
        if arm is not None:
            slot = state.slots[join.parent][arm]
            return self._placement(slot, self._hub_link(join, slot), ())
        end = end_for(join.parent, state.joins[join.parent], state.poses[join.parent], join.arm)
        judge = Judge(state, join, end)
        stand = search(judge)
        if stand is not None:
            return self._placement(stand.pose, (), stand.slots)
        linked = short_link(judge)
        if linked is None:
            fresh = repaired(state, join)
            if fresh is not None:
                return self._repair(fresh)
            linked = corridor_link(judge)
        return self._placement(linked.stand.pose, linked.link, linked.stand.slots)

    def straight(self, join: Join) -> Pose:
        """A quick guess at where a tile would lie: its planned place, or straight ahead of its end."""
        state = self._state
        arm = state.slot_for(join)
        if arm is not None:
            return state.slots[join.parent][arm]
        end = end_for(join.parent, state.joins[join.parent], state.poses[join.parent], join.arm)
        return straight_ahead(end, join.is_double)

    def _hub_link(self, join: Join, slot: Pose) -> Link:
        """The string to a place on a hub's ring; other places touch their double."""
        return (
            hub_link(self._state.poses[join.parent], slot) if self._state.joins[join.parent].toes > 6 else ()
        )

    def _placement(self, pose: Pose, link: Link, slots: tuple[Pose, ...]) -> Placement:
        box = box_with(self._state.ground.box, (pose, *slots))
        return Placement(pose, link, slots, grown(self._frame, box, link), released=self._released)

    def _repair(self, fresh: State) -> Placement:
        """The placement that leads from the present state to a repaired one with one tile more."""
        old = self._state
        tile = len(old.joins)
        moved = tuple(
            Moved(k, pose, fresh.links.get(k, ()))
            for k, pose in enumerate(fresh.poses[:tile])
            if pose != old.poses[k] or fresh.links.get(k) != old.links.get(k)
        )
        replanned = tuple(
            Replanned(double, tuple(free.values()))
            for double, free in fresh.slots.items()
            if free and double != tile and free != old.slots[double]
        )
        points = [point for link in fresh.links.values() for point in link]
        return Placement(
            fresh.poses[tile],
            fresh.links.get(tile, ()),
            tuple(fresh.slots.get(tile, {}).values()),
            grown(self._frame, fresh.ground.box, points),
            moved,
            replanned,
            self._released,
        )

    def lay(self, join: Join, placement: Placement) -> None:
        """Lay a tile where a placement says; the tiles that it moves are moved."""
        for double in placement.released:
            self.release(double)
        if placement.moved or placement.replanned:
            self._move(placement)
        slots = dict(zip(slot_arms(join), placement.slots, strict=True)) if placement.slots else {}
        self._state.add(join, placement.pose, placement.link, slots)
        self._frame = placement.frame or self._frame
        self._released = ()

    def _move(self, placement: Placement) -> None:
        """Put the tiles and planned places down again, some of them elsewhere."""
        old = self._state
        moved = {entry.tile: entry for entry in placement.moved}
        replanned = {entry.tile: entry.slots for entry in placement.replanned}
        toe_at = {place: tile for tile, place in old.toes.items()}
        poses = [moved[tile].pose if tile in moved else pose for tile, pose in enumerate(old.poses)]
        fresh = State(old.shape, old.manner)
        for tile, join in enumerate(old.joins):
            free = dict(zip(old.slots.get(tile, {}), replanned.get(tile, ()), strict=False))
            plan = {
                arm: poses[toe_at[tile, arm]] if (tile, arm) in toe_at else free.get(arm, slot)
                for arm, slot in old.plans.get(tile, {}).items()
            }
            link = moved[tile].link if tile in moved else old.links.get(tile, ())
            fresh.add(join, poses[tile], link, plan)
        self._state = fresh

    def release(self, double: int) -> None:
        """Give up the free planned places of a double. Stored with the next placement; doing it twice does nothing."""
        if self._state.slots.get(double):
            self._state.release(double)
            self._released = (*self._released, double)
