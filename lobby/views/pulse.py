"""Admin's page with the pulse of the site."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.conf import settings
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.events import round_trip_ms
from games.queries.pulse import Bucket
from games.queries.pulse import pulse as read_pulse
from lobby import faults, reports

# Of the chart, in its own units.
_BAR, _GAP, _HIGH, _LEFT, _TOP = 40, 10, 120, 34, 18
_MINUTES: Final = 5


@require_safe
def pulse(request: HttpRequest) -> HttpResponse:
    """What is going on, what is late, what went wrong; for staff who may see tables."""
    if not request.user.has_perm("games.view_table"):
        raise PermissionDenied
    now = read_pulse()
    errors = faults.of_last_day()
    context = {
        **admin.site.each_context(request),
        "title": _("Pulse of the site"),
        "pulse": now,
        "late_for": None if now.overdue_since is None else int((now.at - now.overdue_since).total_seconds()),
        "bars": bars(now.buckets),
        "last_hour": sum(bucket.actions for bucket in now.buckets),
        "errors": errors,
        "error_count": sum(error.times for error in errors),
        "reports": reports.open_reports(),
        "messages_ms": round_trip_ms(),
        "several": settings.REDIS_URL is not None,
        "database": settings.DATABASES["default"]["ENGINE"].rpartition(".")[2],
        "release": settings.RELEASE,
    }
    response = TemplateResponse(request, "admin/pulse.html", context)
    add_never_cache_headers(response)
    return response


def bars(buckets: Sequence[Bucket]) -> dict[str, object]:
    """The chart of the last hour: for each five minutes a bar with its place and size, and the size of the whole."""
    most = max((bucket.actions for bucket in buckets), default=0)
    shown = []
    for number, bucket in enumerate(buckets):
        high = round(_HIGH * bucket.actions / most, 1) if most else 0
        start = timezone.localtime(bucket.start)
        shown.append(
            {
                "x": _LEFT + number * (_BAR + _GAP),
                "middle": _LEFT + number * (_BAR + _GAP) + _BAR / 2,
                "y": _TOP + _HIGH - high,
                "above": _TOP + _HIGH - high - 5,
                "high": high,
                "per_minute": round(bucket.actions / _MINUTES, 1),
                "time": f"{start:%H:%M}",
                "tick": number % 2 == 0,
            }
        )
    width = _LEFT + len(buckets) * (_BAR + _GAP)
    return {
        "bars": shown,
        "width": width,
        "base": _TOP + _HIGH,
        "under": _TOP + _HIGH + 16,
        "height": _TOP + _HIGH + 24,
        "bar": _BAR,
    }
