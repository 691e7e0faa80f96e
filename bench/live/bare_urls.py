"""(i): one address that reads and writes what an action does, with nothing thought in between."""

from __future__ import annotations

from dataclasses import asdict

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import path
from django.utils import timezone
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_POST

from games.models import Action, Match, Round
from games.queries import snapshot_and_repeat
from games.queries.snapshots import states
from games.rules.state_json import to_json
from games.services.base import lock_at, writing
from games.services.due import plan

# As long as the poses of an ordinary tile are.
_POSES = {"wide": [[-1.234, 5.678, 345]], "square": [[-5.678, 1.234, 300]]}


@require_POST
def act(request: HttpRequest, table_id: int) -> HttpResponse:
    """Session, user, table, seats; lock, log, position, match; announced after the commit."""
    assert request.user.is_authenticated
    key, now = request.POST["key"], timezone.now()
    before, _repeat = snapshot_and_repeat(table_id, key)
    assert before.state is not None
    with writing():
        if not lock_at(table_id, before.version, {**asdict(plan(before)), "objection_at": None}):
            return HttpResponse(status=409)
        Action.objects.create(
            table_id=table_id,
            round_id=before.round.id,
            ply=before.round.ply,
            seat=before.round.ply % len(before.seats),
            kind=Action.Kind.PLAY,
            text="9-3@9-9",
            poses=_POSES,
            by=Action.By.PERSON,
            user_id=request.user.pk,
            key=key,
            at=now,
        )
        ply = before.round.ply + 1
        Round.objects.filter(pk=before.round.id).update(state=to_json(before.state), ply=ply)
        Match.objects.filter(pk=before.match.id).update(turn=before.match.turn, turn_at=now)
    # As in earnest the next one finds the position remembered.
    states.put((before.round.id, before.round.commitment, ply), before.state)
    return JsonResponse({"v": before.version + 1})


@ensure_csrf_cookie
def token(request: HttpRequest) -> HttpResponse:
    """The cookie with the token."""
    return HttpResponse()


urlpatterns = [path("bare/<int:table_id>/", act), path("", token)]
