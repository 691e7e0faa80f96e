"""A match that is over goes out as a record that the checker calls right; one that is played never does."""

from __future__ import annotations

import pytest
from django.utils import timezone

from games.models import Action, Match, Round, Seat
from games.queries import Snapshot, snapshot
from games.queries.records import NoSuchRecord, changes_of_actor, match_record
from games.rules.record.check import check
from games.rules.record.read import read_record
from games.rules.record.write import to_text
from games.services import play, rounds
from games.services.base import locked, touch
from tests import factories
from tests.factories import legal, play_until, playing_table, step

pytestmark = pytest.mark.django_db


def checked(now_at: Snapshot) -> str:
    """What the checker says of the file."""
    record = match_record(now_at.table.code.lower(), now_at.match.number)
    return str(check(read_record(to_text(record).encode())))


def finished(settings: dict[str, int | str | bool | None]) -> Snapshot:
    people = [factories.person("Min"), factories.person("Min")]
    return play_until(playing_table(people, ["hard"], settings=settings), lambda at: False)


def end_early(now_at: Snapshot) -> Snapshot:
    with locked(now_at.table.id) as table:
        rounds.end_early(facts=snapshot(table.pk), now=timezone.now())
        touch(table)
    return snapshot(now_at.table.id)


def test_a_finished_match_is_a_right_record() -> None:
    over = finished({"length": "half", "dead_foot": "release"})
    assert checked(over).startswith("ok, 5 rounds, ")
    record = match_record(over.table.code, 1)
    assert [(seat.seat, seat.kind, seat.level) for seat in record.seats] == [
        ("A", "person", None),
        ("B", "person", None),
        ("C", "bot", "hard"),
    ]
    assert record.ended_early is None
    assert all(one.seed and not one.by for one in record.rounds)


def test_a_match_with_a_target_is_a_right_record() -> None:
    assert checked(finished({"target": 60, "start": 4})).startswith("ok, ")


@pytest.mark.parametrize("code", ["NOSUCHTB", "ABC\0EFGH", "\u00df" * 8])
def test_what_is_no_code_has_no_record(code: str) -> None:
    with pytest.raises(NoSuchRecord):
        match_record(code, 1)


def test_a_running_match_is_never_given_out() -> None:
    now_at = playing_table([factories.person("A"), factories.person("B")])
    for status in Match.UNFINISHED:
        Match.objects.update(status=status)
        with pytest.raises(NoSuchRecord):
            match_record(now_at.table.code, 1)
    with pytest.raises(NoSuchRecord):
        match_record(now_at.table.code, 2)


def test_a_match_ended_in_the_middle_of_a_round() -> None:
    now_at = play_until(
        playing_table([factories.person("A"), factories.person("B")]),
        lambda at: at.round.number == 1 and at.round.ply > 5,
    )
    over = end_early(now_at)
    assert over.match.status == Match.Status.ENDED_EARLY
    assert over.round.status == Round.Status.DROPPED
    assert checked(over).startswith("ok, 2 rounds, ")
    assert match_record(over.table.code, 1).rounds[-1].end is None


def test_a_match_ended_before_its_first_scores_has_no_result() -> None:
    over = end_early(step(playing_table([factories.person("A"), factories.person("B")])))
    assert over.match.winners == ()
    assert checked(over).startswith("ok, unfinished, 1 rounds, ")


def test_a_last_round_that_was_agreed_ends_the_match_early() -> None:
    now_at = playing_table([factories.person("A"), factories.person("B")])
    Match.objects.update(last_round=True)
    over = play_until(snapshot(now_at.table.id), lambda at: False)
    assert over.match.status == Match.Status.FINISHED
    assert over.match.rounds_done == 1
    assert checked(over).startswith("ok, 1 rounds, ")
    assert match_record(over.table.code, 1).ended_early is True


def test_the_record_says_who_acted() -> None:
    now_at = playing_table([factories.person("A"), factories.person("B")])
    Seat.objects.filter(index=0).update(stand_in=Seat.StandIn.LEFT)
    now_at = snapshot(now_at.table.id)
    while now_at.playing:
        seat = now_at.turn_seat
        assert seat is not None
        if seat.index == 0:
            after = play.act_for(now_at, factories.dearest(legal(now_at)), Action.By.STAND_IN)
            assert after is not None
            now_at = after
        else:
            now_at = step(now_at)
    over = end_early(now_at)
    assert checked(over).startswith("ok, 1 rounds, ")
    (one,) = match_record(over.table.code, 1).rounds
    ((action, seat_letter, kind),) = one.by
    assert (seat_letter, kind) == ("A", "stand-in")
    assert one.actions[action - 1].startswith("A ")


def test_an_actor_is_written_where_it_changes() -> None:
    actors = [(0, "person"), (1, "bot"), (0, "clock"), (1, "bot"), (0, "person"), (1, "stand-in")]
    assert changes_of_actor(actors, ["person", "person"], ["person", "stand-in"]) == (
        (2, 1, "bot"),
        (3, 0, "clock"),
        (5, 0, "person"),
        (6, 1, "stand-in"),
    )


def test_a_stand_in_who_plays_on_is_written_at_the_first_action() -> None:
    actors = [(0, "person"), (1, "stand-in"), (0, "clock"), (2, "stand-in"), (1, "person"), (2, "stand-in")]
    assert changes_of_actor(actors, ["person"] * 3, ["stand-in", "stand-in", "person"]) == (
        (1, 1, "stand-in"),
        (3, 0, "clock"),
        (4, 2, "stand-in"),
        (5, 1, "person"),
    )
