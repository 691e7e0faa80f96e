"""The log of a round: one sentence for each thing that happened, the same for everybody. Draws never name a tile."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_lazy

from games.models import LETTERS, Action
from games.presenters.parts import Context
from games.presenters.words import chip, isolated, sentence
from games.queries.logs import NoteNow

_OWN: Final[Mapping[str, Promise]] = {
    "play": gettext_lazy("%(name)s played %(tile)s"),
    "draw": gettext_lazy("%(name)s drew a tile"),
    "pass": gettext_lazy("%(name)s passed"),
}
_STAND_IN: Final[Mapping[str, Promise]] = {
    "play": gettext_lazy("A stand-in played %(tile)s for %(name)s"),
    "draw": gettext_lazy("A stand-in drew a tile for %(name)s"),
    "pass": gettext_lazy("A stand-in passed for %(name)s"),
}
_CLOCK: Final[Mapping[str, Promise]] = {
    "play": gettext_lazy("%(name)s: time was up, %(tile)s was played"),
    "draw": gettext_lazy("%(name)s: time was up, a tile was drawn"),
    "pass": gettext_lazy("%(name)s: time was up, passed"),
}


def action_line(round_number: int, ply: int, seat: int, text: str, by: str, names: Sequence[str]) -> Context:
    """An action as a line of the log.

    `text` is the action as the log has it ("9-3@9-9", "draw", "pass"), `names` are those of the seats by index.
    """
    played = text.partition("@")[0]
    kind = text if text in ("draw", "pass") else "play"
    tile = played if kind == "play" else ""
    return {
        "id": f"g{round_number}-{ply}",
        "ply": ply,
        "letter": LETTERS[seat],
        "name": names[seat],
        "kind": kind,
        "by": by,
        "tile": tile,
        "double": len(set(tile.split("-"))) == 1 and bool(tile),
        "reaction": "",
        "text": action_sentence(text, by, isolated(names[seat])),
    }


def action_sentence(text: str, by: str, name: SafeString) -> SafeString:
    """An action as a sentence; `text` is as the log has it, `by` who made it, `name` that of the seat, isolated."""
    kind = text if text in ("draw", "pass") else "play"
    words = {Action.By.STAND_IN.value: _STAND_IN, Action.By.CLOCK.value: _CLOCK}.get(by, _OWN)
    parts = {"tile": chip(text.partition("@")[0])} if kind == "play" else {}
    return sentence(str(words[kind]), name=name, **parts)


# What else happened. `%(name)s` is the seat it happened to, `%(by)s` who did it.
_NOTES: Final[Mapping[str, Promise]] = {
    "joined": gettext_lazy("%(name)s sat down"),
    "left-place": gettext_lazy("%(name)s got up"),
    "freed": gettext_lazy("%(by)s freed the place of %(name)s"),
    "blocked": gettext_lazy("%(by)s blocked %(name)s"),
    "host": gettext_lazy("%(name)s is host now"),
    "locked": gettext_lazy("%(by)s locked the table"),
    "unlocked": gettext_lazy("%(by)s unlocked the table"),
    "started": gettext_lazy("%(by)s started the match"),
    "stand-in": gettext_lazy("%(by)s called a stand-in for %(name)s"),
    "back": gettext_lazy("%(name)s is back"),
    "left": gettext_lazy("%(name)s left; a stand-in plays on"),
    "took-over": gettext_lazy("%(name)s took over this seat"),
    "last-round-asked": gettext_lazy("%(by)s wants this to be the last round"),
    "last-round": gettext_lazy("Agreed: this is the last round"),
    "end-asked": gettext_lazy("%(by)s wants to end the match"),
    "end-proposed": gettext_lazy("%(by)s proposes to end the match"),
    "objected": gettext_lazy("%(by)s wants to play on"),
    "ended": gettext_lazy("The match was ended with the scores so far"),
    "office-ended": gettext_lazy("The person in charge of this site ended the match with the scores so far"),
    "office-closed": gettext_lazy("The person in charge of this site closed the table"),
    "office-freed": gettext_lazy("The person in charge of this site freed a place"),
    "office-stand-in": gettext_lazy("The person in charge of this site called a stand-in for %(name)s"),
    "office-sent-away": gettext_lazy("The person in charge of this site sent %(name)s away"),
    "office-renamed": gettext_lazy("The person in charge of this site changed a name: %(name)s"),
    "office-table-name": gettext_lazy("The person in charge of this site changed the name of the table"),
    "office-private": gettext_lazy("The person in charge of this site made the table private"),
    "office-looked": gettext_lazy("The person in charge of this site looked at the hands of this round"),
}

REACTIONS: Final[Mapping[str, Promise]] = {
    "hello": gettext_lazy("Hello!"),
    "good-luck": gettext_lazy("Good luck!"),
    "nice": gettext_lazy("Nice move"),
    "chickie": gettext_lazy("Chickie!"),
    "wow": gettext_lazy("Wow"),
    "haha": gettext_lazy("Haha"),
    "ouch": gettext_lazy("Ouch"),
    "thanks": gettext_lazy("Thank you"),
    "sorry": gettext_lazy("Sorry"),
    "thinking": gettext_lazy("Let me think"),
    "one-moment": gettext_lazy("One moment, please"),
    "well-played": gettext_lazy("Well played"),
}


def note_line(note: NoteNow, names: Sequence[str]) -> Context:
    """What else happened as a line of the log; `names` are those of the seats by index."""
    seat = note.seat if note.seat is not None else note.by_seat
    code = str(note.data.get("code", ""))
    return {
        "id": f"n{note.id}",
        "ply": note.ply,
        "letter": "" if seat is None else LETTERS[seat],
        "name": "" if seat is None else names[seat],
        "kind": note.what,
        "by": "",
        "tile": "",
        "double": False,
        "reaction": code if note.what == "react" else "",
        "text": _note_sentence(note, names, code),
    }


def tells_whom(note: NoteNow) -> bool:
    """Whether the line can name whom it is about: seats have no index before the start, and people may move about."""
    words = str(_NOTES.get(note.what, ""))
    return not any(
        place in note.data and name in words
        for place, name in (("place", "%(name)s"), ("by_place", "%(by)s"))
    )


def _note_sentence(note: NoteNow, names: Sequence[str], code: str) -> SafeString:
    name = _name_at(note.seat, names)
    by = _name_at(note.by_seat, names)
    if note.what == "react":
        return sentence(gettext("%(name)s: %(what)s"), name=by, what=str(REACTIONS.get(code, code)))
    if note.what == "started" and note.by_seat is None:
        return sentence(gettext("All were ready: the match began"))
    return sentence(str(_NOTES.get(note.what, note.what)), name=name, by=by)


def _name_at(seat: int | None, names: Sequence[str]) -> SafeString:
    return isolated(names[seat] if seat is not None and seat < len(names) else gettext("somebody"))
