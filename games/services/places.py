"""Sitting down: a place of one's own, its name, places changed round, a bot's or a stand-in's seat taken over."""

from __future__ import annotations

from typing import Final

from django.utils import timezone

from games.models import Match, Seat
from games.names import clean_name
from games.queries import SeatNow, Snapshot, snapshot
from games.services import base
from games.services.agreements import take_back_words
from games.services.errors import Code, Refused
from games.services.notes import What
from games.services.visits import Visit, visit

# While two places change round, one of them stands here: a place that no table has.
_ASIDE: Final = 1000


def join(
    *, table_id: int, user_id: int, name: str, key: str, place: int | None = None, auto_draw: bool = False
) -> Snapshot:
    """Sit down at a waiting table: at `place` if it is given, else at the first free place.

    `key` is made by the client; a repeat does nothing. Who has a seat keeps the one they have.
    Raises Refused NAME_*, BAD_KEY, KEY_USED, NO_SUCH_TABLE, TABLE_CLOSED, BLOCKED, TABLE_LOCKED, NO_SUCH_PLACE,
    PLACE_TAKEN, FULL or STARTED (both with bots: how many seats of bots may be taken over).
    """
    cleaned = clean_name(name)

    def do() -> base.Outcome:
        with visit(table_id, user_id) as here:
            if here.me is None:
                sit_down(here, cleaned, place=place, auto_draw=auto_draw)
                here.changed()
            base.keep_receipt(key=key, what="join", user_id=user_id, table_id=table_id, outcome={})
        return {}

    base.once(key=key, what="join", user_id=user_id, do=do)
    return snapshot(table_id)


def sit_down(here: Visit, name: str, *, place: int | None, auto_draw: bool) -> None:
    """Give the visitor, who has no seat yet, a place (Refused as `join`). The caller tells of the change."""
    here.admitted()
    free = here.free_places()
    if here.facts.match.status != Match.Status.WAITING or not free:
        bots = sum(not seat.is_person for seat in here.facts.seats)
        waiting = here.facts.match.status == Match.Status.WAITING
        raise Refused(Code.FULL if waiting else Code.STARTED, bots=bots)
    if place is not None and here.at(place) is not None:
        raise Refused(Code.PLACE_TAKEN, place=place)
    Seat.objects.create(
        match_id=here.facts.match.id,
        number=free[0] if place is None else place,
        user_id=here.user_id,
        name=name,
        auto_draw=auto_draw,
        last_seen=timezone.now(),
    )
    here.refresh()
    here.tell(What.JOINED, seat=here.me)


def rename(*, table_id: int, user_id: int, name: str) -> Snapshot:
    """Change the name of one's own seat; Refused NAME_*, NO_SUCH_TABLE, NOT_SEATED, LEFT.

    After the end of a match the name stays what it was in it: Refused NOT_PLAYING.
    """
    cleaned = clean_name(name)
    with visit(table_id, user_id) as here:
        seat = here.active()
        if here.facts.match.over:
            raise Refused(Code.NOT_PLAYING)
        if seat.name != cleaned:
            Seat.objects.filter(pk=seat.id).update(name=cleaned)
            here.changed()
    return snapshot(table_id)


def draw_for_me(*, table_id: int, user_id: int, on: bool) -> Snapshot:
    """Whether the server makes forced draws for one's own seat; Refused NO_SUCH_TABLE, NOT_SEATED, LEFT."""
    with visit(table_id, user_id) as here:
        seat = here.active()
        if seat.auto_draw != on:
            Seat.objects.filter(pk=seat.id).update(auto_draw=on)
            here.changed()
    return snapshot(table_id)


def swap(*, table_id: int, user_id: int, place: int, other: int) -> Snapshot:
    """Let two places of a waiting table change round, or move a seat to a free place.

    The host may do it with all of them, anybody else only move to a free place. Raises Refused NO_SUCH_TABLE,
    NOT_SEATED, NOT_HOST, MATCH_RUNNING, NO_SUCH_PLACE, PLACE_FREE (place: nobody sits there).
    """
    with visit(table_id, user_id) as here:
        here.waiting()
        moving, there = here.taken(place), here.at(other)
        if here.seated() != moving or there is not None:
            here.host()
        if moving != there:
            _change_round(moving, there, other)
            here.changed()
    return snapshot(table_id)


def _change_round(moving: SeatNow, there: SeatNow | None, to: int) -> None:
    # A place is unique in its match at every moment, so the first one steps aside.
    if there is not None:
        Seat.objects.filter(pk=there.id).update(number=_ASIDE)
    Seat.objects.filter(pk=moving.id).update(number=to)
    if there is not None:
        Seat.objects.filter(pk=there.id).update(number=moving.number)


def take_over(
    *, table_id: int, user_id: int, name: str, place: int, key: str, auto_draw: bool = False
) -> Snapshot:
    """Take a bot's place at a waiting table, or between rounds a bot's seat or that of a person who left.

    The seat's tiles, turn order and totals stay what they are. Who has a seat already keeps that one.
    Raises Refused NAME_*, BAD_KEY, KEY_USED, NO_SUCH_TABLE, TABLE_CLOSED, BLOCKED, TABLE_LOCKED, NO_SUCH_PLACE,
    PLACE_FREE, PLACE_TAKEN (a person sits there), ROUND_NOT_OVER (only between rounds), NOT_PLAYING (over).
    """
    cleaned = clean_name(name)

    def do() -> base.Outcome:
        with visit(table_id, user_id) as here:
            if here.me is None:
                _take_over(here, place, cleaned, auto_draw=auto_draw)
                here.changed()
            base.keep_receipt(key=key, what="take-over", user_id=user_id, table_id=table_id, outcome={})
        return {}

    base.once(key=key, what="take-over", user_id=user_id, do=do)
    return snapshot(table_id)


def _take_over(here: Visit, place: int, name: str, *, auto_draw: bool) -> None:
    here.admitted()
    seat = here.taken(place)
    if here.facts.match.over:
        raise Refused(Code.NOT_PLAYING)
    if here.facts.match.status != Match.Status.WAITING and not here.facts.between_rounds:
        raise Refused(Code.ROUND_NOT_OVER)
    if seat.is_person and not seat.has_left:
        raise Refused(Code.PLACE_TAKEN, place=place)
    now = timezone.now()
    Seat.objects.filter(pk=seat.id).update(
        user_id=here.user_id,
        name=name,
        kind=Seat.Kind.PERSON,
        level="",
        stand_in=Seat.StandIn.NONE,
        auto_draw=auto_draw,
        ready=False,
        present=True,
        last_seen=now,
        joined_at=now,
    )
    take_back_words(here, seat)
    here.tell(What.TOOK_OVER, seat=seat, kind=str(seat.kind))
