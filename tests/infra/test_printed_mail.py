"""A site without a mail server prints its mails so that a link can be copied."""

from __future__ import annotations

from io import StringIO

from django.core.mail import EmailMessage

from config.printed_mail import EmailBackend

LINK = "http://localhost:8000/password/new/Mw/diuf6h-" + "e1cb859bc25a523499c99bf87d7a9cb0" * 2 + "/"


def test_long_links_and_other_scripts_are_printed_as_they_are() -> None:
    printed = StringIO()
    mail = EmailMessage("새 비밀번호", f"Open this link:\n{LINK}\n", to=["anna@example.org"])
    assert EmailBackend(stream=printed).send_messages([mail]) == 1
    lines = printed.getvalue().splitlines()
    assert LINK in lines
    assert "To: anna@example.org" in lines
    assert "Subject: 새 비밀번호" in lines
