"""The front page and the table's own page give the same answer to whose turn it is, whatever happens."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from django.db import connection

from games.models import Match, Table
from games.presenters.scene import Scene
from games.queries import Snapshot, public, snapshot
from games.queries.lists import MyMatch, my_matches
from games.queries.memory import forget_everything
from games.queries.public import Wish, public_lists
from games.services import agreements, matches, presence, rounds, standins
from lobby.models import User
from tests import factories
from tests.services.ends import end_round
from tests.services.times import let_pass

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> list[User]:
    return [factories.person(name) for name in ("Ann", "Ben", "Cho")]


def entry_of(user: User, table_id: int) -> MyMatch | None:
    code = Table.objects.values_list("code", flat=True).get(pk=table_id)
    return next((entry for entry in my_matches(user.pk) if entry.code == code), None)


def agree(table_id: int, people: Sequence[User]) -> Snapshot:
    """The facts of the table, which the lists of everybody there must agree with."""
    now = snapshot(table_id)
    for user in people:
        entry, seat = entry_of(user, table_id), now.seat_of(user.pk)
        if now.match.over or seat is None:
            assert entry is None or seat is not None
            continue
        assert entry is not None
        assert entry.turn_seat == now.turn_seat
        assert entry.turn_at == now.match.turn_at
        assert (entry.status, entry.round_number) == (now.match.status, now.match.round_number)
        # What the bar of one's own page says: one's turn, unless a stand-in plays.
        assert entry.my_turn == (Scene(now, None, seat).my_turn and not seat.by_machine)
    forget_everything()
    for table in public_lists(Wish()).running:
        if table.code == now.table.code:
            assert table.turn_seat == now.turn_seat
    return now


def test_through_a_whole_match_with_bots(people: list[User]) -> None:
    table = factories.waiting_table(people[:2], ["easy"], settings={"length": "one"}, is_public=True)
    agree(table.pk, people)
    factories.begin(table.pk)
    now = agree(table.pk, people)
    seen = set()
    while not now.match.over:
        seen.add(None if now.turn_seat is None else now.turn_seat.index)
        factories.step(now)
        now = agree(table.pk, people)
    assert seen == {0, 1, 2}


def test_between_rounds_and_into_the_next_one(people: list[User]) -> None:
    now = end_round(factories.playing_table(people, is_public=True))
    assert agree(now.table.id, people).turn_seat is None
    entry = entry_of(people[0], now.table.id)
    assert entry is not None
    assert entry.rounds_done == 1
    rounds.open_next(table_id=now.table.id, round_number=0)
    assert agree(now.table.id, people).turn_seat is not None


def with_turn_of(people: list[User], who: int) -> Snapshot:
    now = factories.playing_table(people, is_public=True)
    while now.turn_seat is None or now.turn_seat.user_id != people[who].pk:
        now = factories.step(now)
    return now


def test_with_a_stand_in_called_and_the_owner_back(people: list[User]) -> None:
    now = with_turn_of(people, 0)
    table_id = now.table.id
    let_pass(table_id, 600, but_not=people[1].pk)
    agree(table_id, people)
    standins.call(table_id=table_id, user_id=people[1].pk, place=0)
    agree(table_id, people)
    entry = entry_of(people[0], table_id)
    assert entry is not None
    assert not entry.my_turn
    assert entry.turn_seat is not None
    standins.back(table_id=table_id, user_id=people[0].pk)
    agree(table_id, people)
    entry = entry_of(people[0], table_id)
    assert entry is not None
    assert entry.my_turn


def test_when_people_leave_until_it_pauses_and_somebody_returns(people: list[User]) -> None:
    table_id = with_turn_of(people, 1).table.id
    for user in people:
        standins.leave(table_id=table_id, user_id=user.pk)
        agree(table_id, people)
    assert snapshot(table_id).match.status == Match.Status.PAUSED
    # Somebody else's turn while nobody plays: the paused match says nothing of it, here and there.
    assert Match.objects.get(table=table_id).turn is not None
    assert agree(table_id, people).turn_seat is None
    standins.back(table_id=table_id, user_id=people[1].pk)
    assert agree(table_id, people).turn_seat is not None


def test_after_days_of_absence_and_after_an_early_end(people: list[User]) -> None:
    table_id = with_turn_of(people, 2).table.id
    let_pass(table_id, 8 * 24 * 3600)
    agree(table_id, people)
    presence.seen(table_id=table_id, user_id=people[2].pk)
    agree(table_id, people)
    for user in people:
        agreements.end(table_id=table_id, user_id=user.pk)
    assert agree(table_id, people).match.over
    assert all(entry_of(user, table_id) is None for user in people)


def again(table_id: int, user: User) -> None:
    matches.again(table_id=table_id, user_id=user.pk, name=user.name, match=1, key=factories.new_key())


def test_a_match_played_again_waits_and_is_nobodys_turn(people: list[User]) -> None:
    now = end_round(factories.playing_table(people, settings={"length": "one"}))
    assert now.match.over
    again(now.table.id, people[0])
    assert agree(now.table.id, people).turn_seat is None
    for user in people[1:]:
        again(now.table.id, user)
    assert agree(now.table.id, people).playing


def test_a_table_that_is_closed_for_good_while_the_lists_are_read_is_in_none(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting = factories.waiting_table(people[:1])
    Table.objects.filter(pk=waiting.pk).update(is_public=True)
    forget_everything()
    assert [table.code for table in public_lists(Wish()).open] == [waiting.code]
    forget_everything()
    selects = 0

    def closed_after_the_first(
        execute: Callable[..., object], sql: str, params: object, many: bool, context: dict[str, object]
    ) -> object:
        nonlocal selects
        if sql.startswith("SELECT"):
            selects += 1
        if selects == 2:
            selects += 1
            Table.objects.filter(pk=waiting.pk).delete()
        return execute(sql, params, many, context)

    with connection.execute_wrapper(closed_after_the_first):
        assert my_matches(people[0].pk) == ()
    again = factories.waiting_table(people[:1])
    Table.objects.filter(pk=again.pk).update(is_public=True)
    read = public._there

    def closed_meanwhile(matches: Sequence[Match]) -> public._There:
        Table.objects.filter(pk=again.pk).delete()
        return read(matches)

    monkeypatch.setattr(public, "_there", closed_meanwhile)
    assert public_lists(Wish()).open == ()
