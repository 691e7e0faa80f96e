"""The pages on which anybody checks the deals of rounds that are over, in their own browser."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.presenters.deal_check import match_context, round_context
from games.queries.claims import Claimed, claimed
from games.queries.past import NoSuchRound
from games.views.answers import known_games, own_page


@require_safe
@known_games()
def deal_check(request: HttpRequest, code: str, match: int, number: int) -> HttpResponse:
    """One round: its seed, commitment, hands and draws, and what the seed says of them."""
    found = _found_or_404(code, match, number)
    if code != found.table.code:
        return redirect(reverse("deal-check", args=[found.table.code, match, number]))
    return own_page(render(request, "games/check/round.html", round_context(found)))


@require_safe
@known_games()
def match_check(request: HttpRequest, code: str, match: int) -> HttpResponse:
    """All rounds of a match that are over, at once."""
    found = _found_or_404(code, match, None)
    if code != found.table.code:
        return redirect(reverse("match-check", args=[found.table.code, match]))
    return own_page(render(request, "games/check/match.html", match_context(found)))


def _found_or_404(code: str, match: int, number: int | None) -> Claimed:
    try:
        return claimed(code, match, number)
    except NoSuchRound:
        raise Http404 from None
