"""What staff decide about rows: asked once more on a page that says what will happen, done through the services."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.options import ActionLocation
from django.contrib.auth.models import AnonymousUser
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.presenters.refusals import refusal_text
from games.services.errors import Refused

if TYPE_CHECKING:
    _ModelAdmin = admin.ModelAdmin[Model]
else:  # generic for the type checker only
    _ModelAdmin = admin.ModelAdmin

# Both on a list, for the rows that are ticked, and on the page of one row.
EVERYWHERE: Final = (ActionLocation.CHANGE_LIST, ActionLocation.CHANGE_FORM)
# Each row is a transaction of its own: more than this belongs into a command, not into a page.
AT_ONCE: Final = 100


def staff_id(request: HttpRequest) -> int:
    """Who decides."""
    assert not isinstance(request.user, AnonymousUser)
    return request.user.pk


def decide[M: Model](
    model_admin: _ModelAdmin,
    request: HttpRequest,
    rows: QuerySet[M],
    *,
    title: str,
    explain: str,
    button: str,
    do: Callable[[M, Mapping[str, str]], None],
    form_class: type[forms.Form] = forms.Form,
) -> HttpResponse | None:
    """Ask whether `do` shall be done to each row, then do it; what a service refuses becomes a message.

    `title` is the question, `explain` what will happen and who is told; `form_class` asks for what else is needed,
    and `do` gets its answers. None once it is done: admin goes back to the page where it was chosen.
    """
    chosen = list(rows[: AT_ONCE + 1])
    if len(chosen) > AT_ONCE:
        message = _("Choose at most %(most)s rows at once.") % {"most": AT_ONCE}
        model_admin.message_user(request, message, messages.WARNING)
        return None
    confirmed = request.POST.get("confirmed") == "1"
    form = form_class(request.POST if confirmed else None)
    if not confirmed or not form.is_valid():
        return _ask(model_admin, request, chosen, form, title=title, explain=explain, button=button)
    answers: Mapping[str, str] = form.cleaned_data
    _do_each(model_admin, request, chosen, lambda row: do(row, answers))
    return None


def _ask[M: Model](
    model_admin: _ModelAdmin,
    request: HttpRequest,
    chosen: list[M],
    form: forms.Form,
    *,
    title: str,
    explain: str,
    button: str,
) -> HttpResponse:
    asked = {"csrfmiddlewaretoken", "confirmed", *form.fields}
    context = {
        **model_admin.admin_site.each_context(request),
        "title": title,
        "explain": explain,
        "button": button,
        "rows": [str(row) for row in chosen],
        "form": form,
        "opts": model_admin.opts,
        # The choice as it was posted, to be posted once more.
        "sent": [
            (name, value) for name in request.POST if name not in asked for value in _all(request, name)
        ],
        "back": request.get_full_path(),
    }
    return TemplateResponse(request, "admin/decide.html", context)


def _all(request: HttpRequest, name: str) -> list[str]:
    return [value for value in request.POST.getlist(name) if isinstance(value, str)]


def _do_each[M: Model](
    model_admin: _ModelAdmin, request: HttpRequest, chosen: list[M], do: Callable[[M], None]
) -> None:
    done = 0
    for row in chosen:
        try:
            do(row)
        except Refused as refused:
            text = f"{row}: {refusal_text(refused.code, refused.details)}"
            model_admin.message_user(request, text, messages.ERROR)
        else:
            done += 1
    if done:
        text = ngettext("Done, for %(count)s row.", "Done, for %(count)s rows.", done) % {"count": done}
        model_admin.message_user(request, text, messages.SUCCESS)
