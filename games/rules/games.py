"""The games there are. Adding one is one file with a `Game` in it, and registering that here."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from games.rules.actions import Action
from games.rules.chicken_foot import ChickenFoot
from games.rules.deals import Deal, Plan
from games.rules.events import Event
from games.rules.layout import End, Layout
from games.rules.match import Result
from games.rules.refusals import Refusal, RefusalCode
from games.rules.settings import Field, Settings
from games.rules.state import Owed, State
from games.rules.tiles import Tile


class Game(Protocol):
    """What the rest of the house asks a game. Rounds and seats count from 0.

    Most of it is inherited from `turns.TurnGame`. `seat_range` is the least and the greatest number of
    seats, `places` how many a new table has, `fields` the settings it takes; `first_by_deal` tells that the
    first seat of a round follows from the hands, not from who was first before. `foot` is how many toes a
    double gets that is laid on a line (0: lines go on through doubles).
    """

    @property
    def slug(self) -> str: ...
    @property
    def seat_range(self) -> tuple[int, int]: ...
    @property
    def places(self) -> int: ...
    @property
    def fields(self) -> tuple[Field, ...]: ...
    @property
    def first_by_deal(self) -> bool: ...
    @property
    def foot(self) -> int: ...

    def settings(self, raw: Mapping[str, object]) -> Settings:
        """Settings from raw values, with defaults for what is missing; Refusal SETTING_* by field name."""
        ...

    def plan(self, settings: Settings, seats: int) -> Plan:
        """How the game is dealt for that many seats; Refusal SEATS if it is not played by so many."""
        ...

    def start_tile(self, settings: Settings, seats: int, round_index: int) -> Tile | None:
        """The tile laid before the deal of a round, if there is one."""
        ...

    def first_of_match(self, settings: Settings, seats: int, seed: bytes) -> int:
        """The seat drawn at the start of a match, from the seed of round 1."""
        ...

    def first_seat(self, first_of_match: int, round_index: int, seats: int, deal: Deal | None = None) -> int:
        """Who has the first turn of a round; `deal` is needed where `first_by_deal`."""
        ...

    def deal(self, settings: Settings, seats: int, round_index: int, seed: bytes) -> Deal:
        """The deal that a seed (32 bytes) gives."""
        ...

    def open_round(self, settings: Settings, seats: int, round_index: int, deal: Deal, first: int) -> State:
        """The position before the first action."""
        ...

    def openings(self, state: State, seat: int) -> tuple[End, ...]:
        """The places where that seat may join a tile now: public."""
        ...

    def legal_actions(self, state: State) -> tuple[Action, ...]:
        """All that the seat to act may do; empty only when the round is over."""
        ...

    def apply(self, state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
        """The next position and what happened; Refusal if the action is not legal (nothing changes)."""
        ...

    def penalties(self, state: State) -> tuple[int, ...]:
        """What the round adds to the total of each seat, once it is over."""
        ...

    def match_over(self, settings: Settings, seats: int, totals: Sequence[Sequence[int]]) -> bool:
        """Whether the match ends, given the totals after each round so far."""
        ...

    def result(self, settings: Settings, totals: Sequence[int]) -> Result:
        """Winners and standings from the last totals."""
        ...

    def toes(self, settings: Settings, layout: Layout, node: int) -> int:
        """How many places belong to the double at `node`, taken or free (0: none of its own)."""
        ...

    def dead_foot(self, settings: Settings, seats: int, layout: Layout, owed: Owed | None) -> bool:
        """Whether the waiting double can, as all can see, no longer be finished."""
        ...

    def dead_foot_warning(self, settings: Settings, seats: int, layout: Layout, tile: Tile) -> bool:
        """Whether laying `tile` now would leave a double that all wait for and that can never be finished."""
        ...


_GAMES: dict[str, Game] = {}


def register(game: Game) -> None:
    """Make a game known by its slug; registering the same slug again replaces it."""
    _GAMES[game.slug] = game


def game(slug: str) -> Game:
    """The game with that slug; Refusal UNKNOWN_GAME if there is none."""
    try:
        return _GAMES[slug]
    except KeyError:
        raise Refusal(RefusalCode.UNKNOWN_GAME, {"game": slug}) from None


def slugs() -> tuple[str, ...]:
    """The slugs of all games, in the order they were registered."""
    return tuple(_GAMES)


register(ChickenFoot())
