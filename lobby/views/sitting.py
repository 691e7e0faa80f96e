"""Sitting down at a table that is there: the verbs that may make a guest."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from games import forms, limits
from games.queries import Snapshot
from games.services import matches, places, presence
from games.views.answers import answer, by_script, facts_of, translated_out, user_id_of
from lobby.guests import as_person, remember_name, signed_in
from lobby.models import User

Sit = Callable[[User, int, forms.Fields], Snapshot]


def _join(person: User, table_id: int, fields: forms.Fields) -> Snapshot:
    return places.join(
        table_id=table_id,
        user_id=person.pk,
        name=forms.text(fields, "name") or person.name,
        key=forms.text(fields, "key"),
        place=forms.optional_whole(fields, "place"),
        auto_draw=person.draw_for_me,
    )


def _take_over(person: User, table_id: int, fields: forms.Fields) -> Snapshot:
    return places.take_over(
        table_id=table_id,
        user_id=person.pk,
        name=forms.text(fields, "name") or person.name,
        place=forms.whole(fields, "place"),
        key=forms.text(fields, "key"),
        auto_draw=person.draw_for_me,
    )


def _again(person: User, table_id: int, fields: forms.Fields) -> Snapshot:
    return matches.again(
        table_id=table_id,
        user_id=person.pk,
        name=forms.text(fields, "name") or person.name,
        match=forms.whole(fields, "match"),
        key=forms.text(fields, "key"),
        auto_draw=person.draw_for_me,
    )


_SITS: Final[Mapping[str, Sit]] = {"join": _join, "takeover": _take_over, "again": _again}
VERBS: Final = tuple(_SITS)


@require_POST
@translated_out
def sit(request: HttpRequest, code: str, verb: str) -> HttpResponse:
    """Take a place (`join`), a bot's or a left stand-in's seat (`takeover`), or play again (`again`).

    A stranger becomes a guest by it.
    """
    now = facts_of(code)
    limits.spend(request, limits.Limit.JOIN)
    before = now.seat_of(user_id_of(request))
    name, key = forms.text(request.POST, "name"), forms.text(request.POST, "key")

    def do(person: User) -> Snapshot:
        return _SITS[verb](person, now.table.id, request.POST)

    after = as_person(request, key=key, name=name, do=do)
    person = signed_in(request)
    if name and person is not None:
        remember_name(person, name)
    if before is None:
        presence.unwatch(table_id=now.table.id, key=forms.text(request.POST, "watch"))
    if before is None and by_script(request):
        # The page and its socket belong to somebody who watches: it has to be loaded anew. What is no message
        # tells its script so.
        return HttpResponse(content_type="text/plain")
    return answer(request, after)
