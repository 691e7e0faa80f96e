"""What the person in charge may do: through the door that everybody uses, told to the players, written down."""

from __future__ import annotations

import logging
from datetime import timedelta
from functools import partial

import pytest
from django.contrib.admin.models import LogEntry
from django.utils import timezone

from games.models import Match, Note, Round, Seat, Table
from games.presenters.log import note_line
from games.queries import snapshot
from games.queries.logs import notes_of
from games.rules.state_json import from_json
from games.services import office, places
from games.services.errors import Code, Refused
from games.services.notes import What
from lobby.leaving import delete_person
from lobby.models import User
from lobby.people import block_person, rename_person, unblock_person
from tests.factories import (
    Cast,
    act,
    cast,
    legal,
    new_key,
    person,
    playing_table,
    step,
    text_of,
    waiting_table,
)
from tests.services.ends import match_ended, round_ended

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> Cast:
    return cast()


@pytest.fixture
def staff() -> User:
    return User.objects.create(username="root", is_staff=True, is_superuser=True)


def told(table_id: int, what: What) -> Note:
    """The one note of this, as new as the table is."""
    note = Note.objects.get(match__table_id=table_id, what=what)
    assert note.version == snapshot(table_id).version
    return note


def written(staff: User) -> LogEntry:
    """The one entry of admin's log."""
    return LogEntry.objects.get(user=staff)


def refused(code: Code) -> pytest.RaisesExc[Refused]:
    return pytest.RaisesExc(Refused, check=lambda error: error.code == code)


def test_a_match_is_ended_with_the_scores_so_far(people: Cast, staff: User) -> None:
    now = round_ended([people.host, people.guest])
    office.end_match(table_id=now.table.id, match=1, staff_id=staff.pk)
    after = snapshot(now.table.id)
    assert after.match.status == Match.Status.ENDED_EARLY
    assert sorted(seat.place or 0 for seat in after.seats)[0] == 1
    told(now.table.id, What.OFFICE_ENDED)
    assert written(staff).object_repr == f"{now.table.code} · 1"
    assert not Note.objects.filter(what=What.ENDED).exists()


def test_an_open_round_counts_for_nothing_then(people: Cast, staff: User) -> None:
    now = step(playing_table([people.host, people.guest]))
    office.end_match(table_id=now.table.id, match=1, staff_id=staff.pk)
    assert Round.objects.get(pk=now.round.id).status == Round.Status.DROPPED
    assert snapshot(now.table.id).match.winners == ()


def test_only_the_match_that_was_meant_is_ended(people: Cast, staff: User) -> None:
    now = playing_table([people.host, people.guest])
    with refused(Code.STALE):
        office.end_match(table_id=now.table.id, match=2, staff_id=staff.pk)
    waiting = waiting_table([people.host])
    with refused(Code.NOT_PLAYING):
        office.end_match(table_id=waiting.pk, match=1, staff_id=staff.pk)
    with refused(Code.NO_SUCH_TABLE):
        office.end_match(table_id=10**9, match=1, staff_id=staff.pk)
    assert snapshot(now.table.id).version == now.version
    assert not LogEntry.objects.exists()


def test_a_place_is_freed_before_the_start_only(people: Cast, staff: User) -> None:
    table = waiting_table([people.host, people.guest])
    office.free_seat(table_id=table.pk, match=1, place=1, staff_id=staff.pk)
    assert [seat.number for seat in snapshot(table.pk).seats] == [0]
    told(table.pk, What.OFFICE_FREED)
    # Whoever was freed may sit down again: that was no punishment.
    places.join(table_id=table.pk, user_id=people.guest.pk, name="Gil", key=new_key())
    with refused(Code.PLACE_FREE):
        office.free_seat(table_id=table.pk, match=1, place=3, staff_id=staff.pk)
    now = playing_table([people.host, people.guest])
    with refused(Code.MATCH_RUNNING):
        office.free_seat(table_id=now.table.id, match=1, place=1, staff_id=staff.pk)
    with refused(Code.STALE):
        office.free_seat(table_id=now.table.id, match=2, place=1, staff_id=staff.pk)


def test_a_stuck_seat_is_handed_to_a_stand_in_and_taken_back_by_any_move(people: Cast, staff: User) -> None:
    now = playing_table([people.host, people.guest])
    seat = now.turn_seat
    assert seat is not None
    # The person is there and has been asked for no time at all: staff need not wait.
    office.call_stand_in(table_id=now.table.id, match=1, place=seat.number, staff_id=staff.pk)
    after = snapshot(now.table.id)
    assert after.seats[seat.number].stand_in == "called"
    assert told(now.table.id, What.OFFICE_STAND_IN).seat == seat.index
    row = Table.objects.get(pk=now.table.id)
    assert row.bot_at or row.forced_draw_at
    office.call_stand_in(table_id=now.table.id, match=1, place=seat.number, staff_id=staff.pk)
    assert Note.objects.filter(what=What.OFFICE_STAND_IN).count() == 1
    moved = act(after, seat, text_of(after, legal(after)[0]))
    assert moved.seats[seat.number].stand_in == ""


