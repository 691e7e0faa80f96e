"""One's own matches and figures, and the public page of who wants one."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from games import forms
from games.presenters.person_history import history_page, wanted_of
from games.presenters.statistics import statistics
from games.queries.archive import Page, Wanted, first_began, past_matches
from games.queries.statistics import tallies
from games.views.answers import own_page
from games.views.viewers import made_for_another, viewer_of
from lobby.guests import signed_in
from lobby.profiles import hide_profile, profile_of, show_profile
from lobby.views.me import nothing_changed

_NOTHING = Page((), None)


@require_safe
def my_history(request: HttpRequest) -> HttpResponse:
    """The matches of whoever asks that are over, guests too; somebody nobody knows is told what will stand here."""
    person, before = signed_in(request), _before(request)
    page, first = _NOTHING, None
    if person is not None:
        page = past_matches(person.pk, wanted_of(request.GET), before)
        first = first_began(person.pk)
    context = history_page(page, request.GET.dict(), first=first, before=before)
    more = {"viewer": viewer_of(request), "key": forms.new_key()}
    return own_page(render(request, "lobby/mine/history.html", {**context, **more}))


@require_safe
def my_statistics(request: HttpRequest) -> HttpResponse:
    """The figures of whoever asks, each with its definition."""
    person = signed_in(request)
    found = () if person is None else tallies(person.pk)
    context = {
        **statistics(found, request.GET.get("game", "")),
        "person": person,
        "viewer": viewer_of(request),
        "key": forms.new_key(),
    }
    return own_page(render(request, "lobby/mine/statistics.html", context))


@require_POST
def my_profile(request: HttpRequest) -> HttpResponse:
    """Switch one's public page on (`show` is "1") or off; only accounts have one."""
    person = signed_in(request)
    if made_for_another(request, request.POST):
        return nothing_changed(request)
    if person is not None:
        if request.POST.get("show") == "1":
            show_profile(person)
        else:
            hide_profile(person)
    return redirect("my-statistics")


@require_safe
def profile(request: HttpRequest, slug: str) -> HttpResponse:
    """The public page of a person: name, figures, matches at public tables. 404 unless it is switched on."""
    person = profile_of(slug)
    if person is None:
        raise Http404
    before = _before(request)
    page = past_matches(person.pk, Wanted(public_only=True), before)
    figures = statistics(tallies(person.pk), request.GET.get("game", ""))
    listed = history_page(page, {}, first=None, before=before)
    context = {**listed, **figures, "games": figures["games"], "name": person.name}
    return own_page(render(request, "lobby/mine/profile.html", context))


def _before(request: HttpRequest) -> int | None:
    return forms.version(request.GET, "before") or None
