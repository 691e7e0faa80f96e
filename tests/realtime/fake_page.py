"""What a browser does with messages, on plain dicts: parts, pieces and lines by id."""

from __future__ import annotations

import json
import re
from typing import TypedDict

from games.push.pictures import Picture

_ID = re.compile(r'id="([^"]+)"')
_PLACED = re.compile(r'transform="[^"]*" data-square="[^"]*"')


class Step(TypedDict, total=False):
    """A step of a message, as it is written in JSON."""

    ply: int
    put: list[tuple[str, str]]
    gone: list[str]
    moved: list[tuple[int, str, str]]
    frame: list[str]


class FakePage:
    """A page as it was loaded; `apply` brings it on."""

    def __init__(self, picture: Picture) -> None:
        public, private = picture
        self.version = public.version
        self.parts = {id_: part.html for id_, part in {**public.parts, **private.parts}.items()}
        named = {} if public.pieces is None else public.pieces.named
        self.pieces = {id_: (piece.layer, piece.html) for id_, piece in {**named, **public.ends}.items()}
        self.frames = list(public.frames)
        self.log = list(public.log)

    def apply(self, text: str) -> None:
        """As apply.js does: put by id, take away, move, show, append."""
        message = json.loads(text)
        assert message["v"] > self.version
        assert message["from"] == self.version
        assert "reload" not in message
        self.version = message["v"]
        for id_, html in message["regions"].items():
            assert _ID.search(html) is not None
            assert id_ in self.parts, id_
            self.parts[id_] = html
        for step in message.get("layout", []):
            self._apply_step(step)
        self.log += message.get("log", [])

    def _apply_step(self, step: Step) -> None:
        for layer, html in step.get("put", []):
            found = _ID.search(html)
            assert found is not None
            self.pieces[found[1]] = (layer, html)
        for id_ in step.get("gone", []):
            del self.pieces[id_]
        for node, wide, square in step.get("moved", []):
            for id_ in (f"t{node}", f"b{node}"):
                layer, html = self.pieces[id_]
                self.pieces[id_] = (
                    layer,
                    _PLACED.sub(f'transform="{wide}" data-square="{square}"', html, count=1),
                )
        if "frame" in step:
            self.frames = step["frame"]
