"""Opening a table: at once against bots, or with everything chosen; and choosing anew while it waits."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games import forms, limits
from games.presenters.names import table_title
from games.presenters.refusals import refusal_text
from games.queries import Snapshot, host_of
from games.services import tables
from games.services.errors import Code, Refused
from games.views.answers import facts_of, own_page, refuse, table_url
from games.views.viewers import made_for_another, viewer_of
from lobby.guests import as_person, remember_name, signed_in
from lobby.language import in_language
from lobby.models import User
from lobby.new_table import NewTable, as_it_is, chosen, offer
from lobby.views.me import nothing_changed, tell_of_another


def _known_name(request: HttpRequest) -> str:
    person = signed_in(request)
    return person.name if person is not None else ""


def _opened(request: HttpRequest, key: str, name: str, do: Callable[[User], Snapshot]) -> HttpResponse:
    limits.spend(request, limits.Limit.OPEN)
    now = as_person(request, key=key, name=name, do=do)
    return redirect(table_url(now.table.code))


@require_POST
def play_now(request: HttpRequest) -> HttpResponse:
    """One press: a table with three bots, and the first round begins."""
    if made_for_another(request, request.POST):
        return nothing_changed(request, "front")
    # Whoever is in a hurry has no name yet; it can be changed at the table.
    name = _known_name(request) or _("Guest")
    try:
        key = forms.text(request.POST, "key")

        def do(person: User) -> Snapshot:
            return tables.play_now(user_id=person.pk, name=name, key=key, auto_draw=person.draw_for_me)

        return _opened(request, key, name, do)
    except Refused as refused:
        messages.error(request, refusal_text(refused.code, refused.details))
        return redirect("front")


@require_http_methods(["GET", "HEAD", "POST"])
def new_table(request: HttpRequest) -> HttpResponse:
    """The form of a new table; what is wrong stands beside its field, and nothing that was chosen is lost."""
    if request.method != "POST":
        return _new_form(request, _asked_for(request), forms.new_key())
    wanted, key = NewTable(), forms.new_key()
    try:
        key = forms.text(request.POST, "key")
        wanted = chosen(request.POST)
        if "language" in request.POST:
            return in_language(request, lambda: _new_form(request, wanted, key))
        if made_for_another(request, request.POST):
            tell_of_another(request)
            return _new_form(request, wanted, key)
        return _open(request, wanted, key)
    except Refused as refused:
        if refused.code in (Code.BAD_KEY, Code.KEY_USED):
            key = forms.new_key()
        return _new_form(request, wanted, key, refused)


def _asked_for(request: HttpRequest) -> NewTable:
    """A new table of the game in the address, if there is such a game."""
    usual = NewTable(name=_known_name(request))
    try:
        return NewTable(name=usual.name, game=chosen({"game": request.GET.get("game", usual.game)[:50]}).game)
    except Refused:
        return usual


def _open(request: HttpRequest, wanted: NewTable, key: str) -> HttpResponse:
    def do(person: User) -> Snapshot:
        return tables.open_table(
            user_id=person.pk,
            name=wanted.name,
            table_name=wanted.table_name,
            game=wanted.game,
            settings=wanted.settings,
            places=wanted.places,
            bots=wanted.bots,
            pace=wanted.pace,
            turn_clock=wanted.turn_clock,
            is_public=wanted.is_public,
            auto_draw=person.draw_for_me,
            key=key,
        )

    answer = _opened(request, key, wanted.name, do)
    person = signed_in(request)
    if person is not None:
        remember_name(person, wanted.name)
    return answer


def _new_form(
    request: HttpRequest, wanted: NewTable, key: str, refused: Refused | None = None
) -> HttpResponse:
    context = {**offer(wanted, refused), "key": key, "viewer": viewer_of(request), "code": ""}
    return own_page(render(request, "lobby/new_table.html", context))


@require_http_methods(["GET", "HEAD", "POST"])
def table_settings(request: HttpRequest, code: str) -> HttpResponse:
    """The same form for a table that waits, for its host: name, seats, rules, pace, who can come."""
    now = facts_of(code)
    try:
        _may_change(request, now)
    except Refused as refused:
        return refuse(request, code, refused)
    if request.method != "POST":
        return _change_form(request, now, as_it_is(now))
    wanted = as_it_is(now)
    try:
        wanted = chosen(request.POST)
        if "language" in request.POST:
            return in_language(request, lambda: _change_form(request, now, wanted))
        return _change(request, now, wanted)
    except Refused as refused:
        return _change_form(request, now, wanted, refused)


def _may_change(request: HttpRequest, now: Snapshot) -> None:
    """For looking at the form; posting it is checked again by the service."""
    person, host = signed_in(request), host_of(now)
    if person is None or now.seat_of(person.pk) is None:
        raise Refused(Code.NOT_SEATED, snapshot=now)
    if host is None or host.user_id != person.pk:
        raise Refused(Code.NOT_HOST, snapshot=now)


def _change(request: HttpRequest, now: Snapshot, wanted: NewTable) -> HttpResponse:
    person = signed_in(request)
    assert person is not None
    tables.change_table(
        table_id=now.table.id,
        user_id=person.pk,
        table_name=wanted.table_name,
        game=wanted.game,
        settings=wanted.settings,
        places=wanted.places,
        pace=wanted.pace,
        turn_clock=wanted.turn_clock,
        is_public=wanted.is_public,
    )
    return redirect(table_url(now.table.code))


def _change_form(
    request: HttpRequest, now: Snapshot, wanted: NewTable, refused: Refused | None = None
) -> HttpResponse:
    context = {
        **offer(wanted, refused),
        "code": now.table.code,
        "title": table_title(now.table.name, now.table.code),
    }
    return own_page(render(request, "lobby/new_table.html", context))
