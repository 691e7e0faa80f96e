"""A table that waits says who can come, also after the person in charge has changed it."""

from __future__ import annotations

import re

import pytest
from django.utils.html import strip_tags

from games.services import office
from tests import factories
from tests.web.pages import Page, browser

pytestmark = pytest.mark.django_db


def who_can_come(page: Page) -> str:
    found = re.search(r"<dt>Who can come</dt><dd>(.*?)</dd>", page.html, re.DOTALL)
    assert found is not None
    return strip_tags(found[1]).strip()


def test_a_waiting_table_says_whether_everyone_finds_it() -> None:
    people = factories.cast()
    staff = factories.person("Boss")
    table = factories.waiting_table([people.host, people.guest], is_public=True)
    guest = browser(people.guest)
    assert who_can_come(Page.load(guest, table.code)) == "Everyone"

    office.make_private(table_id=table.pk, staff_id=staff.pk)
    assert who_can_come(Page.load(guest, table.code)) == "With the link"

    factories.begin(table.pk)
    assert "Who can come" not in Page.load(guest, table.code).html
