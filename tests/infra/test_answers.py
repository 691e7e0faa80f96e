"""What holds for every page: forms in UTF-8 only, and kept by no cache that was not told so."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils.translation import override

from games.presenters.names import in_words

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("charset", ["utf-16", "UTF-7", "euc-kr", "utf8", "nonsense", ""])
@pytest.mark.parametrize("address", ["/login/", "/i18n/setlang/", "/t/ABCDEFGH/act/"])
def test_a_form_in_another_charset_is_refused_in_words(charset: str, address: str) -> None:
    client = Client(enforce_csrf_checks=True, cookies={"csrftoken": "a" * 32})
    kind = f"application/x-www-form-urlencoded; charset={charset}"
    response = client.generic("POST", address, b"a=b", content_type=kind)
    assert (response.status_code, response.content) == (415, b"Send forms in UTF-8.")


@pytest.mark.parametrize("charset", ["utf-8", "UTF-8", '"utf-8"'])
def test_one_in_ours_is_read(client: Client, charset: str) -> None:
    kind = f"application/x-www-form-urlencoded; charset={charset}"
    assert client.post("/i18n/setlang/", b"language=ko", content_type=kind).status_code == 302


@pytest.mark.parametrize("address", ["/help/", "/password/forgotten/", "/t/ABCDEFGH/", "/nothing/"])
def test_pages_are_asked_for_again(client: Client, address: str) -> None:
    said = client.get(address)["Cache-Control"]
    assert "private" in said
    assert "no-cache" in said


def test_a_neutral_name_is_read_in_ones_own_language() -> None:
    read = {}
    for language in ("en", "ko", "ja"):
        with override(language):
            read[language] = in_words("Guest")
    assert read == {"en": "Guest", "ko": "손님", "ja": "ゲスト"}
