"""The site's notices: on every page, in three languages, put away by whoever has read them, without a statement."""

from __future__ import annotations

import re
import time
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from lobby import notices
from lobby.models import SiteNotice, User
from tests import factories
from tests.services.ends import match_ended, round_ended
from tests.services.statements import counted
from tests.web.pages import browser

pytestmark = pytest.mark.django_db

NEWS, WORK = "There is a replay now.", "The site pauses at eleven."


def notice(text: str = NEWS, kind: str = "news", **fields: object) -> SiteNotice:
    return SiteNotice.objects.create(
        kind=kind, text_en=text, text_ko="소식이 있어요.", text_ja="お知らせです。", **fields
    )


def shown(client: Client, path: str = "/help/") -> str:
    response = client.get(path)
    assert response.status_code == 200, path
    return response.content.decode()


@pytest.fixture
def stages() -> list[str]:
    """The pages of a table in every stage, and pages without one."""
    people = [factories.person("Ann"), factories.person("Ben")]
    codes = [
        factories.waiting_table(people).code,
        factories.playing_table(people).table.code,
        round_ended(people).table.code,
        match_ended(people).table.code,
    ]
    return ["/", "/help/", "/new/", *(f"/t/{code}/" for code in codes), f"/t/{codes[3]}/sheet/"]


def test_a_notice_is_on_every_page_once(client: Client, stages: list[str]) -> None:
    notice(WORK, "maintenance")
    for path in stages:
        assert shown(client, path).count(WORK) == 1, path
    assert client.get("/no/such/page/").content.decode().count(WORK) == 1


def test_without_one_there_is_nothing(client: Client) -> None:
    assert 'class="banner notice' not in shown(client)


@pytest.mark.parametrize(
    ("language", "text"), [("ko", "소식이 있어요."), ("ja", "お知らせです。"), ("en", NEWS)]
)
def test_it_speaks_the_language_of_the_page(client: Client, language: str, text: str) -> None:
    notice()
    client.cookies["django_language"] = language
    assert text in shown(client)


def test_it_is_shown_between_its_times_only(client: Client) -> None:
    now = timezone.now()
    notice("Not yet", shown_from=now + timedelta(hours=1))
    notice("Over", shown_until=now - timedelta(hours=1))
    notice("Off", is_on=False)
    assert 'class="banner notice' not in shown(client)
    notice("Just now", shown_from=now - timedelta(hours=1), shown_until=now + timedelta(hours=1))
    assert "Just now" in shown(client)


def test_one_that_begins_or_ends_is_seen_without_reading_again(client: Client) -> None:
    row = notice(WORK, "maintenance")
    now = timezone.now()
    known = notices.notice_of(row)
    soon = notices.Notice(known.id, known.kind, known.texts, now + timedelta(seconds=0.2), None)
    notices.suppose([soon])
    assert WORK not in shown(client)
    time.sleep(0.25)
    assert WORK in shown(client)


def test_the_newest_of_each_kind_maintenance_first(client: Client) -> None:
    for text, kind in (
        ("Old", "news"),
        ("New", "news"),
        ("Old work", "maintenance"),
        ("New work", "maintenance"),
    ):
        notice(text, kind)
    page = shown(client)
    assert ">Old<" not in page
    assert ">Old work<" not in page
    assert page.index("New work") < page.index("<p>New</p>")


def test_news_is_put_away_maintenance_stays(client: Client) -> None:
    news = notice()
    notice(WORK, "maintenance")
    assert f'data-put-away="{news.pk}"' in shown(client)
    assert shown(client).count("data-put-away=") == 1
    client.cookies["notice"] = str(news.pk)
    page = shown(client)
    assert NEWS not in page
    assert WORK in page
    notice("Something newer")
    assert "Something newer" in shown(client)


@pytest.mark.parametrize("cookie", ["x", "-1", "9" * 40, "<b>"])
def test_a_strange_cookie_puts_nothing_away(client: Client, cookie: str) -> None:
    notice()
    client.cookies["notice"] = cookie
    assert NEWS in shown(client)


