"""What one viewer may know: the only way from the stored position to anything that is shown or given to a bot."""

from __future__ import annotations

from games.models import Round
from games.queries.facts import SeatNow, Snapshot
from games.queries.logs import log_of
from games.queries.sheets import score_sheet
from games.rules import games
from games.rules.tiles import Tile
from games.rules.view import View, view_of


def round_view(snapshot: Snapshot, viewer: SeatNow | None, *, history: bool = True) -> View | None:
    """The current round as `viewer` may see it (None: somebody who watches); None before the first deal.

    Only the viewer's own hand is in it, and all hands once the round is over. Without `history` the log and the
    rounds before are left out: for a picture that shows them from elsewhere, and is made after every action.
    """
    state = snapshot.state
    if state is None:
        return None
    return view_of(
        games.game(state.game),
        state,
        None if viewer is None else viewer.index,
        round_index=snapshot.round.number,
        log=tuple(action.logged for action in log_of(snapshot)) if history else (),
        finished=tuple(scored.finished for scored in score_sheet(snapshot)) if history else (),
        commitment=snapshot.round.commitment,
    )


def next_commitment(snapshot: Snapshot) -> str:
    """The commitment of the deal to come: of the waiting first round, or of the one after the round that is over."""
    if snapshot.round.status == Round.Status.WAITING:
        return snapshot.round.commitment
    coming = Round.objects.filter(match_id=snapshot.match.id, number=snapshot.round.number + 1)
    return coming.values_list("commitment", flat=True).first() or ""


def dropped_seed(snapshot: Snapshot) -> str:
    """The seed of the round that was open when the match was ended early, empty if there was none."""
    if snapshot.round.status != Round.Status.DROPPED:
        return ""
    return Round.objects.values_list("seed", flat=True).get(pk=snapshot.round.id)


def dropped_hands(snapshot: Snapshot) -> tuple[tuple[Tile, ...], ...]:
    """The hands of that round as they were left, by seat; nothing while a round may still be played on."""
    state = snapshot.state
    if state is None or snapshot.round.status != Round.Status.DROPPED:
        return ()
    return tuple(state.hand(seat) for seat in range(state.seats))
