"""Admin's log of what staff did: who, when, to which row, in words."""

from __future__ import annotations

from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model

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
