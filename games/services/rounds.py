"""Rounds: the seed and its commitment, the deal, the scores, what comes next."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from django.utils import timezone

from games.models import Match, Penalty, Round, Seat, Table
from games.queries import Snapshot, snapshot
from games.queries.sheets import score_sheet
from games.rules import games
from games.rules.deals import SEED_BYTES, Deal, commitment
from games.rules.match import Result
from games.rules.state import State
from games.rules.state_json import to_json
from games.services import layouts
from games.services.base import locked, reschedule, touch
from games.services.due import plan, replan, set_times
from games.services.errors import Code, Refused


class Score(NamedTuple):
    """What a round that is over adds, by seat, and the end of the match if this was its last round."""

    points: tuple[int, ...]
    totals: tuple[int, ...]
    hands: tuple[tuple[str, ...], ...]
    result: Result | None


def new_round(*, code: str, match_id: int, match_number: int, number: int) -> Round:
    """A round to come, not stored yet: its seed is made now, so that its commitment can be shown before the deal."""
    seed = secrets.token_bytes(SEED_BYTES).hex()
    return Round(
        match_id=match_id,
        number=number,
        seed=seed,
        commitment=commitment(code, match_number, number + 1, seed),
    )


def first_round(table: Table, match: Match) -> Round:
    """Store the round that a new match waits for. Every match has one from its first moment."""
    row = new_round(code=table.code, match_id=match.pk, match_number=match.number, number=0)
    row.save()
    return row


def open_round(*, match: Match, row: Round, now: datetime) -> None:
    """Deal a waiting round and make it the match's current one, inside the lock.

    Needs `match.settings` and `match.seat_count`; the first round also draws the match's first seat and sets what
    follows from the number of seats. Stores round and match; planning what is due and `touch` are the caller's.
    """
    game = games.game(match.game)
    settings = game.settings(match.settings)
    seed = bytes.fromhex(row.seed)
    if row.number == 0:
        match.first = game.first_of_match(settings, match.seat_count, seed)
        shape = game.plan(settings, match.seat_count)
        match.set_max, match.rounds_planned = shape.set_max, shape.rounds
    assert match.first is not None
    deal = game.deal(settings, match.seat_count, row.number, seed)
    first = game.first_seat(match.first, row.number, match.seat_count, deal)
    state = game.open_round(settings, match.seat_count, row.number, deal, first)
    _store_opening(row, deal, state, now)
    match.round_number, match.turn, match.turn_at = row.number, state.turn, now
    match.save(update_fields=["first", "set_max", "rounds_planned", "round_number", "turn", "turn_at"])


def _store_opening(row: Round, deal: Deal, state: State, now: datetime) -> None:
    row.status = Round.Status.PLAYING
    row.start = "" if deal.start is None else str(deal.start)
    row.first = state.turn
    row.deal = {
        "hands": [[str(tile) for tile in hand] for hand in deal.hands],
        "boneyard": [str(tile) for tile in deal.boneyard],
    }
    row.state = to_json(state)
    row.poses = layouts.open_yards(row.pk, row.commitment, state)
    row.started_at = now
    row.save(update_fields=["status", "start", "first", "deal", "state", "poses", "started_at"])


def open_next(*, table_id: int, round_number: int, only_if_due: bool = False) -> Snapshot:
    """Begin the round after `round_number` (from 0), which is over. The facts after it.

    Raises Refused STALE if that round is not the current one, ROUND_NOT_OVER if it is still played, NOT_PLAYING if
    the match is paused or over. With `only_if_due` (the clock) nothing happens unless its time has come.
    """
    with locked(table_id) as table:
        read = snapshot(table_id)
        _check_between(read, round_number)
        due_at = plan(read).next_round_at
        if only_if_due and (due_at is None or due_at > read.now):
            set_times(table, plan(read))
            reschedule(table)
            return read
        match = Match.objects.get(pk=read.match.id)
        Seat.objects.filter(match=match, ready=True).update(ready=False)
        row = Round.objects.get(match=match, number=round_number + 1)
        open_round(match=match, row=row, now=timezone.now())
        replan(table)
        touch(table)
    return snapshot(table_id)


def _check_between(read: Snapshot, round_number: int) -> None:
    if read.round.number != round_number:
        raise Refused(Code.STALE, snapshot=read)
    if read.match.status != Match.Status.PLAYING:
        raise Refused(Code.NOT_PLAYING, snapshot=read)
    if read.round.status != Round.Status.OVER:
        raise Refused(Code.ROUND_NOT_OVER, snapshot=read)


def score(before: Snapshot, state: State) -> Score:
    """What a round that `state` ends adds to the totals of `before`, and whether the match is over with it."""
    game = games.game(state.game)
    points = game.penalties(state)
    totals = tuple(seat.total + more for seat, more in zip(before.seats, points, strict=True))
    after_each: Sequence[Sequence[int]] = [*(scored.totals for scored in score_sheet(before)), totals]
    over = before.match.last_round or game.match_over(state.settings, state.seats, after_each)
    hands = tuple(tuple(map(str, state.hand(seat))) for seat in range(state.seats))
    return Score(points, totals, hands, game.result(state.settings, totals) if over else None)


def closed(played: Snapshot, state: State, result: Score, now: datetime) -> Snapshot:
    """The facts of a table when the round that was `played` to its end is over and scored."""
    outcome, final = state.outcome, result.result
    assert outcome is not None
    seats = tuple(
        replace(
            seat,
            total=result.totals[index],
            place=None if final is None else final.ranks[index],
            ready=False,
        )
        for index, seat in enumerate(played.seats)
    )
    match = replace(played.match, rounds_done=played.match.rounds_done + 1, turn=None, turn_at=None)
    if final is not None:
        match = replace(
            match, status=Match.Status.FINISHED, winners=final.winners, is_draw=final.draw, ended_at=now
        )
    over = replace(
        played.round,
        status=Round.Status.OVER,
        reason=outcome.reason.value,
        out=outcome.seat,
        blocked_foot=outcome.foot,
        ended_at=now,
    )
    proposal = None if final is not None else played.due.objection_at
    due = replace(played.due, objection_at=proposal)
    return replace(played, seats=seats, match=match, round=over, due=due)


def store_closed(after: Snapshot, result: Score) -> None:
    """Store the points, totals and places of a round that is over, and make the seed of the next one."""
    Penalty.objects.bulk_create(
        Penalty(
            round_id=after.round.id,
            seat_id=seat.id,
            points=result.points[index],
            tiles=list(result.hands[index]),
            total=result.totals[index],
        )
        for index, seat in enumerate(after.seats)
    )
    Seat.objects.bulk_update(
        [Seat(pk=seat.id, total=seat.total, place=seat.place, ready=False) for seat in after.seats],
        ["total", "place", "ready"],
    )
    if result.result is None:
        new_round(
            code=after.table.code,
            match_id=after.match.id,
            match_number=after.match.number,
            number=after.round.number + 1,
        ).save()


def end_early(*, facts: Snapshot, now: datetime) -> None:
    """End the match with the scores so far, inside the lock: an open round counts for nothing, its seed is shown.

    The standings come from the rounds that are over; without any there are none. Planning what is due and `touch`
    are the caller's. Raises Refused NOT_PLAYING if the match is not going on.
    """
    if not facts.match.going_on:
        raise Refused(Code.NOT_PLAYING, snapshot=facts)
    Round.objects.filter(pk=facts.round.id, status=Round.Status.PLAYING).update(
        status=Round.Status.DROPPED, ended_at=now
    )
    final = _standings_so_far(facts)
    Match.objects.filter(pk=facts.match.id).update(
        status=Match.Status.ENDED_EARLY,
        turn=None,
        turn_at=None,
        ended_at=now,
        winners=[] if final is None else list(final.winners),
        is_draw=final is not None and final.draw,
    )
    if final is not None:
        Seat.objects.bulk_update(
            [Seat(pk=seat.id, place=final.ranks[index]) for index, seat in enumerate(facts.seats)], ["place"]
        )


def _standings_so_far(facts: Snapshot) -> Result | None:
    if facts.match.rounds_done == 0:
        return None
    game = games.game(facts.match.game)
    return game.result(game.settings(facts.match.settings), [seat.total for seat in facts.seats])
