"""Carrying a seat to another device: the own private link with its QR code, and the page that such a link opens."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.csrf import CsrfViewMiddleware
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.utils.decorators import decorator_from_middleware
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games import links
from games.presenters.entries import match_entries
from games.presenters.refusals import refusal_text
from games.queries.lists import my_matches
from games.services.errors import Refused
from games.views.answers import table_url
from games.views.files import qr_image
from games.views.viewers import made_for_another, viewer_of
from lobby import carry
from lobby.errors import PersonCode, PersonRefused
from lobby.guests import signed_in
from lobby.models import User
from lobby.views.me import nothing_changed
from lobby.words import person_refusal

View = Callable[..., HttpResponseBase]


def private(view: View) -> View:
    """A page with somebody's private link: kept by nobody, told to nobody, in no index."""

    @wraps(view)
    def kept_private(request: HttpRequest, **more: str) -> HttpResponseBase:
        response = view(request, **more)
        add_never_cache_headers(response)
        response["X-Robots-Tag"] = "noindex, nofollow"
        return response

    return kept_private


def no_referrer(view: View) -> View:
    """A page whose own address is a private link: no other page is told of it."""

    @wraps(view)
    def untold(request: HttpRequest, **more: str) -> HttpResponseBase:
        response = view(request, **more)
        response["Referrer-Policy"] = "no-referrer"
        return response

    return untold


class _CsrfWithoutReferrer(CsrfViewMiddleware):
    """Django's check for forms on pages that send no referrer: browsers say there that their origin is "null".

    The token decides all the same: another site can say "null", but it cannot know the token.
    """

    def _origin_verified(self, request: HttpRequest) -> bool:
        return request.headers.get("Origin") == "null" or bool(super()._origin_verified(request))  # type: ignore[misc]


_csrf_without_referrer = decorator_from_middleware(_CsrfWithoutReferrer)


@require_safe
@private
def own_link(request: HttpRequest) -> HttpResponse:
    """One's own private link and its QR code, for a guest; the link is the same until there is a new one."""
    person = signed_in(request)
    link = "" if person is None or not person.is_guest else _address(request, carry.token_of(person))
    context = {"person": person, "link": link, "viewer": viewer_of(request)}
    return render(request, "lobby/carry.html", context)


@require_safe
@private
def own_qr(request: HttpRequest) -> HttpResponse:
    """The same as a QR code."""
    person = signed_in(request)
    if person is None or not person.is_guest:
        raise Http404
    return qr_image(_address(request, carry.token_of(person)))


@require_POST
@private
def fresh_link(request: HttpRequest) -> HttpResponse:
    """End the old link, and the sessions of all other devices."""
    if made_for_another(request, request.POST):
        return nothing_changed(request)
    try:
        carry.new_link(request)
    except (PersonRefused, Refused) as refused:
        return _refusal(request, refused)
    return redirect("carry")


# The order matters: Django's own check is left to ours, which runs inside of what marks the page as untold.
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
@private
@no_referrer
@_csrf_without_referrer
def carried(request: HttpRequest, token: str) -> HttpResponse:
    """What a private link opens: whose seats they are (GET), and taking them to this device (POST)."""
    try:
        if request.method == "POST":
            return _take(request, token)
        return _ask(request, token)
    except (PersonRefused, Refused) as refused:
        if refused.code == PersonCode.CONFIRM:
            return _ask(request, token)
        return _refusal(request, refused)


def _ask(request: HttpRequest, token: str) -> HttpResponse:
    guest = carry.guest_of(token)
    device = carry.device_of(request, guest)
    context = {
        "name": guest.name,
        "device": device.value,
        "me": signed_in(request),
        "matches": match_entries(my_matches(guest.pk)),
    }
    return render(request, "lobby/carried.html", context)


def _take(request: HttpRequest, token: str) -> HttpResponse:
    taken = carry.take(request, token, confirmed=request.POST.get("confirmed") == "1")
    if taken.link:
        # Shown once: the way back to the seats that could not be moved.
        context = {"link": _address(request, taken.link), "kept": taken.kept}
        return render(request, "lobby/carried_kept.html", context)
    return redirect(_where_to(signed_in(request)))


def _where_to(person: User | None) -> str:
    """To the one table where this person sits, else to the list of them."""
    matches = my_matches(person.pk) if person is not None else ()
    return table_url(matches[0].code) if len(matches) == 1 else reverse("front")


def _address(request: HttpRequest, token: str) -> str:
    return links.absolute(request, reverse("carried", args=[token]))


def _refusal(request: HttpRequest, refused: PersonRefused | Refused) -> HttpResponse:
    text = (
        person_refusal(refused.code)
        if isinstance(refused, PersonRefused)
        else refusal_text(refused.code, refused.details)
    )
    return render(request, "lobby/carry_refused.html", {"text": text})
