"""One's own page: preferences, pushes, the download, and leaving nothing behind."""

from __future__ import annotations

import json

import pytest
from axes.models import AccessAttempt
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.tokens import default_token_generator
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.db import connection
from django.db.models import Model
from django.test import Client
from django.utils import timezone
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode
from pytest_django import Settings

from games.models import Match, Seat
from games.queries import snapshot
from lobby.models import NameReport, Nudge, PushSubscription, User
from lobby.subscriptions import AT_MOST
from tests import factories
from tests.services.ends import match_ended
from tests.services.push_service import BrowserKeys
from tests.services.statements import counted
from tests.web.lobby_forms import fields_of, fill, text
from tests.web.pages import browser

pytestmark = pytest.mark.django_db

PASSWORD = "three tall hens"
ENDPOINT = "https://fcm.googleapis.com/fcm/send/abc"


@pytest.fixture
def mina() -> User:
    address = "mina@example.org"
    return User.objects.create_user(
        "mina_sign_in", address, PASSWORD, name="Wilhelmina", confirmed_email=address
    )


def subscribe(client: Client, endpoint: str = ENDPOINT, **changed: str) -> int:
    keys = BrowserKeys()
    sent = {"endpoint": endpoint, "p256dh": keys.p256dh, "auth": keys.auth, **changed}
    return client.post("/me/push/on/", sent).status_code


def test_somebody_new_is_asked_to_sign_in_and_comes_back() -> None:
    assert browser().get("/me/")["Location"] == "/login/?next=%2Fme%2F"
    assert browser().get("/me/delete/")["Location"] == "/login/?next=%2Fme%2Fdelete%2F"
    assert browser().get("/me/data.json")["Location"] == "/login/?next=%2Fme%2Fdata.json"


def test_from_ones_own_page_to_the_others(mina: User) -> None:
    for user in (mina, factories.person("Gil")):
        html = browser(user).get("/me/").content.decode()
        assert 'href="/me/history/"' in html
        assert 'href="/me/statistics/"' in html
        assert 'href="/me/" aria-current="page"' in html


