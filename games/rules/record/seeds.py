"""The deals of a record, each against its seed: every round is told, not only the first that is wrong."""

from collections.abc import Iterator
from typing import NamedTuple

from games.rules.claims import Claim, Part, commitment_of, faults_of
from games.rules.claims import Fault as Disagreement
from games.rules.record.faults import Fault, Status
from games.rules.record.replay import Replay
from games.rules.record.setup import set_up
from games.rules.record.shapes import LETTERS, MatchRecord, RoundRecord


class Checked(NamedTuple):
    """What came of one round."""

    status: Status
    line: str


def check_deals(record: MatchRecord) -> Iterator[Checked]:
    """What came of each round of a record, in order. Raises Fault if what stands before the rounds is wrong."""
    replay = Replay(set_up(record))
    for index, one in enumerate(record.rounds):
        try:
            claim = _claim(record, replay, index, one)
        except Fault as fault:
            yield Checked(Status.WRONG, str(fault))
        else:
            yield check_claim(claim)


def check_claim(claim: Claim) -> Checked:
    """What came of one deal: that it agrees, with its commitment, or everything that does not."""
    place = f"round {claim.round}"
    if not claim.seed:
        return Checked(Status.WRONG, f"{place}: there is no seed, so nothing can be checked")
    faults = faults_of(claim)
    if faults:
        told = "; ".join(_worded(fault) for fault in faults)
        return Checked(Status.WRONG, f"{place}: {told}")
    sealed = commitment_of(claim)
    known = f"commitment {sealed}" if sealed else "no commitment without table and match"
    return Checked(Status.RIGHT, f"{place}: agrees, {known}")


def _claim(record: MatchRecord, replay: Replay, index: int, one: RoundRecord) -> Claim:
    setup = replay.setup
    deal = replay.deal(index, one)
    return Claim(
        table=record.table or "",
        match=record.match or 0,
        round=index + 1,
        seed=one.seed or "",
        commitment="",
        set_max=setup.game.plan(setup.settings, setup.seats).set_max,
        start=deal.start,
        hands=deal.hands,
        boneyard=deal.boneyard,
        first=LETTERS.index(one.first) if index == 0 and not setup.game.first_by_deal else None,
    )


def _worded(fault: Disagreement) -> str:
    """English, like all lines of the commands."""
    match fault.part:
        case Part.SEED:
            return f"the seed is not {fault.expected}"
        case Part.COMMITMENT:
            return f"the commitment is {fault.stated}, must be {fault.expected}"
        case Part.HAND:
            assert fault.seat is not None
            return f"the hand of {LETTERS[fault.seat]} is {fault.stated}, must be {fault.expected}"
        case Part.BONEYARD:
            return f"the boneyard is {fault.stated}, must be {fault.expected}"
        case Part.DRAWS:
            return f"the draws are {fault.stated}, must be {fault.expected}"
        case Part.FIRST:
            return f"the first turn is given to {fault.stated}, must be {fault.expected}"
