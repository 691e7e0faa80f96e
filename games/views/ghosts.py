"""The ghosts of the lit ends, asked for by the page of the person to move once its turn is shown."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from games.drawing import number
from games.presenters.hand import end_id
from games.services.ghosts import ghosts as ghosts_of
from games.views.answers import facts_of, user_id_of


@require_safe
def ghosts(request: HttpRequest, code: str) -> HttpResponse:
    """By tile and end the poses "x y angle" in the wide and the square picture, for the seat's own tiles only."""
    now = facts_of(code)
    places: dict[str, dict[str, list[str]]] = {}
    for play, poses in ghosts_of(now, user_id_of(request)).items():
        ends = places.setdefault(str(play.tile), {})
        ends[end_id(play.node, play.arm)] = [f"{number(x)} {number(y)} {angle}" for x, y, angle in poses]
    response = JsonResponse({"v": now.version, "ply": now.round.ply, "places": places})
    response["Cache-Control"] = "no-store"
    return response