def test_name_mail_language_theme_and_preferences_are_kept(mina: User) -> None:
    client = browser(mina)
    changed = {
        "name": " Mina ",
        "email": "new@example.org",
        "password": PASSWORD,
        "language": "ko",
        "theme": "dark",
        "draw_for_me": "on",
        "mail_turns": "on",
    }
    assert fill(client, "/me/", **changed)["Location"] == "/me/"
    mina.refresh_from_db()
    assert (mina.name, mina.email, mina.language, mina.theme) == ("Mina", "new@example.org", "ko", "dark")
    assert mina.draw_for_me
    assert mina.mail_turns
    html = text(client.get("/me/"))
    assert '<html lang="ko" data-theme="dark">' in html
    # On another device they come with signing in.
    elsewhere = browser()
    fill(elsewhere, "/login/", username=mina.username, password=PASSWORD)
    assert '<html lang="ko" data-theme="dark">' in text(elsewhere.get("/"))


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("name", " ", "name"),
        ("email", "nowhere", "valid email"),
        ("language", "fr", "valid choice"),
        ("theme", "pink", "valid choice"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_is_changed(mina: User, field: str, value: str, said: str) -> None:
    client = browser(mina)
    fields = {**fields_of(text(client.get("/me/"))), "name": "Other", field: value}
    html = text(client.post("/me/", fields))
    assert said in html
    mina.refresh_from_db()
    assert mina.name == "Wilhelmina"


def test_who_deletes_themselves_in_another_tab_has_nothing_to_keep(
    mina: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = browser(mina)

    def deleted_meanwhile(*_arguments: object) -> bool:
        User.objects.filter(pk=mina.pk).delete()
        return False

    monkeypatch.setattr("lobby.views.me.made_for_another", deleted_meanwhile)
    assert client.post("/me/", {"name": "Mina", "email": mina.email}).status_code == 302
    assert not User.objects.exists()


@pytest.mark.parametrize("password", ["", "three tall hen"])
@pytest.mark.parametrize("email", ["new@example.org", ""])
def test_another_address_needs_the_password(mina: User, email: str, password: str) -> None:
    html = text(fill(browser(mina), "/me/", name="Mina", email=email, password=password))
    assert "That is not the password of this account." in html
    assert AccessAttempt.objects.exists() is bool(password)  # none at all is no guess
    assert 'value="Mina"' in html
    mina.refresh_from_db()
    assert (mina.name, mina.email) == ("Wilhelmina", "mina@example.org")
    assert password not in html or not password


def test_who_guesses_the_password_on_ones_own_page_has_to_wait(mina: User) -> None:
    client = browser(mina)
    answers = [
        fill(client, address, **fields)
        for address, fields in (
            ("/me/", {"email": "new@example.org", "password": "wrong"}),
            ("/password/", {"old_password": "wrong", "new_password1": "nine tiny chickens"}),
        )
        for _try in range(5)
    ]
    assert [answer.status_code for answer in answers] == [200] * 9 + [429]
    late = fill(client, "/me/", email="new@example.org", password=PASSWORD)
    assert late.status_code == 429
    assert "Please wait for 10 minutes" in text(late)
    mina.refresh_from_db()
    assert mina.email == "mina@example.org"
    assert mina.check_password(PASSWORD)


def test_mail_needs_an_address(mina: User) -> None:
    html = text(fill(browser(mina), "/me/", email="", mail_turns="on"))
    assert "Mail needs an address" in html
    mina.refresh_from_db()
    assert (mina.email, mina.mail_turns) == ("mina@example.org", False)


def test_a_guest_has_a_page_without_what_guests_have_not() -> None:
    guest = factories.person("Gil")
    client = browser(guest)
    html = text(client.get("/me/"))
    assert 'name="email"' not in html
    assert 'name="mail_turns"' not in html
    assert 'href="/sign-up/"' in html
    assert 'href="/password/"' not in html
    assert guest.username not in html
    fields = fields_of(html)
    client.post("/me/", {**fields, "name": "Gilbert", "email": "x@example.org", "mail_turns": "on"})
    guest.refresh_from_db()
    assert (guest.name, guest.email, guest.mail_turns) == ("Gilbert", "", False)


@pytest.mark.parametrize("on", [True, False])
def test_the_page_says_whether_the_site_sends_mail(mina: User, settings: Settings, on: bool) -> None:
    settings.SENDS_MAIL = on
    assert ("This site sends no mail" in text(browser(mina).get("/me/"))) is not on


# ---- Pushes ----


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


# ---- The download ----


def test_the_download_has_ones_own_and_nothing_of_others(mina: User) -> None:
    ended = match_ended([mina, factories.person("Boris")])
    running = factories.playing_table([mina, factories.person("Boris")], seed="7" * 64)
    client = browser(mina)
    subscribe(client)
    Nudge.objects.create(user=mina, match_id=running.match.id, turn_at=timezone.now())
    response = client.get("/me/data.json")
    assert response["Content-Disposition"] == 'attachment; filename="chicken-foot-my-data.json"'
    assert "no-store" in response["Cache-Control"]
    told = json.loads(response.content)
    assert told["account"]["user_name"] == mina.username
    assert told["account"]["email"] == told["account"]["confirmed_email"] == "mina@example.org"
    assert [seat["table"] for seat in told["seats"]] == [running.table.code, ended.table.code]
    seat = ended.seat_of(mina.pk)
    assert seat is not None
    last = told["seats"][1]
    assert (last["total"], last["place"], last["name"]) == (seat.total, seat.place, "Wilhelmina")
    assert last["rounds"][-1]["total"] == seat.total
    assert told["seats"][0]["rounds"] == []
    assert told["push_subscriptions"][0]["service"] == "fcm.googleapis.com"
    assert len(told["turns_told"]) == 1
    whole = response.content.decode()
    for secret in ("Boris", ENDPOINT, mina.password, "7" * 64, '"seed"', '"deal"', '"hand"', '"state"'):
        assert secret not in whole


@pytest.mark.parametrize("matches", [1, 5])
def test_pages_and_download_take_the_same_few_statements(mina: User, matches: int) -> None:
    for _number in range(matches):
        match_ended([mina, factories.person("Ben")])
        factories.playing_table([mina, factories.person("Ben")])
    client = browser(mina)
    for path, at_most in {
        "/me/": 3,
        "/me/data.json": 8,
        "/me/delete/": 4,
        "/password/": 2,
        "/login/": 2,
    }.items():
        with counted() as statements:
            assert client.get(path).status_code == 200
        assert len(statements) == at_most, (path, statements)


# ---- Leaving ----


def everything_stored() -> str:
    """Every value of every row of every table of the database, as text."""
    found = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT * FROM "{table}"')
            found += [str(row) for row in cursor.fetchall()]
    found += [str(session.get_decoded()) for session in Session.objects.all()]
    return "\n".join(found)


def reported(person: User, code: str) -> None:
    """Somebody has reported the name of a person, and repeated it."""
    words = {"name": "Wilhelmina", "reason": "Wilhelmina is nobody's name"}
    NameReport.objects.create(table_code=code, match_number=1, place=0, reported=person, **words)


def written_down(staff: User, model: type[Model], pk: int) -> None:
    """Something was decided about a row, and is in admin's log."""
    LogEntry.objects.create(
        user=staff,
        content_type=ContentType.objects.get_for_model(model),
        object_id=str(pk),
        object_repr="mina_sign_in Wilhelmina",
        action_flag=CHANGE,
        change_message="Wilhelmina, mina@example.org",
    )


def test_who_deletes_the_account_leaves_no_name_and_no_address(mina: User) -> None:
    staff = User.objects.create_user("staff", is_staff=True)
    guest = factories.person("Wilhelmina")
    moved = factories.waiting_table([guest])
    written_down(staff, User, guest.pk)
    reported(guest, moved.code)
    client = browser(guest)
    fill(client, "/login/", username=mina.username, password="wrong")
    fill(client, "/login/", username=mina.email.title(), password=PASSWORD)
    fill(client, "/login/", username=mina.username, password=PASSWORD)
    fill(browser(), "/login/", username=mina.username, password="wrong")
    running = factories.playing_table([mina, factories.person("Ben")])
    ended = match_ended([mina, factories.person("Ben")])
    subscribe(client)
    Nudge.objects.create(user=mina, match_id=running.match.id, turn_at=timezone.now())
    reported(mina, running.table.code)
    written_down(staff, User, mina.pk)
    written_down(staff, Seat, running.seats[0].id)
    before = everything_stored()
    assert all(word in before for word in ("Wilhelmina", "mina_sign_in", "mina@example.org"))

    assert snapshot(moved.pk).seats[0].user_id == mina.pk
    answer = fill(client, "/me/delete/", password=PASSWORD)
    assert answer["Location"] == "/"
    assert "Score sheets stay" in text(client.get("/"))

    after = everything_stored()
    for word in ("Wilhelmina", "mina_sign_in", "mina@example.org", ENDPOINT):
        assert word not in after
    assert not User.objects.filter(pk=mina.pk).exists()
    assert not AccessAttempt.objects.exists()
    # The score sheet stays, the match goes on with a stand-in, the place that waited is free.
    seat = snapshot(ended.table.id).seats[0]
    assert (seat.name, seat.total, seat.place) == ("", ended.seats[0].total, ended.seats[0].place)
    assert snapshot(running.table.id).seats[0].stand_in == Seat.StandIn.LEFT
    assert Match.objects.get(pk=running.match.id).status in (Match.Status.PLAYING, Match.Status.PAUSED)
    assert snapshot(moved.pk).seats == ()
    page = text(browser().get(f"/t/{ended.table.code}/"))
    assert "Wilhelmina" not in page
    assert client.session.get("_auth_user_id") is None


def test_a_wrong_password_deletes_nothing_and_counts(mina: User) -> None:
    client = browser(mina)
    for _try in range(10):
        answer = fill(client, "/me/delete/", password="wrong")
    assert answer.status_code == 429
    assert User.objects.filter(pk=mina.pk).exists()


def test_a_guest_says_so_twice() -> None:
    guest = factories.person("Gil")
    client = browser(guest)
    assert "Tick the box" in text(fill(client, "/me/delete/"))
    assert fill(client, "/me/delete/", sure="1")["Location"] == "/"
    assert not User.objects.exists()


def test_who_works_in_admin_does_not_take_its_log_along() -> None:
    boss = User.objects.create_superuser("boss", "", PASSWORD)
    assert "works in admin" in text(fill(browser(boss), "/me/delete/", password=PASSWORD))
    assert User.objects.filter(pk=boss.pk).exists()


def test_a_page_of_somebody_else_deletes_nobody(mina: User) -> None:
    guest = factories.person("Gil")
    client = browser(guest)
    fields = fields_of(text(client.get("/me/delete/")))
    client.force_login(mina)
    assert client.post("/me/delete/", {**fields, "sure": "1", "password": PASSWORD})["Location"] == "/me/"
    assert User.objects.count() == 2
