"""Whether an e-mail address is its account's: a link sent there proves it.

Nothing is stored until the link is used. It is tied to the account and to the address it was sent to, works for as
long as a link for a new password, and means nothing any more once the account has another address.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.contrib.auth.views import PasswordResetConfirmView
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode
from django.utils.translation import gettext as _

from games.services.base import writing
from lobby.mail import later, site_sends_mail
from lobby.models import User


class _Tokens(PasswordResetTokenGenerator):
    """Django's signed tokens that run out, tied to an address instead of a password."""

    key_salt = "lobby.confirmation"

    def _make_hash_value(self, user: AbstractBaseUser, timestamp: int) -> str:
        assert isinstance(user, User)
        return f"{user.pk} {timestamp} {user.email}"


_tokens: Final = _Tokens()


def is_wanted(person: User) -> bool:
    """Whether this person's address has to be confirmed. A site that sends no mail asks for nothing."""
    return site_sends_mail() and bool(person.email) and not person.has_confirmed_email


def token_of(person: User) -> str:
    """What the link has: one part of an address, and long enough for the log to hide it as it hides private links."""
    return f"{urlsafe_base64_encode(force_bytes(person.pk))}.{_tokens.make_token(person)}"


def person_of(token: str) -> User | None:
    """Whose address a link is about; None if it was made up, ran out, or was for an address before the present one."""
    uid, _dot, signed = token.partition(".")
    person = PasswordResetConfirmView().get_user(uid)
    if not isinstance(person, User) or not person.is_active or not _tokens.check_token(person, signed):
        return None
    return person


def confirm(person: User) -> bool:
    """Keep that the address is theirs; False if they have another one by now, and nothing is kept."""
    with writing():
        rows = User.objects.filter(pk=person.pk, email=person.email)
        return rows.update(confirmed_email=person.email) == 1


def send_link(person: User) -> None:
    """Send the link to the address, after the answer and in the language of now.

    The mail says nothing that its sender could choose: it may go to somebody who never heard of this site.
    """
    link = settings.SITE_URL + reverse("email-confirm", args=[token_of(person)])
    later(partial(_send, person.email, link))


def _send(address: str, link: str) -> None:
    body = render_to_string("lobby/mail/confirm.txt", {"link": link})
    EmailMessage(_("Chicken Foot: is this your address?"), body, to=[address]).send()
