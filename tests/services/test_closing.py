"""Tables come to an end: renamed and closed by their opener, forgotten, left in the middle with a notice before it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Match, Table
from games.names import clean_table_name
from games.queries import NoSuchTable, Snapshot, snapshot
from games.queries.lists import my_matches
from games.services import closing, hosts, housekeeping, matches, places, presence, standins, tables
from games.services.errors import Code, Refused
from tests.factories import Cast, begin, cast, new_key, playing_table, waiting_table
from tests.services.ends import match_ended, round_ended
from tests.services.times import let_pass

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1).total_seconds()


@pytest.fixture
def people() -> Cast:
    return cast()


def closed_by(user_id: int, table_id: int) -> Snapshot:
    after = closing.close_table(table_id=table_id, user_id=user_id)
    assert after is not None
    return after


def swept(table_id: int) -> Snapshot:
    closing.sweep(table_id=table_id, now=timezone.now())
    return snapshot(table_id)


# ---- Renaming ----


def test_the_opener_renames_a_table_whatever_goes_on_at_it(people: Cast) -> None:
    waiting = waiting_table([people.host]).pk
    playing = playing_table([people.host, people.guest]).table.id
    over = match_ended([people.host, people.guest]).table.id
    for table_id in (waiting, playing, over):
        before = snapshot(table_id).version
        after = tables.rename_table(table_id=table_id, user_id=people.host.pk, name="  Sunday ")
        assert (after.table.name, after.version) == ("Sunday", before + 1)
        assert (
            tables.rename_table(table_id=table_id, user_id=people.host.pk, name="Sunday").version
            == before + 1
        )
        assert tables.rename_table(table_id=table_id, user_id=people.host.pk, name="").table.name == ""


def test_nobody_else_renames_or_closes_not_even_a_host_with_the_role_handed_over(people: Cast) -> None:
    table_id = playing_table([people.host, people.guest]).table.id
    hosts.hand_over(table_id=table_id, user_id=people.host.pk, place=1)
    for user in (people.guest, people.outsider):
        with pytest.raises(Refused) as refused:
            tables.rename_table(table_id=table_id, user_id=user.pk, name="Mine")
        assert refused.value.code == Code.NOT_OPENER
        with pytest.raises(Refused) as refused:
            closing.close_table(table_id=table_id, user_id=user.pk)
        assert refused.value.code == Code.NOT_OPENER
    assert snapshot(table_id).table.name == "Test table"


def test_a_name_that_is_none_is_refused(people: Cast) -> None:
    table_id = waiting_table([people.host]).pk
    with pytest.raises(Refused) as refused:
        tables.rename_table(table_id=table_id, user_id=people.host.pk, name="x" * 41)
    assert refused.value.code == Code.NAME_TOO_LONG
    assert clean_table_name("") == ""


# ---- Closing ----


def test_a_table_at_which_nothing_was_played_goes_away_with_its_link(people: Cast) -> None:
    table_id = waiting_table([people.host], ["easy"]).pk
    assert closing.close_table(table_id=table_id, user_id=people.host.pk) is None
    with pytest.raises(NoSuchTable):
        snapshot(table_id)


def test_the_opener_who_was_away_removes_it_too(people: Cast) -> None:
    table_id = waiting_table([people.host]).pk
    let_pass(table_id, 600)
    assert closing.close_table(table_id=table_id, user_id=people.host.pk) is None
    assert not Table.objects.exists()


def test_where_others_wait_already_the_link_says_that_it_is_closed(people: Cast) -> None:
    table_id = waiting_table([people.host, people.guest], is_public=True).pk
    after = closed_by(people.host.pk, table_id)
    assert after.table.closed_at is not None
    assert after.match.status == Match.Status.WAITING
    assert my_matches(people.guest.pk) == ()
    with pytest.raises(Refused) as refused:
        places.join(table_id=table_id, user_id=people.outsider.pk, name="Otto", key=new_key())
    assert refused.value.code == Code.TABLE_CLOSED
    with pytest.raises(Refused) as refused:
        matches.start(table_id=table_id, user_id=people.host.pk, match=1, key=new_key())
    assert refused.value.code == Code.TABLE_CLOSED
    # Nothing more to do: closed once, it stays as it is.
    assert closed_by(people.host.pk, table_id).version == after.version


def test_a_match_with_somebody_else_in_it_is_not_closed_under_them(people: Cast) -> None:
    for table_id in (
        playing_table([people.host, people.guest]).table.id,
        round_ended([people.host, people.guest]).table.id,
    ):
        let_pass(table_id, 3600)
        with pytest.raises(Refused) as refused:
            closing.close_table(table_id=table_id, user_id=people.host.pk)
        assert refused.value.code == Code.MATCH_RUNNING


def test_a_match_with_machines_only_ends_with_the_scores_so_far(people: Cast) -> None:
    alone = playing_table([people.host], ["easy", "easy"]).table.id
    left = playing_table([people.host, people.guest]).table.id
    standins.leave(table_id=left, user_id=people.guest.pk)
    for table_id in (alone, left):
        after = closed_by(people.host.pk, table_id)
        assert after.match.status == Match.Status.ENDED_EARLY
        assert after.table.closed_at is not None
        assert Table.objects.get(pk=table_id).due_kind in ("", Table.Due.PRESENCE)
    assert my_matches(people.host.pk) == ()


def test_what_was_played_stays_and_a_match_that_waits_after_it_is_dropped(people: Cast) -> None:
    over = match_ended([people.host, people.guest])
    table_id = over.table.id
    matches.again(table_id=table_id, user_id=people.host.pk, name="Hanna", match=1, key=new_key())
    assert snapshot(table_id).match.number == 2
    after = closed_by(people.host.pk, table_id)
    assert (after.match.number, after.match.status) == (1, Match.Status.FINISHED)
    assert Table.objects.get(pk=table_id).matches_begun == 1
    with pytest.raises(Refused) as refused:
        matches.again(table_id=table_id, user_id=people.guest.pk, name="Gil", match=1, key=new_key())
    assert refused.value.code == Code.TABLE_CLOSED


# ---- Forgotten tables ----


@pytest.mark.parametrize("public", [True, False])
def test_a_table_that_was_not_started_closes_a_day_after_its_people_were_heard_from(
    people: Cast, public: bool
) -> None:
    table_id = waiting_table([people.host, people.guest], is_public=public).pk
    let_pass(table_id, DAY - 60)
    assert swept(table_id).table.closed_at is None
    now_at = let_pass(table_id, 61)
    assert Table.objects.get(pk=table_id).due_kind == Table.Due.SWEEP
    after = swept(table_id)
    assert after.table.closed_at is not None
    assert after.version == now_at.version + 1
    assert Table.objects.get(pk=table_id).sweep_at is None


def test_somebody_at_the_table_keeps_it_open(people: Cast) -> None:
    table_id = waiting_table([people.host, people.guest]).pk
    let_pass(table_id, 2 * DAY, but_not=people.guest.pk)
    assert Table.objects.get(pk=table_id).sweep_at is None
    assert swept(table_id).table.closed_at is None


def test_a_table_that_all_have_left_closes_a_day_after_the_last_one_went(people: Cast) -> None:
    table_id = waiting_table([people.host], ["easy"]).pk
    Table.objects.filter(pk=table_id).update(created_at=timezone.now() - timedelta(days=9))
    standins.leave(table_id=table_id, user_id=people.host.pk)
    due_at = Table.objects.get(pk=table_id).sweep_at
    assert due_at is not None
    assert timedelta(hours=23) < due_at - timezone.now() <= timedelta(days=1)
    let_pass(table_id, 1)
    closing.sweep(table_id=table_id, now=timezone.now() + timedelta(days=1, minutes=1))
    assert snapshot(table_id).table.closed_at is not None


def test_a_table_with_evenings_behind_it_is_never_forgotten(people: Cast) -> None:
    over = match_ended([people.host, people.guest])
    matches.again(table_id=over.table.id, user_id=people.host.pk, name="Hanna", match=1, key=new_key())
    let_pass(over.table.id, 400 * DAY)
    assert Table.objects.get(pk=over.table.id).sweep_at is None


def test_closed_tables_without_a_match_are_removed_a_month_later(people: Cast) -> None:
    unplayed = waiting_table([people.host, people.guest]).pk
    closed_by(people.host.pk, unplayed)
    played = match_ended([people.host, people.guest]).table.id
    closed_by(people.host.pk, played)
    housekeeping.forget_old(timezone.now() + timedelta(days=29))
    assert Table.objects.filter(pk=unplayed).exists()
    housekeeping.forget_old(timezone.now() + timedelta(days=31))
    assert list(Table.objects.values_list("pk", flat=True)) == [played]


# ---- Matches that nobody comes to ----


def test_a_match_nobody_comes_to_is_ended_only_after_a_week_of_notice(people: Cast) -> None:
    table_id = playing_table([people.host, people.guest]).table.id
    let_pass(table_id, 23 * DAY - 60)
    assert swept(table_id).match.ends_at is None
    before = let_pass(table_id, 61)
    told = swept(table_id)
    assert told.match.status == Match.Status.PLAYING
    assert told.version == before.version + 1
    assert told.match.ends_at is not None
    assert told.match.ends_at - timezone.now() > timedelta(days=6, hours=23)
    (entry,) = my_matches(people.guest.pk)
    assert entry.ends_at == told.match.ends_at
    closing.sweep(table_id=table_id, now=timezone.now() + timedelta(days=6))
    assert snapshot(table_id).match.status == Match.Status.PLAYING
    closing.sweep(table_id=table_id, now=timezone.now() + timedelta(days=7, minutes=1))
    after = snapshot(table_id)
    assert (after.match.status, after.table.closed_at) == (Match.Status.ENDED_EARLY, None)
    assert Table.objects.get(pk=table_id).due_at is None


def test_a_site_that_was_off_for_months_gives_the_notice_all_the_same(people: Cast) -> None:
    table_id = playing_table([people.host, people.guest]).table.id
    let_pass(table_id, 200 * DAY)
    told = swept(table_id)
    assert told.match.status == Match.Status.PLAYING
    assert told.match.ends_at is not None
    assert told.match.ends_at - timezone.now() > timedelta(days=6, hours=23)


def test_whoever_comes_takes_the_notice_away(people: Cast) -> None:
    table_id = playing_table([people.host, people.guest]).table.id
    let_pass(table_id, 24 * DAY)
    assert swept(table_id).match.ends_at is not None
    presence.seen(table_id=table_id, user_id=people.guest.pk)
    now_at = snapshot(table_id)
    assert now_at.match.ends_at is None
    assert Table.objects.get(pk=table_id).sweep_at is None
    closing.sweep(table_id=table_id, now=timezone.now() + timedelta(days=8))
    assert snapshot(table_id).match.status == Match.Status.PLAYING


def test_a_paused_match_that_all_have_left_gets_its_notice_too(people: Cast) -> None:
    table_id = playing_table([people.host, people.guest]).table.id
    for user in (people.host, people.guest):
        standins.leave(table_id=table_id, user_id=user.pk)
    let_pass(table_id, 24 * DAY)
    told = swept(table_id)
    assert (told.match.status, told.match.ends_at is not None) == (Match.Status.PAUSED, True)


def test_play_goes_on_after_a_notice_as_if_nothing_was(people: Cast) -> None:
    table = waiting_table([people.host, people.guest])
    begin(table.pk)
    let_pass(table.pk, 24 * DAY)
    swept(table.pk)
    standins.back(table_id=table.pk, user_id=people.host.pk)
    assert snapshot(table.pk).match.ends_at is None
