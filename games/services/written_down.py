"""Admin's log of what staff did: who, when, to which row, in words."""

from __future__ import annotations

from collections.abc import Iterable

from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model, QuerySet

_NAME_AT_MOST = 200  # the column's


def write_down(staff_id: int, model: type[Model], pk: int, name: str, what: str) -> None:
    """Note in admin's log that the member of staff did `what` to a row, in the transaction that does it."""
    LogEntry.objects.create(
        user_id=staff_id,
        content_type=ContentType.objects.get_for_model(model),
        object_id=str(pk),
        object_repr=name[:_NAME_AT_MOST],
        action_flag=CHANGE,
        change_message=what,
    )


def entries_about(app: str, model: str, ids: Iterable[int]) -> QuerySet[LogEntry]:
    """What admin's log has about these rows of a model (`lobby`, `user`)."""
    kind = ContentType.objects.get_by_natural_key(app, model)
    return LogEntry.objects.filter(content_type=kind, object_id__in=[str(pk) for pk in ids])


def entries_by(user_id: int) -> QuerySet[LogEntry]:
    """What admin's log has of this member of staff."""
    return LogEntry.objects.filter(user=user_id)
