"""What only the host may do with the people at the table: free a place, lock, block, hand the role over."""

from __future__ import annotations

from games.models import Match, Seat
from games.queries import SeatNow, Snapshot, snapshot
from games.queries.hosts import may_block, may_hand_over
from games.services.errors import Code, Refused
from games.services.notes import What
from games.services.standins import give_up
from games.services.visits import Visit, visit


def free(*, table_id: int, user_id: int, place: int) -> Snapshot:
    """Free the place of somebody else before the start, a bot's too.

    In a match: let the seat of a person for whom a stand-in was called count as left, so that a late guest may
    take it over (until then its owner may come back). Raises Refused NO_SUCH_TABLE, NOT_SEATED, NOT_HOST,
    NO_SUCH_PLACE, PLACE_FREE, OWN_PLACE, NOT_PLAYING (over), NOT_FREE_NOW (in a match, without a stand-in).
    """
    with visit(table_id, user_id) as here:
        host = here.host()
        seat = _somebody_else(here, host, place)
        if here.facts.match.status == Match.Status.WAITING:
            Seat.objects.filter(pk=seat.id).delete()
        elif here.facts.match.over:
            raise Refused(Code.NOT_PLAYING)
        elif seat.stand_in != Seat.StandIn.CALLED:
            raise Refused(Code.NOT_FREE_NOW, place=place)
        else:
            give_up(here, place)
        here.tell(What.FREED, seat=seat, by=host)
        here.changed()
    return snapshot(table_id)


def lock(*, table_id: int, user_id: int, locked: bool) -> Snapshot:
    """Lock the table, so that the link only shows and nobody new sits down, or open it again.

    Raises Refused NO_SUCH_TABLE, NOT_SEATED, NOT_HOST.
    """
    with visit(table_id, user_id) as here:
        host = here.host()
        if here.table.locked != locked:
            here.table.locked = locked
            here.tell(What.LOCKED if locked else What.UNLOCKED, by=host)
            here.changed("locked")
    return snapshot(table_id)


def block(*, table_id: int, user_id: int, place: int) -> Snapshot:
    """Send a person away from this table for good: they may look on, but not sit down here again.

    Before the start their place is free; in a match a stand-in plays on and the seat is nobody's.
    Raises Refused NO_SUCH_TABLE, NOT_SEATED, NOT_HOST (also for who is host only while the opener is away: not the
    opener themselves), NO_SUCH_PLACE, PLACE_FREE (also for a seat that is nobody's any more), OWN_PLACE,
    NOT_A_PERSON.
    """
    with visit(table_id, user_id) as here:
        host = here.host()
        seat, owner_id = _owned(here, host, place)
        if not may_block(here.facts, host, seat):
            raise Refused(Code.NOT_HOST)
        here.table.blocked.add(owner_id)
        if here.facts.match.status == Match.Status.WAITING:
            Seat.objects.filter(pk=seat.id).delete()
        else:
            # Without an owner: otherwise any action of theirs would take the seat back.
            Seat.objects.filter(pk=seat.id).update(user=None)
            give_up(here, place)
        here.tell(What.BLOCKED, seat=seat, by=host, user=owner_id)
        here.changed()
    return snapshot(table_id)


def hand_over(*, table_id: int, user_id: int, place: int) -> Snapshot:
    """Make the person at `place` host of this table.

    Raises Refused NO_SUCH_TABLE, NOT_SEATED, NOT_HOST (also for who is host only while the opener is away),
    NO_SUCH_PLACE, PLACE_FREE (also for a seat that is nobody's any more), OWN_PLACE, NOT_A_PERSON.
    """
    with visit(table_id, user_id) as here:
        host = here.host()
        seat, owner_id = _owned(here, host, place)
        if not may_hand_over(here.facts, host, seat):
            raise Refused(Code.NOT_HOST)
        here.table.host_id = owner_id
        here.tell(What.HOST, seat=seat, by=host)
        here.changed("host")
    return snapshot(table_id)


def _somebody_else(here: Visit, host: SeatNow, place: int) -> SeatNow:
    seat = here.taken(place)
    if seat == host:
        raise Refused(Code.OWN_PLACE, place=place)
    return seat


def _owned(here: Visit, host: SeatNow, place: int) -> tuple[SeatNow, int]:
    """The seat of somebody else, and whose it is."""
    seat = _somebody_else(here, host, place)
    if not seat.is_person:
        raise Refused(Code.NOT_A_PERSON, place=place)
    if seat.user_id is None:
        raise Refused(Code.PLACE_FREE, place=place)
    return seat, seat.user_id
