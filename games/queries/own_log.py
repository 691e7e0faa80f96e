"""What one person did in rounds, for that person: their actions, and what they did at the table besides.

Only what they did themselves and so know, in a round that is being played, too: the tile of an own draw is theirs.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from itertools import groupby
from typing import Final, NamedTuple, NotRequired, TypedDict

from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import Coalesce

from games.models import LETTERS, Action, Note, Seat


class Done(TypedDict):
    """An action ("9-3@9-9", "draw", "pass") or what a note tells; `ply` counts from 1.

    A note stands before the action with its number. Before the start notes know places only, and nobody's.
    """

    ply: int
    what: str
    at: datetime
    tile: NotRequired[str]  # the one that a draw gave
    reaction: NotRequired[str]


class RoundDone(TypedDict):
    """What somebody did in a round, in order; its number counts from 1."""

    round: int
    done: list[Done]


class MatchDone(TypedDict):
    """What somebody did in a match, and in which seat."""

    table: str
    match: int
    seat: str
    rounds: list[RoundDone]


class _Where(NamedTuple):
    """The table's code, the match's number at it, the index of the seat, the number of the round from 0."""

    table: str
    match: int
    seat: int
    round: int


# Notes that tell what the person in a seat did with it themselves; others name who did something in `by_seat`.
_WITH_THE_OWN_SEAT: Final = ("back", "left", "took-over")


def actions_of(user_id: int) -> list[MatchDone]:
    """All actions of a person, the newest match first. One SELECT."""
    rows = Action.objects.filter(user_id=user_id).order_by("-round__match_id", "round__number", "ply")
    where = "table__code", "round__match__number", "seat", "round__number"
    return _by_match(
        (_Where(*where), _done(ply, text, at, tile=tile))
        for *where, ply, text, at, tile in rows.values_list(*where, "ply", "text", "at", "drawn")
    )


def notes_of(user_id: int) -> list[MatchDone]:
    """What a person did in their seats besides acting, reactions too, the newest match first. One SELECT.

    What was done in a seat before they took it over is not theirs.
    """
    mine = Seat.objects.filter(user_id=user_id)
    there = mine.filter(match=OuterRef("match"), joined_at__lte=OuterRef("at"))
    by_me = Q(Exists(there.filter(index=OuterRef("by_seat"))))
    with_mine = Q(Exists(there.filter(index=OuterRef("seat"))), what__in=_WITH_THE_OWN_SEAT)
    rows = Note.objects.filter(by_me | with_mine, match__in=mine.values("match"))
    where = "match__table__code", "match__number", Coalesce("by_seat", "seat"), "round_number"
    return _by_match(
        (_Where(*where), _done(ply, what, at, reaction=reaction))
        for *where, ply, what, at, reaction in rows.order_by("-match_id", "id").values_list(
            *where, "ply", "what", "at", "data__code"
        )
    )


def _done(ply: int, what: str, at: datetime, *, tile: str = "", reaction: str | None = None) -> Done:
    done: Done = {"ply": ply + 1, "what": what, "at": at}
    if tile:
        done["tile"] = tile
    if reaction:
        done["reaction"] = reaction
    return done


def _by_match(rows: Iterable[tuple[_Where, Done]]) -> list[MatchDone]:
    """Rows in order, put together by match and round."""
    return [
        {
            "table": table,
            "match": match,
            "seat": LETTERS[seat],
            "rounds": [
                {"round": number + 1, "done": [done for _where, done in of_round]}
                for number, of_round in groupby(of_match, key=lambda row: row[0].round)
            ],
        }
        for (table, match, seat), of_match in groupby(rows, key=lambda row: row[0][:3])
    ]
