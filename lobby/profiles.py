"""The public page of a person, for accounts that switch it on."""

from __future__ import annotations

from django.db import IntegrityError, transaction

from lobby.models import User, new_slug

_TRIES = 3


def show_profile(person: User) -> None:
    """Switch a person's public page on; its address is made the first time and kept. Guests have none."""
    if person.is_guest or person.public_profile:
        return
    for _try in range(_TRIES):
        slug = person.slug or new_slug()
        try:
            with transaction.atomic():
                User.objects.filter(pk=person.pk).update(public_profile=True, slug=slug)
        except IntegrityError:  # somebody else was given the same address
            continue
        person.public_profile, person.slug = True, slug
        return


def hide_profile(person: User) -> None:
    """Switch a person's public page off: its address leads nowhere until it is switched on again."""
    User.objects.filter(pk=person.pk).update(public_profile=False)
    person.public_profile = False


def profile_of(slug: str) -> User | None:
    """Whose public page has this address; None if nobody's, or if it is switched off."""
    shown = User.objects.filter(slug=slug, public_profile=True, is_active=True, is_guest=False)
    return shown.first()
