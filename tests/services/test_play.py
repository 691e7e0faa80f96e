"""The door for actions: who may, for which position, once per key; what is stored with it."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Action, Match, Note, Seat, Table
from games.queries import Position, Snapshot, snapshot
from games.queries.logs import log_of
from games.queries.views import round_view
from games.rules.actions import DRAW
from games.rules.refusals import RefusalCode
from games.services import play
from games.services.errors import Code, Refused
from tests import factories
from tests.factories import act, legal, new_key, play_until, playing_table, step, text_of

pytestmark = pytest.mark.django_db


def turn_of(now_at: Snapshot, *, draws: bool) -> Snapshot:
    """Play on until the seat to act must draw, or may play."""
    return play_until(now_at, lambda at: at.playing and (legal(at) == (DRAW,)) == draws)


def refusal_of(now_at: Snapshot, user_id: int, text: str, **other: object) -> Refused:
    arguments = {"position": now_at.position, "key": new_key(), **other}
    with pytest.raises(Refused) as refused:
        play.act(table=now_at.table.id, user_id=user_id, text=text, **arguments)  # type: ignore[arg-type]
    return refused.value


def two_people() -> tuple[factories.Cast, Snapshot]:
    cast = factories.cast()
    return cast, playing_table([cast.host, cast.guest])


def other_seat(now_at: Snapshot) -> int:
    assert now_at.match.turn is not None
    user_id = now_at.seats[1 - now_at.match.turn].user_id
    assert user_id is not None
    return user_id


def actor(now_at: Snapshot) -> int:
    seat = now_at.turn_seat
    assert seat is not None
    assert seat.user_id is not None
    return seat.user_id


def test_a_play_is_stored_with_its_poses_and_gives_the_turn_on() -> None:
    _, before = two_people()
    before = turn_of(before, draws=False)
    seat = before.turn_seat
    assert seat is not None
    text = text_of(before, legal(before)[0])
    after = act(before, seat, text)
    stored = Action.objects.get(round_id=before.round.id, ply=before.round.ply)
    assert (stored.text, stored.kind, stored.by, stored.user_id) == (text, "play", "person", seat.user_id)
    assert stored.poses is not None
    assert set(stored.poses) == {"wide", "square"}
    assert after.match.turn != before.match.turn
    assert after.version == before.version + 1
    assert after == replace_now(snapshot(before.table.id), after)


def replace_now(read: Snapshot, like: Snapshot) -> Snapshot:
    """A snapshot read from the database, for comparison with one worked out: the moment of reading differs."""
    return replace(read, now=like.now)


def test_a_draw_that_does_not_fit_is_stored_with_its_pass() -> None:
    _, now_at = two_people()
    while True:
        now_at = turn_of(now_at, draws=True)
        before, seat = now_at, now_at.turn_seat
        assert seat is not None
        now_at = act(now_at, seat, "draw")
        if now_at.round.ply == before.round.ply + 2:
            break
    kinds = Action.objects.filter(round_id=before.round.id, ply__gte=before.round.ply).values_list(
        "kind", "key"
    )
    assert [kind for kind, _key in kinds] == ["draw", "pass"]
    assert [key is None for _kind, key in kinds] == [False, True]
    assert now_at.match.turn != before.match.turn


def test_the_log_never_tells_which_tile_was_drawn() -> None:
    _, now_at = two_people()
    now_at = turn_of(now_at, draws=True)
    after = step(now_at)
    stored = Action.objects.get(round_id=now_at.round.id, ply=now_at.round.ply)
    assert stored.drawn
    logged = log_of(after)[now_at.round.ply]
    assert (logged.text, logged.poses) == ("draw", None)
    assert not hasattr(logged, "drawn")


def test_scenario_8_the_same_play_twice_then_another_with_the_old_version() -> None:
    _, before = two_people()
    before = turn_of(before, draws=False)
    user_id, key = actor(before), new_key()
    text = text_of(before, legal(before)[0])
    first = play.act(table=before.table.id, user_id=user_id, position=before.position, text=text, key=key)
    second = play.act(table=before.table.id, user_id=user_id, position=before.position, text=text, key=key)
    assert (first.repeated, second.repeated) == (False, True)
    assert second.outcome == first.outcome
    assert second.snapshot.version == first.snapshot.version
    third = refusal_of(before, user_id, text)
    assert third.code == Code.STALE
    assert third.snapshot is not None
    assert third.snapshot.position == first.snapshot.position
    assert Action.objects.filter(round_id=before.round.id, ply__gte=before.round.ply).count() == 1


def test_scenario_9_draw_pressed_four_times_draws_one_tile() -> None:
    _, before = two_people()
    before = turn_of(before, draws=True)
    user_id, seat = actor(before), before.turn_seat
    assert seat is not None
    assert before.state is not None
    position = before.position
    play.act(table=before.table.id, user_id=user_id, position=position, text="draw", key=new_key())
    for _press in range(3):
        assert refusal_of(before, user_id, "draw").code == Code.STALE
    after = snapshot(before.table.id)
    assert after.state is not None
    assert len(after.state.boneyard) == len(before.state.boneyard) - 1


def test_a_key_is_known_at_its_table_for_good_whatever_else_happened() -> None:
    _, before = two_people()
    before = turn_of(before, draws=False)
    user_id, key = actor(before), new_key()
    text = text_of(before, legal(before)[0])
    first = play.act(table=before.table.id, user_id=user_id, position=before.position, text=text, key=key)
    later = play_until(first.snapshot, factories.has_ply(before.round.ply + 6))
    again = play.act(table=before.table.id, user_id=user_id, position=later.position, text="draw", key=key)
    assert again.repeated
    assert again.outcome == first.outcome
    assert again.snapshot.round.ply == later.round.ply


def test_a_key_of_somebody_else_tells_nothing() -> None:
    _, before = two_people()
    before = turn_of(before, draws=False)
    key = new_key()
    seat = before.turn_seat
    assert seat is not None
    act(before, seat, text_of(before, legal(before)[0]), key)
    refused = refusal_of(before, other_seat(before), "draw", key=key)
    assert refused.code == Code.KEY_USED
    assert refused.snapshot is None


@pytest.mark.parametrize("key", ["", "short", "x" * 65, "Schlüssel-mit-Umlaut", "zeile\numbruch"])
def test_a_key_that_no_page_makes_is_refused(key: str) -> None:
    _, now_at = two_people()
    assert refusal_of(now_at, actor(now_at), "draw", key=key).code == Code.BAD_KEY


def test_a_join_or_a_name_does_not_make_an_action_stale() -> None:
    _, before = two_people()
    Table.objects.filter(pk=before.table.id).update(version=before.version + 7)
    seat = before.turn_seat
    assert seat is not None
    after = act(before, seat, text_of(before, legal(before)[0]))
    assert after.version == before.version + 8


@pytest.mark.parametrize(("match", "round_number", "ply"), [(2, 0, 0), (1, 1, 0), (1, 0, 1)])
def test_another_position_is_stale(match: int, round_number: int, ply: int) -> None:
    _, now_at = two_people()
    refused = refusal_of(now_at, actor(now_at), "draw", position=Position(match, round_number, ply))
    assert refused.code == Code.STALE
    assert refused.snapshot is not None


def test_the_seat_is_the_persons_own() -> None:
    cast, now_at = two_people()
    assert refusal_of(now_at, cast.outsider.pk, "draw").code == Code.NOT_SEATED
    refused = refusal_of(now_at, other_seat(now_at), text_of(now_at, legal(now_at)[0]))
    assert refused.code == RefusalCode.NOT_YOUR_TURN


def test_what_the_rules_refuse_changes_nothing() -> None:
    _, now_at = two_people()
    now_at = turn_of(now_at, draws=False)
    for text in ("draw", "pass", "nonsense", "12-12@9-9", "9-3@1-0:9"):
        refused = refusal_of(now_at, actor(now_at), text)
        assert isinstance(refused.code, RefusalCode)
        assert refused.snapshot is not None
    assert snapshot(now_at.table.id).version == now_at.version


def test_nothing_is_played_while_a_table_waits_or_its_match_is_over() -> None:
    cast = factories.cast()
    table = factories.waiting_table([cast.host, cast.guest], settings={"length": "one"})
    assert refusal_of(snapshot(table.pk), cast.host.pk, "draw").code == Code.NOT_PLAYING
    factories.begin(table.pk)
    over = play_until(snapshot(table.pk), lambda at: False)
    assert over.match.over
    assert refusal_of(over, cast.host.pk, "draw").code == Code.NOT_PLAYING


def test_a_table_that_does_not_exist() -> None:
    with pytest.raises(Refused) as refused:
        play.act(table="ABCDABCD", user_id=1, position=Position(1, 0, 0), text="draw", key=new_key())
    assert refused.value.code == Code.NO_SUCH_TABLE


def test_the_code_may_be_typed_in_any_case() -> None:
    _, now_at = two_people()
    seat = now_at.turn_seat
    assert seat is not None
    assert seat.user_id is not None
    text = text_of(now_at, legal(now_at)[0])
    result = play.act(
        table=now_at.table.code.lower(),
        user_id=seat.user_id,
        position=now_at.position,
        text=text,
        key=new_key(),
    )
    assert result.snapshot.version == now_at.version + 1


@pytest.mark.parametrize("stand_in", [Seat.StandIn.CALLED, Seat.StandIn.LEFT])
def test_an_owner_who_plays_has_the_seat_back(stand_in: Seat.StandIn) -> None:
    _, before = two_people()
    seat = before.turn_seat
    assert seat is not None
    Seat.objects.filter(pk=seat.id).update(stand_in=stand_in)
    before = snapshot(before.table.id)
    after = act(before, seat, text_of(before, legal(before)[0]))
    assert Seat.objects.get(pk=seat.id).stand_in == Seat.StandIn.NONE
    assert after == replace_now(snapshot(before.table.id), after)
    told = Note.objects.get(match_id=before.match.id)
    assert (told.what, told.seat, told.version) == ("back", seat.index, after.version)


def test_a_refused_owner_does_not_have_the_seat_back() -> None:
    _, before = two_people()
    before = turn_of(before, draws=False)
    Seat.objects.filter(pk=before.seats[before.match.turn or 0].id).update(stand_in=Seat.StandIn.CALLED)
    refusal_of(before, actor(before), "pass")
    assert Seat.objects.filter(stand_in=Seat.StandIn.CALLED).count() == 1


def test_an_owner_whose_match_is_paused_plays_on() -> None:
    _, before = two_people()
    Seat.objects.update(stand_in=Seat.StandIn.LEFT)
    Match.objects.update(status=Match.Status.PAUSED)
    before = snapshot(before.table.id)
    seat = before.seats[before.match.turn or 0]
    after = act(before, seat, text_of(before, legal(before)[0]))
    assert after.match.status == Match.Status.PLAYING == Match.objects.get().status


def test_an_action_never_writes_last_seen() -> None:
    _, before = two_people()
    long_ago = timezone.now() - timedelta(hours=1)
    Seat.objects.update(last_seen=long_ago)
    play_until(snapshot(before.table.id), factories.has_ply(12))
    assert set(Seat.objects.values_list("last_seen", flat=True)) == {long_ago}


def test_a_bot_acts_through_the_same_door_and_only_once() -> None:
    cast = factories.cast()
    now_at = playing_table([cast.host], ["easy"])
    if now_at.match.turn == 0:
        now_at = play_until(now_at, lambda at: at.match.turn == 1)
    action = legal(now_at)[0]
    after = play.act_for(now_at, action, Action.By.BOT)
    assert after is not None
    assert log_of(after)[-1].by == Action.By.BOT
    assert play.act_for(now_at, action, Action.By.BOT) is None
    assert Action.objects.count() == after.round.ply


def test_a_view_after_an_action_holds_no_other_hand() -> None:
    _, now_at = two_people()
    after = step(now_at)
    for seat in after.seats:
        view = round_view(after, seat)
        assert view is not None
        assert view.hands is None
        assert view.counts[seat.index or 0] == len(view.hand)
    watching = round_view(after, None)
    assert watching is not None
    assert watching.hand == ()
    assert watching.legal == ()


def test_every_tile_on_the_table_has_a_pose() -> None:
    _, now_at = two_people()
    now_at = play_until(now_at, factories.has_ply(30))
    assert now_at.state is not None
    plays = [action for action in log_of(now_at) if action.kind == Action.Kind.PLAY]
    assert len(plays) == len(now_at.state.layout) - 1
    assert all(action.poses for action in plays)
    assert now_at.round.poses is not None
