"""One's data as a file, and the end of an account or of a guest."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from games.presenters.entries import match_entries
from games.presenters.refusals import refusal_text
from games.queries.lists import my_matches
from games.services.errors import Refused
from games.views.viewers import made_for_another, viewer_of
from lobby.accounts import knows_password
from lobby.guests import signed_in
from lobby.leaving import delete_person
from lobby.models import User
from lobby.own_data import data_of
from lobby.views.me import nothing_changed, to_sign_in

FILE_NAME = "chicken-foot-my-data.json"


@require_safe
@never_cache
def data(request: HttpRequest) -> HttpResponse:
    """All that is stored about who asks, as JSON to be kept."""
    person = signed_in(request)
    if person is None:
        return to_sign_in(request)
    response = JsonResponse(data_of(person), json_dumps_params={"indent": 2, "ensure_ascii": False})
    response["Content-Disposition"] = f'attachment; filename="{FILE_NAME}"'
    return response


@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def delete(request: HttpRequest) -> HttpResponse:
    """What is deleted and what stays (GET); doing it (POST), with the password or, for a guest, a tick."""
    person = signed_in(request)
    if person is None:
        return to_sign_in(request)
    if request.method != "POST":
        return _ask(request, person)
    if made_for_another(request, request.POST):
        return nothing_changed(request)
    wrong = _what_is_missing(request, person)
    return _ask(request, person, wrong) if wrong else _delete(request, person)


def _what_is_missing(request: HttpRequest, person: User) -> str:
    """Why it is not done, "" if it may be."""
    if person.is_guest:
        return "" if request.POST.get("sure") == "1" else _("Tick the box if you are sure.")
    if person.is_staff:
        return _("This account works in admin: somebody else in charge has to delete it there.")
    known = knows_password(request, person, request.POST.get("password", ""))
    return "" if known else _("That is not the password of this account.")


def _delete(request: HttpRequest, person: User) -> HttpResponse:
    try:
        delete_person(person)
    except Refused as refused:
        return _ask(request, person, refusal_text(refused.code, refused.details))
    logout(request)
    messages.success(request, _("You are deleted here. Score sheets stay, without your name."))
    return redirect("front")


def _ask(request: HttpRequest, person: User, wrong: str = "") -> HttpResponse:
    context = {
        "person": person,
        "viewer": viewer_of(request),
        "matches": match_entries(my_matches(person.pk)),
        "wrong": wrong,
    }
    return render(request, "lobby/account_delete.html", context)
