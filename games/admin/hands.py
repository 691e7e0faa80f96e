"""The hands of a round that is being played: with a permission of its own, for a reason, and never unnoticed."""

from __future__ import annotations

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.admin.decisions import staff_id
from games.admin.links import row_address
from games.models import Round
from games.presenters.names import shown_name
from games.presenters.refusals import refusal_text
from games.queries.hands import OpenHands
from games.services import office
from games.services.errors import Refused

PERMISSION = "games.look_at_hands"


class ReasonForm(forms.Form):
    """Why somebody has to look."""

    reason = forms.CharField(
        label=gettext_lazy("Why do you have to look?"),
        min_length=10,
        max_length=300,
        strip=True,
        widget=forms.Textarea(attrs={"rows": 3, "cols": 60}),
        help_text=gettext_lazy("It stands in admin’s log, with your name and the time."),
    )


def look(request: HttpRequest, round_id: int) -> HttpResponse:
    """Ask for the reason (GET), then show the hands once (POST). Every look is one POST, told and written down."""
    if not request.user.has_perm(PERMISSION):
        raise PermissionDenied
    row = Round.objects.select_related("match__table").only(
        "number", "status", "match__number", "match__table__code"
    )
    found = row.filter(pk=round_id).first()
    if found is None:
        raise Http404
    form = ReasonForm(request.POST if request.method == "POST" else None)
    hands: OpenHands | None = None
    if form.is_valid():
        try:
            hands = office.look_at_hands(
                round_id=round_id, reason=form.cleaned_data["reason"], staff_id=staff_id(request)
            )
        except Refused as refused:
            messages.error(request, refusal_text(refused.code, refused.details))
            return redirect(row_address(Round, round_id))
    context = {
        **admin.site.each_context(request),
        "title": _("Look at the hands"),
        "row": found,
        "number": found.number + 1,
        "playing": found.status == Round.Status.PLAYING,
        "form": form,
        "hands": None if hands is None else _shown(hands),
        "opts": Round._meta,
    }
    response = TemplateResponse(request, "admin/hands.html", context)
    add_never_cache_headers(response)
    return response


def _shown(hands: OpenHands) -> dict[str, object]:
    return {
        "ply": hands.ply,
        "seats": [
            {
                "letter": seat.letter,
                "name": shown_name(seat),
                "tiles": [str(tile) for tile in hand],
                "turn": seat == hands.turn,
            }
            for seat, hand in zip(hands.seats, hands.hands, strict=True)
        ],
        "boneyard": [str(tile) for tile in hands.boneyard],
        "owed": None
        if hands.owed is None
        else {"double": f"{hands.owed.number}-{hands.owed.number}", "toes": hands.owed.toes},
    }
