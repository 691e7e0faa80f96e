"""The replay of a round that is over: a page at a position, and each other position as the parts that differ."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import override
from django.views.decorators.http import conditional_page, require_safe

from games import forms, links
from games.presenters.replay import frame
from games.push.replay import PARTS, position
from games.queries.past import NoSuchRound, PastRound, ended_rounds, past_round
from games.views.answers import known_games, own_page, user_id_of

# A position that was looked at is not asked for again for a while; after that its ETag says that it is the same.
_KEEP_SECONDS = 300


@require_safe
@known_games()
def replay(request: HttpRequest, code: str, match: int, number: int) -> HttpResponse:
    """The page of a round at the position in `at`, the number of actions made by then (else before the first)."""
    past = round_or_404(code, match, number)
    if code != past.table.code:
        address = reverse("replay", args=[past.table.code, match, number])
        return redirect(f"{address}?{request.GET.urlencode()}" if request.GET else address)
    at = min(forms.version(request.GET, "at"), past.last)
    here = reverse("replay", args=[code, match, number])
    context = {
        **frame(past, ended_rounds(past.match.id)),
        "at": at,
        "back": max(0, at - 1),
        "next": min(past.last, at + 1),
        "parts": position(past, at),
        "here": here,
        "link": links.absolute(request, here),
        "letter": _own_letter(request, past),
    }
    return own_page(render(request, "games/replay/page.html", context))


@require_safe
@conditional_page
@known_games()
def replay_at(request: HttpRequest, code: str, match: int, number: int, at: int) -> HttpResponse:
    """The parts of one position, in the language of the page that asks. They never change."""
    past = round_or_404(code, match, number)
    if at > past.last:
        raise Http404
    with override(forms.language(request.GET)):
        parts = position(past, at)
    response = HttpResponse("".join(parts[name] for name in PARTS))
    patch_cache_control(response, private=True, max_age=_KEEP_SECONDS)
    return response


def _own_letter(request: HttpRequest, past: PastRound) -> str:
    """The seat that whoever asks had in this match, "" for everybody else. Bots belong to nobody."""
    user_id = user_id_of(request)
    own = (seat.letter for seat in past.seats if user_id is not None and seat.user_id == user_id)
    return next(own, "")


def round_or_404(code: str, match: int, number: int) -> PastRound:
    """A round that is over; Http404 for one that is not, or that there is none of."""
    try:
        return past_round(code, match, number)
    except NoSuchRound:
        raise Http404 from None
