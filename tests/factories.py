"""A cast and tables for tests: who sits where, a match that has begun, a round played on by simple players."""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from django.utils import timezone

from games.models import Action as ActionRow
from games.models import Match, Round, Seat, Table
from games.queries import SeatNow, Snapshot, snapshot
from games.queries.views import round_view
from games.rules import games
from games.rules.actions import PASS, Action, Draw, Pass, Play, action_text
from games.rules.deals import commitment
from games.rules.settings import Setting
from games.rules.state import State
from games.services import play, rounds
from games.services.base import locked, touch
from games.services.due import replan
from games.services.errors import Code, Refused
from lobby.models import User, guest_username

Chooser = Callable[[tuple[Action, ...]], Action]


@dataclass(frozen=True, slots=True)
class Cast:
    """Three people: the one who opened the table, one more who sits there, one who does not."""

    host: User
    guest: User
    outsider: User


def person(name: str = "Ann") -> User:
    """A guest, as the first POST makes one."""
    return User.objects.create(username=guest_username(), name=name, is_guest=True)


def cast() -> Cast:
    return Cast(person("Hanna"), person("Gil"), person("Otto"))


def waiting_table(
    people: Sequence[User],
    bots: Sequence[str] = (),
    *,
    settings: Mapping[str, Setting] | None = None,
    game: str = "chicken-foot",
    seed: str | None = None,
    **fields: object,
) -> Table:
    """A table that waits: the first of `people` opened it; the bots (by level) sit behind them.

    `seed` (64 hex digits) is that of the first deal, random if not given; `fields` are those of `Table`.
    """
    chosen = dict(games.game(game).settings(settings or {}))
    table = Table(name="Test table", game=game, settings=chosen, opener=people[0], matches_begun=1)
    table.places = max(4, len(people) + len(bots))
    for field, value in fields.items():
        setattr(table, field, value)
    table.save()
    match = Match.objects.create(table=table, number=1, game=game, settings=chosen)
    row = rounds.first_round(table, match)
    if seed is not None:
        row.seed, row.commitment = seed, commitment(table.code, 1, 1, seed)
        row.save()
    now = timezone.now()
    for number, user in enumerate(people):
        Seat.objects.create(
            match=match, number=number, user=user, name=user.name, last_seen=now, auto_draw=user.draw_for_me
        )
    for number, level in enumerate(bots, start=len(people)):
        Seat.objects.create(
            match=match, number=number, name=f"Bot {number}", kind=Seat.Kind.BOT, level=level, auto_draw=True
        )
    return table


def playing_table(
    people: Sequence[User],
    bots: Sequence[str] = (),
    *,
    settings: Mapping[str, Setting] | None = None,
    game: str = "chicken-foot",
    seed: str | None = None,
    **fields: object,
) -> Snapshot:
    """As `waiting_table`, with the first round dealt."""
    table = waiting_table(people, bots, settings=settings, game=game, seed=seed, **fields)
    begin(table.pk)
    return snapshot(table.pk)


def begin(table_id: int) -> None:
    """Letter the seats of a waiting table by their places and deal the first round."""
    with locked(table_id) as table:
        match = Match.objects.get(table=table, number=table.matches_begun)
        seats = list(Seat.objects.filter(match=match).order_by("number"))
        for index, seat in enumerate(seats):
            seat.index = index
        Seat.objects.bulk_update(seats, ["index"])
        now = timezone.now()
        match.seat_count, match.status, match.started_at = len(seats), Match.Status.PLAYING, now
        match.save(update_fields=["seat_count", "status", "started_at"])
        rounds.open_round(match=match, row=Round.objects.get(match=match, number=0), now=now)
        replan(table)
        touch(table)


def legal(now_at: Snapshot) -> tuple[Action, ...]:
    """What the seat to act may do."""
    assert now_at.state is not None
    return games.game(now_at.state.game).legal_actions(now_at.state)


def next_state(now_at: Snapshot, action: Action) -> State:
    """The position after an action and the pass that it forces, by the rules alone."""
    assert now_at.state is not None
    game = games.game(now_at.state.game)
    state, _events = game.apply(now_at.state, action)
    if isinstance(action, Draw) and game.legal_actions(state) == (PASS,):
        state, _events = game.apply(state, PASS)
    return state


def text_of(now_at: Snapshot, action: Action) -> str:
    """An action as it is posted."""
    assert now_at.state is not None
    return action_text(now_at.state.layout, action)


def new_key() -> str:
    """A key as a page makes one."""
    return secrets.token_urlsafe(16)


def dearest(actions: tuple[Action, ...]) -> Action:
    """The play of the tile with most pips, laid on the oldest end."""
    plays = [action for action in actions if isinstance(action, Play)]
    return max(plays, key=lambda action: (action.tile.pips, action.tile.high), default=actions[0])


def at_random(source: random.Random) -> Chooser:
    """A player who does anything that is allowed."""
    return source.choice


def only(action: Action) -> Chooser:
    """A player who does just that."""
    return lambda _legal: action


def step(now_at: Snapshot, choose: Chooser = dearest) -> Snapshot:
    """The seat to act acts: a person by the person's door, a bot by the server's."""
    seat = now_at.turn_seat
    assert seat is not None
    action = choose(legal(now_at))
    if seat.user_id is None or seat.by_machine:
        after = play.act_for(now_at, action, ActionRow.By.BOT)
        # A served site's clock may have been quicker: its bots play here, too.
        return snapshot(now_at.table.id) if after is None else after
    try:
        return act(now_at, seat, text_of(now_at, action))
    except Refused as refused:
        if refused.code != Code.STALE or refused.snapshot is None:
            raise
        return refused.snapshot  # as above: it makes what is forced


def act(now_at: Snapshot, seat: SeatNow, text: str, key: str | None = None) -> Snapshot:
    """A person's action for the position of `now_at`; the facts after it."""
    assert seat.user_id is not None
    result = play.act(
        table=now_at.table.id,
        user_id=seat.user_id,
        position=now_at.position,
        text=text,
        key=key or new_key(),
    )
    return result.snapshot


def play_until(
    now_at: Snapshot, stop: Callable[[Snapshot], bool], choose: Chooser = dearest, limit: int = 5000
) -> Snapshot:
    """Act for everybody, and open the next rounds, until `stop` holds or the match is over."""
    for _action in range(limit):
        if stop(now_at) or now_at.match.over:
            return now_at
        if now_at.between_rounds:
            now_at = rounds.open_next(table_id=now_at.table.id, round_number=now_at.round.number)
        else:
            now_at = step(now_at, choose)
    raise AssertionError(f"not reached after {limit} actions")


def has_ply(ply: int) -> Callable[[Snapshot], bool]:
    """Stops when the round has that many actions."""
    return lambda now_at: now_at.round.ply >= ply


def round_over(now_at: Snapshot) -> bool:
    """Stops at the end of a round."""
    return now_at.between_rounds


def hand_of(now_at: Snapshot, seat: SeatNow) -> list[str]:
    """A seat's own hand, as its own view has it."""
    view = round_view(now_at, seat)
    assert view is not None
    return [str(tile) for tile in view.hand]


def kind_of(action: Action) -> str:
    """The kind of an action as the log names it."""
    return {Play: "play", Draw: "draw", Pass: "pass"}[type(action)]
