"""The log of a round and of what else happened at the table: public, append-only, read once per process."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Exists, OuterRef

from games.models import Action, Note, Round
from games.queries.facts import Poses, Snapshot
from games.queries.memory import Memory
from games.rules.view import Logged


@dataclass(frozen=True, slots=True)
class LoggedAction:
    """An action as everybody may see it: a draw never says which tile it was.

    `poses` holds a placement by name of shape ("wide", "square") for a play, else it is None.
    """

    ply: int
    seat: int
    kind: Action.Kind
    text: str
    by: Action.By
    at: datetime
    poses: Poses | None

    @property
    def logged(self) -> Logged:
        """The same for a view of the rules."""
        return Logged(self.ply, self.seat, self.text)


@dataclass(frozen=True, slots=True)
class NoteNow:
    """Something that happened besides actions; `ply` is the action of its round before which it did.

    `late`: its round was over by then.
    """

    id: int
    round_number: int
    ply: int
    what: str
    seat: int | None
    by_seat: int | None
    data: Mapping[str, int | str]
    version: int
    at: datetime
    late: bool = False


RoundKey = tuple[int, str]
_logs: Memory[RoundKey, tuple[LoggedAction, ...]] = Memory(256)
NOTES_SHOWN: Final = 200


def log_of(snapshot: Snapshot, since_ply: int = 0) -> tuple[LoggedAction, ...]:
    """The actions of the current round from `since_ply` on, as far as this snapshot knows them."""
    key, ply = _key(snapshot), snapshot.round.ply
    known = _logs.get(key) or ()
    if len(known) < ply:
        known = (*known, *_read(snapshot.round.id, len(known)))
        _logs.put(key, known)
    return known[since_ply:ply]


def extend_log(snapshot: Snapshot, written: tuple[LoggedAction, ...]) -> None:
    """Remember actions that were just committed on top of this snapshot, so that nobody has to read them."""
    known = _logs.get(_key(snapshot)) or ()
    # A reader may have been quicker and know them already.
    if len(known) == snapshot.round.ply:
        _logs.put(_key(snapshot), (*known, *written))


def notes_of(snapshot: Snapshot, after_id: int = 0) -> tuple[NoteNow, ...]:
    """The newest notes of the current match after the note with this id, oldest first."""
    rows = Note.objects.filter(match_id=snapshot.match.id, id__gt=after_id).order_by("-id")
    over = Round.objects.filter(match=OuterRef("match"), number=OuterRef("round_number")).exclude(
        status__in=(Round.Status.WAITING, Round.Status.PLAYING)
    )
    newest = rows.annotate(late=Exists(over.filter(ply__lte=OuterRef("ply"))))[:NOTES_SHOWN]
    return tuple(_note(row, late=row.late) for row in reversed(newest))


def _key(snapshot: Snapshot) -> RoundKey:
    return snapshot.round.id, snapshot.round.commitment


def _read(round_id: int, since_ply: int) -> tuple[LoggedAction, ...]:
    rows = Action.objects.filter(round_id=round_id, ply__gte=since_ply).order_by("ply")
    columns = rows.values_list("ply", "seat", "kind", "text", "by", "at", "poses")
    return tuple(
        LoggedAction(ply, seat, Action.Kind(kind), text, Action.By(by), at, poses)
        for ply, seat, kind, text, by, at, poses in columns
    )


def _note(row: Note, *, late: bool) -> NoteNow:
    return NoteNow(
        id=row.pk,
        round_number=row.round_number,
        ply=row.ply,
        what=row.what,
        seat=row.seat,
        by_seat=row.by_seat,
        data=row.data,
        version=row.version,
        at=row.at,
        late=late,
    )
