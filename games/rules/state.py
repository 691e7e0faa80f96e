"""A position: everything that the rules need to go on, and nothing about who is looking."""

from enum import StrEnum
from typing import NamedTuple

from games.rules.layout import End, Layout
from games.rules.settings import Settings
from games.rules.tiles import CONTAINING, Tile, tiles_in


class Phase(StrEnum):
    """Where a turn stands: at its start, after its draw, or the round is over."""

    TURN = "turn"
    DREW = "drew"
    OVER = "over"


class Owed(NamedTuple):
    """A double that waits: at `node`, for `toes` more tiles with `number`; nothing else may be played on."""

    node: int
    number: int
    toes: int


class Reason(StrEnum):
    """How a round ended: a hand became empty, or nobody can ever go on."""

    OUT = "out"
    BLOCKED = "blocked"


class Outcome(NamedTuple):
    """The end of a round: `seat` is who went out, `foot` the number of a foot that was left unfinished."""

    reason: Reason
    seat: int | None
    foot: int | None


class State(NamedTuple):
    """One position of a round.

    `hands` are masks (see `tiles.py`), one per seat; `boneyard` is drawn from its front; `ends` are the open
    ends without the double in `owed`; `turn` is the seat to act (the last one that acted, once the round is
    over); `drawn` is the tile drawn in this turn, while the phase is DREW. `extra` holds public whole
    numbers of games that need more than this: markers, points scored in play; their meaning is the game's.
    """

    game: str
    settings: Settings
    hands: tuple[int, ...]
    boneyard: tuple[Tile, ...]
    layout: Layout
    ends: tuple[End, ...]
    owed: Owed | None
    turn: int
    phase: Phase = Phase.TURN
    drawn: Tile | None = None
    outcome: Outcome | None = None
    extra: tuple[int, ...] = ()

    @property
    def seats(self) -> int:
        return len(self.hands)

    @property
    def over(self) -> bool:
        return self.phase is Phase.OVER

    def hand(self, seat: int) -> tuple[Tile, ...]:
        """The tiles of a seat, sorted by high half, then low half."""
        return tiles_in(self.hands[seat])

    def counts(self) -> tuple[int, ...]:
        """How many tiles each seat holds."""
        return tuple(hand.bit_count() for hand in self.hands)

    def any_off_table(self, number: int) -> bool:
        """Whether some hand or the boneyard still has a tile with this number (nobody may be told)."""
        mask = CONTAINING[number]
        return any(hand & mask for hand in self.hands) or any(number in tile for tile in self.boneyard)
