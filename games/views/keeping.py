"""What the opener of a table may do with it as a whole: give it another name, close it. Pages that need no script."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games import forms, limits
from games.presenters.names import table_title
from games.presenters.refusals import refusal_sentence, refusal_text
from games.queries import Snapshot
from games.services import closing, tables
from games.services.errors import Code, Refused
from games.views.answers import facts_of, own_page, table_url, translated_out, user_id_of

_OF_THE_NAME = (Code.NAME_TOO_LONG, Code.NAME_CONTROL, Code.TOO_MANY, Code.BAD_FORM)


def is_opener(request: HttpRequest, now: Snapshot) -> bool:
    """Whether who asks opened this table."""
    user_id = user_id_of(request)
    return user_id is not None and user_id == now.table.opener_id


@require_http_methods(["GET", "HEAD", "POST"])
@translated_out
def rename(request: HttpRequest, code: str) -> HttpResponse:
    """The table's name to be changed, at any time; what is wrong with a new one stands below it."""
    now, user_id = _opened_by(request, code)
    if request.method != "POST":
        return _page(request, now, now.table.name)
    typed = request.POST.get("table_name", "")[:500]
    try:
        limits.spend(request, limits.Limit.RENAME)
        tables.rename_table(
            table_id=now.table.id, user_id=user_id, name=forms.text(request.POST, "table_name")
        )
    except Refused as refused:
        if refused.code not in _OF_THE_NAME:
            raise
        return _page(request, now, typed, refusal_sentence(refused.code, refused.details))
    return redirect(table_url(now.table.code))


@require_http_methods(["GET", "HEAD", "POST"])
@translated_out
def close(request: HttpRequest, code: str) -> HttpResponse:
    """Closing the table: what it means (GET), and doing it (POST)."""
    now, user_id = _opened_by(request, code)
    if request.method != "POST":
        return _closing_page(request, now)
    try:
        after = closing.close_table(table_id=now.table.id, user_id=user_id)
    except Refused as refused:
        if refused.code != Code.MATCH_RUNNING:
            raise
        return _closing_page(request, now, refusal_text(refused.code, refused.details))
    if after is None:
        messages.success(request, _("The table is gone, and so is its link."))
        return redirect("front")
    return redirect(table_url(after.table.code))


def _opened_by(request: HttpRequest, code: str) -> tuple[Snapshot, int]:
    """The facts of a table, and its opener, who asks; Refused NOT_OPENER for everybody else."""
    now, user_id = facts_of(code), user_id_of(request)
    if user_id is None or not is_opener(request, now):
        raise Refused(Code.NOT_OPENER, snapshot=now)
    return now, user_id


def _page(request: HttpRequest, now: Snapshot, typed: str, error: str = "") -> HttpResponse:
    context = {**_named(now), "typed": typed, "error": error}
    return own_page(render(request, "games/rename.html", context))


def _closing_page(request: HttpRequest, now: Snapshot, error: str = "") -> HttpResponse:
    user_id = user_id_of(request)
    others = any(seat.is_person and seat.user_id != user_id and not seat.has_left for seat in now.seats)
    began = closing.ever_began(now)
    context = {
        **_named(now),
        "error": error,
        "began": began,
        "others": others,
        "playing": began and now.match.unfinished and now.match.started_at is not None,
    }
    return own_page(render(request, "games/close.html", context))


def _named(now: Snapshot) -> dict[str, object]:
    return {
        "code": now.table.code,
        "name": table_title(now.table.name, now.table.code),
        "closed": now.table.closed_at is not None,
    }
