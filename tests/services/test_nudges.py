""" "Your turn" by mail and push: once a turn, to who asked and is away, and nothing of anybody's hand."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from datetime import datetime, timedelta

import py_vapid
import pytest
from django.core import mail
from django.core.mail.backends import locmem
from django.templatetags.static import static
from django.utils import timezone
from django.utils.translation import get_language
from pytest_django import Settings

from games.models import Match, Seat
from games.queries import Snapshot, snapshot
from games.services import standins
from lobby import nudges, push_key
from lobby.models import Nudge, PushSubscription, User
from tests import factories
from tests.services.push_service import PushService, serving
from tests.services.statements import counted

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _a_site_with_mail(settings: Settings) -> None:
    settings.SENDS_MAIL = True
    settings.SITE_URL = "https://play.example.org"


@pytest.fixture
def service() -> Iterator[PushService]:
    with serving() as running:
        yield running


@pytest.fixture
def mina() -> User:
    address = "mina@example.org"
    return User.objects.create_user(
        "mina", address, "x", name="Mina", mail_turns=True, confirmed_email=address
    )


@pytest.fixture
def now_at(mina: User) -> Snapshot:
    """A match in which it has been Mina's turn for three minutes, and nobody is there."""
    now_at = factories.playing_table([mina, factories.person("Ben")], seed="7" * 64, name="Sunday")
    while now_at.turn_seat is None or now_at.turn_seat.user_id != mina.pk:
        now_at = factories.step(now_at)
    return let_wait(now_at)


def let_wait(now_at: Snapshot, minutes: float = 3) -> Snapshot:
    """Nobody has been heard of for so long, and the turn has waited for so long."""
    then = timezone.now() - timedelta(minutes=minutes)
    Match.objects.filter(pk=now_at.match.id).update(turn_at=then)
    Seat.objects.filter(match=now_at.match.id).update(last_seen=then)
    return snapshot(now_at.table.id)


def test_a_turn_is_told_by_mail_once(mina: User, now_at: Snapshot) -> None:
    assert nudges.tick() == 1
    assert nudges.tick() == 0
    (sent,) = mail.outbox
    assert sent.to == ["mina@example.org"]
    assert sent.subject == "Your turn: Sunday"
    assert f"https://play.example.org/t/{now_at.table.code}/" in sent.body
    assert "https://play.example.org/me/" in sent.body
    assert Nudge.objects.get().user_id == mina.pk


def test_the_next_turn_is_told_again(mina: User, now_at: Snapshot) -> None:
    assert nudges.tick() == 1
    now_at = factories.step(now_at)
    while now_at.turn_seat is None or now_at.turn_seat.user_id != mina.pk:
        now_at = factories.step(now_at)
    assert nudges.tick() == 0  # it has just begun
    let_wait(now_at)
    assert nudges.tick() == 1
    assert len(mail.outbox) == 2


def test_a_push_says_the_table_and_nothing_of_a_hand(
    mina: User, now_at: Snapshot, service: PushService
) -> None:
    keys = service.subscribe(mina)
    assert nudges.tick() == 1
    ((path, headers, body),) = service.got
    assert path == "/1"
    message = keys.read(body)
    assert message == {
        "title": "Your turn",
        "body": "Sunday",
        "url": f"/t/{now_at.table.code}/",
        "tag": now_at.table.code,
        "icon": static("games/img/touch-icon.png"),
    }
    seat = now_at.seat_of(mina.pk)
    assert seat is not None
    for told in (json.dumps(message), f"{mail.outbox[0].subject} {mail.outbox[0].body}"):
        assert not any(tile in told for tile in factories.hand_of(now_at, seat))
    # Signed with the site's key, as the browser was told it.
    assert headers["authorization"].endswith(push_key.public_key())
    assert py_vapid.Vapid02.verify(headers["authorization"])
    assert len(body) < 4096


