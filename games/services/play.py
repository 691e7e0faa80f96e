"""The door for actions: people, bots, stand-ins and the clock all come through here.

Think first, lock last. The rules, the layout and the scores are worked out from a read without a transaction; then
one transaction compares the table's version in the statement that locks it, and stores what was worked out. If the
table has changed meanwhile, it is read again: for the same position the same work holds, for another one it is
thrown away.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Final, NamedTuple

from django.db import IntegrityError
from django.utils import timezone

from games.models import Action, Match, Note, Round, Seat
from games.queries import NoSuchTable, Position, Repeat, SeatNow, Snapshot, snapshot_and_repeat
from games.queries.logs import LoggedAction, extend_log
from games.queries.snapshots import states
from games.rules import actions, games
from games.rules.actions import PASS, Play
from games.rules.reasons import require_turn
from games.rules.refusals import Refusal
from games.rules.state import Phase, State
from games.rules.state_json import to_json
from games.services import layouts, rounds
from games.services.base import check_key, lock_at, locked, wake_if_sooner, writing
from games.services.due import due_of, plan
from games.services.errors import Code, Refused
from games.services.notes import What

# How often a table may change between a read and its write before somebody is told to try again. Each time is a
# change that anybody saw; in earnest there is hardly ever a second one.
TRIES: Final = 20


class Outcome(NamedTuple):
    """What was done with a key; the same for every repeat of it. Numbers as in `Position`, `seat` by index."""

    match: int
    round: int
    ply: int
    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class ActResult:
    """The outcome, and the table as it is now."""

    snapshot: Snapshot
    outcome: Outcome
    repeated: bool


@dataclass(frozen=True, slots=True)
class _Step:
    """One action to store: what was done, and the tile that a draw gave."""

    text: str
    kind: Action.Kind
    drawn: str = ""


@dataclass(slots=True)
class _Thought:
    """All that follows from an action in a position. `laying` holds the yards until they are given back."""

    seat: int
    steps: tuple[_Step, ...]
    state: State
    laying: layouts.Laying | None
    score: rounds.Score | None


class _Actor(NamedTuple):
    """In whose name an action is stored."""

    by: Action.By
    user_id: int | None = None
    key: str | None = None
    takes_back: bool = False  # the owner plays, so the seat is its owner's again


def act(*, table: int | str, user_id: int, position: Position, text: str, key: str) -> ActResult:
    """An action of the person who asks for it: "9-3@9-9", "draw" or "pass", made for a position, under a key.

    `table` is its id or code; the seat is the person's own, never named by the payload. A repeated key does nothing
    and has the same outcome. A forced pass after a draw is written with it. An owner whose seat a stand-in plays has
    it back. Raises Refused: NO_SUCH_TABLE, BAD_KEY, KEY_USED, NOT_SEATED, STALE (another position), NOT_PLAYING, and
    what the rules refuse; nothing is changed then, and the refusal carries the table as it is now.
    """
    check_key(key)
    thought: _Thought | None = None
    for _try in range(TRIES):
        now_at, repeat = _read(table, key)
        if repeat is not None:
            return _repeated(now_at, repeat, user_id)
        seat = _own_seat(now_at, user_id, position)
        if thought is None or thought.seat != seat.index:
            thought = _think(now_at, seat.index, _wanted(now_at, seat, text))
        takes_back = seat.stand_in != Seat.StandIn.NONE
        after = _store(now_at, thought, _Actor(Action.By.PERSON, user_id, key, takes_back))
        if after is not None:
            outcome = Outcome(*now_at.position, thought.seat, thought.steps[0].text)
            return ActResult(after, outcome, repeated=False)
    raise Refused(Code.BUSY)


def act_for(now_at: Snapshot, action: actions.Action, by: Action.By) -> Snapshot | None:
    """An action of the seat to act, decided by the server from the facts in `now_at`: bot, stand-in, forced, clock.

    Returns the facts after it, None if the table has changed since (or somebody else is at it): then nothing was
    done, and whoever asked looks again. Raises Refused if the rules refuse the action.
    """
    seat = now_at.turn_seat
    if seat is None or seat.index is None:
        return None
    thought = _think(now_at, seat.index, action)
    return _store(now_at, thought, _Actor(by), wait=False)


def _read(table: int | str, key: str) -> tuple[Snapshot, Repeat | None]:
    try:
        return snapshot_and_repeat(table, key)
    except NoSuchTable:
        raise Refused(Code.NO_SUCH_TABLE) from None


def _repeated(now_at: Snapshot, repeat: Repeat, user_id: int) -> ActResult:
    if repeat.user_id != user_id:
        raise Refused(Code.KEY_USED)
    outcome = Outcome(repeat.match, repeat.round, repeat.ply, repeat.seat, repeat.text)
    return ActResult(now_at, outcome, repeated=True)


def _own_seat(now_at: Snapshot, user_id: int, position: Position) -> SeatNow:
    """The seat of the person, if the action was made for the position of now."""
    seat = now_at.seat_of(user_id)
    if seat is None:
        raise Refused(Code.NOT_SEATED, snapshot=now_at)
    if position != now_at.position:
        raise Refused(Code.STALE, snapshot=now_at)
    return seat


def _wanted(now_at: Snapshot, seat: SeatNow, text: str) -> actions.Action:
    """The action that the text means, if it is the seat's turn."""
    going_on = now_at.match.status in (Match.Status.PLAYING, Match.Status.PAUSED)
    if now_at.state is None or seat.index is None or not going_on:
        raise Refused(Code.NOT_PLAYING, snapshot=now_at)
    try:
        require_turn(now_at.state, seat.index)
        return actions.parse_action(now_at.state.layout, text)
    except Refusal as refusal:
        raise Refused.by_rules(refusal, now_at) from None


