"""Ends of rounds and matches within one action: most tests want what comes after, not the way there."""

from __future__ import annotations

from collections.abc import Sequence

from games.models import Round
from games.queries import Snapshot, snapshot
from games.queries.memory import forget_everything
from games.rules.actions import Play
from games.rules.state_json import to_json
from games.rules.tiles import mask_of
from lobby.models import User
from tests.factories import legal, playing_table, step


def round_ended(people: Sequence[User], bots: Sequence[str] = (), *, length: str = "full") -> Snapshot:
    """A table whose first round is over; with `length` "one" its match is over too."""
    return end_round(playing_table(people, bots, settings={"length": length}))


def end_round(now_at: Snapshot) -> Snapshot:
    """The round of now ends: the next seat that has a tile that fits has it as its last one, and goes out."""
    while not isinstance(legal(now_at)[0], Play):
        now_at = step(now_at)
    state = now_at.state
    assert state is not None
    play = next(action for action in legal(now_at) if isinstance(action, Play))
    hands = list(state.hands)
    hands[state.turn] = mask_of([play.tile])
    Round.objects.filter(pk=now_at.round.id).update(state=to_json(state._replace(hands=tuple(hands))))
    forget_everything()
    return step(snapshot(now_at.table.id))


def match_ended(people: Sequence[User], bots: Sequence[str] = ()) -> Snapshot:
    """A table whose match of one round is over."""
    return round_ended(people, bots, length="one")
