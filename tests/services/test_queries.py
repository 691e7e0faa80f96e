"""Reads: the facts belong to one version, the host follows from who is there, and no secret leaves early."""

from __future__ import annotations

import threading
from dataclasses import fields, is_dataclass, replace
from datetime import timedelta

import pytest

from games.models import Action, Round, Seat, Table
from games.queries import NoSuchTable, SeatNow, Snapshot, host_of, snapshot, table_id_of, version_of
from games.queries import snapshots as reading
from games.queries.logs import log_of
from games.queries.memory import Memory, forget_everything
from games.queries.sheets import score_sheet
from games.queries.views import dropped_hands, dropped_seed, next_commitment, round_view
from games.rules.state import State
from tests import factories
from tests.factories import play_until, playing_table

pytestmark = pytest.mark.django_db


def two_people() -> Snapshot:
    return playing_table([factories.person("A"), factories.person("B")])


def test_a_table_is_found_by_its_id_and_its_code() -> None:
    now_at = two_people()
    by_code = snapshot(now_at.table.code.lower())
    assert replace(by_code, now=now_at.now) == now_at
    assert table_id_of(now_at.table.code) == now_at.table.id
    assert version_of(now_at.table.code) == version_of(now_at.table.id) == now_at.version


@pytest.mark.parametrize("table", [0, -1, "", "NOSUCHTB", "ABC' OR 1=1 --", "ABC\0EFGH"])
def test_a_table_that_is_not_there(table: int | str) -> None:
    two_people()
    for read in (snapshot, version_of):
        with pytest.raises(NoSuchTable):
            read(table)


