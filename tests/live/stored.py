"""What a site has stored, read by plain SQL from outside its processes, and the log played again by the rules."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import dataclass
from typing import Any, NamedTuple

from games.rules import games
from games.rules.actions import parse_action
from games.rules.games import Game
from games.rules.settings import Settings
from games.rules.state import State
from games.rules.state_json import from_json, to_json
from tests.servers import Site

Row = tuple[Any, ...]


class StoredAction(NamedTuple):
    """A line of the log with what is secret in it."""

    ply: int
    seat: int
    kind: str
    text: str
    drawn: str
    by: str
    key: str | None
    has_poses: bool


@dataclass(frozen=True)
class StoredRound:
    """A round of the newest match."""

    number: int
    status: str
    seed: str
    first: int | None
    ply: int
    state: State | None
    actions: tuple[StoredAction, ...]
    penalties: dict[int, tuple[int, int]]  # by seat: points, running total


@dataclass(frozen=True)
class Now:
    """The newest match of a table as it stands."""

    version: int
    due_kind: str
    match_id: int
    number: int
    status: str
    turn: int | None
    rounds_done: int
    round_number: int
    round_status: str
    ply: int
    settings: Settings
    found: State | None

    @property
    def state(self) -> State:
        assert self.found is not None
        return self.found

    @property
    def over(self) -> bool:
        return self.status in ("finished", "ended_early")

    @property
    def between_rounds(self) -> bool:
        return not self.over and self.round_status == "over"

    @property
    def position(self) -> tuple[int, int, int]:
        return self.number, self.round_number, self.ply

    @property
    def game(self) -> Game:
        return games.game("chicken-foot")


@dataclass(frozen=True)
class Whole:
    """The newest match of a table with all that was stored in it."""

    now: Now
    totals: tuple[int, ...]
    rounds: tuple[StoredRound, ...]


class Database:
    """A reader of a site's database beside its servers. No connection of it stays open over a kill."""

    def __init__(self, site: Site) -> None:
        self.site = site

    def rows(self, statement: str) -> list[Row]:
        """All rows of a SELECT."""
        if self.site.database_url is None:
            path = self.site.folder / "var" / "db.sqlite3"
            connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=20)
            try:
                return connection.execute(statement).fetchall()
            finally:
                connection.close()
        import psycopg

        with psycopg.connect(self.site.database_url) as postgres:
            return postgres.execute(statement.encode()).fetchall()

    def now(self, code: str) -> Now:
        """The newest match at a table, in one SELECT."""
        *plain, settings, state = self.rows(
            "SELECT t.version, t.due_kind, m.id, m.number, m.status, m.turn, m.rounds_done, r.number, r.status, r.ply,"
            " m.settings, r.state FROM games_table t JOIN games_match m ON m.table_id = t.id"
            " JOIN games_round r ON r.match_id = m.id AND r.number = m.round_number"
            f" WHERE t.code = '{code}' ORDER BY m.number DESC LIMIT 1"
        )[0]
        settings, found = _json(settings), _json(state)
        version, due_kind, match_id, number, status, turn, rounds_done, *current = plain
        round_number, round_status, ply = current
        return Now(
            version,
            due_kind,
            match_id,
            number,
            status,
            turn,
            rounds_done,
            round_number,
            round_status,
            ply,
            Settings(settings),
            None if found is None else from_json(found),
        )

    def whole(self, code: str) -> Whole:
        """The same with all rounds, read again if the table changed between the statements."""
        for _try in range(50):
            now = self.now(code)
            totals = self.rows(
                f'SELECT total FROM games_seat WHERE match_id = {now.match_id} ORDER BY "index", number'
            )
            rounds = self.rows(
                "SELECT id, number, status, seed, first, ply, state FROM games_round"
                f" WHERE match_id = {now.match_id} ORDER BY number"
            )
            whole = Whole(now, tuple(total for (total,) in totals), tuple(map(self._round, rounds)))
            if self.now(code).version == now.version:
                return whole
        raise AssertionError("the table never stood still")

    def _round(self, row: Row) -> StoredRound:
        round_id, number, status, seed, first, ply, state = row
        actions = self.rows(
            'SELECT ply, seat, kind, text, drawn, "by", key, poses IS NOT NULL FROM games_action'
            f" WHERE round_id = {round_id} ORDER BY ply"
        )
        penalties = self.rows(
            'SELECT s."index", p.points, p.total FROM games_penalty p JOIN games_seat s ON s.id = p.seat_id'
            f" WHERE p.round_id = {round_id}"
        )
        found = _json(state)
        return StoredRound(
            number=number,
            status=status,
            seed=seed,
            first=first,
            ply=ply,
            state=None if found is None else from_json(found),
            actions=tuple(StoredAction(*action) for action in actions),
            penalties={seat: (points, total) for seat, points, total in penalties},
        )


def _json(value: Any) -> Any:
    """A JSON column: text on SQLite, read already on PostgreSQL."""
    return json.loads(value) if isinstance(value, str) else value


def check(whole: Whole) -> None:
    """Everything stored agrees with the log played again by the rules from the rounds' seeds."""
    now, seats = whole.now, len(whole.totals)
    totals = [0] * seats
    done = 0
    for played in whole.rounds:
        if played.state is None:
            assert (played.status, played.actions) == ("waiting", ())
            continue
        assert to_json(_replayed(now, seats, played)) == to_json(played.state)
        assert (played.status == "over") == played.state.over
        if not played.state.over:
            assert not played.penalties
            continue
        done += 1
        points = now.game.penalties(played.state)
        totals = [total + more for total, more in zip(totals, points, strict=True)]
        assert played.penalties == dict(enumerate(zip(points, totals, strict=True)))
    assert now.rounds_done == done
    assert whole.totals == tuple(totals)
    assert now.turn == (None if now.state.over else now.state.turn)
    # The next deal is made with the end of the round before it, or the match is over.
    waiting = [played for played in whole.rounds if played.status == "waiting"]
    assert len(waiting) == (1 if now.between_rounds else 0)


def _replayed(now: Now, seats: int, played: StoredRound) -> State:
    """The position that the log leads to. The hands, the next draw, what is owed and the turn are all in it."""
    deal = now.game.deal(now.settings, seats, played.number, bytes.fromhex(played.seed))
    assert played.first is not None
    state = now.game.open_round(now.settings, seats, played.number, deal, played.first)
    assert [action.ply for action in played.actions] == list(range(played.ply))
    for action in played.actions:
        assert action.seat == state.turn
        assert action.drawn == (str(state.boneyard[0]) if action.kind == "draw" else "")
        assert action.has_poses == (action.kind == "play")
        state, _events = now.game.apply(state, parse_action(state.layout, action.text))
    return state
