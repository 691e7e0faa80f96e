"""Whose seats they are: one person's seats become another's, a person who goes leaves no name behind.

Also the keys of people who have no seat yet: a browser without a cookie that presses twice is one guest.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.db.models import Exists, F, OuterRef, QuerySet
from django.utils import timezone

from games import events
from games.models import Action, Match, Note, Receipt, Seat, Table
from games.queries import SeatNow, snapshot
from games.services import base, due
from games.services.agreements import settle
from games.services.errors import Code, Refused
from games.services.notes import What, note

# Long enough for a form that is sent again on a bad line; afterwards the key alone lets nobody in.
KEY_LASTS: Final = timedelta(minutes=10)
# A key that stands for a person must not be guessed: 128 bits are 22 letters.
KEY_LEAST: Final = 22
_GUEST: Final = "guest"
# Of matches that are over pages may still be open; somebody who played for years sat at many more tables.
STILL_OPEN: Final = timedelta(days=1)
TOLD_AT_MOST: Final = 100


@dataclass(frozen=True, slots=True)
class Moved:
    """How many seats changed their owner, and the codes of the tables where they could not: both sit there."""

    seats: int
    kept: tuple[str, ...]


def move_seats(*, from_user_id: int, to_user_id: int) -> Moved:
    """Give all seats of one person to another, in one transaction; where both sit in a match each keeps their own.

    The role of opener and host moves with the seats, and so do their actions and being blocked: nobody gets round
    that by a second self. Tables of unfinished matches are locked and told.
    """
    with base.writing():
        tables = lock_tables(from_user_id)
        refresh_finished(from_user_id)
        both = Seat.objects.filter(user_id=to_user_id).values("match")
        mine = Seat.objects.filter(user_id=from_user_id)
        kept = mine.filter(match__in=both)
        kept_at = tuple(kept.order_by("match__table").values_list("match__table__code", flat=True).distinct())
        done = Action.objects.filter(user_id=from_user_id).exclude(round__match__in=kept.values("match"))
        done.update(user_id=to_user_id)
        moved = mine.exclude(match__in=both).update(user_id=to_user_id)
        _move_roles(from_user_id, to_user_id, but_not=kept_at)
        for table in tables:
            table.refresh_from_db(fields=["opener", "host"])
            due.replan(table)
            base.touch(table)
    return Moved(moved, kept_at)


def lock_tables(user_id: int) -> list[Table]:
    """The tables where this person sits in an unfinished match, locked in a fixed order."""
    sits = Seat.objects.filter(user_id=user_id, match__status__in=Match.UNFINISHED)
    rows = Table.objects.defer("trouble").filter(pk__in=sits.values("match__table"))
    return list(rows.select_for_update(of=("self",)).order_by("pk"))


def refresh_finished(user_id: int) -> None:
    """Raise the versions of the tables whose newest match is over: what processes remember of them is outdated.

    Where it ended lately, pages that are still open are told.
    """
    sat = Seat.objects.filter(user_id=user_id, match__number=F("match__table__matches_begun"))
    over = sat.exclude(match__status__in=Match.UNFINISHED)
    tables = Table.objects.filter(pk__in=over.values("match__table"))
    tables.update(version=F("version") + 1)
    lately = over.filter(match__ended_at__gte=timezone.now() - STILL_OPEN).values("match__table")
    for table_id, version in tables.filter(pk__in=lately).values_list("pk", "version")[:TOLD_AT_MOST]:
        events.announce(table_id, version)


def _move_roles(from_user_id: int, to_user_id: int, *, but_not: tuple[str, ...]) -> None:
    elsewhere: QuerySet[Table] = Table.objects.exclude(code__in=but_not)
    elsewhere.filter(opener_id=from_user_id).update(opener_id=to_user_id)
    elsewhere.filter(host_id=from_user_id).update(host_id=to_user_id)
    blocked = Table.blocked.through.objects
    for table_id in blocked.filter(user_id=from_user_id).values_list("table_id", flat=True):
        blocked.get_or_create(table_id=table_id, user_id=to_user_id)
    for told in _sent_away(from_user_id):
        told.data["user"] = to_user_id
        told.save(update_fields=["data"])


def _sent_away(user_id: int) -> QuerySet[Note]:
    """Where this person was sent away from a match: that seat is nobody's, and only the note says whose it was."""
    told = Note.objects.filter(match__table__blocked=user_id, what=What.BLOCKED, data__user=user_id)
    return told.filter(seat__isnull=False)


