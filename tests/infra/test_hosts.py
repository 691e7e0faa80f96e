"""Who may be asked for this site, and from where a websocket may be opened."""

import pytest
from channels.testing import WebsocketCommunicator
from django.test import Client
from pytest_django import Settings

from config.asgi import site
from config.hosts import answers_to, is_home_host, same_origin


@pytest.mark.parametrize(
    "host",
    [
        "localhost:8000",
        "127.0.0.1",
        "192.168.1.20:8000",
        "10.0.0.3",
        "[fe80::1]:8000",
        "laptop",
        "laptop.local:80",
    ],
)
def test_names_of_the_home_network(host: str) -> None:
    assert is_home_host(host)


@pytest.mark.parametrize(
    "host",
    ["", "example.org", "evil.example.com:8000", "192.168.1.20.evil.com", "local.com", "[::1"],
)
def test_foreign_names(host: str) -> None:
    assert not is_home_host(host)


@pytest.mark.parametrize("host", ["evil.example.com", "[::1", "ann@laptop", "", "laptop:" + "9" * 3000])
def test_a_foreign_name_gets_400(host: str) -> None:
    assert Client(headers={"host": host}).get("/").status_code == 400


def test_only_the_names_in_allowed_hosts_are_answered_where_there_are_some(settings: Settings) -> None:
    settings.ALLOWED_HOSTS, settings.HOME_NETWORK_HOSTS = ["play.example.org", "[::1]"], False
    assert answers_to("play.example.org")
    assert answers_to("[::1]:8000")
    assert answers_to("play.example.org:8000")
    assert not answers_to("laptop")
    assert not answers_to("play.example.org:" + "9" * 3000)
    assert Client(headers={"host": "play.example.org"}).get("/help/").status_code == 200
    assert Client(headers={"host": "evil.example.com"}).get("/help/").status_code == 400


@pytest.mark.parametrize(
    ("origin", "status"),
    [("http://192.168.1.20:8000", 302), ("http://192.168.1.20:9000", 403), ("http://evil.example.com", 403)],
)
def test_a_phone_may_post_to_the_address_it_opened(origin: str, status: int) -> None:
    client = Client(enforce_csrf_checks=True, headers={"host": "192.168.1.20:8000"})
    token = "a" * 32
    client.cookies["csrftoken"] = token
    data = {"language": "ko", "csrfmiddlewaretoken": token}
    assert client.post("/i18n/setlang/", data, headers={"origin": origin}).status_code == status


def test_a_websocket_opens_only_from_the_same_host() -> None:
    assert same_origin("http://192.168.1.20:8000", "192.168.1.20:8000", [])
    assert same_origin(None, "laptop:8000", [])
    assert not same_origin("http://192.168.1.20:9000", "192.168.1.20:8000", [])
    assert not same_origin("null", "laptop:8000", [])
    assert not same_origin("http://[", "laptop:8000", [])
    assert same_origin("https://play.example.org", "web:8000", ["https://play.example.org"])


@pytest.mark.parametrize(
    ("path", "host", "origin"),
    [
        ("/ws/t/AAAAAAAA/", b"laptop", b"http://evil.example.com"),
        ("/ws/t/AAAAAAAA/", b"[::1", b"http://[::1"),
        ("/nowhere/", b"laptop", b"http://laptop"),
    ],
)
async def test_the_application_refuses_a_foreign_page_and_an_unknown_address(
    path: str, host: bytes, origin: bytes
) -> None:
    headers = [(b"host", host), (b"origin", origin)]
    connected, _ = await WebsocketCommunicator(site, path, headers=headers).connect()
    assert not connected
