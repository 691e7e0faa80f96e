"""The door for actions: people, bots, stand-ins and the clock all come through here.

Think first, lock last. The rules, the layout and the scores are worked out from a read without a transaction; then
one transaction compares the table's version in the statement that locks it, and stores what was worked out. If the
table has changed meanwhile, it is read again: for the same position the same work holds, for another one it is
thrown away.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from games.models import Action, Seat
from games.queries import NoSuchTable, Position, Repeat, SeatNow, Snapshot, snapshot_and_repeat
from games.rules import actions
from games.rules.reasons import require_turn
from games.rules.refusals import Refusal
from games.services.base import check_key
from games.services.errors import Code, Refused
from games.services.storing import Actor, store
from games.services.thoughts import Thought, rethink, think

# How often a table may change between a read and its write before somebody is told to try again. Each time is a
# change that anybody saw; in earnest there is hardly ever a second one.
TRIES: Final = 20


class Outcome(NamedTuple):
    """What was done with a key; the same for every repeat of it. Numbers as in `Position`, `seat` by index."""

    match: int
    round: int
    ply: int
    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class ActResult:
    """The outcome, and the table as it is now."""

    snapshot: Snapshot
    outcome: Outcome
    repeated: bool


def act(*, table: int | str, user_id: int, position: Position, text: str, key: str) -> ActResult:
    """An action of the person who asks for it: "9-3@9-9", "draw" or "pass", made for a position, under a key.

    `table` is its id or code; the seat is the person's own, never named by the payload. A repeated key does nothing
    and has the same outcome. A forced pass after a draw is written with it. An owner whose seat a stand-in plays has
    it back. Raises Refused: NO_SUCH_TABLE, BAD_KEY, KEY_USED, NOT_SEATED, STALE (another position), NOT_PLAYING, and
    what the rules refuse; nothing is changed then, and the refusal carries the table as it is now.
    """
    check_key(key)
    thought: Thought | None = None
    for _try in range(TRIES):
        now_at, repeat = _read(table, key)
        if repeat is not None:
            return _repeated(now_at, repeat, user_id)
        seat = _own_seat(now_at, user_id, position)
        action = _wanted(now_at, seat, text)
        thought = think(now_at, action) if thought is None else rethink(now_at, thought)
        takes_back = seat.stand_in != Seat.StandIn.NONE
        after = store(now_at, thought, Actor(Action.By.PERSON, user_id, key, takes_back))
        if after is not None:
            outcome = Outcome(*now_at.position, thought.seat, thought.steps[0].text)
            return ActResult(after, outcome, repeated=False)
    raise Refused(Code.BUSY)


def act_for(now_at: Snapshot, action: actions.Action, by: Action.By) -> Snapshot | None:
    """An action of the seat to act, decided by the server from the facts in `now_at`: bot, stand-in, forced, clock.

    Returns the facts after it, None if the table has changed since (or somebody else is at it): then nothing was
    done, and whoever asked looks again. Raises Refused if the rules refuse the action.
    """
    if now_at.turn_seat is None:
        return None
    return store(now_at, think(now_at, action), Actor(by), wait=False)


def _read(table: int | str, key: str) -> tuple[Snapshot, Repeat | None]:
    try:
        return snapshot_and_repeat(table, key)
    except NoSuchTable:
        raise Refused(Code.NO_SUCH_TABLE) from None


def _repeated(now_at: Snapshot, repeat: Repeat, user_id: int) -> ActResult:
    if repeat.user_id != user_id:
        raise Refused(Code.KEY_USED)
    outcome = Outcome(repeat.match, repeat.round, repeat.ply, repeat.seat, repeat.text)
    return ActResult(now_at, outcome, repeated=True)


def _own_seat(now_at: Snapshot, user_id: int, position: Position) -> SeatNow:
    """The seat of the person, if the action was made for the position of now."""
    seat = now_at.seat_of(user_id)
    if seat is None:
        raise Refused(Code.NOT_SEATED, snapshot=now_at)
    if position != now_at.position:
        raise Refused(Code.STALE, snapshot=now_at)
    return seat


def _wanted(now_at: Snapshot, seat: SeatNow, text: str) -> actions.Action:
    """The action that the text means, if it is the seat's turn."""
    if now_at.state is None or seat.index is None or not now_at.match.going_on:
        raise Refused(Code.NOT_PLAYING, snapshot=now_at)
    try:
        require_turn(now_at.state, seat.index)
        return actions.parse_action(now_at.state.layout, text)
    except Refusal as refusal:
        raise Refused.by_rules(refusal, now_at) from None