def test_a_stand_in_is_for_people_in_a_match_that_goes_on(people: Cast, staff: User) -> None:
    now = playing_table([people.host], ["normal"])
    with refused(Code.NOT_A_PERSON):
        office.call_stand_in(table_id=now.table.id, match=1, place=1, staff_id=staff.pk)
    over = match_ended([people.host, people.guest])
    with refused(Code.NOT_PLAYING):
        office.call_stand_in(table_id=over.table.id, match=1, place=0, staff_id=staff.pk)


@pytest.mark.parametrize("running", [True, False])
def test_a_table_is_closed_whatever_goes_on(people: Cast, staff: User, running: bool) -> None:
    pair = [people.host, people.guest]
    table_id = playing_table(pair).table.id if running else waiting_table(pair).pk
    office.close_table(table_id=table_id, staff_id=staff.pk)
    row = Table.objects.get(pk=table_id)
    assert row.closed_at is not None
    assert (row.bot_at, row.next_round_at, row.sweep_at) == (None, None, None)
    told(table_id, What.OFFICE_CLOSED)
    assert snapshot(table_id).match.over == running
    with refused(Code.TABLE_CLOSED):
        places.join(table_id=table_id, user_id=people.outsider.pk, name="Otto", key=new_key())
    office.close_table(table_id=table_id, staff_id=staff.pk)
    assert LogEntry.objects.count() == 1


def test_the_waiting_match_of_an_old_table_goes_when_it_is_closed(people: Cast, staff: User) -> None:
    from games.services import matches

    over = match_ended([people.host, people.guest])
    matches.again(table_id=over.table.id, user_id=people.host.pk, name="Hanna", match=1, key=new_key())
    office.close_table(table_id=over.table.id, staff_id=staff.pk)
    assert Match.objects.filter(table_id=over.table.id).count() == 1
    told(over.table.id, What.OFFICE_CLOSED)


def test_a_public_table_is_made_private(people: Cast, staff: User) -> None:
    table = waiting_table([people.host], is_public=True)
    office.make_private(table_id=table.pk, staff_id=staff.pk)
    assert not Table.objects.get(pk=table.pk).is_public
    told(table.pk, What.OFFICE_PRIVATE)
    office.make_private(table_id=table.pk, staff_id=staff.pk)
    assert LogEntry.objects.count() == 1


def test_the_name_of_a_table_is_taken_off(people: Cast, staff: User) -> None:
    table = waiting_table([people.host], name="Something rude")
    office.rename_table(table_id=table.pk, name=" ", staff_id=staff.pk)
    assert Table.objects.get(pk=table.pk).name == ""
    told(table.pk, What.OFFICE_TABLE_NAME)
    assert "rude" not in written(staff).object_repr + written(staff).change_message


def test_a_table_is_called_something_else(people: Cast, staff: User) -> None:
    table = waiting_table([people.host], name="Something rude")
    office.rename_table(table_id=table.pk, name="  Sunday ", staff_id=staff.pk)
    office.rename_table(table_id=table.pk, name="Sunday", staff_id=staff.pk)
    assert Table.objects.get(pk=table.pk).name == "Sunday"
    assert LogEntry.objects.count() == 1
    with pytest.raises(Refused) as refused:
        office.rename_table(table_id=table.pk, name="x" * 50, staff_id=staff.pk)
    assert refused.value.code == Code.NAME_TOO_LONG


def test_a_person_is_renamed_everywhere_and_open_tables_are_told(people: Cast, staff: User) -> None:
    over = match_ended([people.host, people.guest])
    now = playing_table([people.host, people.guest])
    waiting = waiting_table([people.guest])
    rename_person(people.guest, "  Guest ", staff_id=staff.pk)
    names = set(Seat.objects.filter(user=people.guest).values_list("name", flat=True))
    assert names == {"Guest"}
    people.guest.refresh_from_db()
    assert people.guest.name == "Guest"
    assert told(now.table.id, What.OFFICE_RENAMED).seat == 1
    told(waiting.pk, What.OFFICE_RENAMED)
    # What processes remember of the finished match is outdated, too; its log is closed.
    assert snapshot(over.table.id).version > over.version
    assert not Note.objects.filter(match_id=over.match.id, what=What.OFFICE_RENAMED).exists()
    assert written(staff).object_id == str(people.guest.pk)


def test_a_bad_new_name_changes_nothing(people: Cast, staff: User) -> None:
    with refused(Code.NAME_EMPTY):
        rename_person(people.guest, "​", staff_id=staff.pk)
    people.guest.refresh_from_db()
    assert people.guest.name == "Gil"
    assert not LogEntry.objects.exists()


