"""What is claimed of the deals of a match: of its rounds that are over, and of no other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.models import Action, Match, Round, Seat
from games.queries.facts import MatchNow, SeatNow, TableNow
from games.queries.past import ENDED, NoSuchRound, deal_of
from games.queries.snapshots import match_now, seat_now, stored_code, table_now
from games.rules import games
from games.rules.claims import Claim
from games.rules.tiles import Tile


@dataclass(frozen=True, slots=True)
class Claimed:
    """A match and what is claimed of its deals, by round."""

    table: TableNow
    match: MatchNow
    seats: tuple[SeatNow, ...]
    claims: tuple[Claim, ...]


def claimed(code: str, match: int | None, number: int | None = None) -> Claimed:
    """The claims of a match by its table's code (any case) and its number, or of its round `number` alone.

    Without `match` it is the newest match of which a round is over. Raises NoSuchRound if no such round is.
    """
    rows = _rows(code, match, number)
    if not rows:
        raise NoSuchRound(code, match, number)
    of = rows[0].match
    draws = _draws(rows)
    return Claimed(
        table=table_now(of.table),
        match=match_now(of),
        seats=tuple(map(seat_now, Seat.objects.filter(match=of).order_by("index"))),
        claims=tuple(_claim(row, of, draws.get(row.pk, ())) for row in rows),
    )


def _rows(code: str, match: int | None, number: int | None) -> list[Round]:
    rows = Round.objects.filter(match__table__code=stored_code(code), status__in=ENDED)
    if match is None:
        newest = rows.order_by("-match__number").values("match")[:1]
        rows = rows.filter(match__in=newest)
    else:
        rows = rows.filter(match__number=match)
    if number is not None:
        rows = rows.filter(number=number - 1)
    whole = rows.select_related("match__table").defer("state", "poses", "match__table__trouble")
    return list(whole.order_by("number"))


def _draws(rows: Sequence[Round]) -> Mapping[int, Sequence[tuple[int, Tile]]]:
    """What was drawn, in order, by round."""
    drawn = Action.objects.filter(round__in=rows, kind=Action.Kind.DRAW).order_by("round", "ply")
    found: dict[int, list[tuple[int, Tile]]] = {}
    for round_id, seat, tile in drawn.values_list("round", "seat", "drawn"):
        found.setdefault(round_id, []).append((seat, Tile.parse(tile)))
    return found


def _claim(row: Round, match: Match, draws: Sequence[tuple[int, Tile]]) -> Claim:
    game, deal = games.game(match.game), deal_of(row)
    drawn_first = row.number == 0 and not game.first_by_deal
    return Claim(
        table=match.table.code,
        match=match.number,
        round=row.number + 1,
        seed=row.seed,
        commitment=row.commitment,
        set_max=game.plan(game.settings(match.settings), match.seat_count).set_max,
        start=deal.start,
        hands=deal.hands,
        boneyard=deal.boneyard,
        draws=tuple(draws),
        first=row.first if drawn_first else None,
    )
