"""What is due at one table, done: think from a read without a lock, then act through the services."""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable
from datetime import datetime
from typing import Final

from games.bots import NORMAL, choose
from games.models import Action as ActionRow
from games.models import Seat, Table
from games.queries import NoSuchTable, SeatNow, Snapshot, snapshot
from games.queries.views import round_view
from games.rules.actions import DRAW, PASS, Action
from games.services import agreements, closing, play, presence, rounds
from games.services.base import locked, reschedule, touch, writing
from games.services.due import replan
from games.services.errors import Code, Refused

# The most actions one seat makes in a turn that its clock has run out on: in some games it draws until a tile fits.
_TURN_AT_MOST: Final = 100


def settle(table_id: int, now: datetime, *, spare_turns_until: datetime | None = None) -> bool:
    """Do the first thing that is due at a table at `now`; False if there was nothing, or it is left to somebody else.

    No turn clock runs out before `spare_turns_until`. What cannot be done (any more) is planned anew instead.
    """
    try:
        facts = snapshot(table_id)
    except NoSuchTable:
        return False
    if facts.due.at is None or facts.due.at > now:
        return False
    if facts.due.kind == Table.Due.TURN_CLOCK and spare_turns_until is not None and now < spare_turns_until:
        _spare(table_id, spare_turns_until)
        return True
    try:
        done = _WORK[Table.Due(facts.due.kind)](facts, now)
    except Refused as refusal:
        if refusal.code == Code.BUSY:
            return False
        _plan_anew(table_id)
        done = True
    if done and facts.table.trouble_count:
        _out_of_trouble(table_id)
    return done


def decide(facts: Snapshot, seat: SeatNow, level: str) -> Action:
    """What a bot of this level does for the seat to act, from that seat's view and nothing else."""
    view = round_view(facts, seat)
    assert view is not None
    # Nobody can foresee what it does, and no deal depends on it.
    return choose(view, level, random.Random(secrets.randbits(64)))


def _bot(facts: Snapshot, now: datetime) -> bool:
    seat = facts.turn_seat
    if seat is None or not seat.by_machine:
        raise Refused(Code.NOT_PLAYING)
    level = seat.level if seat.kind == Seat.Kind.BOT else NORMAL
    return play.act_for(facts, decide(facts, seat, level), _by(seat)) is not None


def _forced(action: Action) -> Callable[[Snapshot, datetime], bool]:
    """There is no choice, so it is the seat's own action, whoever writes it down."""

    def act(facts: Snapshot, now: datetime) -> bool:
        seat = facts.turn_seat
        if seat is None:
            raise Refused(Code.NOT_PLAYING)
        return play.act_for(facts, action, _by(seat)) is not None

    return act


def _by(seat: SeatNow) -> ActionRow.By:
    if seat.kind == Seat.Kind.BOT:
        return ActionRow.By.BOT
    return ActionRow.By.STAND_IN if seat.by_machine else ActionRow.By.PERSON


def _turn_clock(facts: Snapshot, now: datetime) -> bool:
    """The normal bot makes this one turn: what it draws and must lay belongs to it. The seat stays its owner's."""
    seat = facts.turn_seat
    if seat is None or seat.by_machine:
        raise Refused(Code.NOT_PLAYING)
    for _action in range(_TURN_AT_MOST):
        drew = facts.round.ply, seat.index
        after = play.act_for(facts, decide(facts, seat, NORMAL), ActionRow.By.CLOCK)
        if after is None:
            return False
        goes_on = after.playing and after.match.turn == seat.index and after.round.ply == drew[0] + 1
        if not goes_on or after.state is None or after.state.drawn is None:
            return True
        facts = after
    return True


def _presence(facts: Snapshot, now: datetime) -> bool:
    presence.settle(table_id=facts.table.id, now=now)
    return True


def _objection(facts: Snapshot, now: datetime) -> bool:
    agreements.settle_end(table_id=facts.table.id)
    return True


def _next_round(facts: Snapshot, now: datetime) -> bool:
    rounds.open_next(table_id=facts.table.id, round_number=facts.round.number, only_if_due=True)
    return True


def _sweep(facts: Snapshot, now: datetime) -> bool:
    closing.sweep(table_id=facts.table.id, now=now)
    return True


def _spare(table_id: int, until: datetime) -> None:
    """The clock has just started: people could not see the time running, so they get some."""
    with locked(table_id) as table:
        if table.turn_clock_at is not None and table.turn_clock_at < until:
            table.turn_clock_at = until
            touch(table)


def _plan_anew(table_id: int) -> None:
    with locked(table_id) as table:
        replan(table)
        reschedule(table)


def _out_of_trouble(table_id: int) -> None:
    with writing():
        Table.objects.filter(pk=table_id).update(trouble="", trouble_count=0)


_WORK: Final[dict[Table.Due, Callable[[Snapshot, datetime], bool]]] = {
    Table.Due.BOT: _bot,
    Table.Due.FORCED_DRAW: _forced(DRAW),
    Table.Due.FORCED_PASS: _forced(PASS),
    Table.Due.TURN_CLOCK: _turn_clock,
    Table.Due.PRESENCE: _presence,
    Table.Due.OBJECTION: _objection,
    Table.Due.NEXT_ROUND: _next_round,
    Table.Due.SWEEP: _sweep,
}
