"""What people fill in about themselves: becoming an account, signing in, their page."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import copy
from functools import partial
from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth.forms import (
    AuthenticationForm,
    PasswordChangeForm,
    PasswordResetForm,
    SetPasswordForm,
    UsernameField,
)
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from games.names import clean_name
from games.presenters.refusals import refusal_text
from games.services.errors import Refused
from lobby.mail import later, site_sends_mail
from lobby.models import User

_USERNAME = User._meta.get_field("username")
# One field is enough where it can be made readable.
_NEW_PASSWORD = {"autocomplete": "new-password", "data-reveal": ""}
_SWITCH = {"class": "switch", "role": "switch"}


class NameField(forms.CharField):
    """A name at the table, cleaned as everywhere; what is wrong with it is said in the same words."""

    def __init__(self) -> None:
        super().__init__(
            label=gettext_lazy("Name at the table"),
            max_length=1000,
            strip=False,
            widget=forms.TextInput(attrs={"autocomplete": "nickname", "maxlength": 100}),
        )

    def clean(self, value: Any) -> str:
        """The name as it is kept; ValidationError with the sentence of the refusal."""
        try:
            return clean_name(super().clean(value))
        except Refused as refused:
            raise ValidationError(refusal_text(refused.code, refused.details)) from None


class EmailField(forms.EmailField):
    """An address that may be left out."""

    def __init__(self) -> None:
        super().__init__(
            label=gettext_lazy("E-mail"),
            required=False,
            max_length=254,
            widget=forms.EmailInput(attrs={"autocomplete": "email"}),
        )


class SignUpForm(forms.Form):
    """A guest, or somebody new, becomes an account."""

    name = NameField()
    username = UsernameField(
        label=gettext_lazy("User name"),
        max_length=150,
        validators=_USERNAME.validators,
        help_text=gettext_lazy("To sign in with. The others at the table do not see it."),
    )
    password = forms.CharField(
        label=gettext_lazy("Password"),
        strip=False,
        max_length=4096,
        help_text=gettext_lazy("At least 8 characters."),
        widget=forms.PasswordInput(attrs=_NEW_PASSWORD),
    )
    email = EmailField()

    def clean_username(self) -> str:
        """Refuses a name that somebody has, in whatever case it is written."""
        username: str = self.cleaned_data["username"]
        if User.objects.filter(username__iexact=username).exists():
            raise ValidationError(_("Somebody else has this user name. Please choose another one."))
        return username

    def clean(self) -> None:
        """Asks Django's rules for passwords, which know the person's names."""
        given = self.cleaned_data
        person = User(
            username=given.get("username", ""), name=given.get("name", ""), email=given.get("email", "")
        )
        if "password" in given:
            try:
                validate_password(given["password"], person)
            except ValidationError as error:
                self.add_error("password", error)


class SignInForm(AuthenticationForm):
    """Django's, which takes no name that no account can have."""

    username = UsernameField(
        label=gettext_lazy("User name"),
        max_length=150,
        widget=forms.TextInput(attrs={"autocomplete": "username"}),
    )
    password = forms.CharField(
        label=gettext_lazy("Password"),
        strip=False,
        max_length=4096,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password", "data-reveal": ""}),
    )
    error_messages = {
        "invalid_login": gettext_lazy(
            "User name and password do not go together. Please look at both again."
        ),
        "inactive": gettext_lazy("User name and password do not go together. Please look at both again."),
    }


Knows = Callable[[str], bool]  # whether who asks knows the password of the account: asked once, counted


