"""Pictures and the way between them: shared by all, private to few, and the same page whichever way it came."""

from __future__ import annotations

import random
import statistics

import pytest
from django.utils import translation

from games.models import Table
from games.presenters.parts import Part
from games.push.facts import keep
from games.push.messages import message
from games.push.pictures import Picture, picture
from games.push.render import part_html
from games.queries import Snapshot, snapshot
from games.queries.memory import forget_everything
from games.services import agreements, matches, standins
from lobby.models import User
from tests import factories
from tests.realtime.fake_page import FakePage
from tests.realtime.secrecy import tiles_in

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _forget() -> None:
    forget_everything()


def people(count: int) -> list[User]:
    return [factories.person(f"P{number}") for number in range(count)]


@pytest.mark.parametrize(("seats", "seed"), [(2, "1"), (4, "2"), (4, "3"), (6, "4"), (8, "5"), (8, "6")])
def test_a_page_that_was_pushed_through_a_round_is_the_page_that_is_loaded(seats: int, seed: str) -> None:
    cast = people(seats)
    now = factories.playing_table(cast, seed=seed * 64)
    choose = factories.at_random(random.Random(int(seed)))
    viewers = [user.pk for user in cast[:2]] + [None]
    shown = [picture(now, viewer, "en") for viewer in viewers]
    pages = [FakePage(one) for one in shown]
    while True:
        now = factories.step(now, choose)
        if not now.playing:
            break
        for place, viewer in enumerate(viewers):
            # One of them is always one push behind, so that it is sent several plies at once.
            if place == 1 and now.round.ply % 3:
                continue
            fresh = picture(now, viewer, "en")
            pages[place].apply(message(shown[place], fresh))
            shown[place] = fresh
            assert vars(pages[place]) == vars(FakePage(fresh))
    assert now.round.ply > 20


def test_a_picture_of_newer_facts_is_that_of_the_seat_in_them() -> None:
    """A page is asked for at the end of a match, and the next one begins before it is rendered."""
    hanna, gil, otto = people(3)
    now = factories.play_until(factories.playing_table([hanna, gil, otto]), factories.round_over)
    for user in (hanna, gil, otto):
        agreements.end(table_id=now.table.id, user_id=user.pk)
    standins.leave(table_id=now.table.id, user_id=gil.pk)
    before = snapshot(now.table.id)
    for user in (hanna, otto):
        matches.again(
            table_id=now.table.id, user_id=user.pk, name=user.name, match=1, key=factories.new_key()
        )
    after = keep(snapshot(now.table.id))
    gils, ottos = before.seat_of(gil.pk), after.seat_of(otto.pk)
    assert gils is not None
    assert ottos is not None
    assert gils.index == ottos.index
    shown = picture(before, gil.pk, "en")
    assert shown.public.version == after.version
    assert shown.private.seat is None
    assert not tiles_in(shown.private.parts["r-hand"].html)


def test_public_parts_are_the_same_bytes_for_every_seat_and_a_watcher() -> None:
    cast = people(4)
    now = factories.play_until(factories.playing_table(cast), factories.has_ply(9))
    seen = [picture(now, viewer, "en").public for viewer in [*(user.pk for user in cast), None]]
    for public in seen[1:]:
        assert public is seen[0]
    assert all("You are next" not in part.html or id_ == "r-turn" for id_, part in seen[0].parts.items())


def opening(seed: str, cast: list[User]) -> Picture:
    """What a watcher sees of a table's first position with this deal."""
    return picture(factories.playing_table(cast, seed=seed * 64, code="ABCD2345"), None, "en")


def test_what_everybody_sees_before_the_first_action_does_not_depend_on_the_deal() -> None:
    cast = people(2)
    seen: dict[int | None, list[dict[str, str]]] = {}
    for seed in "123456":
        forget_everything()
        Table.objects.all().delete()
        public = opening(seed, cast).public
        html = {id_: part.html for id_, part in public.parts.items()}
        seen.setdefault(public.now.match.turn, []).append(
            {**html, **{id_: e.html for id_, e in public.ends.items()}}
        )
    assert max(map(len, seen.values())) >= 3
    for first, *others in seen.values():
        assert all(other == first for other in others)


