"""People without an account: made by the POST that seats them, never by a look; an account in place later."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib.auth import login
from django.contrib.auth.hashers import make_password
from django.db import IntegrityError
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import get_language

from games.names import clean_name
from games.services import owners
from games.services.base import writing
from games.services.errors import Code, Refused
from games.services.written_down import entries_about
from lobby import subscriptions
from lobby.errors import PersonCode, PersonRefused
from lobby.models import NameReport, PushSubscription, User, guest_username

BACKEND = "django.contrib.auth.backends.ModelBackend"


def signed_in(request: HttpRequest) -> User | None:
    """Who asks, by the session; None for somebody nobody knows yet."""
    return request.user if isinstance(request.user, User) else None


def enter(request: HttpRequest, person: User) -> None:
    """Sign this browser in as somebody, from now on told of their turns if it was told of the turns of who it was.

    Call it once the seats have moved: subscriptions move with them (`move_in`).
    """
    row = subscriptions.here(request.session)
    login(request, person, backend=BACKEND)  # begins a new session where it was somebody else's
    subscriptions.keep_here(person, request.session, row)


def as_person[T](request: HttpRequest, *, key: str, name: str, do: Callable[[User], T]) -> T:
    """Do something as the person who posts; somebody nobody knows yet becomes a guest by it, and is signed in.

    `do` is a service that seats them. Guest and seat are made in one transaction: if it is refused there is no
    guest either. `key` is the form's (made by the client, at least 22 characters): a browser that has no cookie
    yet and posts twice is the same guest both times, and `do` recognises the repeat by the same key.
    Raises Refused: NAME_* of `name`, BAD_KEY, KEY_USED, and whatever `do` refuses.
    """
    person = signed_in(request)
    if person is not None:
        return _as_known(person, do)
    owners.check_guest_key(key)
    guest, done = _as_guest(key, clean_name(name), do)
    enter(request, guest)
    return done


def _as_known[T](person: User, do: Callable[[User], T]) -> T:
    try:
        return do(person)
    except IntegrityError:
        if User.objects.filter(pk=person.pk).exists():
            raise
        # They deleted themselves in another tab, since this request began.
        raise Refused(Code.NOT_SEATED) from None


def _as_guest[T](key: str, name: str, do: Callable[[User], T]) -> tuple[User, T]:
    known = _known(key)
    if known is not None:
        return known, do(known)
    try:
        with writing():
            guest = make_guest(name)
            owners.keep_guest(key, guest.pk)
            return guest, do(guest)
    except IntegrityError:
        # The same key a moment earlier, by another request: its guest is who posts.
        known = _known(key)
        if known is None:
            raise
        return known, do(known)


def _known(key: str) -> User | None:
    user_id = owners.guest_of(key)
    if user_id is None:
        return None
    guest = User.objects.filter(pk=user_id, is_guest=True, is_active=True).first()
    if guest is None:
        raise Refused(Code.KEY_USED)
    return guest


def make_guest(name: str) -> User:
    """Store a guest with this (cleaned) name, who speaks the language of now."""
    guest = User(username=guest_username(), name=name, is_guest=True, language=get_language() or "")
    guest.set_unusable_password()
    guest.save()
    return guest


def remember_name(person: User, name: str) -> None:
    """Keep the name somebody plays under for the next table; Refused NAME_*."""
    cleaned = clean_name(name)
    if person.name != cleaned:
        person.name = cleaned
        User.objects.filter(pk=person.pk).update(name=cleaned)


def become_account(guest: User, *, username: str, password: str, name: str = "", email: str = "") -> User:
    """Turn a guest into an account in place: the same person, the same seats, the same history.

    `name` (cleaned) is the one for the next tables, "" leaves it as it is. The private link dies with it.
    The caller has checked the password, and keeps the session of this device alive with
    `update_session_auth_hash`. Raises PersonRefused NOT_A_GUEST, USERNAME_TAKEN.
    """
    if not guest.is_guest or not guest.is_active:
        raise PersonRefused(PersonCode.NOT_A_GUEST)
    new = {
        "username": username,
        "password": make_password(password),
        "is_guest": False,
        "carry_number": guest.carry_number + 1,
        "name": name or guest.name,
        "email": email,
    }
    try:
        with writing():
            # Asked again: since it was read, the guest may have become somebody else in another tab.
            if not _as_guests(guest).update(**new):
                raise PersonRefused(PersonCode.NOT_A_GUEST)
    except IntegrityError:
        raise PersonRefused(PersonCode.USERNAME_TAKEN) from None
    for field, value in new.items():
        setattr(guest, field, value)
    return guest


def _as_guests(guest: User) -> QuerySet[User]:
    """The row of a guest, as long as it is one."""
    return User.objects.filter(pk=guest.pk, is_guest=True, is_active=True)


def make_account(*, username: str, password: str, name: str, email: str = "") -> User:
    """Store an account for somebody new; `name` is cleaned, the password checked. PersonRefused USERNAME_TAKEN."""
    person = User(username=username, name=name, email=email, language=get_language() or "")
    person.set_password(password)
    try:
        with writing():
            person.save()
    except IntegrityError:
        raise PersonRefused(PersonCode.USERNAME_TAKEN) from None
    return person


def move_in(guest: User, *, to: User) -> owners.Moved:
    """Give a guest's seats to another guest or an account, in one transaction.

    Where both sit in a match the guest keeps that seat, and stays active for it: its private link
    (`carry.token_of`) is the way back. Otherwise the guest's row stays, inactive and without a name. Browsers that
    were told of the guest's turns are told of the other's, and what was reported of the guest, or decided about
    them, is about the other. Raises PersonRefused NOT_A_GUEST.
    """
    if not guest.is_guest or not guest.is_active:
        raise PersonRefused(PersonCode.NOT_A_GUEST)
    with writing():
        if _as_guests(guest).select_for_update(no_key=True).first() is None:
            raise PersonRefused(PersonCode.NOT_A_GUEST)
        moved = owners.move_seats(from_user_id=guest.pk, to_user_id=to.pk)
        PushSubscription.objects.filter(user=guest).update(user=to)
        NameReport.objects.filter(reported=guest).exclude(table_code__in=moved.kept).update(reported=to)
        if not moved.kept:
            entries_about("lobby", "user", [guest.pk]).update(object_id=str(to.pk))
            User.objects.filter(pk=guest.pk).update(is_active=False, name="")
            guest.is_active = False
    return moved
