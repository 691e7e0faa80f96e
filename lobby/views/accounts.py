"""Becoming an account, signing in and out: Django's own machinery, and what becomes of a guest's seats."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from games import limits, links
from games.presenters.refusals import refusal_text
from games.services.errors import Refused
from lobby import accounts, carry, subscriptions
from lobby.errors import PersonCode, PersonRefused
from lobby.forms import SignInForm, SignUpForm
from lobby.guests import signed_in
from lobby.mail import site_sends_mail
from lobby.models import User
from lobby.preferences import keep_in_browser
from lobby.returning import next_page
from lobby.views.emails import ask_to_confirm
from lobby.words import person_refusal


@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def sign_up(request: HttpRequest) -> HttpResponse:
    """Sign up in place: the same seats, the same history; then back to where one was."""
    person = signed_in(request)
    if person is not None and not person.is_guest:
        return redirect(next_page(request) or "me")
    form = SignUpForm(request.POST or None, initial={"name": person.name if person is not None else ""})
    if request.method == "POST" and form.is_valid() and _signed_up(request, form):
        return redirect(next_page(request) or "me")
    context = {"form": form, "next": next_page(request), "guest": person, "mails": site_sends_mail()}
    return render(request, "registration/sign_up.html", context)


def _signed_up(request: HttpRequest, form: SignUpForm) -> bool:
    """Whether it was done; if somebody was quicker with the name, or too many sign up here, the form says so."""
    try:
        limits.spend(request, limits.Limit.SIGN_UP)
        person = accounts.sign_up(request, **form.cleaned_data)
    except Refused as refused:
        form.add_error(None, refusal_text(refused.code, refused.details))
        return False
    except PersonRefused as refused:
        if refused.code != PersonCode.USERNAME_TAKEN:
            return True  # pressed twice: the first press made an account of the guest
        form.add_error("username", person_refusal(refused.code))
        return False
    messages.success(request, _("You have an account now. Your seats and your history are in it."))
    ask_to_confirm(request, person)
    return True


class SignIn(LoginView):
    """Signing in, as Django does it. A guest's seats move into the account; back to where one was."""

    template_name = "registration/login.html"
    authentication_form = SignInForm
    next_page = "front"

    def form_valid(self, form: Any) -> HttpResponse:
        """The password was right."""
        account = form.get_user()
        assert isinstance(account, User)
        try:
            taken = accounts.sign_in(self.request, account)
        except Refused as refused:
            form.add_error(None, refusal_text(refused.code, refused.details))
            return self.form_invalid(form)
        response = self._answer(taken)
        keep_in_browser(response, self.request, account)
        return response

    def _answer(self, taken: carry.Taken) -> HttpResponse:
        onward = next_page(self.request) or reverse("front")
        if not taken.link:
            return redirect(onward)
        # Shown once: the way back to the seats that could not be moved.
        link = links.absolute(self.request, reverse("carried", args=[taken.link]))
        context = {"link": link, "kept": taken.kept, "onward": onward}
        return render(self.request, "lobby/carried_kept.html", context)


sign_in = method_decorator(never_cache, name="dispatch")(SignIn).as_view()


@require_POST
@never_cache
def sign_out(request: HttpRequest) -> HttpResponse:
    """Sign this browser out. The seats stay; a guest is shown the one way back to theirs before they are gone."""
    person = signed_in(request)
    onward = next_page(request)
    link = ""
    if person is not None and person.is_guest:
        link = links.absolute(request, reverse("carried", args=[carry.token_of(person)]))
    if person is not None:
        subscriptions.unsubscribe(person, request.session)
    logout(request)
    return render(request, "registration/signed_out.html", {"link": link, "next": onward})
