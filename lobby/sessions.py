"""Sessions last a year from the last time somebody did something: renewed by a POST, at most once a week."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.signals import user_logged_in
from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.middleware import SessionMiddleware
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse

RENEW_AFTER: Final = 7 * 24 * 3600
_RENEWED: Final = "renewed"  # in the session: when, in seconds


class SessionStore(db.SessionStore):
    """Django's sessions in the database. A cookie that holds no key of ours is no session, and is not looked for."""

    def __init__(self, session_key: str | None = None) -> None:
        # PostgreSQL refuses to look for some of what a cookie can hold.
        ours = session_key is not None and session_key.isascii() and session_key.isalnum()
        super().__init__(session_key if ours else None)


class Sessions(SessionMiddleware):
    """Django's, except that what only reads a page never takes the cookie away.

    An open table asks for its page at the moment somebody signs in in another tab. What was asked with the old cookie
    may be answered after the new one was set, and would sign them out again. A cookie that no session answers to does
    no harm; signing out is a POST, and does take it away.
    """

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        response = super().process_response(request, response)
        cookie = response.cookies.get(settings.SESSION_COOKIE_NAME)
        if request.method in ("GET", "HEAD") and cookie is not None and not cookie.value:
            del response.cookies[settings.SESSION_COOKIE_NAME]
        return response


class RenewSessions:
    """Middleware: a POST of somebody who is known lets their session, and its cookie, last a year from now."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method == "POST" and settings.SESSION_COOKIE_NAME in request.COOKIES:
            renew(request.session)
        return self.get_response(request)


def renew(session: SessionBase) -> None:
    """Renew the session of somebody signed in that was not renewed for a week; for nobody none is made."""
    if SESSION_KEY in session and time.time() - float(session.get(_RENEWED, 0)) > RENEW_AFTER:
        session[_RENEWED] = int(time.time())


@receiver(user_logged_in)
def _begin(request: HttpRequest, **_about: object) -> None:
    request.session[_RENEWED] = int(time.time())
