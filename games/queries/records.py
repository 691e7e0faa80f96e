"""A match that is over as a record: everything about it is public then. A running match is never given out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from games.models import Action, Match, Round, Seat
from games.queries.past import ENDED, deal_of
from games.queries.sheets import ScoredRound, scored_rounds
from games.queries.snapshots import stored_code
from games.rules import games
from games.rules.record.shapes import MatchRecord, ResultRecord, RoundRecord, SeatRecord
from games.rules.record.write import result_record, round_record


class NoSuchRecord(LookupError):
    """There is no such match, or it is not over."""


def match_record(code: str, number: int) -> MatchRecord:
    """The record of a match that is over, by its table's code (any case) and its number. Raises NoSuchRecord."""
    match = _match(code, number)
    seats = list(Seat.objects.filter(match=match).order_by("index"))
    scored = scored_rounds(match.pk)
    return MatchRecord(
        game=match.game,
        settings=match.settings,
        seats=tuple(SeatRecord(seat.letter, seat.name, seat.kind, seat.level or None) for seat in seats),
        rounds=_rounds(match, seats, scored),
        result=_result(match, scored),
        table=match.table.code,
        match=match.number,
        started=_time(match.started_at),
        ended=_time(match.ended_at),
        ended_early=_ended_early(match, scored) or None,
    )


def _match(code: str, number: int) -> Match:
    rows = Match.objects.select_related("table").exclude(status__in=Match.UNFINISHED)
    match = rows.filter(table__code=stored_code(code), number=number).first()
    if match is None:
        raise NoSuchRecord(code, number)
    return match


def _time(at: datetime | None) -> str | None:
    return None if at is None else at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _ended_early(match: Match, scored: Sequence[ScoredRound]) -> bool:
    """Whether the match ended with the scores so far, be it in the middle of a round or after one."""
    game = games.game(match.game)
    totals = [one.totals for one in scored]
    return not game.match_over(game.settings(match.settings), match.seat_count, totals)


def _result(match: Match, scored: Sequence[ScoredRound]) -> ResultRecord | None:
    if not scored:
        return None
    game = games.game(match.game)
    return result_record(game.result(game.settings(match.settings), scored[-1].totals))


def _rounds(match: Match, seats: Sequence[Seat], scored: Sequence[ScoredRound]) -> tuple[RoundRecord, ...]:
    """The rounds that were dealt, each with its log; one that was dropped has no end."""
    by_id = {one.id: one for one in scored}
    dealt = Round.objects.filter(match=match, status__in=ENDED)
    own_kinds = acting = [seat.kind for seat in seats]
    found = []
    for row in dealt.defer("state", "poses").order_by("number"):
        actions = list(row.actions.order_by("ply").values_list("seat", "text", "by"))
        actors = [(seat, by) for seat, _text, by in actions]
        changes = changes_of_actor(actors, own_kinds, acting)
        found.append(_round(row, by_id.get(row.pk), [(seat, text) for seat, text, _by in actions], changes))
        acting = [dict(actors).get(index, kind) for index, kind in enumerate(acting)]
    return tuple(found)


def _round(
    row: Round,
    scored: ScoredRound | None,
    actions: Sequence[tuple[int, str]],
    by: Sequence[tuple[int, int, str]],
) -> RoundRecord:
    assert row.first is not None
    return round_record(
        deal_of(row),
        row.first,
        actions,
        outcome=None if scored is None else scored.finished.outcome,
        penalties=() if scored is None else scored.points,
        totals=() if scored is None else scored.totals,
        seed=row.seed,
        by=by,
    )


def changes_of_actor(
    actors: Iterable[tuple[int, str]], own_kinds: Sequence[str], before: Sequence[str]
) -> tuple[tuple[int, int, str], ...]:
    """Who acted for a seat from an action on (counted from 1), where it was somebody else than before.

    `actors` are the seat and the actor of each action. Every seat begins as its own kind, and a stand-in who plays on
    is written at the first action; `before` are those who acted last in the round before.
    """
    acting: dict[int, str] = {}
    changes = []
    for number, (seat, by) in enumerate(actors, start=1):
        if by != acting.get(seat, own_kinds[seat]):
            plays_on = seat not in acting and by == before[seat] == Action.By.STAND_IN
            changes.append((1 if plays_on else number, seat, by))
        acting[seat] = by
    return tuple(sorted(changes))
