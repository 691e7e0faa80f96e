"""The past of a table: the lasting page of each match, its score sheet and its record as files, all of its matches."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from games import forms
from games.presenters.family_page import family_page
from games.presenters.filters import choice_of, span_of, year_of
from games.presenters.past_match import past_match
from games.presenters.records import record_text
from games.presenters.sheet_csv import sheet_csv
from games.queries import NoSuchTable
from games.queries.archive import table_matches
from games.queries.families import family, years_of
from games.queries.history import NoSuchMatch, Played, dropped_round, played, table_of
from games.queries.records import NoSuchRecord
from games.views.answers import known_games, own_page, user_id_of


@require_safe
@known_games()
def match(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Everything about a match that has begun; of one that is played only the rounds that are over."""
    now = _played(code, number)
    if code != now.table.code:
        return redirect("match", now.table.code, number)
    context = past_match(now, dropped_round(now.match), user_id_of(request))
    return own_page(render(request, "games/history/match.html", context))


@require_safe
def all_matches(request: HttpRequest, code: str) -> HttpResponse:
    """The standing family table of a table and its matches, of one year or of all of them."""
    try:
        table = table_of(code)
    except NoSuchTable:
        raise Http404 from None
    if code != table.code:
        return redirect("table-history", table.code)
    year, before = year_of(request.GET), forms.version(request.GET, "before") or None
    span, viewer_id = span_of(year), user_id_of(request)
    members = family(table.id, span)
    games = list(dict.fromkeys(member.game for member in members))
    game = choice_of(request.GET, "game", games) or next(iter(games), "")
    page = table_matches(table.id, game=game if len(games) > 1 else "", span=span, before=before)
    context = family_page(
        table,
        members,
        page,
        year=year,
        years=years_of(table.id),
        game=game,
        before=before,
        viewer_id=viewer_id,
    )
    return own_page(render(request, "games/history/table.html", context))


@require_safe
@known_games()
def sheet_file(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """The score sheet of a match that is over as CSV, for spreadsheets."""
    now = _played(code, number)
    if not now.match.over:
        raise Http404
    return _download(sheet_csv(now), "text/csv; charset=utf-8", f"{now.table.code}-{number}.csv")


@require_safe
@known_games()
def record_file(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """The record of a match that is over."""
    return record_response(code, number)


def record_response(code: str, number: int) -> HttpResponse:
    """The record of a match as a file to keep; Http404 unless it is over."""
    try:
        text = record_text(code, number)
    except NoSuchRecord:
        raise Http404 from None
    return _download(text, "application/json", f"{code.upper()}-{number}.json")


def _download(text: str, kind: str, name: str) -> HttpResponse:
    response = HttpResponse(text, content_type=kind)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["X-Robots-Tag"] = "noindex"
    return response


def _played(code: str, number: int) -> Played:
    try:
        return played(code, number)
    except NoSuchMatch:
        raise Http404 from None