def _think(now_at: Snapshot, seat: int | None, action: actions.Action) -> _Thought:
    """What follows from the action: the positions, the layout, the scores. No transaction is open."""
    before = now_at.state
    assert before is not None
    assert seat is not None
    game = games.game(before.game)
    steps = [_step(before, action)]
    try:
        state, _events = game.apply(before, action)
    except Refusal as refusal:
        raise Refused.by_rules(refusal, now_at) from None
    if state.phase is Phase.DREW and game.legal_actions(state) == (PASS,):
        steps.append(_step(state, PASS))
        state, _events = game.apply(state, PASS)
    laying = layouts.think(now_at, state) if isinstance(action, Play) else None
    return _Thought(seat, tuple(steps), state, laying, rounds.score(now_at, state) if state.over else None)


def _step(before: State, action: actions.Action) -> _Step:
    text = actions.action_text(before.layout, action)
    if isinstance(action, Play):
        return _Step(text, Action.Kind.PLAY)
    if action == PASS:
        return _Step(text, Action.Kind.PASS)
    return _Step(text, Action.Kind.DRAW, drawn=str(before.boneyard[0]) if before.boneyard else "")


def _store(before: Snapshot, thought: _Thought, actor: _Actor, *, wait: bool = True) -> Snapshot | None:
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
        return None  # somebody else writes at this table just now
    if thought.laying is not None:
        layouts.keep(after.round, thought.laying)
    states.put((after.round.id, after.round.commitment, after.round.ply), thought.state)
    extend_log(before, logged)
    return after


def _facts_after(before: Snapshot, thought: _Thought, actor: _Actor, now: datetime) -> Snapshot:
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


def _logged(before: Snapshot, thought: _Thought, actor: _Actor, now: datetime) -> tuple[LoggedAction, ...]:
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
    before: Snapshot, after: Snapshot, thought: _Thought, actor: _Actor, logged: tuple[LoggedAction, ...]
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
    now = after.round
    Round.objects.filter(pk=now.id).update(
        state=to_json(thought.state),
        ply=now.ply,
        status=now.status,
        reason=now.reason,
        out=now.out,
        blocked_foot=now.blocked_foot,
        ended_at=now.ended_at,
    )
    _write_match(after)
    if thought.score is not None:
        rounds.store_closed(after, thought.score)


def _write_match(after: Snapshot) -> None:
    match = after.match
    Match.objects.filter(pk=match.id).update(
        status=match.status,
        turn=match.turn,
        turn_at=match.turn_at,
        rounds_done=match.rounds_done,
        winners=list(match.winners),
        is_draw=match.is_draw,
        ended_at=match.ended_at,
    )


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
