"""The rounds of a record, played again."""

from collections.abc import Iterator

from games.rules.actions import parse_action
from games.rules.deals import Deal
from games.rules.reasons import require_turn
from games.rules.record.deals import check_start, read_deal
from games.rules.record.faults import Fault, at_action, in_round, quoted
from games.rules.record.setup import Setup
from games.rules.record.shapes import RoundRecord
from games.rules.record.words import worded
from games.rules.refusals import Refusal
from games.rules.state import State


class Replay:
    """Plays rounds in order and checks what that needs: start, first, deal, actions."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self._first_of_match: int | None = None  # known from round 1 on

    def deal(self, index: int, record: RoundRecord) -> Deal:
        """Start, first and deal of a round (from 0), checked."""
        check_start(self.setup, index, record)
        if self.setup.game.first_by_deal:
            deal = read_deal(self.setup, index, record)
            self._check_first(index, record, deal)
            return deal
        self._check_first(index, record, None)
        return read_deal(self.setup, index, record)

    def positions(self, index: int, record: RoundRecord, deal: Deal) -> Iterator[State]:
        """The position before the first action, and the one after each action."""
        setup = self.setup
        first = setup.letters.index(record.first)
        state = setup.game.open_round(setup.settings, setup.seats, index, deal, first)
        yield state
        for number, text in enumerate(record.actions, 1):
            try:
                state = self._act(state, text)
            except Refusal as refusal:
                raise Fault(at_action(index, number, text), f"not legal: {worded(refusal)}") from None
            yield state

    def _act(self, state: State, text: str) -> State:
        letter, _, action_text = text.partition(" ")
        # A letter that is no seat has no turn either.
        require_turn(state, self._seat(letter))
        return self.setup.game.apply(state, parse_action(state.layout, action_text))[0]

    def _seat(self, letter: str) -> int:
        return self.setup.letters.find(letter) if len(letter) == 1 else -1

    def _check_first(self, index: int, record: RoundRecord, deal: Deal | None) -> None:
        place = in_round(index, "first")
        setup = self.setup
        seat = self._seat(record.first)
        if seat < 0:
            raise Fault(place, f"there is no seat {quoted(record.first)}")
        if self._first_of_match is None:
            self._first_of_match = self._drawn_for(seat, index, deal)
        expected = setup.game.first_seat(self._first_of_match, index, setup.seats, deal)
        if seat != expected:
            raise Fault(place, f"is {record.first}, must be {setup.letters[expected]}")

    def _drawn_for(self, seat: int, index: int, deal: Deal | None) -> int:
        """A seat which, drawn for the match, lets `seat` begin this round (seat 0 if none does)."""
        seats = range(self.setup.seats)
        first_seat = self.setup.game.first_seat
        return next((drawn for drawn in seats if first_seat(drawn, index, len(seats), deal) == seat), 0)
