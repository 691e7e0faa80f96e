"""Where pushes go: an address is taken only if all that reads it reads the same host."""

from __future__ import annotations

import pytest
import requests
from urllib3.util import parse_url

from lobby.models import User
from lobby.webpush import is_service
from tests import factories
from tests.web.pages import browser

# Python's `urlsplit` reads names of push services in these, what sends there another host.
TWO_FACED = [
    "https://10.0.0.1\\.fcm.googleapis.com/x",
    "https://evil.example\\@fcm.googleapis.com/x",
    "https://evil.example\t.fcm.googleapis.com/x",
    "https://evil.example%2f.fcm.googleapis.com/x",
    "https://[::1].fcm.googleapis.com/x",
    "https://fcm.googleapis.com/\0",
    "https://fcm.googleapis.com/x\n",
]


@pytest.mark.parametrize("address", TWO_FACED)
def test_what_could_be_read_as_another_host_is_no_push_service(address: str) -> None:
    assert not is_service(address)


@pytest.mark.parametrize(
    "address",
    [
        "https://fcm.googleapis.com/fcm/send/e9Xk:APA91b_-.~%20?x=1",
        "https://updates.push.services.mozilla.com:443/wpush/v2/gAAAAA==",
        "https://wns2-am3p.notify.windows.com/w/?token=BQYAAAB%2bC",
    ],
)
def test_what_browsers_give_is_sent_to_the_service_that_it_names(address: str) -> None:
    assert is_service(address)
    assert (
        parse_url(requests.Request("POST", address).prepare().url or "").host
        == address.split("/")[2].partition(":")[0]
    )


@pytest.mark.django_db
def test_an_address_that_no_database_takes_ends_nothing() -> None:
    ann: User = factories.person("Ann")
    assert browser(ann).post("/me/push/off/", {"endpoint": "\0"}).status_code == 204
