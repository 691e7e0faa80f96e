"""The picture of a round's layout as it has grown: the fold of the poses stored with its actions.

What is public goes in and nothing else. The fold goes on from where it stands, so a play costs the same at the
tenth tile and at the sixtieth.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from games.farmyard.frame import Frame, first_frame
from games.farmyard.geometry import Pose
from games.farmyard.joins import SHAPES, Join
from games.farmyard.placement import Placement
from games.queries import Snapshot
from games.queries.layouts import joins_of
from games.queries.logs import LoggedAction
from games.rules.games import game
from games.rules.layout import Layout
from games.rules.settings import Settings

Points = tuple[tuple[float, float], ...]


class Poses(NamedTuple):
    """Where something lies in the wide and in the square picture."""

    wide: Pose
    square: Pose


class Laying(NamedTuple):
    """Who laid a tile, and when: `ply` is -1 and `seat` None for what was laid before the deal."""

    ply: int
    seat: int | None


@dataclass(slots=True)
class Shaped:
    """One shape's picture: where each tile lies, its strings, the free places of its doubles, what is shown."""

    frame: Frame
    poses: list[Pose] = field(default_factory=list)
    links: dict[int, Points] = field(default_factory=dict)
    slots: dict[int, list[Pose]] = field(default_factory=dict)

    def lay(self, join: Join, placement: Placement) -> None:
        """Put a tile where its placement says, and whatever it moves where that goes."""
        for double in placement.released:
            self.slots.pop(double, None)
        for moved in placement.moved:
            self.poses[moved.tile] = moved.pose
            self._string(moved.tile, moved.link)
        for replanned in placement.replanned:
            self.slots[replanned.tile] = list(replanned.slots)
        free = self.slots.get(join.parent)
        if free is not None and placement.pose in free:
            # A toe lies exactly where it was planned, so the place that is taken is the one with its pose.
            free.remove(placement.pose)
        node = len(self.poses)
        self.poses.append(placement.pose)
        self._string(node, placement.link)
        if placement.slots:
            self.slots[node] = list(placement.slots)
        self.frame = placement.frame or self.frame

    def _string(self, node: int, link: Points) -> None:
        if link:
            self.links[node] = link
        else:
            self.links.pop(node, None)


class Node(NamedTuple):
    """A tile on the cloth: how it was joined, and who laid it when."""

    join: Join
    laying: Laying


@dataclass(frozen=True, slots=True)
class Addition:
    """What one play did to the cloth: the tile it laid, where the tiles went that it moved, the frame if it grew."""

    ply: int
    node: int
    moved: tuple[tuple[int, Poses], ...]
    frames: tuple[Frame, Frame] | None


class Board:
    """The picture of one round. Where threads share it, whoever uses it holds the lock of its table."""

    def __init__(
        self, slug: str, settings: Settings, layout: Layout, root: Mapping[str, object] | None
    ) -> None:
        """A board of the game `slug`; `root` is where the first tile of `layout` lies, if one lies before the deal."""
        self.ply = 0
        self.nodes: list[Node] = []
        self.additions: dict[int, Addition] = {}
        self._game = game(slug)
        self._settings = settings
        self.shapes = [Shaped(first_frame(shape.aspect)) for shape in SHAPES]
        if root is not None:
            self._lay(layout[:1], Laying(-1, None), root)

    def grow(self, layout: Layout, log: Sequence[LoggedAction]) -> None:
        """Take in what is new; `log` holds the actions of the round from `self.ply` on."""
        for action in log:
            if action.poses is not None:
                played = layout[: len(self.nodes) + 1]
                self.additions[action.ply] = self._lay(played, Laying(action.ply, action.seat), action.poses)
            self.ply = action.ply + 1

    def poses(self, node: int) -> Poses:
        """Where a tile lies now."""
        wide, square = self.shapes
        return Poses(wide.poses[node], square.poses[node])

    def links(self, node: int) -> tuple[Points, Points]:
        """The strings that join a tile to its parent; () where it touches it."""
        wide, square = self.shapes
        return wide.links.get(node, ()), square.links.get(node, ())

    def slots(self, node: int) -> list[Poses]:
        """The free places planned around a double, the next one first."""
        wide, square = (shape.slots.get(node, []) for shape in self.shapes)
        return [Poses(*pair) for pair in zip(wide, square, strict=False)]

    def frames(self) -> tuple[Frame, Frame]:
        """What is shown in each shape."""
        wide, square = self.shapes
        return wide.frame, square.frame

    def _lay(self, layout: Layout, laying: Laying, stored: Mapping[str, object]) -> Addition:
        node, frames = len(layout) - 1, self.frames()
        join = joins_of(self._game, self._settings, layout, since=node)[0]
        moved: set[int] = set()
        for shape, shaped in zip(SHAPES, self.shapes, strict=True):
            placement = Placement.from_json(stored[shape.name])
            shaped.lay(join, placement)
            moved.update(entry.tile for entry in placement.moved)
        self.nodes.append(Node(join, laying))
        return Addition(
            ply=laying.ply,
            node=node,
            moved=tuple((tile, self.poses(tile)) for tile in sorted(moved)),
            frames=self.frames() if self.frames() != frames else None,
        )


def layout_of(snapshot: Snapshot) -> Layout:
    """The tiles on the table: public, while hands and boneyard beside them are not."""
    return () if snapshot.state is None else snapshot.state.layout
