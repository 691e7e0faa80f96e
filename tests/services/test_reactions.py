"""A dozen fixed reactions, not too many at once."""

from __future__ import annotations

import pytest

from games.models import Note
from games.queries import Snapshot
from games.services import reactions
from games.services.errors import Code, Refused
from lobby.models import User
from tests.factories import cast, new_key, playing_table, waiting_table
from tests.services.ends import match_ended
from tests.services.times import let_pass
from tests.services.together import together

pytestmark = pytest.mark.django_db


def react(now_at: Snapshot, user: User, code: str = "nice", key: str | None = None) -> Snapshot:
    return reactions.react(
        table_id=now_at.table.id, user_id=user.pk, code=code, key=new_key() if key is None else key
    )


def test_there_are_a_dozen() -> None:
    assert len(set(reactions.CODES)) == 12


def test_a_reaction_is_shown_to_everybody() -> None:
    people = cast()
    now_at = playing_table([people.host, people.guest])
    after = react(now_at, people.guest, "chickie")
    note = Note.objects.get()
    assert (note.what, note.by_seat, note.data, note.version) == (
        "react",
        1,
        {"code": "chickie"},
        after.version,
    )
    assert after.version == now_at.version + 1


def test_also_after_the_match() -> None:
    people = cast()
    react(match_ended([people.host, people.guest]), people.host, "well-played")


def test_nothing_else_can_be_said_and_not_by_everybody() -> None:
    people = cast()
    now_at = playing_table([people.host, people.guest])
    for user, code, refusal in (
        (people.host, "<b>", Code.UNKNOWN_REACTION),
        (people.outsider, "nice", Code.NOT_SEATED),
    ):
        with pytest.raises(Refused) as refused:
            react(now_at, user, code)
        assert refused.value.code == refusal
    table = waiting_table([people.host])
    with pytest.raises(Refused) as refused:
        reactions.react(table_id=table.pk, user_id=people.host.pk, code="nice", key=new_key())
    assert refused.value.code == Code.NOT_PLAYING


def test_a_key_shows_a_reaction_once_however_late_it_comes_again() -> None:
    people = cast()
    now_at = playing_table([people.host, people.guest])
    key = new_key()
    after = react(now_at, people.guest, key=key)
    for seconds in (0, 5, 60):
        let_pass(now_at.table.id, seconds)
        assert react(now_at, people.guest, key=key).last_note == after.last_note
    assert Note.objects.filter(what="react").count() == 1
    for user, other, code in ((people.host, key, Code.KEY_USED), (people.guest, "short", Code.BAD_KEY)):
        with pytest.raises(Refused) as refused:
            react(now_at, user, key=other)
        assert refused.value.code == code


@pytest.mark.django_db(transaction=True)
def test_twins_at_the_same_instant_react_once() -> None:
    people = cast()
    now_at = playing_table([people.host, people.guest])
    key = new_key()
    answers = together([lambda: react(now_at, people.guest, key=key)] * 3)
    assert not [answer for answer in answers if isinstance(answer, Refused)]
    assert Note.objects.filter(what="react").count() == 1


def test_reactions_of_one_seat_are_rationed() -> None:
    people = cast()
    now_at = playing_table([people.host, people.guest])
    react(now_at, people.guest)
    with pytest.raises(Refused) as refused:
        react(now_at, people.guest)
    assert refused.value.code == Code.TOO_FAST
    assert 1 <= int(refused.value.details["seconds"]) <= 2
    react(now_at, people.host)  # each seat for itself
    for _number in range(4):
        let_pass(now_at.table.id, 3)
        react(now_at, people.guest)
    let_pass(now_at.table.id, 3)
    with pytest.raises(Refused) as refused:
        react(now_at, people.guest)
    # The test itself takes time, more of it on a busy machine.
    assert refused.value.code == Code.TOO_FAST
    assert 5 < int(refused.value.details["seconds"]) <= 15
    let_pass(now_at.table.id, 16)
    react(now_at, people.guest)
