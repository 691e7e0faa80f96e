"""Dates in the viewer's time zone: the cookie of the page's script, and what a cookie can hold besides."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from django.utils import timezone

from lobby.zone import LocalTimes, zone_of

NOON = datetime(2026, 7, 1, 12, 0, tzinfo=UTC)


def hour_shown(cookie: str | None) -> str:
    """What noon in Greenwich is for the page of somebody with this cookie."""

    def page(_request: HttpRequest) -> HttpResponse:
        return HttpResponse(timezone.localtime(NOON).strftime("%H:%M"))

    request = RequestFactory().get("/")
    if cookie is not None:
        request.COOKIES["tz"] = cookie
    return LocalTimes(page)(request).content.decode()


@pytest.mark.parametrize(
    ("cookie", "hour"),
    [("Asia/Seoul", "21:00"), ("America/Argentina/Ushuaia", "09:00"), ("Etc/GMT+3", "09:00")],
)
def test_times_are_those_of_the_viewer(cookie: str, hour: str) -> None:
    assert hour_shown(cookie) == hour
    assert timezone.get_current_timezone_name() == "UTC"  # and of this viewer only


@pytest.mark.parametrize(
    "cookie",
    [
        None,
        "",
        "UTC",
        "Mars/Olympus",
        "Asia",
        "../../etc/passwd",
        "/etc/localtime",
        "zone.tab",
        "a" * 5000,
        "\x00",
        "서울",
    ],
)
def test_a_cookie_that_names_no_zone_means_utc(cookie: str | None) -> None:
    assert hour_shown(cookie) == "12:00"


def test_a_zone_is_found_by_its_name_only() -> None:
    assert zone_of("Asia/Seoul") == ZoneInfo("Asia/Seoul")
    assert zone_of("Asia/") is None
