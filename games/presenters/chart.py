"""The chart of running totals: where every line, number and badge of its picture stands.

It is SVG of our own and no library's: a few lines of arithmetic, drawn by the server, so that it is there without
scripts, on paper, in both themes and under a policy that allows no inline style; a library would be a hundred times as
much to load. Its text form are the numbers in its description, and the score sheet beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.presenters.parts import Context, Plain
from games.presenters.seats import person
from games.queries.aims import fewest_win
from games.queries.history import Played
from games.queries.sheets import ScoredRound

WIDTH: Final = 340
HEIGHT: Final = 252
_LEFT, _RIGHT, _TOP, _BOTTOM = 36, 34, 28, 42
BADGE: Final = 19  # of a line's badge, which stands beside its end
_BESIDE: Final = 8  # how far
_STEPS: Final = (5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000)
_LINES_AT_MOST: Final = 6
_NUMBERS_AT_MOST: Final = 13


def chart(now: Played) -> Context:
    """Running totals by round, each line from 0; `said` are its numbers. `lines` is empty without a finished round."""
    rounds = now.rounds
    most = max((max(scored.totals) for scored in rounds), default=0)
    step = next((step for step in _STEPS if most <= step * (_LINES_AT_MOST - 1)), _STEPS[-1])
    top = step * max(1, -(-most // step))
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "left": _LEFT,
        "right": WIDTH - _RIGHT,
        "grid": [{"y": _short(_y(value, top)), "value": value} for value in range(0, top + 1, step)],
        "numbers": _numbers(len(rounds)),
        "base": HEIGHT - 23,
        "bottom": HEIGHT - 5,
        "middle": (_LEFT + WIDTH - _RIGHT) // 2,
        "badge": BADGE,
        "beside": _BESIDE,
        "lines": _lines(now, rounds, top) if rounds else [],
        "legend": _legend(now),
        "fewest": fewest_win(now.match.game),
    }


def _lines(now: Played, rounds: Sequence[ScoredRound], top: int) -> list[Plain]:
    """The lines with the places of their badges, those of the winners last, so that they lie on top."""
    last = rounds[-1].totals
    badges = _spread([_y(total, top) - BADGE / 2 for total in last])
    lines: list[Context] = [
        {
            **person(seat),
            "winner": seat.index in now.match.winners,
            "points": _points([scored.totals[index] for scored in rounds], top),
            "badge_y": _short(badges[index]),
            "lead": _lead(_y(last[index], top), badges[index] + BADGE / 2),
            "said": [scored.totals[index] for scored in rounds],
        }
        for index, seat in enumerate(now.seats)
    ]
    return [*sorted(lines, key=lambda line: bool(line["winner"]))]


def _lead(end: float, badge: float) -> str:
    """The path from a line's end to its badge where others have pushed that away, else ""."""
    if abs(end - badge) < BADGE / 2:
        return ""
    return f"M{WIDTH - _RIGHT} {_short(end)}L{WIDTH - _RIGHT + _BESIDE} {_short(badge)}"


def _legend(now: Played) -> list[Plain]:
    """The seats as their lines end, the one that is ahead first."""
    sign = 1 if fewest_win(now.match.game) else -1
    return [
        {**person(seat), "winner": seat.index in now.match.winners}
        for seat in sorted(now.seats, key=lambda seat: (sign * seat.total, seat.index or 0))
    ]


def _points(totals: Sequence[int], top: int) -> str:
    return " ".join(
        f"{_short(_x(number, len(totals)))},{_short(_y(total, top))}"
        for number, total in enumerate([0, *totals])
    )


def _spread(wanted: Sequence[float]) -> list[float]:
    """Heights at which badges do not lie on one another, as near to the wanted ones as goes inside the picture.

    Badges that would push one another stand around the middle of what they want. Taken from each height: the room of
    the badges above it; then it is enough that no height is less than the one before.
    """
    apart = BADGE + 1
    order = sorted(range(len(wanted)), key=lambda index: wanted[index])
    groups: list[tuple[float, int]] = []  # the sum of what they want, how many they are
    for place, index in enumerate(order):
        total, count = wanted[index] - place * apart, 1
        while groups and groups[-1][0] / groups[-1][1] > total / count:
            before = groups.pop()
            total, count = total + before[0], count + before[1]
        groups.append((total, count))
    lowest = HEIGHT - _BOTTOM - BADGE / 2 - (len(wanted) - 1) * apart
    even = [min(max(total / count, 1.0), lowest) for total, count in groups for _ in range(count)]
    placed = {index: even[place] + place * apart for place, index in enumerate(order)}
    return [placed[index] for index in range(len(wanted))]


def _numbers(rounds: int) -> list[Plain]:
    every = max(1, -(-rounds // _NUMBERS_AT_MOST))
    return [{"x": _short(_x(number, rounds)), "number": number} for number in range(every, rounds + 1, every)]


def _x(number: int, rounds: int) -> float:
    return _LEFT + number * (WIDTH - _LEFT - _RIGHT) / max(1, rounds)


def _y(total: int, top: int) -> float:
    return HEIGHT - _BOTTOM - total * (HEIGHT - _TOP - _BOTTOM) / top


def _short(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