def left_by(user_id: int) -> QuerySet[Seat]:
    """The seats that this person was sent away from, with those that somebody else has taken over since."""
    told = _sent_away(user_id)
    rows = Seat.objects.filter(match__in=told.values("match"))
    return rows.filter(Exists(told.filter(match=OuterRef("match"), seat=OuterRef("index"))))


def owner_of(match_id: int, seat: SeatNow) -> int | None:
    """Whose name stands in a seat: its owner's, or of one that is nobody's, of who was sent away from it last.

    One SELECT at most; None for a bot's, and where there is nobody any more.
    """
    if seat.user_id is not None or not seat.is_person or seat.index is None:
        return seat.user_id
    told = Note.objects.filter(match_id=match_id, what=What.BLOCKED, seat=seat.index).order_by("-id")
    user_id = told.values_list("data__user", flat=True).first()
    return user_id if isinstance(user_id, int) else None


def rename_left(user_id: int, name: str) -> None:
    """Change the name that is left in the seats somebody was sent away from; "" takes it away. Tables are told.

    Inside a transaction of `writing`. A seat that somebody else has taken over since has a name of its own.
    """
    later = Note.objects.filter(
        match=OuterRef("match"), seat=OuterRef("seat"), what=What.BLOCKED, pk__gt=OuterRef("pk")
    )
    newest = _sent_away(user_id).exclude(Exists(later))
    rows = left_by(user_id).filter(user=None).exclude(name="")
    seats = rows.filter(Exists(newest.filter(match=OuterRef("match"), seat=OuterRef("index"))))
    found = list(seats.values_list("pk", "match__table"))
    Seat.objects.filter(pk__in=[pk for pk, _table in found]).update(name=name)
    tables = Table.objects.defer("trouble").filter(pk__in={table for _pk, table in found})
    for table in tables.select_for_update(of=("self",)).order_by("pk"):
        base.touch(table)


def forget(*, user_id: int) -> None:
    """Take a person's name and claim from all their seats, before their row is deleted.

    Places at waiting tables become free; in matches that go on a stand-in plays to the end. An empty name is
    shown as somebody who deleted their account.
    """
    with base.writing():
        tables = lock_tables(user_id)
        refresh_finished(user_id)
        for table in tables:
            _leave_nameless(table, user_id)
        Seat.objects.filter(user_id=user_id).update(name="", user=None)
        rename_left(user_id, "")


def _leave_nameless(table: Table, user_id: int) -> None:
    seat = snapshot(table.pk).seat_of(user_id)
    if seat is None:
        return
    if seat.index is None:
        Seat.objects.filter(pk=seat.id).delete()
    else:
        Seat.objects.filter(pk=seat.id).update(
            name="", user=None, stand_in=Seat.StandIn.LEFT, present=False, ready=False
        )
    facts = snapshot(table.pk)
    note(table, facts, What.LEFT_PLACE if seat.index is None else What.LEFT, seat=seat)
    settle(table, facts)
    due.replan(table)
    base.touch(table)


def check_guest_key(key: str) -> None:
    """Refused BAD_KEY for a key that is too short to stand for a person."""
    base.check_key(key)
    if len(key) < KEY_LEAST:
        raise Refused(Code.BAD_KEY)


def guest_of(key: str) -> int | None:
    """The id of the guest that was made for this key a moment ago, None for a new key.

    Raises Refused KEY_USED for an older one: then it is no second press any more.
    """
    found = Receipt.objects.filter(key=_digest(key), what=_GUEST).first()
    if found is None:
        return None
    if found.user_id is None or timezone.now() - found.at > KEY_LASTS:
        raise Refused(Code.KEY_USED)
    return found.user_id


def keep_guest(key: str, user_id: int) -> None:
    """Store for whom a key stands, in the transaction that makes the guest; a twin raises IntegrityError."""
    Receipt.objects.create(key=_digest(key), what=_GUEST, user_id=user_id)


def _digest(key: str) -> str:
    # Who reads the table of receipts shall not be able to sit down as somebody.
    return hashlib.sha256(f"{_GUEST}:{key}".encode()).hexdigest()
