"""One round of a record, replayed and compared from its start to who acted in it."""

from collections.abc import Mapping, Sequence

from games.rules.record.deals import check_seed
from games.rules.record.faults import Fault, in_round, quoted, shown, unreadable
from games.rules.record.replay import Replay
from games.rules.record.shapes import ACTOR_KINDS, RoundRecord
from games.rules.state import Reason, State

Totals = tuple[int, ...]


class RoundCheck:
    """The check of one round, `index` from 0; a method per stage, in the order in which faults are told."""

    def __init__(self, replay: Replay, index: int, record: RoundRecord) -> None:
        self.replay = replay
        self.index = index
        self.record = record
        self.letters = replay.setup.letters

    def run(self, before: Totals, *, may_be_open: bool) -> Totals | None:
        """The totals after the round, None if it is open; Fault for the first thing that is wrong."""
        deal = self.replay.deal(self.index, self.record)
        check_seed(self.replay.setup, self.index, self.record, deal)
        *_, state = self.replay.positions(self.index, self.record, deal)
        self._check_end(state, may_be_open=may_be_open)
        self._check_out(state)
        totals = self._check_points(state, before)
        self._check_by()
        return totals

    def _check_end(self, state: State, *, may_be_open: bool) -> None:
        ended = None if state.outcome is None else state.outcome.reason.value
        if self.record.end != ended:
            raise self._fault("end", f"is {shown(self.record.end)}, must be {shown(ended)}")
        if ended is None and not may_be_open:
            raise self._fault("end", "only the last round may be open")

    def _check_out(self, state: State) -> None:
        stated = self.record.out
        if state.outcome is None or state.outcome.reason is not Reason.OUT or state.outcome.seat is None:
            if stated is not None:
                raise self._fault("out", "nobody went out")
            return
        if stated is None:
            raise unreadable(in_round(self.index, "out"), "missing field")
        letter = self.letters[state.outcome.seat]
        if stated != letter:
            raise self._fault("out", f"is {quoted(stated)}, must be {letter}")

    def _check_points(self, state: State, before: Totals) -> Totals | None:
        if state.outcome is None:
            for name, stated in (("penalties", self.record.penalties), ("totals", self.record.totals)):
                if stated is not None:
                    raise self._fault(name, "an open round has none")
            return None
        points = self.replay.setup.game.penalties(state)
        totals = tuple(total + more for total, more in zip(before, points, strict=True))
        self._compare("penalties", self.record.penalties, points)
        self._compare("totals", self.record.totals, totals)
        return totals

    def _compare(self, name: str, stated: Mapping[str, int] | None, expected: Sequence[int]) -> None:
        stated = stated or {}
        for letter in stated:
            if letter not in tuple(self.letters):
                raise self._fault(name, f"there is no seat {quoted(letter)}")
        for letter, number in zip(self.letters, expected, strict=True):
            if letter not in stated:
                raise self._fault(name, f"{letter} is missing, must be {number}")
            if stated[letter] != number:
                raise self._fault(name, f"{letter} is {shown(stated[letter])}, must be {number}")

    def _check_by(self) -> None:
        before, last = 1, len(self.record.actions) + 1
        seen: set[tuple[int, str]] = set()
        for action, seat, kind in self.record.by:
            if seat not in tuple(self.letters):
                raise self._fault("by", f"there is no seat {quoted(seat)}")
            if kind not in ACTOR_KINDS:
                raise self._fault("by", f"{quoted(kind)} is none of {', '.join(ACTOR_KINDS)}")
            if not 1 <= action <= last:
                raise self._fault("by", f"action {shown(action)} is not within 1 to {last}")
            if action < before or (action, seat) in seen:
                raise self._fault("by", "the action numbers must rise")
            before = action
            seen.add((action, seat))

    def _fault(self, name: str, reason: str) -> Fault:
        return Fault(in_round(self.index, name), reason)
