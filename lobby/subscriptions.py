"""Which browsers are told "your turn": asked for on one's own page, in each browser for itself."""

from __future__ import annotations

from typing import Final

from django.contrib.sessions.backends.base import SessionBase
from django.utils.translation import get_language

from games.services.base import writing
from lobby import webpush
from lobby.models import PushSubscription, User
from lobby.people import lock_person

AT_MOST: Final = 10  # browsers of one person; the oldest goes
ENDPOINT_AT_MOST: Final = 600
# In the session: the subscription of this browser, so that it ends when somebody signs out here.
_HERE: Final = "push"
_POINT, _SECRET = 65, 16  # bytes of a browser's keys


def subscribe(person: User, session: SessionBase, *, endpoint: str, p256dh: str, auth: str) -> bool:
    """Tell this browser of the person's turns; False if what it gave is no subscription of a push service.

    Whoever had asked in this browser before is not told there any more. Raises Refused NO_SUCH_PERSON.
    """
    known = len(endpoint) <= ENDPOINT_AT_MOST and webpush.is_service(endpoint)
    if not (known and webpush.is_key(p256dh, _POINT) and webpush.is_key(auth, _SECRET)):
        return False
    values = {"user": person, "p256dh": p256dh, "auth": auth, "language": get_language() or "", "failures": 0}
    with writing():
        lock_person(person)
        row, _made = PushSubscription.objects.update_or_create(endpoint=endpoint, defaults=values)
        mine = PushSubscription.objects.filter(user=person).order_by("-pk").values_list("pk", flat=True)
        PushSubscription.objects.filter(pk__in=list(mine[AT_MOST:])).delete()
    session[_HERE] = row.pk
    return True


def unsubscribe(person: User, session: SessionBase, *, endpoint: str = "") -> None:
    """Tell this browser nothing any more: by the address it names, and by what its session knows."""
    mine = PushSubscription.objects.filter(user=person)
    if webpush.is_service(endpoint):
        mine.filter(endpoint=endpoint).delete()
    row = session.pop(_HERE, None)
    if row is not None:
        mine.filter(pk=row).delete()


def here(session: SessionBase) -> int | None:
    """The row of this browser's subscription, as far as its session knows; None if it has none."""
    row: int | None = session.get(_HERE)
    return row


def keep_here(person: User, session: SessionBase, row: int | None) -> None:
    """Go on with this browser's subscription (`here`, before it was signed in anew) as that of who is signed in now.

    One that is not theirs ends: whose it was is not in this browser any more.
    """
    if row is None:
        return
    if PushSubscription.objects.filter(pk=row, user=person).exists():
        session[_HERE] = row
    else:
        PushSubscription.objects.filter(pk=row).delete()


def only_here(person: User, session: SessionBase) -> None:
    """Tell no browser but this one of this person's turns: the others were signed out."""
    others, row = PushSubscription.objects.filter(user=person), here(session)
    if row is not None:
        others = others.exclude(pk=row)
    others.delete()


def unsubscribe_all(person: User) -> None:
    """Tell no browser of this person anything any more."""
    PushSubscription.objects.filter(user=person).delete()


def is_here(person: User, session: SessionBase) -> bool:
    """Whether this browser is told of this person's turns, as far as the server knows."""
    row = here(session)
    return row is not None and PushSubscription.objects.filter(pk=row, user=person).exists()
