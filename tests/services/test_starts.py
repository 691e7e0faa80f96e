"""The start of a match, from round to round, and playing again (scenarios 7 and 20)."""

from __future__ import annotations

import pytest

from games.models import Match, Note, Round, Table
from games.queries import Snapshot, snapshot
from games.rules import games
from games.services import hosts, matches, places, rounds, standins
from games.services.errors import Code, Refused
from games.services.notes import What
from lobby.models import User
from tests.factories import cast, new_key, playing_table, waiting_table
from tests.services.ends import match_ended, round_ended
from tests.services.times import let_pass

pytestmark = pytest.mark.django_db


def start(table: Table, user: User, match: int = 1, key: str | None = None) -> Snapshot:
    return matches.start(table_id=table.pk, user_id=user.pk, match=match, key=key or new_key())


def again(now_at: Snapshot, user: User, key: str | None = None) -> Snapshot:
    return matches.again(
        table_id=now_at.table.id, user_id=user.pk, name=user.name, match=1, key=key or new_key()
    )


def ready(now_at: Snapshot, user: User) -> Snapshot:
    return matches.ready(
        table_id=now_at.table.id,
        user_id=user.pk,
        match=now_at.match.number,
        round_number=now_at.round.number,
    )


@pytest.mark.parametrize(
    ("seats", "set_max", "rounds", "hand"), [(2, 9, 10, 20), (6, 9, 10, 7), (7, 12, 13, 10)]
)
def test_set_hand_and_rounds_follow_from_who_is_seated_at_the_start(
    seats: int, set_max: int, rounds: int, hand: int
) -> None:
    people = cast()
    table = waiting_table([people.host], ["easy"] * (seats - 1), places=8)
    now_at = start(table, people.host)
    match = now_at.match
    assert (match.seat_count, match.set_max, match.rounds_planned) == (seats, set_max, rounds)
    assert now_at.state is not None
    assert set(now_at.state.counts()) == {hand}


def test_letters_have_no_gaps_and_follow_the_places() -> None:
    people = cast()
    table = waiting_table([people.host], places=6)
    places.join(table_id=table.pk, user_id=people.guest.pk, name="Gil", key=new_key(), place=5)
    places.join(table_id=table.pk, user_id=people.outsider.pk, name="Otto", key=new_key(), place=2)
    now_at = start(table, people.host)
    assert [(seat.letter, seat.number, seat.name) for seat in now_at.seats] == [
        ("A", 0, "Hanna"),
        ("B", 2, "Otto"),
        ("C", 5, "Gil"),
    ]


def test_the_first_seat_is_drawn_from_the_seed_of_round_1() -> None:
    people = cast()
    game = games.game("chicken-foot")
    firsts = set()
    for number in range(6):
        seed = f"{number:064x}"
        now_at = start(waiting_table([people.host], ["easy"] * 3, seed=seed), people.host)
        drawn = game.first_of_match(game.settings({}), 4, bytes.fromhex(seed))
        assert now_at.match.first == now_at.round.first == now_at.match.turn == drawn
        firsts.add(drawn)
    assert len(firsts) > 1


def test_the_host_alone_starts_and_with_two_at_least() -> None:
    people = cast()
    table = waiting_table([people.host])
    with pytest.raises(Refused) as refused:
        start(table, people.host)
    assert (refused.value.code, refused.value.details) == (Code.TOO_FEW, {"taken": 1, "least": 2})
    places.join(table_id=table.pk, user_id=people.guest.pk, name="Gil", key=new_key())
    with pytest.raises(Refused) as refused:
        start(table, people.guest)
    assert refused.value.code == Code.NOT_HOST
    assert start(table, people.host).playing


def test_a_second_press_starts_nothing_and_complains_about_nothing() -> None:
    people, key = cast(), new_key()
    table = waiting_table([people.host, people.guest])
    first = start(table, people.host, key=key)
    assert start(table, people.host, key=key).version == first.version
    assert start(table, people.guest).version == first.version
    assert Note.objects.filter(what=What.STARTED).count() == 1


def test_a_start_that_was_meant_for_another_match_is_stale() -> None:
    people = cast()
    with pytest.raises(Refused) as refused:
        start(waiting_table([people.host, people.guest]), people.host, match=2)
    assert refused.value.code == Code.STALE


