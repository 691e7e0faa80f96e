"""One's own page: name, preferences, password, one's data, the end of the account. Guests have one, too."""

from __future__ import annotations

from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from games.templatetags.pieces import chosen_theme
from games.views.viewers import made_for_another, viewer_of
from lobby import confirmation
from lobby.accounts import knows_password
from lobby.forms import MeForm
from lobby.guests import signed_in
from lobby.mail import site_sends_mail
from lobby.models import User
from lobby.preferences import keep_language, keep_theme
from lobby.push_key import public_key
from lobby.subscriptions import is_here
from lobby.views.emails import ask_to_confirm


@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def me(request: HttpRequest) -> HttpResponse:
    """Who one is on this site, and what can be changed about it."""
    person = signed_in(request)
    if person is None:
        return to_sign_in(request)
    knows = partial(knows_password, request, person)
    if request.method != "POST":
        return _page(request, person, MeForm(instance=person, knows=knows, theme=chosen_theme(request)))
    if made_for_another(request, request.POST):
        return nothing_changed(request)
    form = MeForm(request.POST, instance=person, knows=knows)
    return _save(request, form) if form.is_valid() else _page(request, person, form)


@require_POST
def mail_again(request: HttpRequest) -> HttpResponse:
    """Once more the mail with the link that confirms one's address; back to one's page."""
    person = signed_in(request)
    if person is None:
        return redirect(f"{reverse('login')}?{urlencode({'next': reverse('me')})}")
    if made_for_another(request, request.POST):
        return nothing_changed(request)
    ask_to_confirm(request, person)
    return redirect("me")


def to_sign_in(request: HttpRequest) -> HttpResponse:
    """To the page for signing in, and back here afterwards."""
    return redirect(f"{reverse('login')}?{urlencode({'next': request.path})}")


def nothing_changed(request: HttpRequest, onward: str = "me") -> HttpResponse:
    """Somebody else signed in meanwhile, in another tab: a page of theirs (a view's name), and a sentence."""
    tell_of_another(request)
    return redirect(onward)


def tell_of_another(request: HttpRequest) -> None:
    """That sentence, for the next page that is shown."""
    messages.error(
        request,
        _("Somebody else has signed in in this browser since this page was opened. Nothing was changed."),
    )


def _save(request: HttpRequest, form: MeForm) -> HttpResponse:
    person: User = form.instance
    fields = form.kept
    if "email" in form.changed_data:
        person.confirmed_email = ""
        fields.append("confirmed_email")
    # Only what the form has: other things about the person may have changed meanwhile.
    User.objects.filter(pk=person.pk).update(**{field: getattr(person, field) for field in fields})
    with override(person.language or None):
        messages.success(request, _("Saved."))
        if "email" in form.changed_data:
            ask_to_confirm(request, person)
    response = redirect("me")
    keep_theme(response, request, person.theme)
    keep_language(response, request, person.language)
    return response


def _page(request: HttpRequest, person: User, form: MeForm) -> HttpResponse:
    context = {
        "form": form,
        "person": person,
        "viewer": viewer_of(request),
        "mails": site_sends_mail(),
        "unconfirmed": confirmation.is_wanted(person),
        "push_key": public_key(),
        "push_here": is_here(person, request.session),
        "browsers": person.push_subscriptions.count(),
    }
    return render(request, "lobby/account.html", context)
