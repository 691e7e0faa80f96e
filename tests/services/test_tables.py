"""Opening, changing and closing a table; playing now."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest

from games import models
from games.models import Round, Table
from games.rules.refusals import RefusalCode
from games.services import places, tables
from games.services.errors import Code, Refused
from tests.factories import cast, new_key, person, playing_table, waiting_table

pytestmark = pytest.mark.django_db


def opened(**chosen: Any) -> Any:
    given = {
        "user_id": person("Hanna").pk,
        "name": "Hanna",
        "game": "chicken-foot",
        "key": new_key(),
        **chosen,
    }
    return tables.open_table(**given)


def test_an_open_table_waits_with_its_opener_its_bots_and_the_commitment_of_its_first_deal() -> None:
    now_at = opened(bots=["easy", "hard"], table_name=" Sunday ", pace="calm", turn_clock=60, is_public=True)
    assert (now_at.match.number, now_at.match.status, now_at.round.status) == (1, "waiting", "waiting")
    assert [(seat.number, seat.kind, seat.level, seat.index) for seat in now_at.seats] == [
        (0, "person", "", None),
        (1, "bot", "easy", None),
        (2, "bot", "hard", None),
    ]
    assert len({seat.name for seat in now_at.seats}) == 3
    table = now_at.table
    assert (table.name, table.places, table.pace, table.turn_clock, table.is_public) == (
        "Sunday",
        4,
        "calm",
        60,
        True,
    )
    seed = Round.objects.get(pk=now_at.round.id).seed
    text = f"domino-deal:{table.code}:1:1:{seed}"
    assert now_at.round.commitment == hashlib.sha256(text.encode()).hexdigest()
    assert now_at.state is None
    assert now_at.version == 1


def test_settings_get_their_defaults() -> None:
    assert dict(opened(settings={"length": "half"}).table.settings) == {
        "length": "half",
        "start": 6,
        "blank": 50,
        "target": None,
        "dead_foot": "block",
    }


@pytest.mark.parametrize(
    ("settings", "code", "field"),
    [
        ({"length": "half", "target": 100}, RefusalCode.SETTING_CONFLICT, "target"),
        ({"partnership": True}, RefusalCode.SETTING_UNKNOWN, "partnership"),
        ({"set": 12}, RefusalCode.SETTING_UNKNOWN, "set"),
        ({"start": 5}, RefusalCode.SETTING_CHOICE, "start"),
        ({"target": 49}, RefusalCode.SETTING_RANGE, "target"),
        ({"blank": "50"}, RefusalCode.SETTING_TYPE, "blank"),
    ],
)
def test_choices_that_do_not_go_together_are_refused_by_name(
    settings: dict[str, object], code: RefusalCode, field: str
) -> None:
    with pytest.raises(Refused) as refused:
        opened(settings=settings)
    assert (refused.value.code, refused.value.details["field"]) == (code, field)
    assert not Table.objects.exists()


@pytest.mark.parametrize(
    ("chosen", "code"),
    [
        ({"game": "poker"}, RefusalCode.UNKNOWN_GAME),
        ({"places": 1}, Code.PLACES),
        ({"places": 9}, Code.PLACES),
        ({"places": 2, "bots": ["easy", "easy"]}, Code.TOO_MANY_TAKEN),
        ({"bots": ["grandmaster"]}, Code.UNKNOWN_LEVEL),
        ({"pace": "hurry"}, Code.UNKNOWN_PACE),
        ({"turn_clock": 31}, Code.UNKNOWN_CLOCK),
        ({"name": "\u200b"}, Code.NAME_EMPTY),
        ({"table_name": "x" * 41}, Code.NAME_TOO_LONG),
        ({"key": "short"}, Code.BAD_KEY),
    ],
)
def test_what_a_table_cannot_be_is_refused(chosen: dict[str, object], code: str) -> None:
    with pytest.raises(Refused) as refused:
        opened(**chosen)
    assert refused.value.code == code
    assert not Table.objects.exists()


def test_a_repeated_key_opens_one_table_and_nobody_else_may_use_it() -> None:
    hanna, key = person("Hanna"), new_key()
    first = opened(user_id=hanna.pk, key=key)
    assert opened(user_id=hanna.pk, key=key).table.id == first.table.id
    assert Table.objects.count() == 1
    with pytest.raises(Refused) as refused:
        opened(user_id=person("Otto").pk, key=key)
    assert refused.value.code == Code.KEY_USED


def test_a_code_that_is_taken_is_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    taken = opened().table.code
    codes = iter([taken, taken, "ACDEFGH2"])
    monkeypatch.setattr(tables, "new_code", lambda: next(codes))
    assert opened().table.code == "ACDEFGH2"


def test_codes_have_no_look_alikes() -> None:
    code = models.new_code()
    assert len(code) == 8
    assert not set(code) & set("01OILS5B8U")


def test_play_now_starts_at_once_against_three_normal_bots() -> None:
    hanna, key = person("Hanna"), new_key()
    now_at = tables.play_now(user_id=hanna.pk, name="Hanna", key=key)
    assert now_at.playing
    assert [seat.level for seat in now_at.seats] == ["", "normal", "normal", "normal"]
    assert [seat.letter for seat in now_at.seats] == ["A", "B", "C", "D"]
    again = tables.play_now(user_id=hanna.pk, name="Hanna", key=key)
    assert (again.table.id, again.version, Table.objects.count()) == (now_at.table.id, now_at.version, 1)


def test_the_host_changes_a_waiting_table_and_the_match_follows() -> None:
    people = cast()
    table = waiting_table([people.host, people.guest])
    now_at = tables.change_table(
        table_id=table.pk,
        user_id=people.host.pk,
        table_name="New",
        settings={"blank": 25},
        places=6,
        pace="quick",
    )
    assert (now_at.table.name, now_at.table.places, now_at.table.pace) == ("New", 6, "quick")
    assert now_at.table.settings["blank"] == now_at.match.settings["blank"] == 25
    assert now_at.version == table.version + 1


def test_nobody_else_changes_it_and_nothing_changes_once_it_is_played() -> None:
    people = cast()
    table = waiting_table([people.host, people.guest])
    for user, code in ((people.guest, Code.NOT_HOST), (people.outsider, Code.NOT_SEATED)):
        with pytest.raises(Refused) as refused:
            tables.change_table(table_id=table.pk, user_id=user.pk, pace="quick")
        assert refused.value.code == code
    playing = playing_table([people.host, people.guest])
    with pytest.raises(Refused) as refused:
        tables.change_table(table_id=playing.table.id, user_id=people.host.pk, settings={"blank": 0})
    assert refused.value.code == Code.MATCH_RUNNING


def test_fewer_places_move_the_last_seats_up_but_never_unseat_anybody() -> None:
    people = cast()
    table = waiting_table([people.host], places=6)
    places.join(table_id=table.pk, user_id=people.guest.pk, name="Gil", key=new_key(), place=5)
    now_at = tables.change_table(table_id=table.pk, user_id=people.host.pk, places=2)
    assert [(seat.number, seat.user_id) for seat in now_at.seats] == [
        (0, people.host.pk),
        (1, people.guest.pk),
    ]
    third = person("Tom")
    tables.change_table(table_id=table.pk, user_id=people.host.pk, places=3)
    places.join(table_id=table.pk, user_id=third.pk, name="Tom", key=new_key())
    with pytest.raises(Refused) as refused:
        tables.change_table(table_id=table.pk, user_id=people.host.pk, places=2)
    assert refused.value.code == Code.TOO_MANY_TAKEN
