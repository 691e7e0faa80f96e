"""Tables come to an end: closed by who opened them, forgotten before anything was played, left in the middle."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.utils import timezone

from games.models import Match, Table
from games.queries import Snapshot, snapshot
from games.services import base, due
from games.services.agreements import end_now
from games.services.errors import Code, Refused
from games.services.visits import visit

# A table that was closed before anything was played keeps its page so long: its link was sent to somebody.
UNPLAYED_KEPT: Final = timedelta(days=30)


def close_table(*, table_id: int, user_id: int) -> Snapshot | None:
    """Close a table for good; its opener's. What was played stays readable, nobody sits down any more.

    A match that only machines play with the opener ends with the scores so far. If no match ever began and nobody
    else sits there, the table goes away with its link: then None comes back. Closing a closed one is no harm.
    Raises Refused NO_SUCH_TABLE, NOT_OPENER, MATCH_RUNNING (somebody else plays in it).
    """
    with visit(table_id, user_id) as here:
        here.opener()
        if _somebody_else_plays(here.facts, user_id):
            raise Refused(Code.MATCH_RUNNING)
        if not ever_began(here.facts) and not _somebody_else_sits(here.facts, user_id):
            remove(here.table)
            here.told = True
            return None
        if here.table.closed_at is None:
            shut(here.table, here.facts, timezone.now())
            here.changed("closed_at", "matches_begun")
    return snapshot(table_id)


def _somebody_else_plays(facts: Snapshot, user_id: int) -> bool:
    return facts.match.going_on and any(
        seat.is_person and seat.user_id != user_id and not seat.has_left for seat in facts.seats
    )


def _somebody_else_sits(facts: Snapshot, user_id: int) -> bool:
    return any(seat.is_person and seat.user_id != user_id for seat in facts.seats)


def ever_began(facts: Snapshot) -> bool:
    """Whether anything was ever played at the table."""
    return facts.match.number > 1 or facts.match.status != Match.Status.WAITING


def shut(table: Table, facts: Snapshot, now: datetime) -> None:
    """Close a table whatever goes on at it, inside the lock: for its opener, for staff, for the clock.

    A match that is played ends with the scores so far. One that waits after others is dropped, so that the table
    shows what was played last; one that waits at a table where nothing was played stays. The caller plans anew and
    stores "closed_at" and "matches_begun" with `touch`.
    """
    table.closed_at = now
    if facts.match.going_on:
        end_now(table, facts)
    elif facts.match.status == Match.Status.WAITING and ever_began(facts):
        Match.objects.filter(pk=facts.match.id).delete()
        table.matches_begun -= 1
        # The facts are those of the newest match, and the caller reads them anew.
        table.save(update_fields=["matches_begun"])


def remove(table: Table) -> None:
    """Delete a table at which nothing was played, with its link, inside the lock.

    Nothing is announced: there is no new version. A page that is still open asks again by itself and is told.
    """
    table.delete()


def sweep(*, table_id: int, now: datetime) -> None:
    """What is due where nobody has been for long (due kind sweep; for the clock).

    A table at which nothing was ever played closes. The people of a match that goes on are told when it will be
    ended (`Match.ends_at`), and after that time it ends with the scores so far. Raises Refused NO_SUCH_TABLE, and
    BUSY on PostgreSQL.
    """
    with base.locked(table_id, wait=False) as table:
        if table.sweep_at is None or table.sweep_at > now:
            return
        facts = snapshot(table_id)
        if not ever_began(facts):
            shut(table, facts, now)
        elif facts.match.going_on and facts.match.ends_at is None:
            Match.objects.filter(pk=facts.match.id).update(ends_at=now + due.NOTICE)
        elif facts.match.going_on:
            end_now(table, facts)
        due.replan(table)
        base.touch(table, "closed_at", "matches_begun")


def remove_unplayed(now: datetime) -> int:
    """Delete the tables that were closed a month ago and at which nothing was ever played; how many they were."""
    closed = Match.objects.filter(
        status=Match.Status.WAITING, number=1, table__closed_at__lt=now - UNPLAYED_KEPT
    )
    _rows, by_model = Table.objects.filter(pk__in=list(closed.values_list("table", flat=True))).delete()
    return by_model.get("games.Table", 0)
