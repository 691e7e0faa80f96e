"""The front page: playing at once, a new table, one's own matches, a table by its code, tables with free seats."""

from __future__ import annotations

import re
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games import forms
from games.presenters.entries import match_entries, open_entry
from games.presenters.showcase import front_layout
from games.queries import NoSuchTable, table_id_of
from games.queries.lists import my_matches
from games.queries.public import Wish, public_lists
from games.views.answers import own_page, table_url
from lobby.guests import signed_in

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
    person = signed_in(request)
    context = {
        "matches": match_entries(my_matches(person.pk)) if person is not None else [],
        "tables": [open_entry(table) for table in public_lists(Wish()).open],
        "known": person is not None,
        "typed": typed,
        "error": error,
        "key": forms.new_key(),
        "layout": front_layout(),
    }
    return own_page(render(request, "lobby/front.html", context))
