"""Since when something is so, as people say it: for minutes, for hours, since yesterday evening, since a day."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.utils import timezone
from django.utils.formats import date_format, time_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.presenters.words import plain

# Over midnight, "for 2 hours" says more than "since 23:10 yesterday".
_HOURS_TOLD_FOR: Final = timedelta(hours=6)


def since_words(since: datetime, now: datetime) -> str:
    """ "for 12 minutes", "for 3 hours", "since 18:42 yesterday", "since 21 November": in the active time zone."""
    waited = max(now - since, timedelta(0))
    there, here = timezone.localtime(since), timezone.localtime(now)
    minutes = int(waited.total_seconds() // 60)
    days = (here.date() - there.date()).days
    if minutes < 1:
        return _("just now")
    if minutes < 60:
        return plain(ngettext("for %(count)s minute", "for %(count)s minutes", minutes), count=minutes)
    if days == 0 or waited < _HOURS_TOLD_FOR:
        return plain(
            ngettext("for %(count)s hour", "for %(count)s hours", minutes // 60), count=minutes // 60
        )
    if days == 1:
        return plain(_("since %(time)s yesterday"), time=time_format(there, "H:i"))
    return plain(_("since %(day)s"), day=day_words(there, here))


def day_words(day: datetime, now: datetime) -> str:
    """A day without its year if it is this year's: "21 November"."""
    local = timezone.localtime(day)
    this_year = local.year == timezone.localtime(now).year
    return date_format(local, "MONTH_DAY_FORMAT" if this_year else "DATE_FORMAT")