class MeForm(forms.ModelForm):  # type: ignore[type-arg]  # not generic when it runs
    """Somebody's name and preferences; an account's e-mail, too, which leads to a new password and so asks for it."""

    name = NameField()
    email = EmailField()
    password = forms.CharField(
        label=gettext_lazy("Password, to change the e-mail"),
        strip=False,
        required=False,
        max_length=4096,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password", "data-reveal": ""}),
    )
    language = forms.ChoiceField(
        label=gettext_lazy("Language"), choices=[*settings.LANGUAGES], required=False
    )
    theme = forms.ChoiceField(
        label=gettext_lazy("Light or dark"),
        choices=[
            ("", gettext_lazy("As the device")),
            ("light", gettext_lazy("Light")),
            ("dark", gettext_lazy("Dark")),
        ],
        required=False,
    )

    class Meta:
        model = User
        fields = ("name", "email", "language", "theme", "draw_for_me", "mail_turns")
        widgets = {name: forms.CheckboxInput(attrs=_SWITCH) for name in ("draw_for_me", "mail_turns")}

    def __init__(self, data: Any = None, *, instance: User, knows: Knows, theme: str = "") -> None:
        """`theme` is the one that the page is shown in; its language is that of now."""
        self._knows = knows
        # A copy: what is wrong shall not stand in the page's head, which shows who asks.
        shown = {"language": get_language(), "theme": theme}
        super().__init__(data, instance=copy(instance), initial=shown)
        if instance.is_guest:
            del self.fields["email"], self.fields["mail_turns"], self.fields["password"]

    @property
    def kept(self) -> list[str]:
        """The fields that are stored."""
        return [name for name in self.Meta.fields if name in self.fields]

    def clean(self) -> dict[str, Any]:
        """Mail goes somewhere only if there is an address, and to another address only for who has the password."""
        given: dict[str, Any] = super().clean() or {}
        if "email" in self.changed_data and not self.errors and not self._knows(given["password"]):
            self.add_error("password", _("That is not the password of this account."))
        if given.get("mail_turns") and not given.get("email") and "email" not in self.errors:
            self.add_error("email", _("Mail needs an address to go to."))
        return given


class ForgottenForm(PasswordResetForm):
    """Django's, which answers as quickly for an address that nobody has."""

    email = forms.EmailField(
        label=gettext_lazy("E-mail"), max_length=254, widget=forms.EmailInput(attrs={"autocomplete": "email"})
    )

    def get_users(self, email: str) -> Iterable[User]:
        """As Django's; mail leaves this machine only for addresses that are known to be the account's."""
        users = super().get_users(email)
        return (user for user in users if user.has_confirmed_email) if site_sends_mail() else users

    def send_mail(self, *args: Any, **kwargs: Any) -> None:
        """As Django's, after the answer."""
        later(partial(super().send_mail, *args, **kwargs))


class ChoosePasswordForm(SetPasswordForm):  # type: ignore[type-arg]  # not generic when it runs
    """Django's, with one field that can be made readable instead of two that cannot."""

    new_password1 = forms.CharField(
        label=gettext_lazy("New password"),
        strip=False,
        max_length=4096,
        help_text=gettext_lazy("At least 8 characters."),
        widget=forms.PasswordInput(attrs=_NEW_PASSWORD),
    )
    new_password2 = None  # type: ignore[assignment]  # how Django takes a field away

    def clean(self) -> None:
        """Asks Django's rules for passwords."""
        self.validate_password_for_user(self.user, "new_password1")


class ChangePasswordForm(ChoosePasswordForm, PasswordChangeForm):
    """The same, for who knows the old one."""

    def __init__(self, user: User, *args: Any, knows: Knows, **more: Any) -> None:
        super().__init__(user, *args, **more)
        self._knows = knows

    def clean_old_password(self) -> str:
        """As Django's, but who guesses has to wait."""
        given: str = self.cleaned_data["old_password"]
        if not self._knows(given):
            raise ValidationError(self.error_messages["password_incorrect"], code="password_incorrect")
        return given

    old_password = forms.CharField(
        label=gettext_lazy("Password until now"),
        strip=False,
        max_length=4096,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password", "data-reveal": ""}),
    )
    field_order = ["old_password", "new_password1"]
