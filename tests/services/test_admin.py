"""Admin: everything that is stored can be looked at, nothing changed, and no hand can be read off."""

from __future__ import annotations

import html
import json
import re

import pytest
from django.apps import apps
from django.contrib import admin
from django.test import Client

from games.admin import RoundAdmin
from games.models import Action, Receipt, Round
from games.queries import Snapshot
from games.services import places
from lobby.models import User
from tests.factories import cast, new_key, play_until, playing_table, waiting_table

pytestmark = pytest.mark.django_db

MODELS = [model for app in ("games", "lobby") for model in apps.get_app_config(app).get_models()]


def staff() -> Client:
    user = User.objects.create(username="root", is_staff=True, is_superuser=True)
    client = Client()
    client.force_login(user)
    return client


def test_all_models_are_registered() -> None:
    proxies = {model for model in MODELS if model._meta.proxy}
    assert {model for model in MODELS if not admin.site.is_registered(model)} == proxies


def everything_shown(client: Client) -> str:
    """All lists, the pages of a few rows of every model with their history, and the pages of our own."""
    own = [
        "/admin/",
        "/admin/pulse/",
        *(f"/admin/games/round/{row.pk}/hands/" for row in Round.objects.all()),
    ]
    pages = [html.unescape(client.get(address).content.decode()) for address in own]
    for model in MODELS:
        if model._meta.proxy:
            continue
        path = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
        ids = list(model._default_manager.values_list("pk", flat=True)[:3])
        rows = [f"{path}{pk}/{page}/" for pk in ids for page in ("change", "history")]
        for address in (path, *rows):
            page = client.get(address)
            assert page.status_code == 200, address
            pages.append(html.unescape(page.content.decode()))
    return "".join(pages)


def secrets_of(now_at: Snapshot) -> list[str]:
    """What must not be seen of a round: its seed, its deal, its position as they are stored."""
    row = Round.objects.get(pk=now_at.round.id)
    assert row.deal is not None
    assert row.state is not None
    return [row.seed, json.dumps(row.deal), json.dumps(row.state)]


def test_every_list_and_every_row_opens_and_shows_no_secret() -> None:
    people = cast()
    now_at = play_until(playing_table([people.host, people.guest]), lambda now_at: now_at.round.ply > 40)
    key = new_key()
    places.join(table_id=waiting_table([people.host]).pk, user_id=people.guest.pk, name="Gil", key=key)
    people.host.set_password("a long password")
    people.host.save()
    drawn = Action.objects.exclude(drawn="").exclude(key=None).first()
    assert drawn is not None
    client = staff()
    shown = everything_shown(client)
    for secret in (*secrets_of(now_at), key, drawn.key, people.host.password):
        assert secret
        assert secret not in shown
    # A drawn tile stands nowhere as what a draw gave.
    page = client.get(f"/admin/games/action/{drawn.pk}/change/").content.decode()
    assert not re.search(rf"\b{drawn.drawn}\b", page)


def test_that_test_finds_what_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    people = cast()
    now_at = playing_table([people.host, people.guest])
    monkeypatch.setattr(RoundAdmin, "secret", ())
    shown = everything_shown(staff())
    assert all(secret in shown for secret in secrets_of(now_at))


def test_nothing_is_changed_there() -> None:
    people = cast()
    table = waiting_table([people.host])
    places.join(table_id=table.pk, user_id=people.guest.pk, name="Gil", key=new_key())
    client = staff()
    receipt = Receipt.objects.get()
    for path in (
        f"/admin/games/table/{table.pk}/change/",
        f"/admin/games/receipt/{receipt.pk}/delete/",
        "/admin/games/match/add/",
        f"/admin/lobby/user/{people.guest.pk}/change/",
    ):
        assert client.post(path, {"name": "x", "post": "yes"}).status_code == 403
    table.refresh_from_db()
    assert table.name == "Test table"
    assert Receipt.objects.exists()


def test_what_is_hidden_cannot_be_guessed_by_narrowing_a_list() -> None:
    people = cast()
    now_at = playing_table([people.host, people.guest])
    row = Round.objects.get(pk=now_at.round.id)
    assert row.deal is not None
    client = staff()
    for path, narrowing in (
        ("games/round", {"seed__startswith": row.seed[:2]}),
        ("games/round", {"deal__hands__0__0": row.deal["hands"][0][0]}),
        ("games/round", {"state__icontains": "9"}),
        ("games/action", {"drawn": "9-3"}),
        ("games/action", {"round__seed__startswith": row.seed[:2]}),
        ("games/match", {"rounds__seed__startswith": row.seed[:2]}),
        ("lobby/user", {"password__startswith": "!"}),
    ):
        assert client.get(f"/admin/{path}/", narrowing).status_code == 400, narrowing
    assert client.get("/admin/games/round/", {"status__exact": "playing"}).status_code == 200
