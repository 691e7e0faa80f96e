"""What somebody prefers, kept in their browser's cookies: the pages are made from these, signed in or not."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

from games.templatetags.pieces import THEME_COOKIE, THEMES
from lobby.guests import signed_in
from lobby.models import User


def keep_in_browser(response: HttpResponseBase, request: HttpRequest, person: User) -> None:
    """Let this browser show what an account prefers; what it has no preference for stays as it is."""
    if person.language:
        keep_language(response, request, person.language)
    if person.theme:
        keep_theme(response, request, person.theme)


def keep_language(response: HttpResponseBase, request: HttpRequest, language: str) -> None:
    """The language of the pages from now on, one of settings.LANGUAGES."""
    if language in dict(settings.LANGUAGES):
        _keep(response, request, settings.LANGUAGE_COOKIE_NAME, language)


def choose_language(response: HttpResponseBase, request: HttpRequest, language: str) -> None:
    """What was pressed, one of settings.LANGUAGES: the language of this browser's pages, of the mails to who asks."""
    keep_language(response, request, language)
    person = signed_in(request)
    if person is not None and person.language != language:
        User.objects.filter(pk=person.pk).update(language=language)


def keep_theme(response: HttpResponseBase, request: HttpRequest, theme: str) -> None:
    """Light, dark, or "" for what the device wishes."""
    if theme in THEMES:
        _keep(response, request, THEME_COOKIE, theme)
    else:
        response.delete_cookie(THEME_COOKIE, samesite="Lax")


def _keep(response: HttpResponseBase, request: HttpRequest, name: str, value: str) -> None:
    age, secure = settings.SESSION_COOKIE_AGE, request.is_secure()
    response.set_cookie(name, value, max_age=age, samesite="Lax", secure=secure)
