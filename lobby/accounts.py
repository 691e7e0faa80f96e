"""Signing up in place and signing in: what becomes of the guest that a browser was until now."""

from __future__ import annotations

from django.contrib.auth import authenticate, update_session_auth_hash
from django.http import HttpRequest

from lobby.carry import Taken, token_of
from lobby.errors import PersonCode, PersonRefused
from lobby.guests import become_account, enter, make_account, move_in, signed_in
from lobby.models import User


def sign_up(request: HttpRequest, *, username: str, password: str, name: str, email: str = "") -> User:
    """Make an account of whoever asks, who is signed in to it afterwards.

    A guest becomes it in place, with every seat; the session goes on. Somebody new gets a new one. The values are
    those of a valid `SignUpForm`. Raises PersonRefused USERNAME_TAKEN, and NOT_A_GUEST for an account.
    """
    person = signed_in(request)
    if person is None:
        person = make_account(username=username, password=password, name=name, email=email)
        enter(request, person)
        return person
    if not person.is_guest:
        raise PersonRefused(PersonCode.NOT_A_GUEST)
    become_account(person, username=username, password=password, name=name, email=email)
    update_session_auth_hash(request, person)
    return person


def knows_password(request: HttpRequest, account: User, password: str) -> bool:
    """Whether who asks knows the password of the account they are signed in to.

    Through the same door as signing in: whoever guesses here has to wait, too. None at all is no guess.
    """
    return bool(password) and authenticate(request, username=account.username, password=password) == account


def sign_in(request: HttpRequest, account: User) -> Taken:
    """Sign this browser in to an account whose password was right; the seats of the guest it was move there.

    Where both sit in one match the guest's seat stays with the guest, and the answer has its private link.
    """
    before = signed_in(request)
    taken = Taken()
    if before is not None and before.is_guest:
        taken = _moved(before, to=account)
    enter(request, account)
    return taken


def _moved(guest: User, *, to: User) -> Taken:
    try:
        moved = move_in(guest, to=to)
    except PersonRefused:
        return Taken()  # no guest any more: in another tab they signed up, or in, a moment ago
    return Taken(moved.seats, moved.kept, token_of(guest) if moved.kept else "")
