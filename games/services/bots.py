"""Bots at a waiting table: added, told how well to play, sent away. All of it is the host's."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from games.bots import LEVELS, NORMAL
from games.models import Seat
from games.queries import SeatNow, Snapshot, snapshot
from games.services import base
from games.services.errors import Code, Refused
from games.services.visits import visit

# Proper names, the same in every language; a table never needs more than seven.
NAMES: Final = ("Pip", "Dot", "Clover", "Hazel", "Biscuit", "Maple", "Pepper", "Bramble")

# The level of a bot that nobody has chosen one for.
USUAL: Final = NORMAL


def add_bot(*, table_id: int, user_id: int, level: str, key: str, place: int | None = None) -> Snapshot:
    """Let a bot of a level (easy, normal, hard) sit down at `place`, else at the first free one.

    `key` is made by the client; a repeat does nothing. Raises Refused BAD_KEY, KEY_USED, NO_SUCH_TABLE, NOT_SEATED,
    NOT_HOST, MATCH_RUNNING, UNKNOWN_LEVEL, NO_SUCH_PLACE, PLACE_TAKEN, FULL (bots: 0, as none has to be taken over
    by a bot).
    """
    check_level(level)

    def do() -> base.Outcome:
        with visit(table_id, user_id) as here:
            # First of all: a twin must not be told that its place is taken, or that all are.
            base.keep_receipt(key=key, what="bot", user_id=user_id, table_id=table_id, outcome={})
            here.host()
            here.waiting()
            free = here.free_places()
            if place is not None and here.at(place) is not None:
                raise Refused(Code.PLACE_TAKEN, place=place)
            if not free:
                raise Refused(Code.FULL, bots=0)
            used = {seat.name for seat in here.facts.seats}
            seat_bot(here.facts.match.id, free[0] if place is None else place, level, used)
            here.changed()
        return {}

    base.once(key=key, what="bot", user_id=user_id, do=do)
    return snapshot(table_id)


def set_level(*, table_id: int, user_id: int, place: int, level: str) -> Snapshot:
    """Tell the bot at `place` how well to play.

    Raises Refused NO_SUCH_TABLE, NOT_SEATED, NOT_HOST, MATCH_RUNNING, UNKNOWN_LEVEL, NO_SUCH_PLACE, PLACE_FREE,
    NOT_A_BOT.
    """
    check_level(level)
    with visit(table_id, user_id) as here:
        here.host()
        here.waiting()
        bot = _bot(here.taken(place))
        if bot.level != level:
            Seat.objects.filter(pk=bot.id).update(level=level)
            here.changed()
    return snapshot(table_id)


def remove_bot(*, table_id: int, user_id: int, place: int) -> Snapshot:
    """Send the bot at `place` away; Refused NO_SUCH_TABLE, NOT_SEATED, NOT_HOST, MATCH_RUNNING, NO_SUCH_PLACE,
    PLACE_FREE, NOT_A_BOT.
    """
    with visit(table_id, user_id) as here:
        here.host()
        here.waiting()
        Seat.objects.filter(pk=_bot(here.taken(place)).id).delete()
        here.changed()
    return snapshot(table_id)


def check_level(level: str) -> None:
    """Refused UNKNOWN_LEVEL for a level that no bot plays on."""
    if level not in LEVELS:
        raise Refused(Code.UNKNOWN_LEVEL, level=level[:20])


def seat_bots(match_id: int, levels: Sequence[str], first_place: int) -> None:
    """Seat bots of these levels at a new match, from a place on."""
    used: set[str] = set()
    for place, level in enumerate(levels, first_place):
        used.add(seat_bot(match_id, place, level, used))


def seat_bot(match_id: int, place: int, level: str, used: Iterable[str]) -> str:
    """Seat a bot at a free place under the first name that nobody at the table has; returns the name."""
    taken = set(used)
    name = next((name for name in NAMES if name not in taken), NAMES[0])
    Seat.objects.create(
        match_id=match_id, number=place, name=name, kind=Seat.Kind.BOT, level=level, auto_draw=True
    )
    return name


def _bot(seat: SeatNow) -> SeatNow:
    if seat.is_person:
        raise Refused(Code.NOT_A_BOT, place=seat.number)
    return seat
