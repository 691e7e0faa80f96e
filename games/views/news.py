"""Asking for news without a socket: a POST, because it may note that somebody is there."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from games import events, forms
from games.queries import Snapshot
from games.services import presence
from games.views.answers import answer, facts_of, translated_out, user_id_of


@require_POST
@translated_out
def news(request: HttpRequest, code: str) -> HttpResponse:
    """Nothing (204) if the page shows the newest version, else the message that brings it there."""
    now = facts_of(code)
    note_presence(now, user_id_of(request), forms.text(request.POST, "watch"))
    wake_if_overdue(now)
    if forms.version(request.POST) >= now.version:
        return HttpResponse(status=204)
    return answer(request, now)


def note_presence(now: Snapshot, user_id: int | None, watch_key: str) -> None:
    """A sign of life of a seat, or of a page that looks on under a key it made itself."""
    if now.seat_of(user_id) is not None and user_id is not None:
        presence.seen(table_id=now.table.id, user_id=user_id, facts=now)
    elif watch_key:
        presence.watch(table_id=now.table.id, key=watch_key)


def wake_if_overdue(now: Snapshot) -> None:
    """What should have been done by now is the clock's: tell it."""
    if now.due.at is not None and now.due.at <= now.now:
        events.wake_clock(now.due.at)
