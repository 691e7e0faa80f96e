"""A site full of matches that were played, made by PostgreSQL itself with `generate_series`.

The numbers are those of real matches: four seats, ten rounds, one winner. Of every thousandth match the rounds, the
penalties and fifty actions a round are there too; the lists need only what every match has.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, LiteralString

import psycopg
from django.conf import settings
from psycopg.sql import SQL, Composed, Literal

from bench.lobby.bare import bare

MATCHES_AT_A_TABLE: Final = 20
DETAILED: Final = 1_000  # matches whose rounds are there as well, spread evenly
SETTINGS: Final = '{"blank": 50, "start": 6, "length": "full", "target": null, "dead_foot": "block"}'


@dataclass(frozen=True, slots=True)
class Size:
    """How much of everything; `matches` is a multiple of MATCHES_AT_A_TABLE, `people` of four."""

    matches: int
    open_tables: int
    people: int

    @property
    def tables(self) -> int:
        return self.matches // MATCHES_AT_A_TABLE

    @property
    def every(self) -> int:
        """Every how many-th match has its rounds."""
        return max(1, self.matches // DETAILED)


# The person of seat `seat` of match `id`: everybody sits in many matches, nobody twice in one.
_PERSON: Final[LiteralString] = "1 + (id::bigint * 7919 + seat * 1237) % {people}"
_POINTS: Final[LiteralString] = "(hashint8(id * 4 + seat) & 1023)"

_STATEMENTS: Final[tuple[LiteralString, ...]] = (
    """INSERT INTO lobby_user (id, username, password, name, first_name, last_name, email, confirmed_email,
        is_superuser, is_staff, is_active, date_joined, is_guest, language, theme, draw_for_me, mail_turns,
        public_profile, carry_number)
    SELECT id, 'person-' || id, '!', 'Person ' || id, '', '', '', '', false, false, true, now(), id % 2 = 0, '', '',
        false, false, false, 0
    FROM generate_series(1, {people}) id""",
    """INSERT INTO games_table (id, code, name, game, settings, places, is_public, pace, turn_clock, locked, opener_id,
        matches_begun, version, due_kind, trouble, trouble_count, created_at)
    SELECT id, 'T' || lpad(id::text, 7, '0'), 'Table ' || id, 'chicken-foot', {settings}, 4, id % 2 = 0, 'normal', 0,
        false, 1 + id % {people}, {at_a_table}, 1000, '', '', 0, now() - interval '2 years'
    FROM generate_series(1, {tables}) id""",
    """INSERT INTO games_match (id, table_id, number, status, game, settings, seat_count, set_max, rounds_planned,
        rounds_done, round_number, winners, is_draw, last_round_by, last_round, end_by, created_at, started_at,
        ended_at)
    SELECT id, 1 + (id - 1) % {tables}, 1 + (id - 1) / {tables}, 'finished', 'chicken-foot', {settings}, 4, 9, 10, 10,
        9, '[0]', false, '[]', false, '[]', at, at, at + interval '1 hour'
    FROM (SELECT id, now() - ({matches} - id) * interval '1 minute' AS at
        FROM generate_series(1, {matches}) id) made""",
    """INSERT INTO games_seat (match_id, number, index, user_id, name, kind, level, stand_in, auto_draw, ready, present,
        last_seen, joined_at, total, place)
    SELECT id, seat, seat, CASE WHEN seat = 3 AND id % 3 = 0 THEN NULL ELSE """
    + _PERSON
    + """ END, 'Person ' || seat, CASE WHEN seat = 3 AND id % 3 = 0 THEN 'bot' ELSE 'person' END,
        CASE WHEN seat = 3 AND id % 3 = 0 THEN 'normal' ELSE '' END, '', false, false, false, now() - interval '1 day',
        now() - interval '2 years', """
    + _POINTS
    + """, 1 + seat
    FROM generate_series(1, {matches}) id, generate_series(0, 3) seat""",
    """INSERT INTO games_round (match_id, number, status, start, first, seed, commitment, deal, state, ply, reason, out,
        started_at, ended_at)
    SELECT id, number, 'over', '9-9', 0, repeat('0', 64), repeat('0', 64), '{{}}', '{{}}', 50, 'out', 0, now(), now()
    FROM generate_series({every}, {matches}, {every}) id, generate_series(0, 9) number""",
    """INSERT INTO games_penalty (round_id, seat_id, points, tiles, total)
    SELECT round.id, seat.id, 10 * seat.index, '["9-3"]', 10 * seat.index * (1 + round.number)
    FROM games_round round JOIN games_seat seat USING (match_id)""",
    """INSERT INTO games_action (table_id, round_id, ply, seat, kind, text, drawn, by, at)
    SELECT match.table_id, round.id, made, made % 4, 'play', '9-3@9-9', '', 'person', now()
    FROM games_round round JOIN games_match match ON match.id = round.match_id, generate_series(0, 49) made""",
)

# Public tables that wait: two people and a bot at each, another length at each third.
_OPEN: Final[tuple[LiteralString, ...]] = (
    """INSERT INTO games_table (id, code, name, game, settings, places, is_public, pace, turn_clock, locked, opener_id,
        matches_begun, version, due_kind, trouble, trouble_count, created_at)
    SELECT {tables} + id, 'W' || lpad(id::text, 7, '0'), 'Open ' || id, 'chicken-foot', {settings}, 4 + id % 5, true,
        'normal', 0, false, 1 + id % {people}, 1, 3, '', '', 0, now()
    FROM generate_series(1, {open_tables}) id""",
    """INSERT INTO games_match (id, table_id, number, status, game, settings, seat_count, set_max, rounds_done,
        round_number, winners, is_draw, last_round_by, last_round, end_by, created_at)
    SELECT {matches} + id, {tables} + id, 1, 'waiting', 'chicken-foot',
        CASE WHEN id % 3 = 0 THEN jsonb_set({settings}, '{{length}}', '"half"') ELSE {settings} END, 0, 0, 0, 0, '[]',
        false, '[]', false, '[]', now()
    FROM generate_series(1, {open_tables}) id""",
    """INSERT INTO games_seat (match_id, number, user_id, name, kind, level, stand_in, auto_draw, ready, present,
        last_seen, joined_at, total)
    SELECT {matches} + id, seat, CASE WHEN seat < 2 THEN 2 + (id * 31 + seat * 17) % ({people} - 2) END,
        'Person ' || seat, CASE WHEN seat < 2 THEN 'person' ELSE 'bot' END, CASE WHEN seat < 2 THEN '' ELSE 'easy' END,
        '', false, false, true, CASE WHEN seat < 2 THEN now() + interval '1 hour' END, now(), 0
    FROM generate_series(1, {open_tables}) id, generate_series(0, 2) seat""",
    """INSERT INTO games_round (match_id, number, status, start, seed, commitment, ply, reason)
    SELECT {matches} + id, 0, 'waiting', '', repeat('0', 64), repeat('0', 64), 0, ''
    FROM generate_series(1, {open_tables}) id""",
)
_IDS: Final[tuple[LiteralString, ...]] = ("lobby_user", "games_table", "games_match")


def fill(site: str, size: Size) -> None:
    """Empty the database of a site and fill it anew, with statistics as they are after a night."""
    address = psycopg.conninfo.make_conninfo(
        "", **{name: value for name, value in _connection(site).items() if value}
    )
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("SET synchronous_commit = off")
        connection.execute("SET maintenance_work_mem = '256MB'")
        connection.execute("TRUNCATE lobby_user, games_table RESTART IDENTITY CASCADE")
        with bare(connection):
            for statement in _statements(size):
                connection.execute(statement)
        for name in _IDS:
            connection.execute(
                SQL("SELECT setval(pg_get_serial_sequence({0}, 'id'), 100000000)").format(Literal(name))
            )
        connection.execute("VACUUM ANALYZE")


def _connection(site: str) -> dict[str, str]:
    database = settings.DATABASES[site]
    names = {"dbname": "NAME", "user": "USER", "password": "PASSWORD", "host": "HOST", "port": "PORT"}
    return {parameter: str(database[name]) for parameter, name in names.items()}


def _statements(size: Size) -> Iterator[Composed]:
    values = {
        "people": size.people,
        "settings": SETTINGS,
        "at_a_table": MATCHES_AT_A_TABLE,
        "tables": size.tables,
        "matches": size.matches,
        "every": size.every,
        "open_tables": size.open_tables,
    }
    for statement in (*_STATEMENTS, *_OPEN):
        yield SQL(statement).format(**{name: Literal(value) for name, value in values.items()})
