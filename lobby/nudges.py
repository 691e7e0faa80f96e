""" "Your turn" for matches over days: a mail or a push, once a turn, and none while the page is open."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import IntegrityError, close_old_connections
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from games.clock import Surviving
from games.presenters.names import table_title
from games.queries.turns import TurnWaiting, turns_waiting
from games.services.base import writing
from games.views.answers import table_url
from lobby import webpush
from lobby.models import Nudge, PushSubscription, User

# Whoever is at the page, or was a moment ago, sees it there.
QUIET: Final = timedelta(minutes=2)
# Older turns are not told any more: after days without a server nobody wants all of them at once.
LATEST: Final = timedelta(days=1)
KEPT: Final = timedelta(days=30)
EVERY: Final = 20.0
# A subscription that could not be reached so often in a row is given up.
FAILURES_AT_MOST: Final = 10
_ICON: Final = "games/img/touch-icon.png"


def tick(now: datetime | None = None) -> int:
    """Tell everybody who asked for it whose turn waits; returns how many turns were told.

    Nothing is locked while something is sent. Any number of these may run: a turn is claimed by a row that only one
    of them can store. A claimed turn whose sending fails is not told again.
    """
    now = now or timezone.now()
    told = 0
    for turn in _untold(now):
        if _still_waits(turn, now) and _claim(turn):
            _tell(turn)
            told += 1
    return told


def _untold(now: datetime) -> list[TurnWaiting]:
    waiting = turns_waiting(_who_asked(), began=now - LATEST, quiet=now - QUIET)
    if not waiting:
        return []
    rows = Nudge.objects.filter(turn_at__gt=now - LATEST).values_list("user_id", "match_id", "turn_at")
    known = set(rows)
    return [turn for turn in waiting if (turn.user_id, turn.match_id, turn.turn_at) not in known]


def _who_asked() -> QuerySet[User, int]:
    reachable = Q(Exists(PushSubscription.objects.filter(user=OuterRef("pk"))))
    if settings.SENDS_MAIL:
        reachable |= Q(mail_turns=True, confirmed_email=F("email")) & ~Q(email="")
    return User.objects.filter(reachable, is_active=True).values_list("pk", flat=True)


def _still_waits(turn: TurnWaiting, now: datetime) -> bool:
    """Sending to those before may have taken a while."""
    return turn in turns_waiting([turn.user_id], began=now - LATEST, quiet=now - QUIET)


def _claim(turn: TurnWaiting) -> bool:
    try:
        with writing():
            Nudge.objects.create(user_id=turn.user_id, match_id=turn.match_id, turn_at=turn.turn_at)
    except IntegrityError:
        return False  # another clock was quicker, or the person is gone
    return True


def _tell(turn: TurnWaiting) -> None:
    person = User.objects.filter(pk=turn.user_id).first()
    if person is None:
        return
    if settings.SENDS_MAIL and person.mail_turns and person.has_confirmed_email:
        _mail(person, turn)
    for subscription in PushSubscription.objects.filter(user=person):
        _push(subscription, person, turn)


def _mail(person: User, turn: TurnWaiting) -> None:
    with override(_language(person.language)):
        table = table_title(turn.table_name, turn.code)
        context = {
            "table": table,
            "link": settings.SITE_URL + table_url(turn.code),
            "site": settings.SITE_URL,
        }
        subject = _("Your turn: %(table)s") % {"table": table}
        body = render_to_string("lobby/mail/turn.txt", context)
    with Surviving("A mail could not be sent"):
        EmailMessage(" ".join(subject.split()), body, to=[person.email]).send()


def _push(subscription: PushSubscription, person: User, turn: TurnWaiting) -> None:
    with override(_language(subscription.language or person.language)):
        table = table_title(turn.table_name, turn.code)
        message = {
            "title": _("Your turn"),
            "body": table,
            "url": table_url(turn.code),
            "tag": turn.code,
            "icon": static(_ICON),
        }
    outcome = webpush.send(subscription, message)
    rows = PushSubscription.objects.filter(pk=subscription.pk)
    failures = subscription.failures + 1
    if outcome is webpush.Outcome.GONE or (
        outcome is webpush.Outcome.FAILED and failures >= FAILURES_AT_MOST
    ):
        rows.delete()
    elif outcome is webpush.Outcome.FAILED:
        rows.update(failures=failures)
    elif subscription.failures:
        rows.update(failures=0)


def _language(wanted: str) -> str:
    return wanted if wanted in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


def sweep(now: datetime) -> None:
    """Forget what was told long ago."""
    with writing():
        Nudge.objects.filter(sent_at__lt=now - KEPT).delete()


async def run() -> None:
    """Tell turns until cancelled, beside the clock and never in its way: in a thread of its own."""
    loop, swept_at = asyncio.get_running_loop(), 0.0
    with ThreadPoolExecutor(1, thread_name_prefix="nudges") as pool:
        while True:
            await asyncio.sleep(EVERY)
            sweeps = loop.time() - swept_at > 3600
            if await loop.run_in_executor(pool, _surviving, sweeps) and sweeps:
                swept_at = loop.time()


def _surviving(sweeps: bool) -> bool:
    """One tick; whatever goes wrong is logged, and the next one comes. Whether it went well."""
    with Surviving("Telling of turns failed") as fault:
        try:
            tick()
            if sweeps:
                sweep(timezone.now())
        finally:
            # A database that is gone may refuse even this, and nobody would notice that nothing is told any more.
            close_old_connections()
    return not fault.where
