"""What a page is sent: the way from the picture it shows to a later one, as JSON text.

Sockets, answers to a POST and answers to a poll send the same messages. All that they say is put by id, so a page
that gets something twice shows the same.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final, NamedTuple

from games.models import LETTERS
from games.push.pictures import Drawn, Parts, Picture, Public
from games.push.pieces import ends_step
from games.queries.memory import Memory

# A page that is further behind than this fetches itself anew.
FAR: Final = 60


class _Change(NamedTuple):
    """The public part of a message, as JSON without its brackets."""

    head: str
    regions: str
    steps: str


_changes: Memory[tuple[str, str, int, int], _Change] = Memory(4096)


def message(old: Picture | None, new: Picture, extra: str = "") -> str:
    """The message for a page that shows `old` (None: nothing that is known here). `extra` is put in as it stands."""
    if old is None or _screen(old) != _screen(new) or _gap(old.public, new.public):
        return reload(new.public.version, extra)
    private = ",".join(_regions(old.private.parts, new.private.parts))
    change = _public_change(old.public, new.public)
    between = "," if private and change.regions else ""
    return f'{{{change.head},"regions":{{{change.regions}{between}{private}}}{change.steps}{extra}}}'


def reload(version: int, extra: str = "") -> str:
    """The message for a page that has to fetch its stage anew."""
    return f'{{"v":{version},"reload":true{extra}}}'


def _screen(picture: Picture) -> tuple[object, ...]:
    """What has to be the same for parts to be exchanged: else the whole page region is fetched."""
    now, seat = picture.public.now, picture.private.seat
    return (
        picture.public.stage,
        now.match.number,
        now.round.number,
        [(other.id, other.name) for other in now.seats] if picture.public.pieces is not None else (),
        None if seat is None else (seat.id, seat.index),
        picture.public.parts.keys(),
        picture.private.parts.keys(),
    )


def _gap(old: Public, new: Public) -> bool:
    return not 0 <= len(new.log) - len(old.log) <= FAR


def _head(old: Public, new: Public) -> str:
    now = new.now
    turn = now.turn_seat
    head = {
        "v": new.version,
        # What has changed is told from this version: a page that shows another one fetches itself anew.
        "from": old.version,
        "stage": new.stage.value,
        "match": now.match.number,
        "round": now.round.number,
        "ply": now.round.ply,
        "turn": "" if turn is None or turn.index is None else LETTERS[turn.index],
    }
    return json.dumps(head, separators=(",", ":"))[1:-1]


def _regions(old: Parts, new: Parts) -> Iterator[str]:
    for id_, part in new.items():
        if _differs(old.get(id_), part):
            yield f'"{id_}":{part.json}'


def _differs(old: Drawn | None, new: Drawn) -> bool:
    return old is None or (old is not new and old.html != new.html)


def _public_change(old: Public, new: Public) -> _Change:
    """What is public of the way from one version to another: worked out once for all sockets."""
    key = (new.now.table.code, new.language, old.version, new.version)
    found = _changes.get(key)
    if found is None:
        found = _Change(_head(old, new), ",".join(_regions(old.parts, new.parts)), _steps(old, new))
        _changes.put(key, found)
    return found


def _steps(old: Public, new: Public) -> str:
    if new.pieces is None:
        return ""
    plies = range(old.now.round.ply, new.now.round.ply)
    steps = [new.pieces.steps[ply] for ply in plies if ply in new.pieces.steps]
    if old.ends != new.ends:
        steps.append(ends_step(old.ends, new.ends).json())
    layout = f',"layout":[{",".join(steps)}]' if steps else ""
    fresh = new.log_json[len(old.log_json) :]
    return layout + (f',"log":[{",".join(fresh)}]' if fresh else "")


def refused_part(code: str, say: str) -> str:
    """Why nothing was done, for `message`."""
    return f',"refused":{json.dumps({"code": code, "say": say}, ensure_ascii=False)}'
