"""Somebody with an account and a public page, for the pictures of both."""

from __future__ import annotations

from django.contrib.auth.tokens import default_token_generator
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from lobby import carry
from lobby.confirmation import token_of
from lobby.models import User, new_slug


def signed_up(person: User) -> str:
    """The guest becomes an account that is shown to everybody; answers with the address of the public page."""
    person.is_guest = False
    person.username, person.email = "kenji", "kenji@family.example"
    person.public_profile, person.slug = True, new_slug()
    person.save()
    return reverse("profile", args=[person.slug])


def password_link(person: User) -> str:
    """The address in a mail for a new password."""
    uid = urlsafe_base64_encode(force_bytes(person.pk))
    return reverse("password_reset_confirm", args=[uid, default_token_generator.make_token(person)])


def confirm_link(person: User) -> str:
    """The address in a mail that asks whether an e-mail address is its account's."""
    return reverse("email-confirm", args=[token_of(person)])


def carried(guest: User) -> str:
    """The guest's private link."""
    return reverse("carried", args=[carry.token_of(guest)])
