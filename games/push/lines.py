"""The log of a round in one language: each line rendered once, and sent once."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace

from games.presenters.log import action_line, note_line, tells_whom
from games.presenters.names import shown_name
from games.push.render import html
from games.queries import Snapshot
from games.queries.logs import NoteNow, log_of, notes_of

LINE = "games/parts/log_line.html"


class Lines:
    """The lines of a round's log in the order in which they became visible; `upto` of them are known so far."""

    def __init__(self) -> None:
        self._names: tuple[str, ...] = ()
        self._ply = 0
        self._note = 0
        self.html: list[str] = []
        self.json: list[str] = []

    def catch_up(self, now: Snapshot) -> None:
        """Render what is new: actions from the log, and notes when there are newer ones than known.

        After a change of a name all lines are rendered again: the names stand in them.
        """
        names = tuple(shown_name(seat) for seat in now.seats)
        if names != self._names:
            self._names, self._ply, self._note, self.html, self.json = names, 0, 0, [], []
        number = now.round.number
        fresh = [
            (
                (action.ply, 1),
                action_line(number, action.ply, action.seat, action.text, str(action.by), names),
            )
            for action in log_of(now, self._ply)
        ]
        self._ply = now.round.ply
        if now.last_note > self._note:
            notes = notes_of(now, self._note)
            self._note = max([now.last_note, *(note.id for note in notes)])
            fresh += [
                ((note.ply, 0), note_line(note, names))
                for note in _told_in(number, notes)
                if tells_whom(note)
            ]
        for _order, context in sorted(fresh, key=lambda line: line[0]):
            self.html.append(html(LINE, context))
            self.json.append(json.dumps(self.html[-1], ensure_ascii=False))


def _told_in(number: int, notes: Iterable[NoteNow]) -> Iterator[NoteNow]:
    """The notes of a round, and before its first action those that came after the one before; no greetings of then."""
    for note in notes:
        if note.round_number == number:
            yield note
        elif note.late and note.round_number == number - 1 and note.what != "react":
            yield replace(note, ply=0)