def test_scenario_7_the_host_closes_the_tab_and_after_a_grace_another_starts() -> None:
    people = cast()
    table = waiting_table([people.host, people.guest])
    let_pass(table.pk, 50, but_not=people.guest.pk)
    with pytest.raises(Refused) as refused:
        start(table, people.guest)
    assert refused.value.code == Code.NOT_HOST
    before = snapshot(table.pk).version
    assert let_pass(table.pk, 11, but_not=people.guest.pk).version == before + 1  # the button appears
    now_at = start(table, people.guest)
    assert now_at.playing
    # The log tells the host, who is back, who it was.
    note = Note.objects.get(what=What.STARTED)
    assert (note.by_seat, note.version) == (1, now_at.version)
    assert standins.back(table_id=table.pk, user_id=people.host.pk).seats[0].present


def test_scenario_7_a_host_who_is_back_is_host_still() -> None:
    people = cast()
    table = waiting_table([people.host, people.guest])
    let_pass(table.pk, 70, but_not=people.guest.pk)
    standins.back(table_id=table.pk, user_id=people.host.pk)
    with pytest.raises(Refused) as refused:
        start(table, people.guest)
    assert refused.value.code == Code.NOT_HOST
    assert start(table, people.host).playing


def test_the_next_round_begins_when_all_people_are_ready() -> None:
    people = cast()
    now_at = round_ended([people.host, people.guest], ["easy"])
    waiting = ready(now_at, people.host)
    assert (waiting.round.number, waiting.seats[0].ready) == (0, True)
    begun = ready(now_at, people.guest)
    assert (begun.round.number, begun.playing) == (1, True)
    assert not any(seat.ready for seat in begun.seats)
    with pytest.raises(Refused) as refused:
        ready(now_at, people.host)
    assert refused.value.code == Code.STALE


def test_who_left_is_not_waited_for() -> None:
    people = cast()
    now_at = round_ended([people.host, people.guest])
    standins.leave(table_id=now_at.table.id, user_id=people.guest.pk)
    assert ready(now_at, people.host).round.number == 1


def test_saying_ready_takes_the_seat_back() -> None:
    people = cast()
    now_at = round_ended([people.host, people.guest])
    standins.leave(table_id=now_at.table.id, user_id=people.guest.pk)
    back = ready(now_at, people.guest)
    assert (back.seats[1].stand_in, back.seats[1].ready, back.round.number) == ("", True, 0)


def test_the_host_may_begin_the_next_round_and_nobody_else() -> None:
    people = cast()
    now_at = round_ended([people.host, people.guest])

    def begin(user: User) -> Snapshot:
        return matches.next_round(table_id=now_at.table.id, user_id=user.pk, match=1, round_number=0)

    with pytest.raises(Refused) as refused:
        begin(people.guest)
    assert refused.value.code == Code.NOT_HOST
    begun = begin(people.host)
    assert begun.round.number == 1
    assert begin(people.host).version == begun.version


