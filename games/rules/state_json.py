"""A position as a small JSON value and back, without loss."""

from collections.abc import Mapping, Sequence
from typing import TypedDict

from games.rules.layout import NO_NUMBER, ROOT, End, Laid, Layout, shared_number
from games.rules.settings import Setting, Settings
from games.rules.state import Outcome, Owed, Phase, Reason, State
from games.rules.tiles import Tile, mask_of, tiles_in


class StateJson(TypedDict):
    """The shape: tiles as `9-3`, several in one text with spaces; rows of whole numbers as lists."""

    game: str
    settings: dict[str, Setting]
    hands: list[str]
    boneyard: str
    layout: list[str]  # "tile", "tile@node" or "tile@node:arm"
    ends: list[list[int]]  # [node, number] or [node, number, arm]
    owed: list[int] | None  # [node, number, toes]
    turn: int
    phase: str
    drawn: str | None
    outcome: list[str | int | None] | None  # [reason, seat, foot]
    extra: list[int]


def to_json(state: State) -> StateJson:
    """The position as a value for `json.dumps`."""
    return {
        "game": state.game,
        "settings": dict(state.settings),
        "hands": [_tiles_text(tiles_in(hand)) for hand in state.hands],
        "boneyard": _tiles_text(state.boneyard),
        "layout": [_laid_text(laid) for laid in state.layout],
        "ends": [_end_parts(end) for end in state.ends],
        "owed": None if state.owed is None else list(state.owed),
        "turn": state.turn,
        "phase": state.phase.value,
        "drawn": None if state.drawn is None else str(state.drawn),
        "outcome": None if state.outcome is None else [*state.outcome],
        "extra": list(state.extra),
    }


def from_json(value: StateJson) -> State:
    """The position of a value that `to_json` made; ValueError, TypeError or LookupError for a damaged one."""
    settings: Mapping[str, Setting] = value["settings"]
    owed, drawn, outcome = value["owed"], value["drawn"], value["outcome"]
    return State(
        game=value["game"],
        settings=Settings(settings),
        hands=tuple(mask_of(_tiles(text)) for text in value["hands"]),
        boneyard=_tiles(value["boneyard"]),
        layout=_layout(value["layout"]),
        ends=tuple(_end(parts) for parts in value["ends"]),
        owed=None if owed is None else Owed(*owed),
        turn=value["turn"],
        phase=Phase(value["phase"]),
        drawn=None if drawn is None else Tile.parse(drawn),
        outcome=None if outcome is None else _outcome(outcome),
        extra=tuple(value["extra"]),
    )


def _tiles_text(tiles: Sequence[Tile]) -> str:
    return " ".join(map(str, tiles))


def _tiles(text: str) -> tuple[Tile, ...]:
    return tuple(map(Tile.parse, text.split()))


def _laid_text(laid: Laid) -> str:
    if laid.parent == ROOT:
        return str(laid.tile)
    return f"{laid.tile}@{laid.parent}:{laid.arm}" if laid.arm else f"{laid.tile}@{laid.parent}"


def _layout(texts: Sequence[str]) -> Layout:
    layout: list[Laid] = []
    for text in texts:
        tile_text, _, place = text.partition("@")
        tile = Tile.parse(tile_text)
        if not place:
            layout.append(Laid(tile, ROOT, 0, NO_NUMBER))
            continue
        node_text, _, arm = place.partition(":")
        node = int(node_text)
        layout.append(Laid(tile, node, int(arm or 0), shared_number(tile, layout[node].tile)))
    return tuple(layout)


def _end_parts(end: End) -> list[int]:
    return [end.node, end.number, end.arm] if end.arm else [end.node, end.number]


def _end(parts: Sequence[int]) -> End:
    node, number, *arm = parts
    return End(node, arm[0] if arm else 0, number)


def _outcome(parts: Sequence[str | int | None]) -> Outcome:
    reason, seat, foot = parts
    if isinstance(seat, str) or isinstance(foot, str):
        raise ValueError(f"not an outcome: {parts!r}")
    return Outcome(Reason(str(reason)), seat, foot)
