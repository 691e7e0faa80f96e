"""Who left a match may take the seat back, and nothing else: the others play with a stand-in."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from games.queries import Snapshot, snapshot
from games.services import agreements, places, reactions, standins
from games.services.errors import Code, Refused
from tests.factories import Cast, cast, new_key, playing_table
from tests.services.times import let_pass
from tests.web.lobby_forms import text
from tests.web.pages import browser

pytestmark = pytest.mark.django_db

Verb = Callable[[int, int], Snapshot]
VERBS: dict[str, Verb] = {
    "react": lambda table_id, user_id: reactions.react(
        table_id=table_id, user_id=user_id, code="hello", key=new_key()
    ),
    "rename": lambda table_id, user_id: places.rename(table_id=table_id, user_id=user_id, name="Ghost"),
    "prefs": lambda table_id, user_id: places.draw_for_me(table_id=table_id, user_id=user_id, on=True),
    "stand-in": lambda table_id, user_id: standins.call(table_id=table_id, user_id=user_id, place=1),
}


@pytest.fixture
def people() -> Cast:
    return cast()


@pytest.fixture
def table_id(people: Cast) -> int:
    table_id = playing_table([people.host, people.guest, people.outsider]).table.id
    standins.leave(table_id=table_id, user_id=people.host.pk)
    return let_pass(table_id, 600, but_not=people.outsider.pk).table.id


@pytest.mark.parametrize("verb", VERBS)
def test_somebody_who_left_is_asked_to_come_back_first(people: Cast, table_id: int, verb: str) -> None:
    before = snapshot(table_id).version
    with pytest.raises(Refused) as refused:
        VERBS[verb](table_id, people.host.pk)
    assert refused.value.code == Code.LEFT
    assert snapshot(table_id).version == before


def test_who_is_back_may_do_all_of_it_again(people: Cast, table_id: int) -> None:
    standins.back(table_id=table_id, user_id=people.host.pk)
    for verb in ("react", "rename", "prefs"):
        VERBS[verb](table_id, people.host.pk)
    agreements.last_round(table_id=table_id, user_id=people.host.pk)
    (seat,) = (seat for seat in snapshot(table_id).seats if seat.user_id == people.host.pk)
    assert (seat.name, seat.auto_draw, seat.has_left) == ("Ghost", True, False)


def test_their_page_offers_the_way_back_and_no_powers(people: Cast, table_id: int) -> None:
    code = snapshot(table_id).table.code
    html = text(browser(people.host).get(f"/t/{code}/"))
    assert 'formaction="back/"' in html
    for verb in ("prefs", "leave", "last-round", "end", "stand-in"):
        assert f'formaction="{verb}/"' not in html
    assert 'formaction="leave/"' in text(browser(people.guest).get(f"/t/{code}/"))
