"""Web push from the browser's side: the service worker, asking for it and ending it."""

from __future__ import annotations

from functools import cache
from http import HTTPStatus
from pathlib import Path

from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST, require_safe

from games.services.errors import Code, Refused
from games.views.viewers import made_for_another
from lobby import subscriptions
from lobby.guests import signed_in


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """The worker's script, at the top of the site: from there it is allowed to open every page of it."""
    response = HttpResponse(_script(), content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    return response


@cache
def _script() -> str:
    path = finders.find("lobby/sw.js")
    assert path is not None
    return Path(path).read_text(encoding="utf-8")


@require_POST
def subscribe(request: HttpRequest) -> HttpResponse:
    """This browser wants to be told of its person's turns (204); 400 for what is no subscription, 403 for nobody."""
    person = signed_in(request)
    if person is None or made_for_another(request, request.POST):
        return HttpResponse(status=HTTPStatus.FORBIDDEN)
    fields = {name: request.POST.get(name, "") for name in ("endpoint", "p256dh", "auth")}
    try:
        done = subscriptions.subscribe(person, request.session, **fields)
    except Refused as refused:
        if refused.code != Code.NO_SUCH_PERSON:
            raise
        return HttpResponse(status=HTTPStatus.FORBIDDEN)
    return HttpResponse(status=HTTPStatus.NO_CONTENT if done else HTTPStatus.BAD_REQUEST)


@require_POST
def unsubscribe(request: HttpRequest) -> HttpResponse:
    """It does not any more (204)."""
    person = signed_in(request)
    if person is None or made_for_another(request, request.POST):
        return HttpResponse(status=HTTPStatus.FORBIDDEN)
    subscriptions.unsubscribe(person, request.session, endpoint=request.POST.get("endpoint", ""))
    return HttpResponse(status=HTTPStatus.NO_CONTENT)


@require_POST
def unsubscribe_all(request: HttpRequest) -> HttpResponse:
    """No browser of this person does any more; back to their page."""
    person = signed_in(request)
    if person is not None and not made_for_another(request, request.POST):
        subscriptions.unsubscribe_all(person)
    return redirect("me")
