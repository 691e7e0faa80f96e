"""The last round and the early end: what all present people decide together."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.utils import timezone

from games.models import Match, Note, Penalty, Round, Table
from games.queries import Snapshot, snapshot
from games.services import agreements, places, rounds, standins
from games.services.errors import Code, Refused
from games.services.notes import What
from lobby.models import User
from tests.factories import cast, new_key, person, playing_table, waiting_table
from tests.services.ends import end_round, round_ended
from tests.services.times import let_pass

pytestmark = pytest.mark.django_db


def end(now_at: Snapshot, user: User) -> Snapshot:
    return agreements.end(table_id=now_at.table.id, user_id=user.pk)


def last(now_at: Snapshot, user: User) -> Snapshot:
    return agreements.last_round(table_id=now_at.table.id, user_id=user.pk)


def test_the_match_ends_once_all_present_people_agreed() -> None:
    people = cast()
    now_at = playing_table([people.host, people.guest, person("Carla")])
    away = let_pass(now_at.table.id, 46, but_not=people.guest.pk)
    standins.back(table_id=now_at.table.id, user_id=people.host.pk)
    assert end(away, people.guest).match.status == "playing"
    ended = end(away, people.host)  # Carla is not there
    assert ended.match.status == "ended_early"
    assert Note.objects.filter(what=What.ENDED).count() == 1


def test_an_early_end_scores_finished_rounds_only_and_shows_the_open_deal() -> None:
    people = cast()
    now_at = round_ended([people.host], ["easy"])
    totals = [seat.total for seat in now_at.seats]
    playing = rounds.open_next(table_id=now_at.table.id, round_number=0)
    ended = end(playing, people.host)
    assert ended.match.status == "ended_early"
    assert [seat.total for seat in ended.seats] == totals
    assert Penalty.objects.filter(round__number=1).count() == 0
    assert Round.objects.get(match__table=now_at.table.id, number=1).status == "dropped"
    assert ended.match.winners == tuple(i for i, total in enumerate(totals) if total == min(totals))
    assert [seat.place for seat in ended.seats] == [1 + sum(o < t for o in totals) for t in totals]


def test_who_takes_over_a_seat_is_not_bound_by_what_its_former_owner_agreed_to() -> None:
    people, carla = cast(), person("Carla")
    now_at = round_ended([people.host, people.guest, carla])
    end(now_at, people.host)  # a proposal, too
    last(now_at, people.host)
    standins.leave(table_id=now_at.table.id, user_id=people.host.pk)
    place = now_at.seats[0].number
    taken = places.take_over(
        table_id=now_at.table.id, user_id=people.outsider.pk, name="Otto", place=place, key=new_key()
    )
    assert taken.match.end_proposed_by is None
    assert taken.due.objection_at is None
    end(taken, people.guest)
    last(taken, people.guest)
    after = end(taken, carla)
    assert (after.match.status, after.match.last_round) == ("playing", False)
    assert last(after, carla).match.last_round is False
    assert last(after, people.outsider).match.last_round is True
    assert end(after, people.outsider).match.status == "ended_early"


def test_without_a_finished_round_nobody_has_won() -> None:
    people = cast()
    ended = end(playing_table([people.host], ["easy"]), people.host)
    assert (ended.match.status, ended.match.winners, ended.match.is_draw) == ("ended_early", (), False)
    assert {seat.place for seat in ended.seats} == {None}
    assert ended.due.at is None or ended.due.kind == Table.Due.PRESENCE


def test_the_hosts_proposal_ends_the_match_after_a_minute_without_objection() -> None:
    people = cast()
    now_at = playing_table([people.host, people.guest])
    proposed = end(now_at, people.host)
    assert proposed.match.status == "playing"
    assert proposed.match.end_proposed_by == 0
    assert proposed.due.objection_at is not None
    assert 59 < (proposed.due.objection_at - timezone.now()).total_seconds() <= 60
    agreements.settle_end(table_id=now_at.table.id)
    assert snapshot(now_at.table.id).match.status == "playing"  # too early
    let_pass(now_at.table.id, 61, but_not=people.host.pk)
    agreements.settle_end(table_id=now_at.table.id)
    ended = snapshot(now_at.table.id)
    assert (ended.match.status, ended.due.objection_at) == ("ended_early", None)


def test_an_objection_is_the_end_of_the_proposal() -> None:
    people = cast()
    now_at = playing_table([people.host, people.guest])
    end(now_at, people.host)
    kept = agreements.object_to_end(table_id=now_at.table.id, user_id=people.guest.pk)
    assert (kept.match.end_proposed_by, kept.match.end_by, kept.due.objection_at) == (None, (), None)
    let_pass(now_at.table.id, 61, but_not=people.host.pk)
    agreements.settle_end(table_id=now_at.table.id)
    assert snapshot(now_at.table.id).match.status == "playing"
    with pytest.raises(Refused) as refused:
        agreements.object_to_end(table_id=now_at.table.id, user_id=people.guest.pk)
    assert refused.value.code == Code.NO_PROPOSAL


def test_only_the_hosts_word_is_a_proposal() -> None:
    people = cast()
    asked = end(playing_table([people.host, people.guest]), people.guest)
    assert (asked.match.end_by, asked.match.end_proposed_by, asked.due.objection_at) == ((1,), None, None)


def test_who_leaves_is_not_asked_any_more() -> None:
    people = cast()
    now_at = playing_table([people.host, people.guest, person("Carla")])
    end(now_at, people.guest)
    end(now_at, people.host)
    carla = now_at.seats[2].user_id
    assert carla is not None
    left = standins.leave(table_id=now_at.table.id, user_id=carla)
    assert left.match.status == "ended_early"


def test_this_is_the_last_round_if_all_present_people_say_so() -> None:
    people = cast()
    now_at = playing_table([people.host, people.guest])
    assert not last(now_at, people.host).match.last_round
    agreed = last(now_at, people.guest)
    assert agreed.match.last_round
    ended = end_round(agreed)
    assert (ended.match.status, ended.match.rounds_done) == ("finished", 1)


def test_without_everybody_it_is_not_the_last_round() -> None:
    people = cast()
    now_at = last(playing_table([people.host, people.guest]), people.host)
    assert end_round(now_at).match.status == "playing"


@pytest.mark.parametrize("ask", [end, last])
def test_nothing_is_agreed_before_the_start_or_by_who_has_no_say(
    ask: Callable[[Snapshot, User], Snapshot],
) -> None:
    people = cast()
    with pytest.raises(Refused) as refused:
        ask(snapshot(waiting_table([people.host, people.guest]).pk), people.host)
    assert refused.value.code == Code.NOT_PLAYING
    now_at = playing_table([people.host, people.guest])
    with pytest.raises(Refused) as refused:
        ask(now_at, people.outsider)
    assert refused.value.code == Code.NOT_SEATED
    standins.leave(table_id=now_at.table.id, user_id=people.guest.pk)
    with pytest.raises(Refused) as refused:
        ask(now_at, people.guest)
    assert refused.value.code == Code.NOT_SEATED
    assert Match.objects.filter(status=Match.Status.ENDED_EARLY).count() == 0
