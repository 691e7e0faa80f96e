"""A table's picture at one version: public parts once for everybody in a language, private ones once per seat.

Everything here is labelled with the version that was read together with the facts, is rendered once per process and
shared by pages, answers and sockets. A part whose context has not changed keeps its markup.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.utils import translation

from games.drawing import view_box
from games.presenters import playing, screens
from games.presenters.own import own_part
from games.presenters.parts import Part, Plain
from games.presenters.scene import Scene, Stage, stage_of
from games.presenters.sheet import sheet_part
from games.push.boards import drawn
from games.push.facts import keep, lock_of
from games.push.pieces import Named, Pieces
from games.push.render import part_html
from games.queries import SeatNow, Snapshot
from games.queries.memory import Memory
from games.queries.views import round_view


class Drawn(NamedTuple):
    """A part with what it was rendered from, as markup and as JSON text."""

    context: Mapping[str, Plain]
    html: str
    json: str


Parts = Mapping[str, Drawn]


@dataclass(frozen=True, slots=True)
class Public:
    """What everybody sees of a table at one version, in one language. `lines` counts the lines of the log."""

    now: Snapshot
    language: str
    stage: Stage
    parts: Parts
    ends: Named
    pieces: Pieces | None  # None before the deal
    frames: tuple[str, str]
    log: tuple[str, ...]
    log_json: tuple[str, ...]

    @property
    def version(self) -> int:
        return self.now.version


@dataclass(frozen=True, slots=True)
class Private:
    """What one seat sees besides, or a watcher (`seat` None)."""

    version: int
    seat: SeatNow | None
    parts: Parts


class Picture(NamedTuple):
    """What one viewer sees."""

    public: Public
    private: Private


_PublicKey = tuple[str, int, str]  # table code, version, language
_PrivateKey = tuple[str, int, str, int]  # the same and the seat's id, 0 for watchers
_PartKey = tuple[str, str, int, str]  # table code, language, seat's id, part

_publics: Memory[_PublicKey, Public] = Memory(2048)
_privates: Memory[_PrivateKey, Private] = Memory(4096)
_parts: Memory[_PartKey, Drawn] = Memory(16384)
# Of each seat (table code, language, seat's id) the newest hand and bar, with what they were made from.
_hands: Memory[tuple[str, str, int], tuple[tuple[object, ...], Parts]] = Memory(4096)


def picture(now: Snapshot, user_id: int | None, language: str) -> Picture:
    """What a person (None: nobody who is signed in) sees of a table, in one of the site's languages.

    It is that of these facts, or of newer ones if this process knows any.
    """
    public = _public(now, language)
    # The seat, too, is that of the newer facts: in the next match somebody else may sit in it.
    return Picture(public, _private(public, public.now.seat_of(user_id)))


def remembered(code: str, version: int, language: str, user_id: int | None) -> Picture | None:
    """The picture that a person saw of an earlier version, if this process rendered it and remembers it still.

    With the seat of then: whoever has lost it since shows its hand, and not what those who look on were sent.
    """
    public = _publics.get((code, version, language))
    if public is None:
        return None
    seat = public.now.seat_of(user_id)
    private = _privates.get((code, version, language, 0 if seat is None else seat.id))
    return None if private is None else Picture(public, private)


def _public(now: Snapshot, language: str) -> Public:
    found = _publics.get((now.table.code, now.version, language))
    if found is not None:
        return found
    with lock_of(now.table.id):
        # Only ever the newest facts are rendered, so that a board and its log grow in one direction.
        now = keep(now)
        key = (now.table.code, now.version, language)
        found = _publics.get(key)
        if found is None:
            with translation.override(language):
                found = _render_public(now, language)
            _publics.put(key, found)
    return found


def _render_public(now: Snapshot, language: str) -> Public:
    stage = stage_of(now)
    scene = Scene(now, round_view(now, None, history=False))
    parts = _drawn_parts(now, language, 0, screens.public_parts(stage, scene))
    if scene.view is None:
        return Public(now, language, stage, parts, {}, None, ("", ""), (), ())
    board, pieces, lines = drawn(now, language)
    wide, square = map(view_box, board.frames())
    ends = pieces.ends(scene.view)
    log, log_json = tuple(lines.html), tuple(lines.json)
    return Public(now, language, stage, parts, ends, pieces, (wide, square), log, log_json)


def _private(public: Public, seat: SeatNow | None) -> Private:
    now, language = public.now, public.language
    key = (now.table.code, now.version, language, 0 if seat is None else seat.id)
    found = _privates.get(key)
    if found is None:
        with translation.override(language):
            found = _render_private(public, seat)
        _privates.put(key, found)
    return found


def _render_private(public: Public, seat: SeatNow | None) -> Private:
    """The parts of one viewer; hand and bar are made again only if what they are made from has changed."""
    now, language, seat_id = public.now, public.language, 0 if seat is None else seat.id
    if public.stage is not Stage.PLAYING:
        scene = Scene(now, round_view(now, seat, history=False), seat)
        parts = _drawn_parts(now, language, seat_id, screens.private_parts(public.stage, scene))
        return Private(now.version, seat, parts)
    key, last_key = playing.hand_key(now, seat), (now.table.code, language, seat_id)
    last = _hands.get(last_key)
    if last is not None and last[0] == key:
        own = _drawn_parts(now, language, seat_id, [own_part(Scene(now, None, seat))])
        return Private(now.version, seat, {**last[1], **own})
    scene = Scene(now, round_view(now, seat, history=False), seat)
    parts = _drawn_parts(now, language, seat_id, playing.private_parts(scene))
    _hands.put(last_key, (key, {id_: parts[id_] for id_ in playing.OF_THE_HAND}))
    return Private(now.version, seat, parts)


def _drawn_parts(now: Snapshot, language: str, seat_id: int, parts: Iterable[Part]) -> Parts:
    return {part.id: _drawn_part((now.table.code, language, seat_id, part.id), part) for part in parts}


def _drawn_part(key: _PartKey, part: Part) -> Drawn:
    last = _parts.get(key)
    if last is not None and last.context == part.context:
        return last
    markup = part_html(part)
    found = Drawn(part.context, markup, json.dumps(markup, ensure_ascii=False))
    _parts.put(key, found)
    return found


def sheet_html(now: Snapshot, language: str) -> str:
    """The score sheet alone."""
    with translation.override(language):
        return part_html(sheet_part(Scene(now, None)))
