"""A browser without pages: a cookie jar of one session, for what needs a request."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.http import HttpRequest
from django.test import RequestFactory

from lobby.models import User


class Browser:
    """Keeps the session's key between its requests, as a cookie would."""

    def __init__(self) -> None:
        self.session_key: str | None = None

    def post(self) -> HttpRequest:
        """A POST with the session of now; `keep` takes over what became of it."""
        request = RequestFactory().post("/")
        request.session = SessionStore(self.session_key)
        if self.session_key is not None:
            request.COOKIES[settings.SESSION_COOKIE_NAME] = self.session_key
        request.user = get_user(request)
        return request

    def keep(self, request: HttpRequest) -> None:
        """What the session middleware does with an answer: store the session if it changed."""
        if request.session.modified:
            request.session.save()
        self.session_key = request.session.session_key

    @property
    def user(self) -> User | None:
        """Who the browser is to the site."""
        user = self.post().user
        return user if isinstance(user, User) else None


def sessions() -> int:
    """How many session rows there are."""
    return Session.objects.count()
