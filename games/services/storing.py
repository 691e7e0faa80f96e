"""Storing what was thought: one transaction that compares the table's version in the statement that locks it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from datetime import datetime
from typing import NamedTuple

from django.db import IntegrityError
from django.utils import timezone

from games.models import Action, Match, Note, Round, Seat
from games.queries import MatchNow, RoundNow, Snapshot
from games.queries.logs import LoggedAction, extend_log
from games.queries.snapshots import states
from games.rules.state_json import to_json
from games.services import layouts, rounds
from games.services.base import lock_at, locked, wake_if_sooner, writing
from games.services.due import due_of, plan
from games.services.errors import Refused
from games.services.notes import What
from games.services.thoughts import Thought

# What an action may change in the rows of its round and its match, besides the position.
_ROUND = ("ply", "status", "reason", "out", "blocked_foot", "ended_at")
_MATCH = ("status", "turn", "turn_at", "rounds_done", "winners", "is_draw", "ended_at")


class Actor(NamedTuple):
    """In whose name an action is stored."""

    by: Action.By
    user_id: int | None = None
    key: str | None = None
    takes_back: bool = False  # the owner plays, so the seat is its owner's again


def store(before: Snapshot, thought: Thought, actor: Actor, *, wait: bool = True) -> Snapshot | None:
    """Store a thought if the table is still as it was read; the facts after it, or None: then nothing was done."""
    after = _facts_after(before, thought, actor, timezone.now())
    times = plan(after, pass_shown=len(thought.steps) > 1)
    after = replace(after, due=due_of(times, after.due.objection_at))
    logged = _logged(before, thought, actor, after.now)
    try:
        with writing() if wait else locked(before.table.id, wait=False):
            if not lock_at(
                before.table.id, before.version, {**asdict(times), "objection_at": after.due.objection_at}
            ):
                return None
            _write(before, after, thought, actor, logged)
            if actor.takes_back:
                after = replace(after, last_note=_write_back(before, after, thought.seat))
            wake_if_sooner(before.due.at, after.due.at)
    except IntegrityError:
        return None  # a twin with the same key was quicker
    except Refused:
        if wait:
            raise  # the database gave up waiting for a lock
        return None  # somebody else writes at this table just now
    if thought.laying is not None:
        layouts.keep(after.round, thought.laying)
    states.put((after.round.id, after.round.commitment, after.round.ply), thought.state)
    extend_log(before, logged)
    return after


def _facts_after(before: Snapshot, thought: Thought, actor: Actor, now: datetime) -> Snapshot:
    """The table as it will be, without what is due."""
    state = thought.state
    seats = before.seats
    if actor.takes_back:
        own = replace(seats[thought.seat], stand_in=Seat.StandIn.NONE)
        seats = (*seats[: thought.seat], own, *seats[thought.seat + 1 :])
    after = replace(
        before,
        version=before.version + 1,
        now=now,
        seats=seats,
        match=replace(before.match, status=Match.Status.PLAYING, turn=state.turn, turn_at=now),
        round=replace(before.round, ply=before.round.ply + len(thought.steps)),
        state=state,
    )
    return after if thought.score is None else rounds.closed(after, state, thought.score, now)


def _logged(before: Snapshot, thought: Thought, actor: Actor, now: datetime) -> tuple[LoggedAction, ...]:
    return tuple(
        LoggedAction(
            ply=before.round.ply + place,
            seat=thought.seat,
            kind=step.kind,
            text=step.text,
            by=actor.by,
            at=now,
            poses=thought.laying.poses if thought.laying is not None and place == 0 else None,
        )
        for place, step in enumerate(thought.steps)
    )


def _write(
    before: Snapshot, after: Snapshot, thought: Thought, actor: Actor, logged: tuple[LoggedAction, ...]
) -> None:
    """The rows of an action, in the transaction that has the table's lock."""
    Action.objects.bulk_create(
        Action(
            table_id=before.table.id,
            round_id=before.round.id,
            ply=action.ply,
            seat=action.seat,
            kind=action.kind,
            text=action.text,
            drawn=step.drawn,
            poses=action.poses,
            by=action.by,
            user_id=actor.user_id,
            key=actor.key if step is thought.steps[0] else None,
            at=action.at,
        )
        for action, step in zip(logged, thought.steps, strict=True)
    )
    Round.objects.filter(pk=after.round.id).update(
        state=to_json(thought.state), **_changed(before.round, after.round, _ROUND)
    )
    Match.objects.filter(pk=after.match.id).update(**_changed(before.match, after.match, _MATCH))
    if thought.score is not None:
        rounds.store_closed(after, thought.score)


def _changed(
    before: RoundNow | MatchNow, after: RoundNow | MatchNow, names: Sequence[str]
) -> dict[str, object]:
    """What has become different: Django works out an UPDATE column by column, so few are quick."""
    values = ((name, getattr(after, name)) for name in names if getattr(after, name) != getattr(before, name))
    return {name: list(value) if isinstance(value, tuple) else value for name, value in values}


def _write_back(before: Snapshot, after: Snapshot, seat: int) -> int:
    """The owner played: the stand-in goes, and the log says so, with the note whose id is returned."""
    Seat.objects.filter(pk=after.seats[seat].id).update(stand_in=Seat.StandIn.NONE)
    told = Note.objects.create(
        match_id=after.match.id,
        round_number=before.round.number,
        ply=before.round.ply,
        what=What.BACK,
        seat=seat,
        version=after.version,
        at=after.now,
    )
    return told.pk
