"""What an action brought about, in order. Public: no event names a tile that is not on the table."""

from dataclasses import dataclass

from games.rules.layout import Laid
from games.rules.state import Outcome


@dataclass(frozen=True, slots=True)
class Played:
    """A seat laid a tile, which now lies at `node`."""

    seat: int
    node: int
    laid: Laid


@dataclass(frozen=True, slots=True)
class Drew:
    """A seat took a tile of the boneyard."""

    seat: int


@dataclass(frozen=True, slots=True)
class Passed:
    """A seat could do nothing."""

    seat: int


@dataclass(frozen=True, slots=True)
class FootOpened:
    """The double at `node` now needs `toes` tiles with `number` before anything else may be played."""

    node: int
    number: int
    toes: int


@dataclass(frozen=True, slots=True)
class FootCompleted:
    """The double at `node` has all its toes."""

    node: int
    number: int


@dataclass(frozen=True, slots=True)
class FootReleased:
    """The double at `node` counts as complete although `toes` are missing: no tile for them is left."""

    node: int
    number: int
    toes: int


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """The round is over."""

    outcome: Outcome


Event = Played | Drew | Passed | FootOpened | FootCompleted | FootReleased | RoundEnded
