"""Matches of the past for tests, stored as rows: as play leaves them, without playing them."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from games.models import Match, Penalty, Round, Seat, Table
from games.rules import games
from games.rules.deals import commitment
from games.rules.settings import Setting
from games.rules.tiles import Tile, tile_set
from lobby.models import User

EVENING = datetime(2026, 3, 14, 19, 0, tzinfo=UTC)
_A_ROUND = timedelta(minutes=7)


# Who sits down: a person, the level of a bot, or a deleted account.
type Sitter = User | str | None


@dataclass(frozen=True, slots=True)
class Left:
    """A round as it ended: the tiles left in every hand, and the seat that went out (None: blocked, on `foot`)."""

    hands: Sequence[Sequence[str]]
    out: int | None = None
    foot: int | None = 5


def table(
    name: str = "Sunday", *, opener: User | None = None, game: str = "chicken-foot", **fields: object
) -> Table:
    """A table on which nothing was played yet."""
    made = Table(name=name, game=game, settings=dict(games.game(game).settings({})), opener=opener)
    for field, value in fields.items():
        setattr(made, field, value)
    made.save()
    return made


def match(
    at: Table,
    sitters: Sequence[Sitter],
    rounds: Sequence[Left],
    *,
    status: Match.Status = Match.Status.FINISHED,
    began: datetime = EVENING,
    settings: Mapping[str, Setting] | None = None,
) -> Match:
    """A match with these rounds over. It is the next one at its table.

    Its points, totals and places follow from the tiles by the rules. With a status that
    is not over, its next round is waiting.
    """
    rules = games.game(at.game)
    chosen = rules.settings(settings or {})
    at.matches_begun += 1
    at.save(update_fields=["matches_begun"])
    over = status not in Match.UNFINISHED
    made = Match.objects.create(
        table=at, number=at.matches_begun, status=status, game=at.game, settings=dict(chosen),
        seat_count=len(sitters), set_max=rules.plan(chosen, len(sitters)).set_max,
        rounds_planned=rules.plan(chosen, len(sitters)).rounds, rounds_done=len(rounds),
        round_number=len(rounds) - over if rounds else 0, first=0, started_at=began,
        ended_at=began + _A_ROUND * len(rounds) if over else None,
    )  # fmt: skip
    seats = [_seat(made, index, sitter, began) for index, sitter in enumerate(sitters)]
    totals = [0] * len(sitters)
    for number, left in enumerate(rounds):
        points = [_worth(hand, chosen["blank"]) for hand in left.hands]
        totals = [total + more for total, more in zip(totals, points, strict=True)]
        _store_round(made, number, left, seats, points, totals)
    if not over:
        Round.objects.create(match=made, number=len(rounds), seed="5" * 64, commitment="5" * 64)
    _finish(made, seats, totals, over and bool(rounds))
    return made


def _seat(made: Match, index: int, sitter: Sitter, began: datetime) -> Seat:
    bot = isinstance(sitter, str)
    return Seat.objects.create(
        match=made, number=index, index=index, user=sitter if isinstance(sitter, User) else None,
        name=f"Bot {index}" if bot else sitter.name if isinstance(sitter, User) else "",
        kind=Seat.Kind.BOT if bot else Seat.Kind.PERSON, level=sitter if isinstance(sitter, str) else "",
        last_seen=began,
    )  # fmt: skip


def _store_round(
    made: Match, number: int, left: Left, seats: Sequence[Seat], points: Sequence[int], totals: Sequence[int]
) -> None:
    assert made.started_at is not None
    rules = games.game(made.game)
    start = rules.start_tile(rules.settings(made.settings), made.seat_count, number)
    seed = f"{made.pk:032x}{number:032x}"
    row = Round.objects.create(
        match=made, number=number, status=Round.Status.OVER, start=str(start or ""), first=number % len(seats),
        seed=seed, commitment=commitment(made.table.code, made.number, number + 1, seed), ply=40 + number,
        reason="out" if left.out is not None else "blocked", out=left.out,
        blocked_foot=None if left.out is not None else left.foot,
        started_at=made.started_at + _A_ROUND * number, ended_at=made.started_at + _A_ROUND * (number + 1),
    )  # fmt: skip
    Penalty.objects.bulk_create(
        Penalty(
            round=row, seat=seat, points=points[index], tiles=list(left.hands[index]), total=totals[index]
        )
        for index, seat in enumerate(seats)
    )


def _finish(made: Match, seats: Sequence[Seat], totals: Sequence[int], ranked: bool) -> None:
    rules = games.game(made.game)
    result = rules.result(rules.settings(made.settings), totals)
    for index, seat in enumerate(seats):
        seat.total, seat.place = totals[index], result.ranks[index] if ranked else None
    Seat.objects.bulk_update(seats, ["total", "place"])
    if ranked:
        made.winners, made.is_draw = list(result.winners), result.draw
        made.save(update_fields=["winners", "is_draw"])


def _worth(hand: Sequence[str], blank: Setting) -> int:
    return sum(int(blank or 0) if tile == "0-0" else Tile.parse(tile).pips for tile in hand)


def any_round(source: random.Random, seats: int) -> Left:
    """A round with random tiles left; in half of the rounds somebody went out."""
    tiles = [str(tile) for tile in tile_set(9 if seats <= 6 else 12)]
    source.shuffle(tiles)
    hands = [[tiles.pop() for _tile in range(source.randint(1, 4))] for _seat in range(seats)]
    if source.random() < 0.5:
        return Left(hands, foot=source.choice([None, 3, 8]))
    out = source.randrange(seats)
    hands[out] = []
    return Left(hands, out)
