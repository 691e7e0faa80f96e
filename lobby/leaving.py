"""Deleting somebody: score sheets stay, and nothing in the database says who it was."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from django.contrib.auth.hashers import make_password
from django.db.models import Q, QuerySet

from games.services import owners
from games.services.base import writing
from games.services.errors import Code, Refused
from games.services.written_down import entries_about, entries_by
from lobby import throttle
from lobby.models import DELETED, NameReport, User


def delete_person(person: User) -> None:
    """Delete a person's row and their name everywhere.

    Their places at waiting tables become free, stand-ins play on in matches that run, and score sheets show a
    deleted player. Subscriptions and what was told go with the row. Raises Refused BUSY, and STAFF for the row that
    stands for former staff.
    """
    if person.username == DELETED:
        raise Refused(Code.STAFF)
    with writing():
        # What they begin in another tab meanwhile waits for this, and is refused then.
        if User.objects.select_for_update().filter(pk=person.pk).first() is None:
            return
        left = owners.left_by(person.pk)
        seats = [seat.pk for rows in (person.seats.all(), left) for seat in rows.only("pk")]
        reports = _reports_of(person)
        names = {person.name, person.username, person.email, *person.seats.values_list("name", flat=True)}
        owners.forget(user_id=person.pk)
        _forget_in_log("lobby", "namereport", reports.values_list("pk", flat=True), names)
        reports.update(name="", reason="")  # whoever finds a name offensive repeats it there
        _forget_in_log("lobby", "user", [person.pk], names)
        _forget_in_log("games", "seat", seats, names)
        _keep_what_was_done(person)
        throttle.forget(person)
        person.delete()


def _reports_of(person: User) -> QuerySet[NameReport]:
    """Of their names, also where the report names nobody since they had been sent away from that seat."""
    about = Q(reported=person)
    for code, match, place in owners.left_by(person.pk).values_list(
        "match__table__code", "match__number", "number"
    ):
        about |= Q(reported=None, table_code=code, match_number=match, place=place)
    return NameReport.objects.filter(about)


def _forget_in_log(app: str, model: str, ids: Iterable[int], names: Collection[str]) -> None:
    """What admin's log tells of these rows: what was done stays, and whom it is about goes."""
    entries = entries_about(app, model, ids)
    entries.update(object_repr=DELETED)
    words = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True) if name)
    for entry in entries.exclude(change_message="") if words else ():
        told = re.sub(rf"(?<!\w)(?:{words})(?!\w)", DELETED, entry.change_message)
        entries.filter(pk=entry.pk).update(change_message=told)


def _keep_what_was_done(person: User) -> None:
    """What somebody did as staff stays written down, every look at hands, too; only not who it was."""
    done = entries_by(person.pk)
    if done.exists():
        somebody, _is_new = User.objects.get_or_create(
            username=DELETED, defaults={"password": make_password(None), "is_active": False}
        )
        done.update(user=somebody)
