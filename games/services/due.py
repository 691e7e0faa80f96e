"""When the server has to act next at a table: every time follows from the facts, so it can be set anew at any time.

Waits that let people look (a bot's pace, forced draws and passes) are multiplied by the setting PACE; they are the
same for every seat. Waits that give people time to decide are not.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.utils import timezone

from games.models import Match, Seat, Table
from games.queries import PRESENT_FOR, Due, Snapshot, snapshot
from games.queries.absence import last_heard, milestones
from games.queries.snapshots import match_now, table_now
from games.rules import games
from games.rules.actions import DRAW, PASS
from games.rules.state import State
from games.services.base import earliest

BOT_WAIT: Final = {Table.Pace.CALM: 2.0, Table.Pace.NORMAL: 1.0, Table.Pace.QUICK: 0.3}
FORCED_WAIT: Final = 0.8
DEAD_FOOT_WAIT: Final = 0.3
NEXT_ROUND_AFTER: Final = timedelta(seconds=20)
# A table nobody is at closes before its first match; a match nobody comes to may be ended, after a notice.
FORGOTTEN_AFTER: Final = timedelta(days=1)
ABANDONED_AFTER: Final = timedelta(days=30)
NOTICE: Final = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Times:
    """The columns of `Table` that are planned here (`objection_at` is set by who proposes the end)."""

    bot_at: datetime | None = None
    forced_draw_at: datetime | None = None
    forced_pass_at: datetime | None = None
    turn_clock_at: datetime | None = None
    presence_at: datetime | None = None
    next_round_at: datetime | None = None
    sweep_at: datetime | None = None


def plan(now_at: Snapshot, *, pass_shown: bool = False) -> Times:
    """The times for a table as it is in `now_at`. `pass_shown`: a pass was just written that people shall see."""
    times = _turn_times(now_at, pass_shown=pass_shown)
    return replace(
        times,
        presence_at=_presence_time(now_at),
        next_round_at=_next_round_time(now_at),
        sweep_at=_sweep_time(now_at),
    )


def due_of(times: Times, objection_at: datetime | None) -> Due:
    """The same as a page may know it."""
    at, kind = earliest({**asdict(times), "objection_at": objection_at})
    return Due(
        at=at,
        kind=kind,
        turn_clock_at=times.turn_clock_at,
        next_round_at=times.next_round_at,
        objection_at=objection_at,
    )


def set_times(table: Table, times: Times) -> None:
    """Put planned times into the columns of a table's row (stored by `base.touch` or `base.reschedule`)."""
    for column in Times.__slots__:
        setattr(table, column, getattr(times, column))


def replan(table: Table) -> Snapshot:
    """Set the times anew from what is stored, inside the lock: after any change of seats, readiness, presence, status.

    The match is paused when only machines are left to play and nobody looks on, and goes on when somebody is back;
    the notice that it will be ended goes with the first who comes.
    Returns the facts that were used; `table` may hold changes that are not stored yet.
    """
    read = replace(snapshot(table.pk), table=table_now(table))
    read = _settle_notice(_settle_pause(read))
    set_times(table, plan(read))
    return read


def _settle_pause(read: Snapshot) -> Snapshot:
    status = pause_or_go_on(read)
    if status == read.match.status:
        return read
    match = Match.objects.get(pk=read.match.id)
    match.status = status
    if status == Match.Status.PLAYING and match.turn_at is not None:
        match.turn_at = timezone.now()  # nobody was awaited during the pause
    match.save(update_fields=["status", "turn_at"])
    return replace(read, match=match_now(match))


def _settle_notice(read: Snapshot) -> Snapshot:
    """Whoever comes takes away the notice that the match will be ended."""
    if read.match.ends_at is None or not _anybody_here(read):
        return read
    Match.objects.filter(pk=read.match.id).update(ends_at=None)
    return replace(read, match=replace(read.match, ends_at=None))


def pause_or_go_on(read: Snapshot) -> Match.Status:
    """The status a started match should have: paused when no person plays or looks on."""
    if not read.match.going_on:
        return read.match.status
    alive = any(not seat.by_machine or seat.person_here for seat in read.seats)
    return Match.Status.PLAYING if alive else Match.Status.PAUSED


def _turn_times(now_at: Snapshot, *, pass_shown: bool) -> Times:
    seat, state, since = now_at.turn_seat, now_at.state, now_at.match.turn_at
    if seat is None or state is None or since is None:
        return Times()
    clock_seconds = 0 if seat.by_machine else now_at.table.turn_clock
    times = Times(turn_clock_at=since + timedelta(seconds=clock_seconds) if clock_seconds else None)
    legal = games.game(state.game).legal_actions(state)
    dead = foot_is_dead(state)
    forced_at = since + _paced(DEAD_FOOT_WAIT if dead else FORCED_WAIT)
    if not (seat.kind == Seat.Kind.BOT or _anybody_here(now_at)):
        return times  # nobody would see it: it waits until somebody is back; only bots play on to a person's turn
    if legal == (PASS,):
        return replace(times, forced_pass_at=forced_at)
    if legal == (DRAW,) and (seat.by_machine or seat.auto_draw or dead):
        return replace(times, forced_draw_at=forced_at)
    if not seat.by_machine:
        return times
    wait = BOT_WAIT[Table.Pace(now_at.table.pace)]
    return replace(times, bot_at=since + _paced(max(wait, FORCED_WAIT) if pass_shown else wait))


def foot_is_dead(state: State) -> bool:
    """Whether, as everybody can see, the waiting double can no longer be finished."""
    return games.game(state.game).dead_foot(state.settings, state.seats, state.layout, state.owed)


def _paced(seconds: float) -> timedelta:
    return timedelta(seconds=seconds * settings.PACE)


def _anybody_here(now_at: Snapshot) -> bool:
    return any(seat.person_here for seat in now_at.seats)


def _presence_time(now_at: Snapshot) -> datetime | None:
    here = [seat for seat in now_at.seats if seat.is_person and seat.present]
    times = [last_heard(seat) + PRESENT_FOR for seat in here]
    if here or now_at.match.status == Match.Status.WAITING:
        times += [mark for mark in milestones(now_at) if mark > now_at.now]
    return min(times, default=None)


def _next_round_time(now_at: Snapshot) -> datetime | None:
    if not now_at.between_rounds or now_at.match.status != Match.Status.PLAYING or not _anybody_here(now_at):
        return None
    people = [seat for seat in now_at.seats if not seat.by_machine]
    if people and all(seat.ready for seat in people):
        return now_at.now
    ended = now_at.round.ended_at
    if ended is None or not all(seat.present for seat in people):
        return None
    return ended + NEXT_ROUND_AFTER


def _sweep_time(now_at: Snapshot) -> datetime | None:
    match = now_at.match
    if _anybody_here(now_at) or match.over or now_at.table.closed_at is not None:
        return None
    waiting = match.status == Match.Status.WAITING
    if waiting and match.number > 1:
        return None  # the table of an evening that was: its link lasts
    if match.ends_at is not None:
        return match.ends_at
    heard = [last_heard(seat) for seat in now_at.seats if seat.is_person]
    # Where no seat is left that could tell, the last person has just gone.
    return max(heard, default=now_at.now) + (FORGOTTEN_AFTER if waiting else ABANDONED_AFTER - NOTICE)
