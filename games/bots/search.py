"""Choosing by playing on: flat Monte Carlo over sampled deals.

Every candidate is played out on the same deals, so that luck of the deal does not decide between them. With
half of the playouts spent the worse candidates are dropped, and the rest goes to as many as the square root
of their number. (Halving them again and again, the textbook way, costs a run of the engine each time, which
is dearer here than the playouts it saves.) What counts is the mean of the others' penalties minus one's own:
one's own alone is clearly weaker.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from math import isqrt
from typing import NamedTuple

from games.bots.knowledge import Knowledge, knowledge_of
from games.bots.playout import Planes, Playout
from games.bots.sampling import SampledDeals, sample_deals
from games.rules.actions import Play
from games.rules.view import View


@dataclass(slots=True)
class Candidate:
    """A play that the rules tell from the others: which tile, joined by which number; and how it did."""

    play: Play
    place: int
    number: int
    gained: float = 0.0
    deals: int = 0

    @property
    def worth(self) -> float:
        """Points gained on the others, per deal."""
        return self.gained / self.deals if self.deals else 0.0


class Budget(NamedTuple):
    """About how many playouts a decision gets, and whether it narrows the choice down half-way."""

    playouts: int
    narrowing: bool


def best_play(view: View, budget: Budget, source: random.Random) -> Play:
    """The play that does best in playouts, for the seat to act, which must have one."""
    knowledge = knowledge_of(view)
    alive = candidates_of(view, knowledge)
    if len(alive) == 1:
        return alive[0].play
    stages = [len(alive)]
    if budget.narrowing and len(alive) > 2:
        stages.append(isqrt(len(alive) - 1) + 1)
    deals = [max(1, budget.playouts // (len(stages) * candidates)) for candidates in stages]
    sampled = sample_deals(view, knowledge, sum(deals), source)
    for candidates, lanes in zip(stages, deals, strict=True):
        del alive[candidates:]
        play_stage(knowledge, alive, sampled.first(lanes), lanes, source)
        sampled = sampled.without_first(lanes)
        alive.sort(key=lambda candidate: -candidate.worth)
    return alive[0].play


def candidates_of(view: View, knowledge: Knowledge) -> list[Candidate]:
    """The plays to choose from; ends with the same number are the same to the rules: the first laid stands."""
    places = {tile: place for place, tile in enumerate(knowledge.table.tiles)}
    numbers = {end.node: end.number for end in view.ends}
    if view.owed:
        numbers[view.owed.node] = view.owed.number
    candidates: dict[tuple[int, int], Candidate] = {}
    for play in sorted(action for action in view.legal if isinstance(action, Play)):
        key = places[play.tile], numbers[play.node]
        candidates.setdefault(key, Candidate(play, *key))
    return list(candidates.values())


def play_stage(
    knowledge: Knowledge,
    candidates: Sequence[Candidate],
    sampled: SampledDeals,
    deals: int,
    source: random.Random,
) -> None:
    """Play every candidate out on the same sampled deals, and add what it gained."""
    block = (1 << deals) - 1
    playout = _playout(knowledge, sampled, len(candidates), deals)
    blocks = [block << at * deals for at in range(len(candidates))]
    playout.take_given_turn(
        [
            (candidate.place, candidate.number, lanes)
            for candidate, lanes in zip(candidates, blocks, strict=True)
        ]
    )
    playout.run(source)
    mine, others = playout.hands[knowledge.me], _held_by_others(playout, knowledge.me)
    for candidate, lanes in zip(candidates, blocks, strict=True):
        gained = playout.points(others, lanes) / (knowledge.seats - 1) - playout.points(mine, lanes)
        candidate.gained += gained
        candidate.deals += deals


def _playout(knowledge: Knowledge, sampled: SampledDeals, copies: int, deals: int) -> Playout:
    """The position as it is known, with each sampled deal in as many lanes as there are candidates."""
    everywhere = (1 << copies * deals) - 1
    # Multiplying by this writes the same block of lanes `copies` times, one after the other.
    repeat = everywhere // ((1 << deals) - 1)
    hands: list[Planes] = [[held * repeat for held in planes] for planes in sampled.hands]
    for place in knowledge.hand:
        hands[knowledge.me][place] = everywhere
    return Playout(
        knowledge.table,
        hands,
        [held * repeat for held in sampled.boneyard],
        everywhere,
        turn=knowledge.me,
        ends=knowledge.ends,
        feet=[everywhere if number == knowledge.foot else 0 for number in range(len(knowledge.ends))],
        toes=knowledge.toes,
        left=knowledge.boneyard,
        release=knowledge.release,
    )


def _held_by_others(playout: Playout, me: int) -> Planes:
    off_table = zip(playout.unlaid, playout.boneyard, playout.hands[me], strict=True)
    return [unlaid ^ undrawn ^ mine for unlaid, undrawn, mine in off_table]
