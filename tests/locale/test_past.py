"""What was played, in Korean and Japanese: matches, rounds, checks, the family table, one's own figures. No English."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest

from games.models import Match, Round
from games.queries import Snapshot
from games.services import agreements, standins
from lobby.models import User
from lobby.profiles import show_profile
from tests import factories, pasts
from tests.locale.english import english_in
from tests.locale.readers import reader, url
from tests.pasts import EVENING, Left
from tests.services.ends import match_ended, round_ended

pytestmark = pytest.mark.django_db


def second_round(settings: dict[str, int | str] | None = None, seed: str = "3" * 64) -> tuple[Snapshot, User]:
    """A match in its second round, in whose first one all kinds of actions happened."""
    cast = factories.cast()
    start = factories.playing_table([cast.host, cast.guest], ["easy"], seed=seed, settings=settings)
    choose = factories.at_random(random.Random(7))
    return factories.play_until(
        start, lambda at: at.round.number == 1 and at.round.ply > 3, choose
    ), cast.host


def test_a_round_watched_again(language: str) -> None:
    now, host = second_round()
    watcher = reader(language)
    for path in ("m/1/r/1/", "m/1/r/1/?at=0", "m/1/r/1/?at=9999"):
        reader(language, host).look(url(now, path))
    last = Round.objects.get(match_id=now.match.id, number=0).ply
    for at in range(last + 1):
        answer = watcher.client.get(url(now, f"m/1/r/1/at/{at}/"), {"lang": language})
        assert answer.status_code == 200
        assert english_in(answer.content.decode(), ("Hanna", "Gil", "Bot")) == [], at
    watcher.look(url(now, "m/1/r/2/"), 404)


def test_a_round_that_was_dropped(language: str) -> None:
    now, host = second_round()
    standins.leave(table_id=now.table.id, user_id=now.seats[1].user_id or 0)
    agreements.end(table_id=now.table.id, user_id=host.pk)
    for path in ("m/1/", "m/1/r/2/", "m/1/r/2/?at=9999", "m/1/r/2/check/", "m/1/check/", "all/"):
        reader(language, host).look(url(now, path))


def test_deals_that_are_checked(language: str) -> None:
    now, _host = second_round()
    over = match_ended([factories.person("Hanna")], ["hard"])
    for path in ("m/1/r/1/check/", "m/1/check/"):
        reader(language).look(url(now, path))
        reader(language).look(url(over, path))


def test_a_match(language: str) -> None:
    now, host = second_round({"start": 4, "blank": 0, "target": 300, "dead_foot": "release"})
    over = match_ended([host], ["normal"])
    for table in (now, over, round_ended([host], ["hard"]), factories.playing_table([host], ["easy"])):
        for user in (host, None):
            reader(language, user).look(url(table, "m/1/"))
    head = reader(language).client.get(url(over, "m/1/sheet.csv")).content.decode("utf-8-sig").splitlines()[0]
    assert english_in(head, ("Hanna", "Bot")) == []


def some_past() -> tuple[list[User], Match]:
    """Matches of all kinds: won, shared, lost, ended early, with bots, with somebody who is gone."""
    hanna, gil, otto = (factories.person(name) for name in ("Hanna", "Gil", "Otto"))
    table = pasts.table("Test table", is_public=True)
    first = pasts.match(table, [hanna, gil], [Left([[], ["9-3"]], 0), Left([["0-0"], ["5-4"]])])
    pasts.match(table, [hanna, gil, "hard", None, otto, "easy"], [Left([["9-0"], *[["5-4"]] * 5])])
    pasts.match(table, [hanna, "easy"], [], status=Match.Status.ENDED_EARLY)
    last = pasts.match(table, [gil, hanna], [Left([[], ["2-1"]], 0)], began=EVENING - timedelta(days=900))
    pasts.match(table, [hanna, otto], [], status=Match.Status.PLAYING)
    assert first.number < last.number
    return [hanna, gil, otto], first


def test_all_matches_of_a_table(language: str) -> None:
    (hanna, *_others), match = some_past()
    empty = pasts.table("Test table")
    for user in (hanna, None):
        for query in ("", "?year=2026", "?year=1999", "?before=3", "?game=chicken-foot"):
            reader(language, user).look(f"/t/{match.table.code}/all/{query}")
        reader(language, user).look(f"/t/{empty.code}/all/")


def test_one_own_matches_and_figures(language: str) -> None:
    people, _match = some_past()
    for user in (*people, factories.person("Bot"), None):
        someone = reader(language, user)
        for query in ("", "?q=Gil", "?q=nobody", "?result=won&seats=2", "?year=1999", "?before=2"):
            someone.look(f"/me/history/{query}")
        someone.look("/me/statistics/")


def test_a_public_page(language: str) -> None:
    (hanna, _gil, otto), _match = some_past()
    for user in (hanna, otto):
        user.is_guest, user.username = False, f"user-{user.pk}"
        user.save()
        reader(language, user).look("/me/")
        reader(language, user).look("/me/statistics/")
        show_profile(user)
        user.refresh_from_db()
        reader(language).look(f"/people/{user.slug}/")
        reader(language, user).look("/me/statistics/")
    nameless = User.objects.create(username="user-x", name="")
    show_profile(nameless)
    nameless.refresh_from_db()
    reader(language).look(f"/people/{nameless.slug}/")
    reader(language).look("/people/nobody/", 404)
