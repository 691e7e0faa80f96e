"""What a table gives away besides its page: its score sheet, its link as a QR code, a finished match as a record."""

from __future__ import annotations

from io import BytesIO

import segno
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import mark_safe
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from games.push.pictures import sheet_html
from games.views.answers import facts_of, table_url


@require_safe
def sheet(request: HttpRequest, code: str) -> HttpResponse:
    """The score sheet as a page of its own, for pages without scripts and for printing."""
    now = facts_of(code)
    html = mark_safe(sheet_html(now, get_language()))
    context = {"name": now.table.name, "sheet": html, "url": table_url(now.table.code)}
    return render(request, "games/sheet_page.html", context)


@require_safe
def qr(request: HttpRequest, code: str) -> HttpResponse:
    """The table's link as a QR code: dark on light, whatever the theme, so that cameras read it."""
    link = request.build_absolute_uri(table_url(facts_of(code).table.code))
    picture = BytesIO()
    segno.make(link, error="m").save(
        picture, kind="svg", border=4, dark="#33271c", light="#fffaf1", xmldecl=False, omitsize=True
    )
    response = HttpResponse(picture.getvalue(), content_type="image/svg+xml")
    response["Cache-Control"] = "private, max-age=86400"
    return response
