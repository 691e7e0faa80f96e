"""Somebody plays a seat meanwhile: called for an absent player, taken back by its owner, left for good."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from games.models import Match, Seat
from games.queries import Snapshot, snapshot
from games.queries.absence import AWAITED_AFTER, IDLE_AFTER, is_here
from games.services import agreements
from games.services.errors import Code, Refused
from games.services.notes import What
from games.services.visits import Visit, visit


def call(*, table_id: int, user_id: int, place: int) -> Snapshot:
    """Call a stand-in (the normal bot) for the awaited seat at `place`. Any seated person may, one press is enough.

    From 60 s on if the awaited person is not present, from five minutes on in any case. If somebody was quicker,
    nothing more happens. Raises Refused NO_SUCH_TABLE, NOT_SEATED, LEFT, NO_SUCH_PLACE, PLACE_FREE, NOT_A_PERSON,
    NOT_AWAITED (it is not that seat's turn), STAND_IN_TOO_EARLY (seconds: how long to wait still).
    """
    with visit(table_id, user_id) as here:
        caller, seat = here.active(), here.taken(place)
        if not seat.is_person:
            raise Refused(Code.NOT_A_PERSON, place=place)
        if seat.stand_in == Seat.StandIn.NONE:
            _check_awaited(here, place)
            Seat.objects.filter(pk=seat.id).update(stand_in=Seat.StandIn.CALLED)
            here.tell(What.STAND_IN, seat=seat, by=caller)
            here.changed()
    return snapshot(table_id)


def _check_awaited(here: Visit, place: int) -> None:
    seat, since, now = here.facts.turn_seat, here.facts.match.turn_at, here.facts.now
    if seat is None or since is None or seat.number != place:
        raise Refused(Code.NOT_AWAITED, place=place)
    early = since + (IDLE_AFTER if is_here(seat, now) else AWAITED_AFTER) - now
    if early > timedelta(0):
        raise Refused(Code.STAND_IN_TOO_EARLY, seconds=-int(-early.total_seconds() // 1))


def back(*, table_id: int, user_id: int) -> Snapshot:
    """ "I am back": take one's own seat back, whether a stand-in was called or one had left. At any moment.

    Raises Refused NO_SUCH_TABLE, NOT_SEATED, NOT_PLAYING (the match is over).
    """
    with visit(table_id, user_id) as here:
        seat = here.seated()
        if here.facts.match.over:
            raise Refused(Code.NOT_PLAYING)
        if seat.stand_in != Seat.StandIn.NONE or not seat.present:
            take_back(here)
            here.changed()
    return snapshot(table_id)


def take_back(here: Visit) -> None:
    """Give the visitor's seat back to them. If it is to act, its waiting time begins now."""
    seat, now = here.seated(), timezone.now()
    if seat.stand_in != Seat.StandIn.NONE:
        here.tell(What.BACK, seat=seat)
    Seat.objects.filter(pk=seat.id).update(stand_in=Seat.StandIn.NONE, present=True, last_seen=now)
    if here.facts.turn_seat == seat:
        Match.objects.filter(pk=here.facts.match.id).update(turn_at=now)


def leave(*, table_id: int, user_id: int) -> Snapshot:
    """Leave for good: before the start the place is free again, in a match a stand-in plays on.

    The seat's tiles, turns and totals stay; its owner may come back until the match ends. After the end it says
    that the place is not kept for the next match. Raises Refused NO_SUCH_TABLE, NOT_SEATED.
    """
    with visit(table_id, user_id) as here:
        seat = here.seated()
        if here.facts.match.status == Match.Status.WAITING:
            Seat.objects.filter(pk=seat.id).delete()
            here.tell(What.LEFT_PLACE, seat=seat)
            here.changed()
        elif not seat.has_left:
            give_up(here, seat.number)
            here.tell(What.LEFT, seat=seat)
            here.changed()
    return snapshot(table_id)


def give_up(here: Visit, place: int) -> None:
    """Let the seat at `place` count as left from now on, as `leave` does; the caller tells of it.

    Fewer people are present then, so what needs all of them may be agreed by this.
    """
    seat = here.taken(place)
    Seat.objects.filter(pk=seat.id).update(stand_in=Seat.StandIn.LEFT, present=False, ready=False)
    here.refresh()
    agreements.settle(here.table, here.facts)
