"""The front page: playing at once, a new table, one's own matches, a table by its code, public tables."""

from __future__ import annotations

import re
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games import forms
from games.presenters.narrowing import narrowing, wish_fields
from games.presenters.showcase import front_layout
from games.queries import NoSuchTable, table_id_of
from games.queries.public import options
from games.views.answers import own_page, table_url
from games.views.viewers import viewer_of
from lobby.guests import signed_in
from lobby.lists import Asked, live_lists

# Somebody may paste the whole link where the code is asked for.
_IN_A_LINK: Final = re.compile(r"/t/([0-9A-Za-z]{1,32})(?:[/?#]|$)")
_BETWEEN: Final = re.compile(r"[\s\-–·.]+")


@require_safe
def front(request: HttpRequest) -> HttpResponse:
    """The front page; looking at it writes nothing."""
    return _page(request)


@require_safe
def by_code(request: HttpRequest) -> HttpResponse:
    """To the table with the code that was typed or pasted; an unknown one stays in its field."""
    typed = forms.text(request.GET, "code") if len(request.GET.get("code", "")) <= 200 else ""
    code = read_code(typed)
    if not code:
        return _page(request, typed, _("Type the code of the table: eight letters and digits."))
    try:
        table_id_of(code)
    except NoSuchTable:
        return _page(request, typed, _("There is no table with this code. Please look at it again."))
    return redirect(table_url(code))


def read_code(typed: str) -> str:
    """A table's code out of what somebody typed or pasted, in upper case; "" if there is none in it."""
    link = _IN_A_LINK.search(typed)
    return (link[1] if link else _BETWEEN.sub("", typed)).upper()


def _page(request: HttpRequest, typed: str = "", error: str = "") -> HttpResponse:
    asked = Asked.of(request.GET)
    context = {
        **_lists(request, asked),
        "rows": narrowing(options(), asked.wish),
        "narrowed": bool(wish_fields(asked.wish)),
        "refresh": f"?{asked.query()}",
        "typed": typed,
        "error": error,
        "key": forms.new_key(),
        "viewer": viewer_of(request),
        "layout": front_layout(),
    }
    return own_page(render(request, "lobby/front.html", context))


def _lists(request: HttpRequest, asked: Asked) -> dict[str, object]:
    lists = live_lists(signed_in(request), asked)
    query = asked.query(lang=get_language() or "", v=str(lists["v"]))
    return {**lists, "url": f"{reverse('lobby-lists')}?{query}"}


@require_safe
def lists(request: HttpRequest) -> HttpResponse:
    """The lists alone, for a page that looks again; nothing (204) if it shows these (`v`) already."""
    # In the language of the page that asks, whatever another one has chosen since.
    with override(forms.language(request.GET)):
        context = _lists(request, Asked.of(request.GET))
        if request.GET.get("v") == context["v"]:
            return own_page(HttpResponse(status=204))
        return own_page(render(request, "lobby/front_lists.html", context))
