"""The page of a table in every stage, alone or around everything: built from the database, changing nothing."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, override
from django.views.decorators.http import require_safe

from games import forms, links
from games.presenters.names import table_title
from games.push.pages import stage_context, stage_template
from games.push.pictures import picture
from games.push.render import CSRF_PLACE
from games.queries import Snapshot
from games.views.answers import facts_of, own_page, table_url, user_id_of
from games.views.keeping import is_opener
from games.views.news import wake_if_overdue
from games.views.viewers import FIELD, viewer_of


@require_safe
def table_page(request: HttpRequest, code: str) -> HttpResponse:
    """The page behind a table's link: waiting, playing, scores or the end, whatever is the case."""
    now = facts_of(code)
    if code != now.table.code:
        return redirect(table_url(now.table.code))
    wake_if_overdue(now)
    name = table_title(now.table.name, now.table.code)
    context = {"name": name, "main": main_html(request, now)}
    return own_page(render(request, "games/table.html", context))


@require_safe
def table_main(request: HttpRequest, code: str) -> HttpResponse:
    """The stage alone, for a page that has to catch up; nothing (204) if it shows the version in `v` already."""
    now = facts_of(code)
    wake_if_overdue(now)
    if forms.version(request.GET) == now.version and request.GET.get(FIELD, "") == viewer_of(request):
        return HttpResponse(status=204)
    # In the language of the page that asks, whatever another one has chosen since.
    with override(forms.language(request.GET)):
        return own_page(HttpResponse(main_html(request, now)))


def main_html(request: HttpRequest, now: Snapshot) -> SafeString:
    """The `<main>` of a table for whoever asks."""
    shown = picture(now, user_id_of(request), get_language())
    share = links.absolute(request, table_url(now.table.code))
    context = {
        **stage_context(shown, share, forms.new_key()),
        FIELD: viewer_of(request),
        "opener": is_opener(request, now),
    }
    html = render_to_string(stage_template(shown.public.stage), context, request)
    return mark_safe(html.replace(CSRF_PLACE, get_token(request)))
