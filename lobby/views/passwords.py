"""A new password: by the old one, or by a mail. Django's own machinery in the look of the site."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.tokens import default_token_generator
from django.contrib.auth.views import PasswordChangeView, PasswordResetConfirmView, PasswordResetView
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse, reverse_lazy
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from games import limits
from games.presenters.refusals import refusal_text
from games.services.errors import Refused
from lobby import subscriptions, throttle
from lobby.accounts import knows_password
from lobby.forms import ChangePasswordForm, ChoosePasswordForm, ForgottenForm
from lobby.guests import signed_in
from lobby.mail import site_sends_mail
from lobby.models import User


class Change(PasswordChangeView):
    """A new password for who knows the old one; other devices are signed out by it, as Django does it."""

    template_name = "registration/change_password.html"
    form_class = ChangePasswordForm
    success_url = reverse_lazy("me")

    def dispatch(self, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """A guest has no password: sign up."""
        person = signed_in(self.request)
        if person is not None and person.is_guest:
            return redirect("sign-up")
        return super().dispatch(*args, **kwargs)

    def get_form_kwargs(self) -> dict[str, Any]:
        """Also how the old password is asked about."""
        person = signed_in(self.request)
        assert person is not None
        return {**super().get_form_kwargs(), "knows": partial(knows_password, self.request, person)}

    def form_valid(self, form: Any) -> HttpResponse:
        """Done; this device stays signed in, and the others are told of no turns any more."""
        response: HttpResponse = super().form_valid(form)
        subscriptions.only_here(form.user, self.request.session)
        messages.success(self.request, _("Your password is changed. Other devices have to sign in again."))
        return response


class Forgotten(PasswordResetView):
    """A link by mail. The answer is the same whether there is such an account or not."""

    template_name = "registration/forgotten.html"
    form_class = ForgottenForm
    subject_template_name = "registration/forgotten_subject.txt"
    email_template_name = "registration/forgotten_mail.txt"
    success_url = reverse_lazy("password_reset_done")

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        """Also whether this site sends mail at all."""
        return super().get_context_data(**context, mails=site_sends_mail())

    def form_valid(self, form: Any) -> HttpResponse:
        """The link in the mail has the address that the settings give: the one of the request may be made up."""
        try:
            limits.spend(self.request, limits.Limit.MAIL)
        except Refused as refused:
            form.add_error(None, refusal_text(refused.code, refused.details))
            return self.form_invalid(form)
        self.extra_email_context = {"site": settings.SITE_URL}
        response: HttpResponse = super().form_valid(form)
        return response


@sensitive_post_parameters("new_password1")
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def choose(request: HttpRequest, uidb64: str, token: str) -> HttpResponse:
    """The page behind that link. Unlike Django's view it keeps nothing in a session: looking at it writes nothing."""
    person = PasswordResetConfirmView().get_user(uidb64)
    if not isinstance(person, User) or not default_token_generator.check_token(person, token):
        return render(request, "registration/choose_password.html", {"form": None})
    form = ChoosePasswordForm(person, request.POST or None)
    if request.method == "POST" and form.is_valid():
        form.save()
        # Who has to wait reads that a new password helps.
        throttle.forget(person)
        subscriptions.unsubscribe_all(person)
        messages.success(request, _("Your new password is set. Sign in with it."))
        return redirect("login")
    return render(request, "registration/choose_password.html", {"form": form})


@require_safe
def sent(request: HttpRequest) -> HttpResponse:
    """What happens next, for everybody in the same words."""
    context = {"mails": site_sends_mail(), "back": reverse("login")}
    return render(request, "registration/forgotten_sent.html", context)


change = method_decorator(never_cache, name="dispatch")(Change).as_view()
forgotten = Forgotten.as_view()
