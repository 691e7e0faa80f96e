"""How a table answers: with a page, with the message that brings a page up to date, or with a redirect to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import wraps
from http import HTTPStatus
from typing import Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import translation
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext

from games import forms
from games.presenters.names import knows, says_unknown_game
from games.presenters.refusals import refusal_sentence, refusal_text
from games.push.facts import keep
from games.push.messages import message, refused_part, reload
from games.push.pictures import picture, remembered
from games.queries import NoSuchTable, Snapshot, snapshot
from games.services.errors import Code, Refused
from games.views.viewers import made_for_another, viewer_part

_STATUS: Final[Mapping[str, HTTPStatus]] = {
    Code.STALE: HTTPStatus.CONFLICT,
    Code.KEY_USED: HTTPStatus.CONFLICT,
    Code.BUSY: HTTPStatus.CONFLICT,
    Code.NOT_SEATED: HTTPStatus.FORBIDDEN,
    Code.NOT_HOST: HTTPStatus.FORBIDDEN,
    Code.NOT_OPENER: HTTPStatus.FORBIDDEN,
    Code.LEFT: HTTPStatus.FORBIDDEN,
    Code.BLOCKED: HTTPStatus.FORBIDDEN,
    Code.BAD_KEY: HTTPStatus.BAD_REQUEST,
    Code.BAD_FORM: HTTPStatus.BAD_REQUEST,
    Code.TOO_FAST: HTTPStatus.TOO_MANY_REQUESTS,
    Code.TOO_MANY: HTTPStatus.TOO_MANY_REQUESTS,
}


def user_id_of(request: HttpRequest) -> int | None:
    """Who asks, by the session; None for somebody who never sat down."""
    return request.user.pk if request.user.is_authenticated else None


# What the page of a 404 is told where there is a table, but of a game that this release does not know.
UNKNOWN_GAME: Final = "unknown game"


def facts_of(code: str) -> Snapshot:
    """The facts of a table by its code; Http404 if there is none, or nobody here knows its game."""
    try:
        now = snapshot(code)
    except NoSuchTable:
        raise Http404 from None
    if not knows(now.match.game):
        raise Http404(UNKNOWN_GAME)
    return keep(now)


@contextmanager
def known_games() -> Iterator[None]:
    """For a page of the past, as its decorator: Http404 where nobody here knows the game any more."""
    try:
        yield
    except Exception as error:
        if says_unknown_game(error):
            raise Http404(UNKNOWN_GAME) from None
        raise


def table_url(code: str) -> str:
    """The address of a table: the link that is sent around."""
    return f"/t/{code}/"


def by_script(request: HttpRequest) -> bool:
    """Whether a script asks, which takes a message, and not a browser that wants a page."""
    return "application/json" in request.headers.get("Accept", "")


def answer(request: HttpRequest, now: Snapshot) -> HttpResponse:
    """What was asked for is done: the facts after it."""
    if not by_script(request):
        return redirect(table_url(now.table.code))
    return _json(update(request, now), HTTPStatus.OK)


def refuse(request: HttpRequest, code: str, refused: Refused) -> HttpResponse:
    """Nothing was changed: a sentence that says why, with the table as it is now. `code` is the table's.

    Raises Http404 if there is no such table.
    """
    now = keep(refused.snapshot) if refused.snapshot is not None else facts_of(code)
    if not by_script(request):
        messages.error(request, refusal_text(refused.code, refused.details))
        return redirect(table_url(now.table.code))
    language = forms.language(request.POST)
    with translation.override(language):
        said = refused_part(refused.code, refusal_sentence(refused.code, refused.details))
    return _json(update(request, now, said), _status(request, refused))


def _status(request: HttpRequest, refused: Refused) -> HTTPStatus:
    # Browsers write every answer but a good one on their console. A page's own script asks not to have that: it
    # reads in the message that it was refused.
    if "X-Quiet" in request.headers:
        return HTTPStatus.OK
    return _STATUS.get(refused.code, HTTPStatus.UNPROCESSABLE_ENTITY)


def update(request: HttpRequest, now: Snapshot, extra: str = "") -> str:
    """The message that brings the page that asks from the version it shows (field `v`) to these facts."""
    language, user_id = forms.language(request.POST), user_id_of(request)
    shown = remembered(now.table.code, forms.version(request.POST), language, user_id)
    if shown is None:
        # Not rendered by this process: the page will ask for the whole stage, so nothing is rendered for it here.
        return reload(keep(now).version, extra)
    return message(shown, picture(now, user_id, language), extra)


def _not_for_you(request: HttpRequest, code: str) -> HttpResponse:
    """Somebody else signed in in this browser since the page was made: nothing is done, it has to be made anew."""
    if not by_script(request):
        messages.error(
            request,
            gettext(
                "Somebody else has signed in in this browser since this page was opened. Nothing was done."
            ),
        )
        return redirect(table_url(code))
    return _json(reload(facts_of(code).version, viewer_part(request)), HTTPStatus.OK)


def _json(body: str, status: HTTPStatus) -> HttpResponse:
    response = HttpResponse(body, status=status, content_type="application/json")
    response["Cache-Control"] = "no-store"
    return response


def own_page(response: HttpResponse) -> HttpResponse:
    """A page with somebody's matches, hand or key in it: for this browser only, and asked for again each time."""
    patch_cache_control(response, private=True, no_cache=True)
    return response


def translated_out(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A view of a table (request, code, …) that may raise Refused."""

    @wraps(view)
    def answering(request: HttpRequest, code: str, **more: str) -> HttpResponse:
        if made_for_another(request, request.POST):
            return _not_for_you(request, code)
        try:
            return view(request, code, **more)
        except Refused as refused:
            return refuse(request, code, refused)
        except NoSuchTable:
            # Closed for good between what was done and reading what became of it.
            raise Http404 from None

    return answering
