"""A line with two ends: nothing is laid before the deal, and who cannot play draws until a tile fits."""

from collections.abc import Mapping, Sequence

from games.rules.deals import Deal, Plan, dealt, drawn_first_seat, shuffled
from games.rules.layout import ROOT, End, Laid
from games.rules.match import Result, highest_wins
from games.rules.refusals import Refusal, RefusalCode
from games.rules.settings import Choice, OptionalWhole, Settings, read_settings
from games.rules.state import State
from games.rules.tiles import tile_set
from games.rules.turns import Board, Drawing, TurnGame


class Line(TurnGame):
    """2-4 seats; the highest double leads; who is out, or has the fewest pips, gets those of the others."""

    slug = "test-line"
    seat_range = (2, 4)
    first_by_deal = True
    drawing = Drawing.UNTIL_FITS
    fields = (Choice("set", (6, 9, 12)), OptionalWhole("target", 50, 250))

    def settings(self, raw: Mapping[str, object]) -> Settings:
        return read_settings(self.fields, raw)

    def plan(self, settings: Settings, seats: int) -> Plan:
        least, most = self.seat_range
        if not least <= seats <= most:
            raise Refusal(RefusalCode.SEATS, {"seats": seats, "least": least, "most": most})
        largest = settings.whole("set")
        hand = largest + 1 if seats == 2 else largest - 1
        tiles = len(tile_set(largest))
        rounds = 1 if settings["target"] is None else None
        return Plan(largest, tiles, hand, tiles - hand * seats, rounds, ())

    def start_tile(self, settings: Settings, seats: int, round_index: int) -> None:
        return None

    def first_of_match(self, settings: Settings, seats: int, seed: bytes) -> int:
        return drawn_first_seat(tile_set(settings.whole("set")), seed, seats)

    def first_seat(self, first_of_match: int, round_index: int, seats: int, deal: Deal | None = None) -> int:
        assert deal is not None
        return max(
            range(seats), key=lambda seat: max((t.is_double, t.pips, t.high) for t in deal.hands[seat])
        )

    def deal(self, settings: Settings, seats: int, round_index: int, seed: bytes) -> Deal:
        plan = self.plan(settings, seats)
        return dealt(None, shuffled(tile_set(plan.set_max), seed), seats, plan.hand)

    def open_round(self, settings: Settings, seats: int, round_index: int, deal: Deal, first: int) -> State:
        return self.open_table(settings, deal, first)

    def lay(self, state: State, laid: Laid) -> Board:
        if laid.parent == ROOT:
            return (End(0, 1, laid.tile.high), End(0, 2, laid.tile.low)), None, (), ()
        rest = [end for end in state.ends if (end.node, end.arm) != (laid.parent, laid.arm)]
        return (*rest, End(len(state.layout), 0, laid.tile.other(laid.matched))), None, (), ()

    def penalties(self, state: State) -> tuple[int, ...]:
        pips = [sum(tile.pips for tile in state.hand(seat)) for seat in range(state.seats)]
        if pips.count(min(pips)) > 1:
            return (0,) * state.seats
        return tuple(sum(pips) - own if own == min(pips) else 0 for own in pips)

    def match_over(self, settings: Settings, seats: int, totals: Sequence[Sequence[int]]) -> bool:
        target = settings.optional_whole("target")
        return bool(totals) and (target is None or max(totals[-1]) >= target)

    def result(self, settings: Settings, totals: Sequence[int]) -> Result:
        return highest_wins(totals)
