"""Admin in Korean and Japanese, as whoever is in charge of the site has it: no English of ours is left in it."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final

import django
import polib
import pytest
from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.db.models import Model
from django.urls import reverse
from django.utils import timezone, translation

from games.models import Match, Round, Seat, Table
from games.services import office
from games.services.notes import What
from lobby.models import Fault, NameReport, SiteNotice, User
from lobby.reports import report_name
from tests import factories
from tests.locale.english import english_in
from tests.locale.readers import CALLED, Reader, reader
from tests.services.ends import match_ended

pytestmark = pytest.mark.django_db


@pytest.fixture
def root() -> User:
    return User.objects.create(username="root", name="Otto", is_staff=True, is_superuser=True)


_VALUE: Final = re.compile(r'<div class="readonly">.*?</div>', re.DOTALL)
# What is stored in rows, as it is stored; the name that Django gives to a picture in every language.
STORED: Final = (
    "ValueError",
    "games",
    "chicken-foot",
    "True",
    "False",
    "out",
    "draw",
    "pass",
    "Search",
    "Filter by",
    "ID",
    *What,
)


@cache
def left_by_django(language: str) -> tuple[str, ...]:
    """The sentences of Django's own admin that Django itself has not in that language (yet)."""
    folder = Path(django.__file__).parent
    with translation.override(language):
        return tuple(
            entry.msgid
            for app in ("conf", "contrib/admin", "contrib/auth")
            for entry in polib.pofile(str(folder / app / "locale/en/LC_MESSAGES/django.po"))
            if entry.msgid and translation.gettext(entry.msgid) == entry.msgid
        )


def staff(language: str, root: User) -> Reader:
    """Who is in charge, among user names, codes of tables and stored words."""
    codes = [
        written
        for code in Table.objects.values_list("code", flat=True)
        for written in (code, f"{code[:4]} {code[4:]}")
    ]
    names = User.objects.values_list("username", flat=True)
    return reader(language, root, names=[*codes, *names, *STORED, *left_by_django(language)])


@pytest.fixture
def rows(root: User) -> dict[type, int]:
    """One of everything, by the kind of row."""
    cast = factories.cast()
    over = match_ended([cast.host, cast.guest], ["normal"])
    now = factories.play_until(factories.playing_table([cast.host, cast.guest]), factories.has_ply(6))
    report_name(now, place=0, remark="", by=cast.guest)
    at = timezone.now()
    notice = SiteNotice.objects.create(text_en="1", text_ko="소식", text_ja="お知らせ")
    fault = Fault.objects.create(hour=at, logger="games", what="ValueError", times=3, last_at=at)
    office.make_private(table_id=now.table.id, staff_id=root.pk)
    report = NameReport.objects.get()
    return {
        Table: now.table.id, Match: now.match.id, Seat: now.seats[0].id, Round: now.round.id, Fault: fault.pk,
        NameReport: report.pk, SiteNotice: notice.pk, User: cast.host.pk, LogEntry: over.match.id,
    }  # fmt: skip


def test_lists_and_rows(language: str, root: User, rows: dict[type, int]) -> None:
    in_charge = staff(language, root)
    for path in ("/admin/", "/admin/games/", "/admin/lobby/", "/admin/pulse/"):
        in_charge.look(path)
    found = {}
    for app in ("games", "lobby"):
        for model in apps.get_app_config(app).get_models():
            name = f"admin:{app}_{model._meta.model_name}"
            found[name] = english_at(in_charge, reverse(f"{name}_changelist"))
            row = rows.get(model) or getattr(model._default_manager.order_by("pk").last(), "pk", None)
            if row is not None:
                found[f"{name} {row}"] = english_at(in_charge, reverse(f"{name}_change", args=[row]))
    assert {name: english for name, english in found.items() if english} == {}


def english_at(in_charge: Reader, path: str) -> list[str]:
    """What is left of English at an address, besides values that are shown as they are stored."""
    html = in_charge.client.get(path).content.decode()
    return english_in(_VALUE.sub("", html), (*CALLED, *in_charge.names))


DECISIONS: Final = (
    (Table, ("close", "make_private", "rename")),
    (Match, ("end",)),
    (Seat, ("free", "stand_in")),
    (User, ("rename", "block", "unblock", "delete")),
    (NameReport, ("rename", "block", "dismiss")),
)


@pytest.mark.parametrize(("model", "actions"), DECISIONS)
def test_decisions(
    language: str, root: User, rows: dict[type, int], model: type[Model], actions: tuple[str, ...]
) -> None:
    in_charge = staff(language, root)
    path = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_change", args=[rows[model]])
    for action in actions:
        asked = {"CHANGE_FORM-action": action, "_selected_action": str(rows[model])}
        assert "confirmed" in in_charge.post(path, asked)
    done = {**asked, "confirmed": "1", "name": "Gil"}
    answer = in_charge.client.post(path, done, follow=True).content.decode()
    assert english_in(_VALUE.sub("", answer), (*CALLED, *in_charge.names)) == []


def test_hands(language: str, root: User, rows: dict[type, int]) -> None:
    in_charge = staff(language, root)
    path = reverse("admin:games_round_hands", args=[rows[Round]])
    in_charge.look(path)
    in_charge.post(path, {})
    in_charge.post(path, {"reason": "소식"})
    over = Round.objects.filter(status=Round.Status.OVER).values_list("pk", flat=True)
    in_charge.look(reverse("admin:games_round_hands", args=[over[0]]))
    table = Table.objects.get(pk=rows[Table])
    reader(language, names=[table.code]).look(f"/t/{table.code}/")
