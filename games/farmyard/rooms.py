"""Room ahead of open ends: does a tile still fit there, does a double with its toes?

The answer depends on the rectangles around the end only. It is remembered together with the poses that prove it,
and asked anew when one of them is taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from games.farmyard.ends import End
from games.farmyard.geometry import Pose, clash, clashes
from games.farmyard.ground import Ground
from games.farmyard.stands import BENDS, STANDARD_FAN, double_stands, tile_stands, toe

# Another line's end may come as near as this.
CLEARANCE = 0.18
# Farther away than this nothing can stand in the way of a tile, of a foot.
TILE_REACH = 4.6
FOOT_REACH = 5.8

type Proof = tuple[Pose, ...]


def tile_room(end: End, solids: Sequence[Pose]) -> Proof | None:
    """A stand of a tile at the end that touches nothing, None if there is none."""
    others = [solid for solid in solids if solid != end.host]
    for stand in tile_stands(end, BENDS, True):
        if not clashes(stand.pose, others, CLEARANCE):
            return (stand.pose,)
    return None


def foot_room(end: End, solids: Sequence[Pose]) -> Proof | None:
    """A stand of a double with the usual three toes that touches nothing, None if there is none."""
    others = [solid for solid in solids if solid != end.host]
    for stand in double_stands(end, BENDS, True):
        if clashes(stand.pose, others, CLEARANCE):
            continue
        proof = [stand.pose]
        for turn in STANDARD_FAN:
            slot = toe(stand.pose, turn)
            if clashes(slot, solids, CLEARANCE):
                break
            proof.append(slot)
        else:
            return tuple(proof)
    return None


def broken(proof: Proof, new: Sequence[Pose]) -> bool:
    """Whether new rectangles take the place that a proof needs."""
    return any(clash(place, solid, CLEARANCE) for place in proof for solid in new)


class Rooms:
    """What is known about the room ahead of each end."""

    def __init__(self) -> None:
        self._tile: dict[tuple[int, int], Proof | None] = {}
        self._foot: dict[tuple[int, int], Proof | None] = {}

    def narrow(self, new: Sequence[Pose]) -> None:
        """Forget the proofs that new rectangles break. What had no room before has none now."""
        for known in (self._tile, self._foot):
            stale = [key for key, proof in known.items() if proof and broken(proof, new)]
            for key in stale:
                del known[key]

    def tile(self, end: End, ground: Ground) -> Proof | None:
        """The proof that a tile fits at the end."""
        if end.key not in self._tile:
            self._tile[end.key] = tile_room(end, ground.near(end.x, end.y, TILE_REACH))
        return self._tile[end.key]

    def foot(self, end: End, ground: Ground) -> Proof | None:
        """The proof that a double with three toes fits at the end."""
        if end.key not in self._foot:
            self._foot[end.key] = foot_room(end, ground.near(end.x, end.y, FOOT_REACH))
        return self._foot[end.key]

    def keeps_tile(self, end: End, ground: Ground, new: Sequence[Pose]) -> bool:
        """Whether a tile still fits at the end once the new rectangles lie. Asked only where one fits now."""
        proof = self.tile(end, ground)
        if proof and not broken(proof, new):
            return True
        return tile_room(end, _with(ground.near(end.x, end.y, TILE_REACH), new)) is not None

    def keeps_foot(self, end: End, ground: Ground, new: Sequence[Pose]) -> bool:
        """Whether a foot still fits at the end once the new rectangles lie. Asked only where one fits now."""
        proof = self.foot(end, ground)
        if proof and not broken(proof, new):
            return True
        return foot_room(end, _with(ground.near(end.x, end.y, FOOT_REACH), new)) is not None

    def copy(self) -> Rooms:
        """An independent copy."""
        other = Rooms()
        other._tile = self._tile.copy()
        other._foot = self._foot.copy()
        return other


def _with(near: list[Pose], new: Sequence[Pose]) -> list[Pose]:
    # The new rectangles first: they are what is most likely in the way.
    return list(chain(new, near))
