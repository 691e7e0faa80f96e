"""What spans the rounds of a match: totals, standings, who won."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Result(NamedTuple):
    """The end of a match, by seat.

    `ranks` is competition ranking (40, 40, 55 → 1, 1, 3), `draw` says that several seats share the first
    place, `losers` are the seats that went over the target, if the match had one.
    """

    winners: tuple[int, ...]
    draw: bool
    ranks: tuple[int, ...]
    losers: tuple[int, ...]


def running_totals(penalties: Iterable[Sequence[int]], seats: int) -> tuple[tuple[int, ...], ...]:
    """The totals of every seat after each round, from the points of each round."""
    totals: list[tuple[int, ...]] = []
    before: Sequence[int] = (0,) * seats
    for round_points in penalties:
        before = tuple(total + points for total, points in zip(before, round_points, strict=True))
        totals.append(before)
    return tuple(totals)


def lowest_wins(totals: Sequence[int], target: int | None = None) -> Result:
    """The standings when the lowest total wins and a shared lowest is a draw among those who share it."""
    ranks = tuple(1 + sum(other < total for other in totals) for total in totals)
    winners = tuple(seat for seat, rank in enumerate(ranks) if rank == 1)
    losers = tuple(seat for seat, total in enumerate(totals) if target is not None and total > target)
    return Result(winners, len(winners) > 1, ranks, losers)


def highest_wins(totals: Sequence[int]) -> Result:
    """The standings when the highest total wins and a shared highest is a draw among those who share it."""
    return lowest_wins([-total for total in totals])
