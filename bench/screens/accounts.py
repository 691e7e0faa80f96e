"""Somebody with an account and a public page, for the pictures of both."""

from __future__ import annotations

from django.urls import reverse

from lobby.models import User, new_slug


def signed_up(person: User) -> str:
    """The guest becomes an account that is shown to everybody; answers with the address of the public page."""
    person.is_guest = False
    person.username, person.email = "kenji", "kenji@family.example"
    person.public_profile, person.slug = True, new_slug()
    person.save()
    return reverse("profile", args=[person.slug])
