"""What a table gives away besides its page: its score sheet, its link as a QR code, a finished match as a record."""

from __future__ import annotations

from io import BytesIO

import segno
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import mark_safe
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from games import forms, links
from games.presenters.names import table_title
from games.presenters.sheet import hands
from games.push.pictures import sheet_html
from games.queries.history import Played
from games.views.answers import facts_of, known_games, table_url
from games.views.history import record_response


@require_safe
def sheet(request: HttpRequest, code: str) -> HttpResponse:
    """The score sheet as a page of its own, with what everybody had left in each round and the seeds."""
    now = facts_of(code)
    context = {
        "name": table_title(now.table.name, now.table.code),
        "sheet": mark_safe(sheet_html(now, get_language())),
        "hands": hands(Played.of(now)),
        "url": table_url(now.table.code),
        "code": now.table.code,
        "number": now.match.number,
    }
    return render(request, "games/sheet_page.html", context)


@require_safe
def qr(request: HttpRequest, code: str) -> HttpResponse:
    """The table's link as a QR code."""
    response = qr_image(links.absolute(request, table_url(facts_of(code).table.code)))
    response["Cache-Control"] = "private, max-age=300"
    return response


def qr_image(link: str) -> HttpResponse:
    """A link as a QR code: dark on light, whatever the theme, so that cameras read it.

    Its quiet zone is only half as wide as the norm asks: the page adds the other half.
    """
    picture = BytesIO()
    segno.make(link, error="m").save(
        picture, kind="svg", border=2, dark="#33271c", light="#fffaf1", xmldecl=False, omitsize=True
    )
    return HttpResponse(picture.getvalue(), content_type="image/svg+xml")


@require_safe
@known_games()
def record(request: HttpRequest, code: str) -> HttpResponse:
    """A match that is over as a file: the one with the number in `match`, else the newest. 404 while it is played."""
    now = facts_of(code)
    newest = now.match.number if now.match.over else now.match.number - 1
    number = forms.version(request.GET, "match") or newest
    return record_response(now.table.code, number)