def test_markup_is_text(client: Client) -> None:
    notice("<img src=x onerror=alert(1)>")
    assert "<img src=x" not in shown(client)


def test_what_is_known_costs_a_page_no_statement(client: Client) -> None:
    notice()
    shown(client)
    with counted() as statements:
        shown(client)
    assert not any("sitenotice" in sql for sql in statements)


def test_it_is_read_again_after_a_while_once(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    notices.suppose((), seconds=-1)
    with counted() as statements:
        shown(client)
        shown(client)
    assert len([sql for sql in statements if "sitenotice" in sql]) == 1
    # Another process changes it: seen when this one reads again.
    row = notice()
    shown(client)
    SiteNotice.objects.filter(pk=row.pk).update(text_en="Changed elsewhere")
    assert NEWS in shown(client)
    later = time.monotonic() + notices.KNOWN_FOR + 1
    monkeypatch.setattr(time, "monotonic", lambda: later)
    assert "Changed elsewhere" in shown(client)


def test_staff_set_it_in_admin_and_see_how_it_looks() -> None:
    root = browser(User.objects.create(username="root", is_staff=True, is_superuser=True))
    fields = {"kind": "news", "text_en": NEWS, "text_ko": "소식", "text_ja": "お知らせ"}
    new = root.get("/admin/lobby/sitenotice/add/").content.decode()
    assert "Save it switched off first" in new
    assert re.search(r'<input type="checkbox" name="is_on"(?![^>]*checked)', new)
    assert root.post("/admin/lobby/sitenotice/add/", fields).status_code == 302
    row = SiteNotice.objects.get()
    assert not row.is_on
    root.get("/")  # shows admin's own message
    assert NEWS not in shown(root)
    page = root.get(f"/admin/lobby/sitenotice/{row.pk}/change/").content.decode()
    for language, text in (("en", NEWS), ("ko", "소식"), ("ja", "お知らせ")):
        assert f'<p class="notice-preview" lang="{language}">{text}</p>' in page
    root.post(f"/admin/lobby/sitenotice/{row.pk}/change/", {**fields, "is_on": "on"})
    root.get("/")
    assert NEWS in shown(root)
    assert "shown" in root.get("/admin/lobby/sitenotice/").content.decode()
    root.post(f"/admin/lobby/sitenotice/{row.pk}/delete/", {"post": "yes"})
    root.get("/")
    assert NEWS not in shown(root)


def test_the_log_says_in_words_what_was_done_to_a_notice() -> None:
    root = browser(User.objects.create(username="root", is_staff=True, is_superuser=True))
    fields = {"kind": "news", "text_en": NEWS, "text_ko": "소식", "text_ja": "お知らせ"}
    root.post("/admin/lobby/sitenotice/add/", fields)
    log = root.get("/admin/admin/logentry/").content.decode()
    assert (">Added.<" in log, "{&quot;added&quot;" in log) == (True, False)


def test_all_three_languages_are_needed() -> None:
    root = browser(User.objects.create(username="root", is_staff=True, is_superuser=True))
    root.post("/admin/lobby/sitenotice/add/", {"kind": "news", "text_en": NEWS})
    assert not SiteNotice.objects.exists()


def test_a_page_that_stays_open_asks_for_them_without_a_statement() -> None:
    notice(WORK, "maintenance")
    client = browser(factories.person())
    assert 'data-notices="/notices/"' in shown(client)
    with counted() as statements:
        response = client.get("/notices/")
    assert WORK in response.content.decode()
    assert "no-store" in response["Cache-Control"]
    assert statements == []


def test_the_stage_that_a_page_fetches_has_it_too(client: Client) -> None:
    now = factories.playing_table([factories.person("Ann"), factories.person("Ben")])
    notice(WORK, "maintenance")
    assert WORK in shown(client, f"/t/{now.table.code}/page/")
