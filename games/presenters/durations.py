"""How long something took, in words: as exact as somebody remembers it."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.presenters.words import plain


def took(begin: datetime | None, end: datetime | None) -> str:
    """ "12 min", "1 h 5 min", "3 days"; "" where it is not known."""
    if begin is None or end is None or end < begin:
        return ""
    minutes = round((end - begin).total_seconds() / 60)
    if minutes < 1:
        return _("under a minute")
    hours, rest = divmod(minutes, 60)
    if hours == 0:
        return plain(_("%(minutes)s min"), minutes=minutes)
    if hours >= 48:
        days = round(hours / 24)
        return plain(ngettext("%(count)s day", "%(count)s days", days), count=days)
    if rest == 0:
        return plain(_("%(hours)s h"), hours=hours)
    return plain(_("%(hours)s h %(minutes)s min"), hours=hours, minutes=rest)
