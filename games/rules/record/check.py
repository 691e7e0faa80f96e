"""Whether a record is right: replayed, everything that can be computed compared. The first fault counts."""

from dataclasses import dataclass

from games.rules.record.faults import Fault, in_round
from games.rules.record.replay import Replay
from games.rules.record.rounds import RoundCheck, Totals
from games.rules.record.setup import Setup, set_up
from games.rules.record.shapes import MatchRecord, ResultRecord


@dataclass(frozen=True, slots=True)
class Checked:
    """What a right record holds; `result` is None for an unfinished match."""

    rounds: int
    actions: int
    result: ResultRecord | None

    def __str__(self) -> str:
        # The words do not bend with the numbers: programs read this line, too.
        counts = f"{self.rounds} rounds, {self.actions} actions"
        if self.result is None:
            return f"ok, unfinished, {counts}"
        return f"ok, {counts}, {winners_text(self.result)}"


def check(record: MatchRecord) -> Checked:
    """What the record holds; Fault with the first thing that is wrong."""
    setup = set_up(record)
    totals = _check_rounds(setup, record)
    result = _expected_result(setup, record, totals)
    _check_result(record.result, result)
    actions = sum(len(one.actions) for one in record.rounds)
    return Checked(len(record.rounds), actions, result)


def winners_text(result: ResultRecord) -> str:
    """`winners B`, or `winners A B (draw)`."""
    return f"winners {' '.join(result.winners)}{' (draw)' if result.draw else ''}"


def _check_rounds(setup: Setup, record: MatchRecord) -> list[Totals]:
    """The totals after each finished round."""
    replay = Replay(setup)
    totals: list[Totals] = []
    for index, one in enumerate(record.rounds):
        if setup.game.match_over(setup.settings, setup.seats, totals):
            raise Fault(in_round(index, "start"), f"the match was over after round {index}")
        before = totals[-1] if totals else (0,) * setup.seats
        last = index == len(record.rounds) - 1
        after = RoundCheck(replay, index, one).run(before, may_be_open=last)
        if after is not None:
            totals.append(after)
    return totals


def _expected_result(setup: Setup, record: MatchRecord, totals: list[Totals]) -> ResultRecord | None:
    over = setup.game.match_over(setup.settings, setup.seats, totals)
    if not totals or not (over or record.ended_early):
        return None
    result = setup.game.result(setup.settings, totals[-1])
    return ResultRecord(tuple(setup.letters[seat] for seat in result.winners), result.draw)


def _check_result(stated: ResultRecord | None, expected: ResultRecord | None) -> None:
    if stated == expected:
        return
    if expected is None:
        raise Fault("result", "must be null, the match is not finished")
    if stated is None:
        raise Fault("result", f"is missing, must be {winners_text(expected)}")
    if stated.winners == expected.winners:
        raise Fault("result", f"draw must be {str(expected.draw).lower()}")
    raise Fault("result", f"must be {winners_text(expected)}")
