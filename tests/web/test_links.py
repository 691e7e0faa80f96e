"""Links that are sent to others, asked for on the server's own machine and elsewhere."""

import pytest
from django.test import Client, RequestFactory

from games import links
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that the network knows as 192.168.1.20."""
    monkeypatch.setattr(links, "_finders", [])
    links.use_address(lambda: "192.168.1.20")


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1:8000", "[::1]:8000"])
def test_a_name_of_this_machine_gives_out_the_address_in_the_network(network: None, host: str) -> None:
    request = RequestFactory().get("/", headers={"host": host})
    assert links.absolute(request, "/t/ABC/") == "http://192.168.1.20:8000/t/ABC/"
    assert not links.local_only(request)


def test_any_other_name_stays_as_it_was_asked_for(network: None) -> None:
    request = RequestFactory().get("/", headers={"host": "oak.local:8000"})
    assert links.absolute(request, "/t/ABC/") == "http://oak.local:8000/t/ABC/"
    assert not links.local_only(request)


def test_without_an_address_in_the_network_the_page_warns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(links, "_finders", [])
    table = factories.waiting_table([factories.person()])
    page = Client(headers={"host": "localhost:8000"}).get(f"/t/{table.code}/").content.decode()
    assert "works only on this computer" in page
    assert f"http://localhost:8000/t/{table.code}/" in page


def test_with_one_the_page_shows_it_and_does_not_warn(network: None) -> None:
    table = factories.waiting_table([factories.person()])
    page = Client(headers={"host": "localhost:8000"}).get(f"/t/{table.code}/").content.decode()
    assert "works only on this computer" not in page
    assert f"http://192.168.1.20:8000/t/{table.code}/" in page


def test_the_code_to_scan_holds_that_address_too(network: None) -> None:
    table = factories.waiting_table([factories.person()])
    there = Client(headers={"host": "192.168.1.20:8000"}).get(f"/t/{table.code}/qr.svg").content
    assert Client(headers={"host": "localhost:8000"}).get(f"/t/{table.code}/qr.svg").content == there
