"""Dates as they are printed: in the viewer's zone, in the page's language, with the exact time for machines."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from django.template import engines
from django.test import Client
from django.utils import timezone, translation

EVENING = datetime(2026, 11, 30, 23, 5, tzinfo=UTC)


def shown(tag: str, at: datetime | str | None, zone: str = "UTC", language: str = "en") -> str:
    with timezone.override(ZoneInfo(zone)), translation.override(language):
        return engines["django"].from_string("{% load dates %}{% " + tag + " at %}").render({"at": at})


def test_a_day_is_that_of_the_viewers_zone() -> None:
    assert shown("day", EVENING) == '<time datetime="2026-11-30T23:05:00Z">Nov. 30, 2026</time>'
    assert shown("day", EVENING, "Asia/Seoul") == '<time datetime="2026-11-30T23:05:00Z">Dec. 1, 2026</time>'


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "Dec. 1, 2026, 8:05 a.m."), ("ko", "2026년 12월 1일 오전 8:05"), ("ja", "2026年12月1日 8:05")],
)
def test_day_and_time_are_written_as_the_language_writes_them(language: str, text: str) -> None:
    html = shown("day_and_time", EVENING, "Asia/Tokyo", language)
    assert html == f'<time datetime="2026-11-30T23:05:00Z">{text}</time>'


def test_a_text_as_presenters_hand_it_on_is_the_same_point_in_time() -> None:
    text = EVENING.astimezone(ZoneInfo("America/New_York")).isoformat(timespec="milliseconds")
    assert shown("clock_time", text, "UTC") == '<time datetime="2026-11-30T23:05:00Z">11:05 p.m.</time>'


@pytest.mark.parametrize("nothing", ["", None])
def test_nothing_comes_out_of_nothing(nothing: str | None) -> None:
    assert shown("day", nothing) == ""


@pytest.mark.django_db
def test_admin_tells_the_zone_too(client: Client) -> None:
    page = client.get("/admin/login/?next=/admin/").content.decode()
    assert re.search(r'<script type="module" src="[^"]*/games/zone[^"/]*\.js">', page)
