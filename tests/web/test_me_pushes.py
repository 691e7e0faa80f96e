"""Browsers that may be told of turns: asked for on one's own page, ended with the sign-in of that device."""

from __future__ import annotations

import pytest
from django.contrib.auth.tokens import default_token_generator
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from lobby.leaving import delete_person
from lobby.models import PushSubscription, User
from lobby.subscriptions import AT_MOST
from lobby.views import push
from tests import factories
from tests.web.lobby_forms import fill, text
from tests.web.mina import ENDPOINT, PASSWORD, subscribe
from tests.web.pages import browser

pytestmark = pytest.mark.django_db


def test_a_browser_asks_to_be_told_and_no_more(mina: User) -> None:
    client = browser(mina)
    assert 'data-here="no"' in text(client.get("/me/"))
    assert subscribe(client) == 204
    assert subscribe(client) == 204
    row = PushSubscription.objects.get()
    assert (row.user, row.endpoint, row.language) == (mina, ENDPOINT, "en")
    assert 'data-here="yes"' in text(client.get("/me/"))
    assert 'data-here="no"' in text(browser(mina).get("/me/"))  # another device of hers
    assert client.post("/me/push/off/", {"endpoint": ENDPOINT}).status_code == 204
    assert not PushSubscription.objects.exists()


@pytest.mark.parametrize(
    "endpoint",
    [
        "",
        "http://fcm.googleapis.com/x",
        "https://localhost/x",
        "https://10.0.0.1/x",
        "https://evilfcm.googleapis.com.example/x",
        "https://notfcm.googleapis.com/x",
        "https://fcm.googleapis.com:8443/x",
        "https://u:p@fcm.googleapis.com/x",
        "https://[::1/x",
        "https://fcm.googleapis.com/" + "x" * 600,
        "file:///etc/passwd",
    ],
)
def test_only_addresses_of_push_services_are_taken(mina: User, endpoint: str) -> None:
    assert subscribe(browser(mina), endpoint) == 400
    assert not PushSubscription.objects.exists()


@pytest.mark.parametrize(
    "service", ["updates.push.services.mozilla.com", "web.push.apple.com", "wns2-am3p.notify.windows.com"]
)
def test_those_of_all_large_browsers_are(mina: User, service: str) -> None:
    assert subscribe(browser(mina), f"https://{service}/x") == 204


@pytest.mark.parametrize(
    "keys", [{"p256dh": "short"}, {"auth": ""}, {"auth": "ä" * 22}, {"p256dh": "x" * 5000}]
)
def test_broken_keys_are_not(mina: User, keys: dict[str, str]) -> None:
    assert subscribe(browser(mina), **keys) == 400


def test_nobody_subscribes_for_nobody_or_somebody_else(mina: User) -> None:
    assert subscribe(browser()) == 403
    assert subscribe(browser(mina), viewer="0123456789abcdef") == 403
    other = browser(factories.person("Gil"))
    subscribe(browser(mina))
    assert other.post("/me/push/off/", {"endpoint": ENDPOINT}).status_code == 204
    assert PushSubscription.objects.count() == 1  # it was not theirs to end


def test_who_was_deleted_in_another_tab_is_nobody(mina: User, monkeypatch: pytest.MonkeyPatch) -> None:
    client = browser(mina)

    def meanwhile(*_asked: object) -> bool:
        delete_person(User.objects.get(pk=mina.pk))
        return False

    monkeypatch.setattr(push, "made_for_another", meanwhile)
    assert subscribe(client) == 403
    assert not PushSubscription.objects.exists()


def test_signing_out_ends_it_in_this_browser_only(mina: User) -> None:
    here, there = browser(mina), browser(mina)
    subscribe(here)
    subscribe(there, f"{ENDPOINT}-there")
    here.post("/logout/")
    assert PushSubscription.objects.get().endpoint == f"{ENDPOINT}-there"
    there.post("/me/push/end/")
    assert not PushSubscription.objects.exists()


def test_a_browser_tells_whoever_asked_last_and_a_guests_go_along(mina: User) -> None:
    guest = factories.person("Gil")
    client = browser(guest)
    subscribe(client)
    fill(client, "/login/", username=mina.username, password=PASSWORD)
    assert PushSubscription.objects.get().user == mina
    other = browser(factories.person("Otto"))
    subscribe(other)
    assert PushSubscription.objects.get().user.name == "Otto"


def test_a_guests_browser_that_signed_in_is_told_nothing_once_it_signs_out(mina: User) -> None:
    client = browser(factories.person("Gil"))
    subscribe(client)
    fill(client, "/login/", username=mina.username, password=PASSWORD)
    assert 'data-here="yes"' in text(client.get("/me/"))
    client.post("/logout/")
    assert not PushSubscription.objects.exists()


def test_who_signs_in_over_somebody_else_ends_what_the_browser_told_them(mina: User) -> None:
    User.objects.create_user("rosa", password=PASSWORD)
    client, elsewhere = browser(mina), browser(mina)
    subscribe(client)
    subscribe(elsewhere, f"{ENDPOINT}-elsewhere")
    fill(client, "/login/", username="rosa", password=PASSWORD)
    assert PushSubscription.objects.get().endpoint == f"{ENDPOINT}-elsewhere"
    assert 'data-here="no"' in text(client.get("/me/"))


@pytest.mark.parametrize("how", ["a new private link", "another password", "a password by mail"])
def test_devices_that_were_signed_out_are_told_nothing_any_more(mina: User, how: str) -> None:
    person = factories.person("Gil") if how == "a new private link" else mina
    here, there = browser(person), browser(person)
    subscribe(here)
    subscribe(there, f"{ENDPOINT}-there")
    left = [ENDPOINT]
    if how == "a new private link":
        fill(here, "/carry/", action="/carry/new/")
    elif how == "another password":
        fill(here, "/password/", old_password=PASSWORD, new_password1="four small ducks")
    else:
        uid, token = urlsafe_base64_encode(force_bytes(mina.pk)), default_token_generator.make_token(mina)
        fill(browser(), f"/password/new/{uid}/{token}/", new_password1="four small ducks")
        left = []
    assert there.get("/me/").status_code == 302
    assert list(PushSubscription.objects.values_list("endpoint", flat=True)) == left


def test_one_person_has_so_many_browsers(mina: User) -> None:
    for number in range(AT_MOST + 3):
        subscribe(browser(mina), f"{ENDPOINT}-{number}")
    kept = set(PushSubscription.objects.values_list("endpoint", flat=True))
    assert len(kept) == AT_MOST
    assert f"{ENDPOINT}-0" not in kept


def test_the_worker_comes_from_the_top_of_the_site() -> None:
    response = browser().get("/sw.js")
    assert response.status_code == 200
    assert response["Content-Type"].startswith("text/javascript")
    assert response["Cache-Control"] == "no-cache"
    assert b"notificationclick" in response.content
    assert "sessionid" not in response.cookies
