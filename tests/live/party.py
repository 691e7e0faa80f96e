"""A match played over HTTP by people who know the rules, on a server that is killed and started again."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from games.rules import games
from games.rules.actions import DRAW, PASS, Action, Play, action_text
from games.rules.state import State
from tests.live.people import Person, Posting
from tests.live.staging import Wish, stage
from tests.live.stored import Database, Now, Whole, check
from tests.servers import Server

PATIENCE: Final = 20.0  # seconds until something that the server does by itself must have happened
SIGN_OF_LIFE_EVERY: Final = 10.0
# What the server does without being asked (the other kinds of due work change no position).
BY_ITSELF: Final = ("bot", "forced_draw", "forced_pass", "next_round")


@dataclass
class Party:
    """The people at one table, what they posted, and what they were told."""

    server: Server
    code: str
    people: dict[int, Person]  # by seat
    source: random.Random
    acknowledged: list[Posting] = field(default_factory=list)
    unanswered: Posting | None = None
    heard_at: float = field(default_factory=time.monotonic)

    @classmethod
    def seated(cls, server: Server, wish: Wish, source: random.Random) -> Party:
        """The people of a wish at their table; its match has begun."""
        staged = stage(server.site, wish)
        people = {
            seat: Person(server, staged.code, session, seat) for seat, session in enumerate(staged.sessions)
        }
        party = cls(server, staged.code, people, source)
        # The table was made behind the server's back, so its clock does not know yet that something is due there.
        people[0].here()
        return party

    def now(self) -> Now:
        return Database(self.server.site).now(self.code)

    def settled(self) -> Now:
        """The table once the server has nothing to do: a person is to choose, or a round or the match is over."""
        return self.wait_for(self.is_settled)

    def is_settled(self, now: Now) -> bool:
        if now.over or now.between_rounds:
            return True
        return now.turn in self.people and now.due_kind not in BY_ITSELF

    def wait_for(self, what: Callable[[Now], bool]) -> Now:
        self._be_heard()
        end = time.monotonic() + PATIENCE
        while not what(now := self.now()):
            if time.monotonic() > end:
                raise AssertionError(f"Nothing moves: {now.due_kind} {now.position}\n{self.server.log()}")
            time.sleep(0.005)
        return now

    def choose(self, now: Now) -> Action:
        return self.source.choice(now.game.legal_actions(now.state))

    def action(self, now: Now, action: Action | None = None) -> Posting:
        """What the person to act posts."""
        assert now.turn is not None
        text = action_text(now.state.layout, action or self.choose(now))
        return self.people[now.turn].posting("act", now.position, action=text)

    def act(self, now: Now, action: Action | None = None) -> Posting:
        """The person to act acts and is told that it was done."""
        assert now.turn is not None
        posting = self.people[now.turn].send(self.action(now, action))
        assert posting.status == 200, f"{posting}\n{self.server.log()}"
        self.acknowledged.append(posting)
        return posting

    def go_on(self, now: Now) -> None:
        """One step of the match: an action, or everybody is ready for the next round."""
        if now.between_rounds:
            for person in self.people.values():
                person.post("ready", now.position)
        else:
            self.act(now)

    def play_until(self, stop: Callable[[Now], bool]) -> Now:
        """Play on until a person is to act in a position where `stop` holds, or the match is over."""
        while not (now := self.settled()).over and not stop(now):
            self.go_on(now)
        return now

    def kill_during(self, posting: Posting, seconds: float) -> bool:
        """Send it, and kill the server so many seconds after it was sent; whether the answer had come by then."""
        self.people[posting.seat].begin(posting)
        time.sleep(seconds)
        self.server.kill()
        assert posting.answered.wait(PATIENCE)
        assert posting.status in (200, None), posting
        if posting.status is None:
            self.unanswered = posting
        elif posting.verb == "act":
            self.acknowledged.append(posting)
        return posting.status is not None

    def check(self) -> Whole:
        """After a kill: nothing that was acknowledged is lost or doubled, and all that is stored agrees."""
        whole = Database(self.server.site).whole(self.code)
        check(whole)
        kept = [action for one in whole.rounds for action in one.actions if action.key is not None]
        texts = {action.key: action.text for action in kept}
        assert len(texts) == len(kept)
        for posting in self.acknowledged:
            assert texts.pop(posting.key, None) == posting.fields["action"]
        assert set(texts) <= ({self.unanswered.key} if self.unanswered else set())
        return whole

    def restart(self) -> None:
        """The server is there again; the page that got no answer posts the same again, and it is done once."""
        self.server.start()
        posting, self.unanswered = self.unanswered, None
        if posting is not None:
            self.people[posting.seat].send(posting)
            # Readiness said again may be stale: the next round has begun by itself.
            assert posting.status == 200 or (posting.verb, posting.status) == ("ready", 409), posting
            if posting.verb == "act":
                self.acknowledged.append(posting)
        self.check()

    def _be_heard(self) -> None:
        if time.monotonic() - self.heard_at > SIGN_OF_LIFE_EVERY:
            self.heard_at = time.monotonic()
            for person in self.people.values():
                person.here()


def after(state: State, action: Action) -> State:
    """The position once the server has also done everything that is left to nobody's choice."""
    game = games.game(state.game)
    state, _events = game.apply(state, action)
    while (forced := by_itself(state)) is not None:
        state, _events = game.apply(state, forced)
    return state


def by_itself(state: State) -> Action | None:
    """The action that the server makes for a person: a pass, and a draw while the waiting foot is dead."""
    game = games.game(state.game)
    legal = game.legal_actions(state)
    dead = game.dead_foot(state.settings, state.seats, state.layout, state.owed)
    return legal[0] if legal == (PASS,) or (legal == (DRAW,) and dead) else None


def ends_round(now: Now) -> Action | None:
    """An action of the person to act after which the round is over, if there is one."""
    if now.between_rounds:
        return None
    legal = now.game.legal_actions(now.state)
    return next((action for action in legal if after(now.state, action).over), None)


def must_draw(now: Now) -> bool:
    return now.game.legal_actions(now.state) == (DRAW,)


def may_play(now: Now) -> bool:
    return any(isinstance(action, Play) for action in now.game.legal_actions(now.state))
