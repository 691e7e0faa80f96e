"""Chicken Foot, in the form where every double has to get its toes (rules.md §1)."""

from collections.abc import Mapping, Sequence
from typing import Final

from games.rules.deals import Deal, Plan, dealt, drawn_first_seat, shuffled
from games.rules.events import Event, FootCompleted, FootOpened, FootReleased
from games.rules.layout import End, Laid, Layout, count_with
from games.rules.match import Result, lowest_wins
from games.rules.refusals import Refusal, RefusalCode
from games.rules.settings import Choice, OptionalWhole, Settings, read_settings
from games.rules.state import Owed, State
from games.rules.tiles import BIT, Tile, tile_set, tiles_in
from games.rules.turns import Board, TurnGame

TOES: Final = 3  # on every double but the starting one
_BLANK: Final = Tile(0, 0)
_MAX_SET: Final = {2: 9, 3: 9, 4: 9, 5: 9, 6: 9, 7: 12, 8: 12}
_HAND: Final = {2: 20, 3: 14, 4: 11, 5: 9, 6: 7, 7: 10, 8: 9}


class ChickenFoot(TurnGame):
    """The rules of Chicken Foot: 2-8 seats, everyone for themselves, the lowest total wins."""

    slug = "chicken-foot"
    seat_range = (2, 8)
    foot = TOES
    fields = (
        Choice("length", ("full", "half", "one")),
        Choice("start", (6, 4)),
        Choice("blank", (50, 25, 0)),
        OptionalWhole("target", 50, 2000),
        Choice("dead_foot", ("block", "release")),
    )

    # Tables

    def settings(self, raw: Mapping[str, object]) -> Settings:
        """The settings of a table; raises Refusal SETTING_* by field name."""
        settings = read_settings(self.fields, raw)
        if settings["target"] is not None and settings["length"] != "full":
            value = settings.whole("target")
            needs = {"field": "target", "other": "length", "needs": "full"}
            raise Refusal(RefusalCode.SETTING_CONFLICT, {**needs, "value": value})
        return settings

    def plan(self, settings: Settings, seats: int) -> Plan:
        """Set, hands and rounds for a number of seats (§1.1, §1.2); raises Refusal SEATS."""
        least, most = self.seat_range
        if not least <= seats <= most:
            raise Refusal(RefusalCode.SEATS, {"seats": seats, "least": least, "most": most})
        largest, hand = _MAX_SET[seats], _HAND[seats]
        tiles = len(tile_set(largest))
        all_rounds = largest + 1
        rounds = {"full": all_rounds, "half": (all_rounds + 1) // 2, "one": 1}[settings.text("length")]
        return Plan(
            set_max=largest,
            tiles=tiles,
            hand=hand,
            boneyard=tiles - 1 - hand * seats,
            rounds=rounds if settings["target"] is None else None,
            starts=tuple(Tile(double, double) for double in range(largest, largest - rounds, -1)),
        )

    def start_tile(self, settings: Settings, seats: int, round_index: int) -> Tile:
        """The starting double of a round (from 0)."""
        starts = self.plan(settings, seats).starts
        return starts[round_index % len(starts)]

    # Deals

    def first_of_match(self, settings: Settings, seats: int, seed: bytes) -> int:
        """The first seat of a match, from the seed of its round 1."""
        return drawn_first_seat(self._shuffled_set(settings, seats, 0), seed, seats)

    def first_seat(self, first_of_match: int, round_index: int, seats: int, deal: Deal | None = None) -> int:
        """Who has the first turn of a round: it moves on by one seat each round, whoever won."""
        return (first_of_match + round_index) % seats

    def deal(self, settings: Settings, seats: int, round_index: int, seed: bytes) -> Deal:
        """The deal of a round from its seed (32 bytes); the starting double is in no hand."""
        order = shuffled(self._shuffled_set(settings, seats, round_index), seed)
        plan = self.plan(settings, seats)
        return dealt(self.start_tile(settings, seats, round_index), order, seats, plan.hand)

    def _shuffled_set(self, settings: Settings, seats: int, round_index: int) -> list[Tile]:
        start = self.start_tile(settings, seats, round_index)
        return [tile for tile in tile_set(self.plan(settings, seats).set_max) if tile != start]

    # Rounds

    def open_round(self, settings: Settings, seats: int, round_index: int, deal: Deal, first: int) -> State:
        """The first position of a round: the starting double lies there and waits for its toes (§1.4)."""
        number = self.start_tile(settings, seats, round_index).high
        return self.open_table(settings, deal, first, Owed(0, number, settings.whole("start")))

    def lay(self, state: State, laid: Laid) -> Board:
        """What a play does to the table (§1.6)."""
        (high, low), parent, _, matched = laid
        far = End(len(state.layout), 0, low if high == matched else high)
        if state.owed is not None:
            return _toe(state.ends, far, state.owed)
        rest = [end for end in state.ends if end.node != parent]
        if high != low:
            return (*rest, far), None, (), ()
        return tuple(rest), Owed(far.node, matched, TOES), (FootOpened(far.node, matched, TOES),), ()

    def toes(self, settings: Settings, layout: Layout, node: int) -> int:
        """The toes that the double at `node` gets in all (§1.6)."""
        return settings.whole("start") if node == 0 else TOES

    def start_turn(self, state: State) -> tuple[State, tuple[Event, ...]]:
        """House rule `release`: a foot that nobody can go on with counts as complete (§1.11)."""
        owed = state.owed
        if owed is None or state.settings["dead_foot"] != "release" or state.any_off_table(owed.number):
            return state, ()
        return state._replace(owed=None), (FootReleased(owed.node, owed.number, owed.toes),)

    def penalties(self, state: State) -> tuple[int, ...]:
        """The pips left in each hand, 0-0 counted as the table's `blank` (§1.9)."""
        blank = state.settings.whole("blank")
        return tuple(
            sum(tile.pips for tile in tiles_in(hand)) + (blank if hand & BIT[_BLANK] else 0)
            for hand in state.hands
        )

    # Matches

    def match_over(self, settings: Settings, seats: int, totals: Sequence[Sequence[int]]) -> bool:
        """Whether no further round is played, given the totals after each round so far."""
        target = settings.optional_whole("target")
        if target is not None:
            return bool(totals) and max(totals[-1]) > target
        return len(totals) == self.plan(settings, seats).rounds

    def result(self, settings: Settings, totals: Sequence[int]) -> Result:
        """The standings at the end (§1.10)."""
        return lowest_wins(totals, settings.optional_whole("target"))

    # Dead feet (§1.8), from what everybody sees

    def dead_foot(self, settings: Settings, seats: int, layout: Layout, owed: Owed | None) -> bool:
        """Whether the waiting double can no longer get its toes."""
        if owed is None:
            return False
        of_number = self.plan(settings, seats).set_max + 1
        return of_number - count_with(layout, owed.number) < owed.toes

    def dead_foot_warning(self, settings: Settings, seats: int, layout: Layout, tile: Tile) -> bool:
        """Whether laying this tile now would leave a double that can never get its toes and is not given up either."""
        if not tile.is_double or settings["dead_foot"] == "release":
            return False
        return self.plan(settings, seats).set_max - count_with(layout, tile.high) < TOES


def _toe(ends: tuple[End, ...], far: End, owed: Owed) -> Board:
    node, number, toes = owed
    if toes > 1:
        return (*ends, far), Owed(node, number, toes - 1), (), ()
    return (*ends, far), None, (FootCompleted(node, number),), ()
