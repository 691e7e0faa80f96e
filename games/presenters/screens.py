"""The parts of each screen of a table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from games.presenters import match_over, playing, round_over, waiting
from games.presenters.parts import Part
from games.presenters.scene import Scene, Stage

Parts = Callable[[Scene], Iterator[Part]]

_PUBLIC: Final[Mapping[Stage, Parts]] = {
    Stage.WAITING: waiting.public_parts,
    Stage.PLAYING: playing.public_parts,
    Stage.ROUND_OVER: round_over.public_parts,
    Stage.MATCH_OVER: match_over.public_parts,
}
_PRIVATE: Final[Mapping[Stage, Parts]] = {
    Stage.WAITING: waiting.private_parts,
    Stage.PLAYING: playing.private_parts,
    Stage.ROUND_OVER: round_over.private_parts,
    Stage.MATCH_OVER: match_over.private_parts,
}


def public_parts(stage: Stage, scene: Scene) -> Iterator[Part]:
    """What everybody shares; `scene` is that of somebody who watches."""
    return _PUBLIC[stage](scene)


def private_parts(stage: Stage, scene: Scene) -> Iterator[Part]:
    """What is this viewer's own."""
    return _PRIVATE[stage](scene)