@pytest.mark.parametrize(("language", "subject"), [("ko", "ko"), ("ja", "ja"), ("", "en"), ("xx", "en")])
def test_everybody_is_told_in_their_own_language(
    mina: User, now_at: Snapshot, language: str, subject: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = []

    def told(text: str) -> str:
        seen.append(get_language())
        return text

    monkeypatch.setattr(nudges, "_", told)
    User.objects.update(language=language)
    nudges.tick()
    assert seen == [subject]


@pytest.mark.parametrize(
    "change",
    [
        lambda mina: User.objects.update(mail_turns=False),
        lambda mina: User.objects.update(email="", confirmed_email=""),
        lambda mina: User.objects.update(confirmed_email=""),
        lambda mina: User.objects.update(email="new@example.org"),
        lambda mina: User.objects.update(is_active=False),
        lambda mina: Seat.objects.update(stand_in=Seat.StandIn.CALLED),
        lambda mina: Seat.objects.update(last_seen=timezone.now() - timedelta(seconds=100)),
        lambda mina: Match.objects.update(turn_at=timezone.now() - timedelta(seconds=100)),
        lambda mina: Match.objects.update(turn_at=timezone.now() - timedelta(days=2)),
        lambda mina: Match.objects.update(status=Match.Status.PAUSED),
    ],
    ids=[
        *("did not ask", "no address", "not confirmed", "changed since", "blocked", "stand-in", "page open"),
        *("just begun", "long ago", "paused"),
    ],
)
def test_nobody_else_is_told(mina: User, now_at: Snapshot, change: object) -> None:
    assert callable(change)
    change(mina)
    assert nudges.tick() == 0
    assert mail.outbox == []


def test_who_has_a_push_is_told_there_while_the_address_is_not_confirmed(
    mina: User, now_at: Snapshot, service: PushService
) -> None:
    User.objects.update(confirmed_email="")
    service.subscribe(mina)
    assert nudges.tick() == 1
    assert len(service.got) == 1
    assert mail.outbox == []


def test_a_guest_may_be_told_by_push(now_at: Snapshot, service: PushService) -> None:
    ben = User.objects.get(name="Ben")
    service.subscribe(ben)
    while now_at.turn_seat is None or now_at.turn_seat.user_id != ben.pk:
        now_at = factories.step(now_at)
    let_wait(now_at)
    assert nudges.tick() == 1
    assert len(service.got) == 1
    assert mail.outbox == []


def test_without_a_mail_server_nobody_is_mailed(now_at: Snapshot, settings: Settings) -> None:
    settings.SENDS_MAIL = False
    assert nudges.tick() == 0
    assert mail.outbox == []


@pytest.mark.parametrize("status", [404, 410])
def test_a_dead_subscription_is_removed(
    mina: User, now_at: Snapshot, service: PushService, status: int
) -> None:
    service.subscribe(mina)
    service.status = status
    assert nudges.tick() == 1
    assert not PushSubscription.objects.exists()


def test_one_that_fails_often_is_given_up_and_one_that_works_again_is_not(
    mina: User, now_at: Snapshot, service: PushService
) -> None:
    service.subscribe(mina, "/1", failures=nudges.FAILURES_AT_MOST - 1)
    service.subscribe(mina, "/2", failures=1)
    PushSubscription.objects.create(user=mina, endpoint="http://127.0.0.1:9/closed", p256dh="x", auth="y")
    service.status = 500
    nudges.tick()
    assert sorted(PushSubscription.objects.values_list("failures", flat=True)) == [1, 2]
    service.status = 201
    let_wait(now_at)
    Nudge.objects.all().delete()
    nudges.tick()
    assert sorted(PushSubscription.objects.values_list("failures", flat=True)) == [0, 2]


def test_a_service_that_sends_us_elsewhere_is_not_followed(
    mina: User, now_at: Snapshot, service: PushService
) -> None:
    service.subscribe(mina)
    service.status = 302
    nudges.tick()
    assert [path for path, _headers, _body in service.got] == ["/1"]
    assert PushSubscription.objects.get().failures == 1


def test_two_clocks_tell_a_turn_once(mina: User, now_at: Snapshot, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second one has read the same turns before the first one stored that it tells them."""
    both_read = nudges._untold(timezone.now())
    assert nudges.tick() == 1
    monkeypatch.setattr(nudges, "_untold", lambda _now: both_read)
    assert nudges.tick() == 0
    assert len(mail.outbox) == 1


def test_who_came_or_moved_while_others_were_told_is_not_told(
    mina: User, now_at: Snapshot, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = nudges._untold(timezone.now())
    monkeypatch.setattr(nudges, "_untold", lambda _now: read)
    factories.step(now_at)
    assert nudges.tick() == 0
    assert not Nudge.objects.exists()


def test_a_mail_server_that_fails_costs_this_mail_only(
    mina: User,
    now_at: Snapshot,
    service: PushService,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def refuse(*_args: object) -> int:
        raise OSError("no mail for mina@example.org")

    monkeypatch.setattr(locmem.EmailBackend, "send_messages", refuse)
    service.subscribe(mina)
    assert nudges.tick() == 1
    assert len(service.got) == 1
    assert "A mail could not be sent" in caplog.text
    assert "mina@example.org" not in caplog.text


def test_a_seat_given_to_a_stand_in_is_told_when_it_is_taken_back(mina: User, now_at: Snapshot) -> None:
    seat = now_at.seat_of(mina.pk)
    assert seat is not None
    Seat.objects.filter(pk=seat.id).update(stand_in=Seat.StandIn.CALLED)
    assert nudges.tick() == 0
    back = standins.back(table_id=now_at.table.id, user_id=mina.pk)
    let_wait(back)
    assert nudges.tick() == 1


def test_the_task_survives_failures_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks: list[datetime] = []

    def failing() -> int:
        ticks.append(timezone.now())
        raise RuntimeError("the database is away")

    monkeypatch.setattr(nudges, "EVERY", 0.01)
    monkeypatch.setattr(nudges, "tick", failing)
    monkeypatch.setattr(nudges, "close_old_connections", failing)  # which is away for this, too

    async def a_while() -> None:
        task = asyncio.create_task(nudges.run())
        await asyncio.sleep(0.5)
        assert not task.done()
        task.cancel()

    asyncio.run(a_while())
    assert len(ticks) > 2


def test_old_rows_are_forgotten(mina: User) -> None:
    now = timezone.now()
    Nudge.objects.create(user=mina, match_id=1, turn_at=now)
    nudges.sweep(now)
    assert Nudge.objects.count() == 1
    nudges.sweep(now + nudges.KEPT + timedelta(seconds=1))
    assert not Nudge.objects.exists()


@pytest.mark.parametrize("tables", [1, 8])
def test_what_a_tick_asks_does_not_grow_with_what_was_told(mina: User, tables: int) -> None:
    for _number in range(tables):
        now_at = factories.playing_table([mina, factories.person("Ben")], seed="7" * 64)
        while now_at.turn_seat is None or now_at.turn_seat.user_id != mina.pk:
            now_at = factories.step(now_at)
        let_wait(now_at)
    assert nudges.tick() == tables
    with counted() as statements:
        assert nudges.tick() == 0
    assert len(statements) == 2
