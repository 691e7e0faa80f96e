"""A table in every stage, as a host, a guest and a watcher have it in Korean and Japanese: no English is left in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import pytest

from games.models import Match, Seat, Table
from games.queries import Snapshot, snapshot
from games.queries.memory import forget_everything
from games.rules.games import game
from games.rules.settings import Setting
from games.rules.state import Phase, State
from games.services import agreements, matches, standins
from games.services.due import foot_is_dead
from tests import factories
from tests.locale.readers import reader, url
from tests.services.ends import match_ended, round_ended
from tests.services.times import let_pass

pytestmark = pytest.mark.django_db


def everybody_looks(cast: factories.Cast, now: Snapshot) -> None:
    """The page and the score sheet, for the host, a guest and a watcher, in both languages."""
    for language in ("ko", "ja"):
        for user in (cast.host, cast.guest, None):
            reader(language, user).look(url(now))
        reader(language).look(url(now, "sheet/"))


# ---- Waiting ----


def test_waiting() -> None:
    cast = factories.cast()
    rules: dict[str, Setting] = {"start": 4, "blank": 0, "target": 300, "dead_foot": "release"}
    table = factories.waiting_table([cast.host, cast.guest], ["easy"], settings=rules, turn_clock=60)
    now = snapshot(table.pk)
    everybody_looks(cast, now)
    for language in ("ko", "ja"):
        reader(language, cast.host).look(url(now, "settings/"))
    Table.objects.filter(pk=table.pk).update(locked=True)
    everybody_looks(cast, now)
    let_pass(table.pk, 120, but_not=cast.guest.pk)
    everybody_looks(cast, now)


def test_waiting_alone_and_when_all_seats_are_taken() -> None:
    cast = factories.cast()
    alone = factories.waiting_table([cast.host])
    with_bots = factories.waiting_table([cast.host, cast.guest], ["easy", "hard"])
    full = factories.waiting_table([cast.host, cast.guest], places=2)
    for table in (alone, with_bots, full):
        everybody_looks(cast, snapshot(table.pk))


# ---- Playing ----

When = Callable[[State], bool]


def _asked(kind: str) -> When:
    return lambda state: factories.kind_of(game(state.game).legal_actions(state)[0]) == kind


# What asks something different of the seat to act, or tells everybody something different.
MOMENTS: Final[Mapping[str, When]] = {
    "the first foot": lambda state: not state.layout[1:],
    "a draw": _asked("draw"),
    "a draw for a foot": lambda state: _asked("draw")(state) and state.owed is not None,
    "a tile just drawn": lambda state: state.phase is Phase.DREW,
    "a free choice": lambda state: state.owed is None,
    "a foot that waits": lambda state: state.owed is not None and len(state.layout) > 8,
    "a dead foot": foot_is_dead,
}


@pytest.mark.parametrize("moment", MOMENTS)
def test_playing(moment: str) -> None:
    cast = factories.cast()
    start = factories.playing_table([cast.host, cast.guest], ["normal"], seed="3" * 64)
    now = factories.play_until(
        start, lambda at: at.playing and at.state is not None and MOMENTS[moment](at.state)
    )
    assert now.playing, "the moment was not reached"
    everybody_looks(cast, now)


def test_playing_while_somebody_is_away_or_has_left() -> None:
    cast = factories.cast()
    now = factories.playing_table([cast.host, cast.guest], seed="3" * 64, turn_clock=120)
    waiting_for = now.turn_seat
    assert waiting_for is not None
    host_waits = waiting_for.user_id != cast.host.pk
    there = cast.host if host_waits else cast.guest
    everybody_looks(cast, let_pass(now.table.id, 90, but_not=there.pk))
    called = standins.call(table_id=now.table.id, user_id=there.pk, place=waiting_for.number)
    everybody_looks(cast, called)
    everybody_looks(cast, standins.leave(table_id=now.table.id, user_id=there.pk))


def test_playing_while_the_end_is_talked_about() -> None:
    cast = factories.cast()
    now = factories.playing_table([cast.host, cast.guest])
    agreements.last_round(table_id=now.table.id, user_id=cast.guest.pk)
    everybody_looks(cast, agreements.end(table_id=now.table.id, user_id=cast.guest.pk))
    other = factories.playing_table([cast.host, cast.guest])
    everybody_looks(cast, agreements.end(table_id=other.table.id, user_id=cast.host.pk))
    agreements.last_round(table_id=other.table.id, user_id=cast.host.pk)
    agreed = agreements.last_round(table_id=other.table.id, user_id=cast.guest.pk)
    everybody_looks(cast, agreed)


# ---- After a round ----


def test_a_round_is_over() -> None:
    cast = factories.cast()
    now = round_ended([cast.host, cast.guest], ["easy"])
    assert now.between_rounds
    everybody_looks(cast, now)
    ready = matches.ready(table_id=now.table.id, user_id=cast.host.pk, match=1, round_number=now.round.number)
    everybody_looks(cast, ready)
    everybody_looks(cast, standins.leave(table_id=now.table.id, user_id=cast.guest.pk))


def test_a_round_ended_blocked() -> None:
    cast = factories.cast()
    start = factories.playing_table([cast.host, cast.guest], seed="3" * 64)
    now = factories.play_until(start, lambda at: at.between_rounds and at.round.reason == "blocked")
    assert now.between_rounds
    everybody_looks(cast, now)


# ---- After a match ----


def test_a_match_is_over() -> None:
    cast = factories.cast()
    now = match_ended([cast.host, cast.guest], ["easy"])
    assert now.match.over
    everybody_looks(cast, now)
    again = matches.again(
        table_id=now.table.id, user_id=cast.host.pk, name="Hanna", match=1, key="k" * 20, auto_draw=False
    )
    everybody_looks(cast, again)


def test_a_match_ended_early() -> None:
    cast = factories.cast()
    unscored = factories.playing_table([cast.host], ["easy"])
    everybody_looks(cast, agreements.end(table_id=unscored.table.id, user_id=cast.host.pk))
    scored = round_ended([cast.host], ["easy"])
    everybody_looks(cast, agreements.end(table_id=scored.table.id, user_id=cast.host.pk))


def test_a_match_that_is_a_draw() -> None:
    cast = factories.cast()
    now = match_ended([cast.host, cast.guest], ["easy"])
    Seat.objects.filter(match_id=now.match.id).update(total=40, place=1)
    Match.objects.filter(pk=now.match.id).update(winners=[0, 1, 2], is_draw=True)
    forget_everything()
    everybody_looks(cast, snapshot(now.table.id))
