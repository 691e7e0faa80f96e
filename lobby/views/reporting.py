"""Reporting a name at a table: to the person in charge of the site, seen by nobody else."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games import forms
from games.limits import Limit, spend
from games.presenters.names import shown_letter, shown_name, table_title
from games.presenters.refusals import refusal_text
from games.queries import Snapshot
from games.services.errors import Code, Refused
from games.views.answers import facts_of, own_page, table_url
from lobby.guests import signed_in
from lobby.reports import REMARK_AT_MOST, can_be_reported, report_name


@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, code: str) -> HttpResponse:
    """The seats with their names, one to choose, and room for a remark; thanks once it is sent."""
    now = facts_of(code)
    if request.method != "POST":
        return _page(request, now)
    try:
        _report(request, now)
    except Refused as refused:
        return _page(request, now, _why(refused))
    messages.success(request, _("Thank you. The person in charge of this site will look at this name."))
    return redirect(table_url(now.table.code))


def _report(request: HttpRequest, now: Snapshot) -> None:
    place = forms.whole(request.POST, "place")
    remark = _remark(request)
    spend(request, Limit.REPORT)
    report_name(now, place=place, remark=remark, by=signed_in(request))


def _remark(request: HttpRequest) -> str:
    """The remark, each new line in it as the one sign that the browser counted it as."""
    return forms.text(request.POST, "remark").replace("\r\n", "\n")


def _why(refused: Refused) -> str:
    if refused.code in (Code.BAD_FORM, Code.PLACE_FREE):
        return _("Choose one of the names, and keep the remark short.")
    return refusal_text(refused.code, refused.details)


def _page(request: HttpRequest, now: Snapshot, error: str = "") -> HttpResponse:
    person = signed_in(request)
    seats = can_be_reported(now, None if person is None else person.pk)
    context = {
        "code": now.table.code,
        "table": table_title(now.table.name, now.table.code),
        "seats": [
            {"place": str(seat.number), "letter": shown_letter(seat), "name": shown_name(seat)}
            for seat in seats
        ],
        "chosen": request.POST.get("place", ""),
        "remark": request.POST.get("remark", "")[:REMARK_AT_MOST],
        "most": REMARK_AT_MOST,
        "error": error,
    }
    return own_page(render(request, "lobby/report.html", context))
