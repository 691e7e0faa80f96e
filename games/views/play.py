"""Acting on one's turn: the one POST that a match is played with."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from games import forms
from games.services import play, presence
from games.services.errors import Code, Refused
from games.views.answers import answer, by_script, translated_out, user_id_of


@require_POST
@translated_out
def act(request: HttpRequest, code: str) -> HttpResponse:
    """Play, draw or pass, for the position that the page shows. The seat is that of the session's person."""
    user_id = user_id_of(request)
    if user_id is None:
        raise Refused(Code.NOT_SEATED)
    done = play.act(
        table=code,
        user_id=user_id,
        position=forms.position(request.POST),
        text=forms.action_text(request.POST),
        key=forms.text(request.POST, "key"),
    )
    if not by_script(request):
        # A page with scripts is heard by its socket or its polls; without them only by what it posts.
        presence.seen(table_id=done.snapshot.table.id, user_id=user_id, facts=done.snapshot)
    return answer(request, done.snapshot)
