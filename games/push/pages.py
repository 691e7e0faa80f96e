"""What the whole stage of a table is rendered from: the same parts and pieces that are pushed."""

from __future__ import annotations

from typing import Final

from django.utils import translation
from django.utils.safestring import mark_safe

from games.presenters.log import REACTIONS
from games.presenters.names import table_title
from games.presenters.parts import moment
from games.presenters.rule_card import rule_card
from games.presenters.scene import Stage
from games.push.facts import lock_of
from games.push.pictures import Parts, Picture
from games.push.pieces import LAYERS

_TEMPLATES: Final = {
    Stage.WAITING: "games/waiting.html",
    Stage.PLAYING: "games/play.html",
    Stage.ROUND_OVER: "games/round_over.html",
    Stage.MATCH_OVER: "games/match_over.html",
}


def stage_template(stage: Stage) -> str:
    """The template of a stage's `<main>`."""
    return _TEMPLATES[stage]


def stage_context(shown: Picture, share: str, key: str) -> dict[str, object]:
    """What that template is given; `share` is the link to send around, `key` that of a first POST without scripts."""
    public, private = shown
    now, seat = public.now, private.seat
    with translation.override(public.language):
        name = table_title(now.table.name, now.table.code)
        card = rule_card(now)["lines"]
        reactions = [{"code": code, "label": str(label)} for code, label in REACTIONS.items()]
    context: dict[str, object] = {
        "code": now.table.code,
        "name": name,
        "v": public.version,
        "now": moment(now.now),
        "match": now.match.number,
        "round": now.round.number,
        "ply": now.round.ply,
        "stage": public.stage.value,
        "letter": "" if seat is None else seat.letter,
        "place": -1 if seat is None else seat.number,
        "watching": seat is None,
        "seats": len(now.seats),
        "parts": _named({**public.parts, **private.parts}),
        "card": card,
        "reactions": reactions,
        "urls": _urls(now.table.code, share),
        "key": key,
    }
    if public.pieces is not None:
        context |= _cloth(shown)
    return context


def _named(parts: Parts) -> dict[str, str]:
    """The parts by the name of their region, seat chips joined."""
    named = {id_.removeprefix("r-").replace("-", "_"): mark_safe(part.html) for id_, part in parts.items()}
    chips = "".join(part.html for id_, part in parts.items() if id_.startswith("s-"))
    return {**named, "seats": mark_safe(chips)}


def _urls(code: str, share: str) -> dict[str, str]:
    table = f"/t/{code}/"
    return {
        "table": table,
        "act": f"{table}act/",
        "news": f"{table}news/",
        "page": f"{table}page/",
        "sheet": f"{table}sheet/",
        "qr": f"{table}qr.svg",
        "record": f"{table}record.json",
        "ws": f"/ws{table}",
        "share": share,
    }


def _cloth(shown: Picture) -> dict[str, object]:
    """The picture of the layout, layer by layer, and the log."""
    public = shown.public
    assert public.pieces is not None
    wide, square = public.frames
    with lock_of(public.now.table.id):
        layers = {layer: mark_safe(public.pieces.layer(layer, public.ends)) for layer in LAYERS}
    return {
        "layers": layers,
        "log": mark_safe("".join(public.log)),
        "frame": {"wide": wide, "square": square},
    }