def test_facts_of_two_versions_are_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Between the two SELECTs somebody changes the table: what comes out is the table after it."""
    now_at = two_people()
    read_seats = reading._read_seats
    reads: list[int] = []

    def meanwhile(match_id: int) -> reading._Seated:
        if not reads:
            Seat.objects.filter(match_id=match_id, index=0).update(name="Renamed")
            Table.objects.filter(pk=now_at.table.id).update(version=now_at.version + 1, name="Moved on")
        reads.append(match_id)
        return read_seats(match_id)

    monkeypatch.setattr(reading, "_read_seats", meanwhile)
    read = snapshot(now_at.table.id)
    assert len(reads) == 2
    assert (read.version, read.table.name) == (now_at.version + 1, "Moved on")
    assert read.seats[0].name == "Renamed"


def test_the_facts_hold_neither_seed_nor_deal() -> None:
    now_at = two_people()
    row = Round.objects.get()
    assert row.seed not in repr(now_at)
    assert {field.name for field in fields(now_at.round)}.isdisjoint({"seed", "deal", "state"})
    assert "seed" not in reading._ROUND
    assert "deal" not in reading._ROUND


def secrets_in(value: object) -> bool:
    """Whether a position is somewhere inside."""
    if isinstance(value, State):
        return True
    if is_dataclass(value):
        return any(secrets_in(getattr(value, field.name)) for field in fields(value))
    return isinstance(value, tuple) and any(map(secrets_in, value))


def test_only_the_facts_themselves_hold_the_position() -> None:
    now_at = factories.step(two_people())
    assert secrets_in(now_at)
    assert not any(map(secrets_in, (now_at.table, now_at.match, now_at.round, now_at.seats, now_at.due)))
    assert not any(secrets_in(round_view(now_at, seat)) for seat in (*now_at.seats, None))
    assert not secrets_in(log_of(now_at))


def test_seeds_are_shown_after_the_round_and_not_before() -> None:
    now_at = two_people()
    seed = Round.objects.get().seed
    assert score_sheet(now_at) == ()
    assert seed not in repr(round_view(now_at, now_at.seats[0]))
    over = play_until(now_at, factories.round_over)
    (scored,) = score_sheet(over)
    assert scored.seed == seed
    coming = Round.objects.get(number=1)
    for seen in (repr(score_sheet(over)), repr(round_view(over, over.seats[0])), repr(over)):
        assert coming.seed not in seen
    assert next_commitment(over) == coming.commitment


def test_all_hands_are_shown_when_the_round_is_over() -> None:
    over = play_until(two_people(), factories.round_over)
    view = round_view(over, None)
    assert view is not None
    assert view.hands is not None
    (scored,) = score_sheet(over)
    assert [[str(tile) for tile in hand] for hand in view.hands] == [list(hand) for hand in scored.hands]


def test_a_waiting_table_shows_its_commitment() -> None:
    table = factories.waiting_table([factories.person("A")])
    waiting = snapshot(table.pk)
    assert round_view(waiting, waiting.seats[0]) is None
    assert next_commitment(waiting) == Round.objects.get().commitment
    assert (dropped_seed(waiting), dropped_hands(waiting)) == ("", ())


def test_nothing_of_a_round_that_is_played_counts_as_dropped() -> None:
    now_at = two_people()
    assert (dropped_seed(now_at), dropped_hands(now_at)) == ("", ())


def test_the_log_is_the_same_remembered_and_read() -> None:
    now_at = play_until(two_people(), factories.has_ply(15))
    remembered = log_of(now_at)
    forget_everything()
    assert log_of(now_at) == remembered
    assert log_of(now_at, 10) == remembered[10:]
    assert [action.ply for action in remembered] == list(range(now_at.round.ply))
    assert Action.objects.count() == now_at.round.ply


def test_an_older_snapshot_never_sees_the_log_of_a_newer_one() -> None:
    older = play_until(two_people(), factories.has_ply(5))
    newer = play_until(older, factories.has_ply(older.round.ply + 4))
    assert len(log_of(newer)) == newer.round.ply
    assert len(log_of(older)) == older.round.ply


# Hosts


def seated(now_at: Snapshot, index: int, **changes: object) -> Snapshot:
    seats = [
        replace(seat, **changes) if seat.index == index else seat  # type: ignore[arg-type]
        for seat in now_at.seats
    ]
    return replace(now_at, seats=tuple(seats))


def host_name(now_at: Snapshot) -> str:
    host: SeatNow | None = host_of(now_at)
    return "" if host is None else host.name


def test_the_opener_is_host_while_there_else_who_sits_longest() -> None:
    now_at = playing_table([factories.person(name) for name in "ABC"])
    assert host_name(now_at) == "A"
    without_opener = seated(now_at, 0, present=False)
    assert host_name(without_opener) == "B"
    assert host_name(seated(without_opener, 1, stand_in=Seat.StandIn.LEFT)) == "C"
    assert host_name(seated(without_opener, 1, stand_in=Seat.StandIn.CALLED)) == "B"


def test_a_role_that_was_handed_over_comes_first() -> None:
    now_at = playing_table([factories.person(name) for name in "ABC"])
    handed = replace(now_at, table=replace(now_at.table, host_id=now_at.seats[2].user_id))
    assert host_name(handed) == "C"
    assert host_name(seated(handed, 2, present=False)) == "A"


def test_scenario_7_before_the_start_the_powers_pass_on_after_a_minute() -> None:
    table = factories.waiting_table([factories.person("A"), factories.person("B")])
    waiting = snapshot(table.pk)
    away = replace(waiting, seats=(replace(waiting.seats[0], present=False), waiting.seats[1]))
    assert host_name(replace(away, now=away.now + timedelta(seconds=50))) == "A"
    assert host_name(replace(away, now=away.now + timedelta(seconds=61))) == "B"


def test_when_nobody_is_there_the_role_rests_with_the_opener() -> None:
    now_at = two_people()
    assert host_name(seated(seated(now_at, 0, present=False), 1, present=False)) == "A"


# What a process remembers


def test_a_memory_keeps_the_newest_and_what_was_asked_for() -> None:
    memory: Memory[int, str] = Memory(2)
    memory.put(1, "one")
    memory.put(2, "two")
    assert memory.get(1) == "one"
    memory.put(3, "three")
    assert (memory.get(1), memory.get(2), memory.get(3)) == ("one", None, "three")
    assert memory.take(3) == "three"
    assert memory.get(3) is None


def test_a_memory_is_shared_by_threads() -> None:
    memory: Memory[int, int] = Memory(50)

    def use(start: int) -> None:
        for number in range(start, start + 2000):
            memory.put(number % 97, number)
            memory.take(number % 89)
            memory.get_or(number % 83, lambda: 1)

    threads = [threading.Thread(target=use, args=(start,)) for start in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert sum(memory.get(number) is not None for number in range(100)) <= 50
