"""Turns that wait for somebody who is away: who is to be told "your turn"."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F, Q

from games.models import Match, Seat


@dataclass(frozen=True, slots=True)
class TurnWaiting:
    """Whose turn it is where, and since when; nothing about what anybody holds."""

    user_id: int
    match_id: int
    turn_at: datetime
    code: str
    table_name: str


def turns_waiting(user_ids: Iterable[int], *, began: datetime, quiet: datetime) -> list[TurnWaiting]:
    """The turns of these people that have waited since `quiet`, without a sign of life of theirs since then.

    `user_ids` may be a query for them. Left out are turns older than `began`, and seats that a stand-in plays. One
    SELECT, the longest waiting first.
    """
    silent = Q(last_seen=None) | Q(last_seen__lte=quiet)
    rows = (
        Seat.objects.filter(
            silent, user__in=user_ids, kind=Seat.Kind.PERSON, stand_in=Seat.StandIn.NONE, place=None
        )
        .filter(match__status=Match.Status.PLAYING, match__turn=F("index"), match__table__closed_at=None)
        .filter(match__turn_at__gt=began, match__turn_at__lte=quiet)
        .order_by("match__turn_at")
        .values_list("user_id", "match_id", "match__turn_at", "match__table__code", "match__table__name")
    )
    return [TurnWaiting(user, match, at, code, name) for user, match, at, code, name in rows if user and at]
