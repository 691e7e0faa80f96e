"""What one viewer may know of a round: an allow-list. Whatever is not put in here is secret."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from games.rules.actions import Action, Play
from games.rules.games import Game
from games.rules.layout import End, Layout
from games.rules.settings import Settings
from games.rules.state import Outcome, Owed, Phase, State
from games.rules.tiles import Tile


class Logged(NamedTuple):
    """An action that was made: its place in the round (from 0), by which seat, as text (`actions.py`)."""

    ply: int
    seat: int
    text: str


class FinishedRound(NamedTuple):
    """A round that is over, by seat: everything about it is public."""

    start: Tile | None
    outcome: Outcome
    hands: tuple[tuple[Tile, ...], ...]
    penalties: tuple[int, ...]
    totals: tuple[int, ...]
    seed: str


@dataclass(frozen=True, slots=True)
class View:
    """One viewer's picture of a round. `viewer` is a seat, or None for somebody who watches.

    Of the viewer alone: `hand`, `drawn` (the tile just drawn), `legal` (empty unless the viewer is to act),
    `doomed` (the tiles among them whose laying would leave a double that can never be finished).
    Of everybody: all the rest. `hands` is None until the round is over.
    """

    game: str
    settings: Settings
    seats: int
    set_max: int
    round_index: int
    viewer: int | None
    hand: tuple[Tile, ...]
    drawn: Tile | None
    legal: tuple[Action, ...]
    doomed: tuple[Tile, ...]
    turn: int
    phase: Phase
    counts: tuple[int, ...]
    boneyard: int
    layout: Layout
    ends: tuple[End, ...]
    owed: Owed | None
    dead_foot: bool
    extra: tuple[int, ...]
    log: tuple[Logged, ...]
    outcome: Outcome | None
    hands: tuple[tuple[Tile, ...], ...] | None
    finished: tuple[FinishedRound, ...]
    commitment: str


def view_of(
    game: Game,
    state: State,
    viewer: int | None,
    *,
    round_index: int = 0,
    log: Sequence[Logged] = (),
    finished: Sequence[FinishedRound] = (),
    commitment: str = "",
) -> View:
    """What `viewer` may know of `state`.

    `log` holds the actions of this round, `finished` the rounds before it, `commitment` the one shown for
    this round: none of them is secret.
    """
    to_act = viewer == state.turn and not state.over
    legal = game.legal_actions(state) if to_act else ()
    return View(
        game=state.game,
        settings=state.settings,
        seats=state.seats,
        set_max=game.plan(state.settings, state.seats).set_max,
        round_index=round_index,
        viewer=viewer,
        hand=() if viewer is None else state.hand(viewer),
        drawn=state.drawn if to_act else None,
        legal=legal,
        doomed=_doomed(game, state, legal),
        turn=state.turn,
        phase=state.phase,
        counts=state.counts(),
        boneyard=len(state.boneyard),
        layout=state.layout,
        ends=state.ends,
        owed=state.owed,
        dead_foot=not state.over and game.dead_foot(state.settings, state.seats, state.layout, state.owed),
        extra=state.extra,
        log=tuple(log),
        outcome=state.outcome,
        hands=tuple(state.hand(seat) for seat in range(state.seats)) if state.over else None,
        finished=tuple(finished),
        commitment=commitment,
    )


def _doomed(game: Game, state: State, legal: Sequence[Action]) -> tuple[Tile, ...]:
    doubles = {action.tile for action in legal if isinstance(action, Play) and action.tile.is_double}
    return tuple(
        tile
        for tile in sorted(doubles)
        if game.dead_foot_warning(state.settings, state.seats, state.layout, tile)
    )