def test_the_host_is_no_later_than_the_clock_that_begins_it_at_the_same_instant(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    people = cast()
    now_at = round_ended([people.host, people.guest])
    table_id, open_next = now_at.table.id, rounds.open_next

    def clock_first(*, table_id: int, round_number: int) -> Snapshot:
        open_next(table_id=table_id, round_number=round_number)
        return open_next(table_id=table_id, round_number=round_number)

    monkeypatch.setattr(rounds, "open_next", clock_first)
    begun = matches.next_round(table_id=table_id, user_id=people.host.pk, match=1, round_number=0)
    assert (begun.round.number, begun.version) == (1, now_at.version + 1)
    with pytest.raises(Refused) as refused:
        matches.next_round(table_id=table_id, user_id=people.host.pk, match=1, round_number=3)
    assert refused.value.code == Code.STALE


def test_nobody_is_ready_in_the_middle_of_a_round() -> None:
    people = cast()
    now_at = playing_table([people.host, people.guest])
    with pytest.raises(Refused) as refused:
        ready(now_at, people.host)
    assert refused.value.code == Code.MATCH_RUNNING


def test_scenario_20_playing_again_keeps_places_and_bots_and_starts_when_all_are_ready() -> None:
    people = cast()
    ended = match_ended([people.host, people.guest, people.outsider], ["hard"])
    first = again(ended, people.guest)
    assert (first.match.number, first.match.status, first.round.status) == (2, "waiting", "waiting")
    assert [(seat.number, seat.user_id, seat.level, seat.ready) for seat in first.seats] == [
        (0, people.host.pk, "", False),
        (1, people.guest.pk, "", True),
        (2, people.outsider.pk, "", False),
        (3, None, "hard", False),
    ]
    assert again(ended, people.outsider).match.status == "waiting"
    begun = again(ended, people.host)
    assert (begun.match.number, begun.playing, begun.table.code) == (2, True, ended.table.code)
    assert [seat.total for seat in begun.seats] == [0] * 4
    assert begun.round.commitment != ended.round.commitment
    assert Match.objects.filter(table_id=ended.table.id).count() == 2


def test_scenario_20_a_repeated_press_makes_no_third_match() -> None:
    people, key = cast(), new_key()
    ended = match_ended([people.host, people.guest])
    again(ended, people.guest, key)
    assert again(ended, people.guest, key).match.number == 2
    assert again(ended, people.guest).match.number == 2
    assert Match.objects.count() == 2


def test_the_first_seat_is_drawn_anew() -> None:
    people = cast()
    ended = match_ended([people.host, people.guest, people.outsider])
    waiting = again(ended, people.guest)
    # A seed that draws another first seat than the first match had.
    game = games.game("chicken-foot")
    draws = {game.first_of_match(game.settings({}), 3, bytes([n]) * 32): n for n in range(20)}
    wanted = next(seat for seat in draws if seat != ended.match.first)
    Round.objects.filter(pk=waiting.round.id).update(seed=(bytes([draws[wanted]]) * 32).hex())
    again(ended, people.outsider)
    assert again(ended, people.host).match.first == wanted


def test_the_places_of_those_who_left_are_free() -> None:
    people = cast()
    ended = match_ended([people.host, people.guest, people.outsider])
    standins.leave(table_id=ended.table.id, user_id=people.guest.pk)
    now_at = again(ended, people.host)
    assert [seat.number for seat in now_at.seats] == [0, 2]
    # Who changed their mind has the old place again.
    assert [seat.number for seat in again(ended, people.guest).seats] == [0, 1, 2]


def test_the_host_may_start_it_before_all_are_ready() -> None:
    people = cast()
    ended = match_ended([people.host, people.guest])
    again(ended, people.host)
    now_at = matches.start(table_id=ended.table.id, user_id=people.host.pk, match=2, key=new_key())
    assert (now_at.match.number, now_at.playing) == (2, True)


def test_one_says_ready_at_a_table_that_waits_again_but_not_for_the_first_match() -> None:
    people = cast()
    ended = match_ended([people.host, people.guest])
    waiting = again(ended, people.host)
    assert ready(waiting, people.guest).playing
    table = waiting_table([people.host, people.guest])
    with pytest.raises(Refused) as refused:
        ready(snapshot(table.pk), people.host)
    assert refused.value.code == Code.NOT_PLAYING


def test_somebody_new_behind_the_link_of_a_finished_match_plays_again_with_the_others() -> None:
    people = cast()
    ended = match_ended([people.host, people.guest])
    now_at = again(ended, people.outsider)
    assert [seat.name for seat in now_at.seats] == ["Hanna", "Gil", "Otto"]
    assert now_at.match.status == "waiting"


def test_somebody_new_at_a_full_table_makes_no_match() -> None:
    people = cast()
    ended = match_ended([people.host, people.guest], ["easy", "easy"])
    with pytest.raises(Refused) as refused:
        again(ended, people.outsider)
    assert refused.value.code == Code.FULL
    assert Match.objects.count() == 1
    assert snapshot(ended.table.id).match.number == 1


def test_nobody_plays_again_while_the_match_goes_on() -> None:
    people = cast()
    now_at = playing_table([people.host, people.guest])
    with pytest.raises(Refused) as refused:
        again(now_at, people.host)
    assert refused.value.code == Code.MATCH_NOT_OVER


def test_who_is_blocked_does_not_come_back_by_playing_again() -> None:
    people = cast()
    ended = match_ended([people.host, people.guest, people.outsider])
    hosts.block(table_id=ended.table.id, user_id=people.host.pk, place=1)
    with pytest.raises(Refused) as refused:
        again(ended, people.guest)
    assert refused.value.code == Code.BLOCKED
    assert [seat.number for seat in again(ended, people.host).seats] == [0, 2]


def test_round_1_of_every_match_has_a_seed_of_its_own() -> None:
    people = cast()
    ended = match_ended([people.host, people.guest])
    again(ended, people.host)
    seeds = list(Round.objects.values_list("seed", flat=True))
    assert len(set(seeds)) == len(seeds) == 2