def test_a_seat_without_a_person_is_renamed_alone(people: Cast, staff: User) -> None:
    now = playing_table([people.host, people.guest])
    Seat.objects.filter(user=people.guest).update(user=None)
    office.rename_seat(table_id=now.table.id, match=1, place=1, name="Guest", staff_id=staff.pk)
    assert snapshot(now.table.id).seats[1].name == "Guest"
    told(now.table.id, What.OFFICE_RENAMED)
    Seat.objects.filter(match_id=now.match.id, number=0).update(name="")
    office.rename_seat(table_id=now.table.id, match=1, place=0, name="Guest", staff_id=staff.pk)
    assert snapshot(now.table.id).seats[0].name == ""
    with refused(Code.PLACE_FREE):
        office.rename_seat(table_id=now.table.id, match=1, place=7, name="Guest", staff_id=staff.pk)


def test_a_blocked_person_leaves_all_tables_and_can_be_let_in_again(people: Cast, staff: User) -> None:
    now = playing_table([people.host, people.guest])
    waiting = waiting_table([people.host, people.guest])
    block_person(people.guest, staff_id=staff.pk)
    assert not User.objects.get(pk=people.guest.pk).is_active
    seat = snapshot(now.table.id).seats[1]
    assert (seat.stand_in, seat.user_id, seat.present) == ("left", people.guest.pk, False)
    assert [seat.user_id for seat in snapshot(waiting.pk).seats] == [people.host.pk]
    told(now.table.id, What.OFFICE_SENT_AWAY)
    told(waiting.pk, What.OFFICE_SENT_AWAY)
    unblock_person(people.guest, staff_id=staff.pk)
    assert User.objects.get(pk=people.guest.pk).is_active
    assert LogEntry.objects.filter(user=staff, object_id=str(people.guest.pk)).count() == 2


def test_about_somebody_who_was_deleted_meanwhile_nothing_is_decided(people: Cast, staff: User) -> None:
    gone = people.guest
    delete_person(User.objects.get(pk=gone.pk))
    for decide in (
        partial(rename_person, gone, "Guest"),
        partial(block_person, gone),
        partial(unblock_person, gone),
    ):
        with refused(Code.NO_SUCH_PERSON):
            decide(staff_id=staff.pk)
    assert not LogEntry.objects.exists()


def test_the_hands_are_shown_after_the_look_was_told_and_written_down(
    people: Cast, staff: User, caplog: pytest.LogCaptureFixture
) -> None:
    now = step(playing_table([people.host, people.guest], name="A table"))
    with caplog.at_level(logging.INFO, logger="games.services.office"):
        hands = office.look_at_hands(
            round_id=now.round.id, reason="They say a tile is there twice", staff_id=staff.pk
        )
    row = Round.objects.get(pk=now.round.id)
    assert row.state is not None
    state = from_json(row.state)
    assert hands.hands == tuple(state.hand(seat) for seat in range(2))
    # The boneyard without its order: what is drawn next cannot be told.
    assert hands.boneyard == tuple(sorted(state.boneyard))
    assert hands.boneyard != state.boneyard
    told(now.table.id, What.OFFICE_LOOKED)
    entry = written(staff)
    assert "They say a tile is there twice" in entry.change_message
    assert entry.action_time - timezone.now() < timedelta(seconds=5)
    assert "They say a tile is there twice" in caplog.text
    assert not any(str(tile) in caplog.text for hand in hands.hands for tile in hand)


def test_without_a_reason_or_a_round_being_played_nothing_is_shown(people: Cast, staff: User) -> None:
    now = playing_table([people.host, people.guest])
    with refused(Code.BAD_FORM):
        office.look_at_hands(round_id=now.round.id, reason="   ", staff_id=staff.pk)
    over = round_ended([people.host, people.guest])
    coming = Round.objects.get(match_id=over.match.id, number=1)
    for round_id in (over.round.id, coming.pk):
        with refused(Code.NOT_PLAYING):
            office.look_at_hands(round_id=round_id, reason="Just looking around", staff_id=staff.pk)
    with refused(Code.NO_SUCH_TABLE):
        office.look_at_hands(round_id=10**9, reason="Just looking around", staff_id=staff.pk)
    assert not LogEntry.objects.exists()
    assert not Note.objects.filter(what=What.OFFICE_LOOKED).exists()


def test_every_decision_has_a_sentence_for_the_players(people: Cast, staff: User) -> None:
    now = playing_table([people.host, people.guest])
    office.call_stand_in(table_id=now.table.id, match=1, place=1, staff_id=staff.pk)
    (line,) = [
        note_line(note, ["Hanna", "Gil"])
        for note in notes_of(snapshot(now.table.id))
        if "office" in note.what
    ]
    assert "<bdi>Gil</bdi>" in str(line["text"])
    for what in What:
        if what.startswith("office-"):
            Note.objects.filter(match_id=now.match.id).update(what=what)
            for note in notes_of(snapshot(now.table.id)):
                text = str(note_line(note, ["Hanna", "Gil"])["text"])
                assert text.startswith("The person in charge of this site"), what


def test_names_stay_out_of_notes(people: Cast, staff: User) -> None:
    waiting = waiting_table([person("Somebody rude")])
    office.free_seat(table_id=waiting.pk, match=1, place=0, staff_id=staff.pk)
    assert "rude" not in str(told(waiting.pk, What.OFFICE_FREED).data)