def private_changes(old: Picture, new: Picture) -> set[str]:
    return {id_ for id_, part in new.private.parts.items() if old.private.parts[id_].html != part.html}


def test_private_parts_change_for_the_mover_and_the_next_only() -> None:
    cast = people(4)
    now = factories.playing_table(cast)
    for _action in range(12):
        before = {user.pk: picture(now, user.pk, "en") for user in cast}
        mover = now.turn_seat
        now = factories.step(now)
        following = now.turn_seat
        assert mover is not None
        assert following is not None
        for user in cast:
            changed = private_changes(before[user.pk], picture(now, user.pk, "en"))
            if user.pk in (mover.user_id, following.user_id):
                assert changed
            else:
                assert not changed


def test_only_the_seat_to_act_is_told_where_its_tiles_fit() -> None:
    cast = people(3)
    now = factories.play_until(
        factories.playing_table(cast),
        lambda at: at.round.ply >= 10 and factories.kind_of(factories.legal(at)[0]) == "play",
    )
    turn = now.turn_seat
    assert turn is not None
    for user in cast:
        hand = picture(now, user.pk, "en").private.parts["r-hand"].html
        assert ('data-ends="e' in hand) == (user.pk == turn.user_id)
        assert ("tile-sunk" not in hand) or user.pk == turn.user_id


@pytest.fixture
def rendered(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """Every rendering of a part from now on, as (language, id of the part)."""
    done: list[tuple[str, str]] = []

    def recording(part: Part) -> str:
        done.append((translation.get_language(), part.id))
        return part_html(part)

    monkeypatch.setattr("games.push.pictures.part_html", recording)
    return done


def test_public_parts_are_rendered_once_per_language_and_in_it(rendered: list[tuple[str, str]]) -> None:
    cast = people(2)
    now = factories.playing_table(cast)
    for language in ("en", "ko", "ja", "ko"):
        for user in cast:
            picture(now, user.pk, language)
    lines = [one for one in rendered if one[1] == "r-turn"]
    assert sorted(lines) == [("en", "r-turn"), ("ja", "r-turn"), ("ko", "r-turn")]


def test_a_part_whose_context_is_unchanged_is_not_rendered_again(rendered: list[tuple[str, str]]) -> None:
    now = factories.playing_table(people(4))
    picture(now, None, "en")
    rendered.clear()
    mover = now.turn_seat
    now = factories.step(now)
    picture(now, None, "en")
    following = now.turn_seat
    assert mover is not None
    assert following is not None
    chips = {f"s-{mover.letter}", f"s-{following.letter}"}
    assert {id_ for _language, id_ in rendered} <= chips | {"r-turn", "r-pills"}


def size_of_push(old: Snapshot, now: Snapshot) -> int:
    """Bytes of what a watcher is sent from one version to the next."""
    return len(message(picture(old, None, "en"), picture(now, None, "en")).encode())


def test_the_bytes_of_a_push_do_not_grow_with_the_layout() -> None:
    now = factories.playing_table(people(8), seed="8" * 64)
    early: list[int] = []
    late: list[int] = []
    while now.playing:
        before, now = now, factories.step(now)
        assert before.state is not None
        assert now.state is not None
        ordinary = before.state.owed is None and now.state.owed is None
        if now.playing and ordinary and len(now.state.layout) > len(before.state.layout):
            (early if len(now.state.layout) < 20 else late).append(size_of_push(before, now))
    assert len(now.state.layout) > 60 if now.state is not None else False
    assert statistics.median(late) <= 1.1 * statistics.median(early)
    assert statistics.median(early + late) <= 3 * 1024
