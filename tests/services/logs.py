"""The log of a round as it is stored."""

from __future__ import annotations

from games.models import Action


def stored_log(round_id: int) -> list[Action]:
    """All actions of a round, in order."""
    return list(Action.objects.filter(round_id=round_id).order_by("ply"))
