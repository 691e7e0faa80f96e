"""How a seat is called where only its name is shown."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.queries import SeatNow


def shown_name(seat: SeatNow) -> str:
    """The name at the time of the match; of a deleted account nothing is left of it."""
    return seat.name or _("(deleted)")
