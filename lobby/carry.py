"""Carrying a seat to another device: a private link that signs it in as the same guest.

The link is a signed pair of the guest and their `carry_number`; it does not run out, is made again at any time, and
ends when the number is raised. It opens every seat of the guest, so it is never logged and never sent anywhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from django.contrib.auth import update_session_auth_hash
from django.core.signing import BadSignature, Signer
from django.db.models import F
from django.http import HttpRequest

from games.services.base import writing
from lobby import subscriptions
from lobby.errors import PersonCode, PersonRefused
from lobby.guests import enter, move_in, signed_in
from lobby.models import User

_signer: Final = Signer(sep=".", salt="lobby.carry")


class Device(StrEnum):
    """Who a device is to the guest whose link it opens."""

    NOBODY = "nobody"
    SAME = "same"  # it is this guest already
    GUEST = "guest"  # another guest
    ACCOUNT = "account"


@dataclass(frozen=True, slots=True)
class Taken:
    """What taking a seat over did.

    `seats` changed their owner; at the tables `kept` they could not, because both sit in one match there, and
    `link` is the token of the guest who keeps them: shown once.
    """

    seats: int = 0
    kept: tuple[str, ...] = ()
    link: str = ""


def token_of(guest: User) -> str:
    """The token of a guest's private link: the same until there is a new one. PersonRefused NOT_A_GUEST."""
    if not guest.is_guest or not guest.is_active:
        raise PersonRefused(PersonCode.NOT_A_GUEST)
    return _signer.sign(f"{guest.pk}-{guest.carry_number}")


def guest_of(token: str) -> User:
    """Whose link it is; PersonRefused LINK_UNREADABLE, LINK_ACCOUNT, LINK_ENDED."""
    try:
        pk, _dash, number = _signer.unsign(token).partition("-")
    except BadSignature:
        raise PersonRefused(PersonCode.LINK_UNREADABLE) from None
    guest = User.objects.filter(pk=int(pk)).first()
    if guest is None:
        raise PersonRefused(PersonCode.LINK_ENDED)
    if not guest.is_guest or not guest.is_active:
        raise PersonRefused(PersonCode.LINK_ACCOUNT)
    if guest.carry_number != int(number):
        raise PersonRefused(PersonCode.LINK_ENDED)
    return guest


def device_of(request: HttpRequest, guest: User) -> Device:
    """Who the asking device is to this guest: what the page of the link asks about."""
    person = signed_in(request)
    if person is None:
        return Device.NOBODY
    if person.pk == guest.pk:
        return Device.SAME
    return Device.GUEST if person.is_guest else Device.ACCOUNT


def take(request: HttpRequest, token: str, *, confirmed: bool) -> Taken:
    """Take the seats of a link's guest on this device (a POST; looking at the link changes nothing).

    A device that is nobody becomes the guest. One that is another guest is asked first (`confirmed`): its own
    seats move to the guest, and it becomes the guest. One signed in to an account is asked too: the guest's
    seats move into the account. Raises PersonRefused as `guest_of`, and CONFIRM.
    """
    guest = guest_of(token)
    device = device_of(request, guest)
    if device in (Device.GUEST, Device.ACCOUNT) and not confirmed:
        raise PersonRefused(PersonCode.CONFIRM)
    person = signed_in(request)
    taken = Taken()
    if person is not None and device is Device.ACCOUNT:
        return _moved(guest, to=person)
    if person is not None and device is Device.GUEST:
        taken = _moved(person, to=guest)
    if device is not Device.SAME:
        enter(request, guest)
    return taken


def _moved(guest: User, *, to: User) -> Taken:
    moved = move_in(guest, to=to)
    return Taken(moved.seats, moved.kept, token_of(guest) if moved.kept else "")


def new_link(request: HttpRequest) -> str:
    """End the old private link and the sessions of all other devices; the token of the new one.

    This device stays signed in. Raises PersonRefused NOT_A_GUEST.
    """
    guest = signed_in(request)
    if guest is None or not guest.is_guest:
        raise PersonRefused(PersonCode.NOT_A_GUEST)
    with writing():
        # Since this request began they may have been deleted, or have become an account, in another tab.
        still = User.objects.filter(pk=guest.pk, is_guest=True, is_active=True)
        if not still.update(carry_number=F("carry_number") + 1):
            raise PersonRefused(PersonCode.NOT_A_GUEST)
        guest.refresh_from_db(fields=["carry_number"])
    update_session_auth_hash(request, guest)
    subscriptions.only_here(guest, request.session)
    return token_of(guest)
