"""The pulse of the site: true figures, the same few statements whatever goes on, only for staff."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.utils import timezone

from games import events
from games.models import Action, Match, Seat, Table
from games.queries.pulse import pulse
from lobby.models import Fault, NameReport, User
from lobby.views.pulse import bars
from tests import factories
from tests.services.ends import match_ended
from tests.services.statements import counted
from tests.web.pages import browser

pytestmark = pytest.mark.django_db

PAGE = "/admin/pulse/"
# Session, user, permissions of a superuser: none; five of the pulse, errors, reports.
AT_MOST = 10


@pytest.fixture
def root() -> Client:
    return browser(User.objects.create(username="root", is_staff=True, is_superuser=True))


def test_an_empty_site_is_at_rest(root: Client) -> None:
    page = root.get(PAGE)
    assert page.status_code == 200
    assert "None: whatever was due could be done." in page.content.decode()
    found = pulse()
    assert (found.playing, found.waiting, found.paused, found.present, found.overdue) == (0, 0, 0, 0, 0)
    assert [bucket.actions for bucket in found.buckets] == [0] * 12


def test_the_figures_are_those_of_now() -> None:
    people = factories.cast()
    factories.play_until(factories.playing_table([people.host, people.guest]), factories.has_ply(5))
    factories.waiting_table([people.host])
    paused = factories.playing_table([people.guest, people.outsider])
    Match.objects.filter(pk=paused.match.id).update(status=Match.Status.PAUSED)
    Seat.objects.filter(user=people.outsider).update(present=False)
    over = match_ended([people.host, people.guest])
    closed = factories.waiting_table([people.outsider])
    Table.objects.filter(pk=closed.pk).update(closed_at=timezone.now())
    found = pulse()
    assert (found.playing, found.waiting, found.paused) == (1, 1, 1)
    assert found.present == 2  # Hanna sits twice and is one person
    # Of a match that was over within the hour, too.
    assert over.round.ply > 0
    assert sum(bucket.actions for bucket in found.buckets) == Action.objects.count()


def test_actions_stand_in_the_five_minutes_they_were_made_in() -> None:
    people = factories.cast()
    now = factories.play_until(factories.playing_table([people.host, people.guest]), factories.has_ply(6))
    moment = timezone.now().replace(minute=42, second=30)
    plies = list(Action.objects.filter(round_id=now.round.id).order_by("ply"))
    for action, ago in zip(plies, (1, 2, 3, 17, 55, 70), strict=False):
        Action.objects.filter(pk=action.pk).update(at=moment - timedelta(minutes=ago))
    Action.objects.filter(ply__gte=6).update(at=moment - timedelta(days=2))
    buckets = pulse(moment).buckets
    assert [bucket.start.minute for bucket in buckets] == [45, 50, 55, 0, 5, 10, 15, 20, 25, 30, 35, 40]
    # 42:30 less 1 and 2 minutes is after 40, less 3 before it; 55 minutes ago is the first bucket, 70 none.
    assert [bucket.actions for bucket in buckets] == [1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 2]


def test_what_is_overdue_says_since_when() -> None:
    people = factories.cast()
    at = timezone.now()
    for seconds, kind in ((-100, "bot"), (-30, "sweep"), (-1, "bot"), (60, "bot")):
        table = factories.waiting_table([people.host])
        Table.objects.filter(pk=table.pk).update(due_at=at + timedelta(seconds=seconds), due_kind=kind)
    found = pulse(at)
    assert (found.bots_waiting, found.overdue) == (3, 2)
    assert found.overdue_since == at - timedelta(seconds=100)


def test_trouble_errors_and_reports_are_on_the_page(root: Client) -> None:
    table = factories.waiting_table([factories.person()])
    later = timezone.now() + timedelta(seconds=90)
    Table.objects.filter(pk=table.pk).update(trouble="ValueError at due.py:9", trouble_count=3, due_at=later)
    at = timezone.now()
    Fault.objects.create(hour=at, logger="games", what="KeyError at x.py:1", times=7, last_at=at)
    old = at - timedelta(hours=25)
    Fault.objects.create(hour=old, logger="games", what="Long ago", times=50, last_at=old)
    NameReport.objects.create(table_code=table.code, match_number=1, place=0, name="x")
    page = root.get(PAGE).content.decode()
    for text in ("ValueError at due.py:9", "KeyError at x.py:1", table.code, "errors in 24 hours"):
        assert text in page
    assert "Long ago" not in page
    assert '<span class="pulse-number">7</span>' in page


def test_the_page_takes_the_same_few_statements_whatever_goes_on(root: Client) -> None:
    def cost() -> int:
        root.get(PAGE)
        with counted() as statements:
            root.get(PAGE)
        return len(statements)

    empty = cost()
    for number in range(3):
        pair = [factories.person(f"A{number}"), factories.person(f"B{number}")]
        factories.play_until(factories.playing_table(pair), factories.has_ply(4))
        match_ended(pair)
        table = factories.waiting_table(pair)
        Table.objects.filter(pk=table.pk).update(trouble="x", trouble_count=1, due_at=timezone.now())
    assert cost() == empty <= AT_MOST


def test_only_staff_who_may_see_tables_look(client: Client) -> None:
    assert client.get(PAGE).status_code == 302
    assert browser(User.objects.create(username="somebody")).get(PAGE).status_code == 302
    helper = User.objects.create(username="helper", is_staff=True)
    answer = browser(helper).get(PAGE)
    assert answer.status_code == 403
    assert f'href="{PAGE}"' not in browser(helper).get("/admin/").content.decode()
    assert "Your account has no permission for this page." in answer.content.decode()
    helper.user_permissions.add(Permission.objects.get(codename="view_table"))
    assert browser(helper).get(PAGE).status_code == 200


def test_admin_leads_there(root: Client) -> None:
    assert f'href="{PAGE}"' in root.get("/admin/").content.decode()


def test_messages_go_round(root: Client) -> None:
    took = events.round_trip_ms()
    assert took is not None
    assert 0 < took < 2000


def test_messages_that_do_not_come_back_are_told(root: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    class Silent:
        async def new_channel(self) -> str:
            raise ConnectionError

    monkeypatch.setattr("games.events.get_channel_layer", Silent)
    assert events.round_trip_ms() is None
    monkeypatch.setattr("lobby.views.pulse.round_trip_ms", lambda: None)
    assert "does not answer" in root.get(PAGE).content.decode()


def test_bars_are_as_high_as_their_share() -> None:
    people = factories.cast()
    factories.play_until(factories.playing_table([people.host, people.guest]), factories.has_ply(8))
    buckets = pulse().buckets
    drawn = bars(buckets)["bars"]
    assert isinstance(drawn, list)
    assert [bar["high"] for bar in drawn] == [120.0 if bucket.actions else 0.0 for bucket in buckets]
