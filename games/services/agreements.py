"""What all present people decide together: that this is the last round, that the match ends early."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.utils import timezone

from games.models import Match, Table
from games.queries import SeatNow, Snapshot, host_of, snapshot
from games.services import base, due, rounds
from games.services.errors import Code, Refused
from games.services.notes import What, note
from games.services.visits import Visit, visit

TIME_TO_OBJECT: Final = timedelta(seconds=60)


def last_round(*, table_id: int, user_id: int) -> Snapshot:
    """Say "this is the last round"; it is, once all people who are present said so. Saying it again is no harm.

    Between two rounds it is said of the next one. Raises Refused NO_SUCH_TABLE, NOT_SEATED (also for a seat its
    owner left), NOT_PLAYING (waiting, paused in a round, over).
    """
    with visit(table_id, user_id) as here:
        seat = _voter(here)
        if not (here.facts.playing or here.facts.between_rounds):
            raise Refused(Code.NOT_PLAYING)
        said = here.facts.match.last_round_by
        if seat.index not in said:
            Match.objects.filter(pk=here.facts.match.id).update(last_round_by=[*said, seat.index])
            here.tell(What.LAST_ROUND_ASKED, by=seat)
            here.refresh()
        settle(here.table, here.facts)
        here.changed()
    return snapshot(table_id)


def end(*, table_id: int, user_id: int) -> Snapshot:
    """Agree to end the match now; it ends once all people who are present agreed.

    From the host it is also a proposal: if nobody present objects within 60 s, the match ends. Raises Refused
    NO_SUCH_TABLE, NOT_SEATED (also for a seat its owner left), NOT_PLAYING (waiting or over).
    """
    with visit(table_id, user_id) as here:
        seat = _voter(here)
        _check_running(here)
        if seat.index not in here.facts.match.end_by:
            _agree(here, seat)
        settle(here.table, here.facts)
        here.changed()
    return snapshot(table_id)


def _agree(here: Visit, seat: SeatNow) -> None:
    match = here.facts.match
    proposes = host_of(here.facts) == seat and match.end_proposed_by is None
    if proposes:
        here.table.objection_at = timezone.now() + TIME_TO_OBJECT
    Match.objects.filter(pk=match.id).update(
        end_by=[*match.end_by, seat.index],
        end_proposed_by=seat.index if proposes else match.end_proposed_by,
    )
    here.tell(What.END_PROPOSED if proposes else What.END_ASKED, by=seat)
    here.refresh()


def object_to_end(*, table_id: int, user_id: int) -> Snapshot:
    """Object to the host's proposal to end the match: it is off, and nobody has agreed to anything.

    Raises Refused NO_SUCH_TABLE, NOT_SEATED, NOT_PLAYING, NO_PROPOSAL.
    """
    with visit(table_id, user_id) as here:
        seat = _voter(here)
        _check_running(here)
        if here.facts.match.end_proposed_by is None:
            raise Refused(Code.NO_PROPOSAL)
        Match.objects.filter(pk=here.facts.match.id).update(end_by=[], end_proposed_by=None)
        here.table.objection_at = None
        here.tell(What.OBJECTED, by=seat)
        here.changed()
    return snapshot(table_id)


def settle_end(*, table_id: int) -> None:
    """End the match if the time to object to the host's proposal is over (due kind objection; for the clock).

    Raises Refused NO_SUCH_TABLE, and BUSY if another ticker is at this table (PostgreSQL).
    """
    with base.locked(table_id, wait=False) as table:
        if table.objection_at is None or table.objection_at > timezone.now():
            return
        facts = snapshot(table_id)
        table.objection_at = None
        if facts.match.going_on and facts.match.end_proposed_by is not None:
            end_now(table, facts, by=facts.seats[facts.match.end_proposed_by])
        due.replan(table)
        base.touch(table)


def settle(table: Table, facts: Snapshot) -> None:
    """Do what all people who are present have agreed to by now, inside the lock; `touch` is the caller's.

    A proposal that nobody is there to object to lapses.
    """
    here = {seat.index for seat in facts.seats if seat.person_here}
    if not facts.match.going_on:
        return
    if not here:
        lapse_unseen(table, facts)
    elif here <= set(facts.match.end_by):
        end_now(table, facts)
    elif not facts.match.last_round and here <= set(facts.match.last_round_by):
        Match.objects.filter(pk=facts.match.id).update(last_round=True)
        note(table, facts, What.LAST_ROUND)


def end_now(table: Table, facts: Snapshot, *, by: SeatNow | None = None, told_as: What = What.ENDED) -> None:
    """End the running match with the scores so far, inside the lock; planning and `touch` are the caller's."""
    rounds.end_early(facts=facts, now=timezone.now())
    Match.objects.filter(pk=facts.match.id).update(end_proposed_by=None)
    table.objection_at = None
    note(table, facts, told_as, by=by)


def lapse_unseen(table: Table, facts: Snapshot) -> None:
    """Drop a proposal to end when no person is present any more: nothing is due at a table without people."""
    if not any(seat.person_here for seat in facts.seats):
        table.objection_at = None
        Match.objects.filter(pk=facts.match.id).update(end_proposed_by=None)


def take_back_words(here: Visit, seat: SeatNow) -> None:
    """A seat gets another owner: what the former one agreed to or proposed does not bind the new one."""
    match, index = here.facts.match, seat.index
    if index is None:
        return
    proposed = match.end_proposed_by
    if proposed == index:
        proposed, here.table.objection_at = None, None
    Match.objects.filter(pk=match.id).update(
        last_round_by=[other for other in match.last_round_by if other != index],
        end_by=[other for other in match.end_by if other != index],
        end_proposed_by=proposed,
    )


def _voter(here: Visit) -> SeatNow:
    seat = here.seated()
    if seat.has_left:
        raise Refused(Code.NOT_SEATED)
    return seat


def _check_running(here: Visit) -> None:
    if not here.facts.match.going_on:
        raise Refused(Code.NOT_PLAYING)
