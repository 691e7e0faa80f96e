"""The people: account holders and guests are the same model from the first migration."""

from __future__ import annotations

import uuid
from typing import Any

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _


def guest_username() -> str:
    """A random user name for a guest; it is never shown."""
    return f"guest-{uuid.uuid4().hex}"


class User(AbstractUser):
    """Everyone who sits down. A guest is made by the POST that seats them and may become an account in place."""

    is_guest = models.BooleanField(_("guest"), default=False)
    name = models.CharField(_("name at the table"), max_length=200, blank=True, default="")
    language = models.CharField(_("language"), max_length=8, blank=True, default="")
    theme = models.CharField(_("theme"), max_length=8, blank=True, default="")  # "", light, dark
    draw_for_me = models.BooleanField(_("draw for me when I must"), default=False)
    # Raised by "new link": ends the old private link and the sessions of other devices.
    carry_number = models.PositiveIntegerField(_("number of the private link"), default=0)

    def get_session_auth_hash(self) -> str:
        """Django's session check with `carry_number` mixed in, so that raising it signs other devices out."""
        return self._carry_hash(super().get_session_auth_hash())

    def get_session_auth_fallback_hash(self) -> Any:
        """The same for hashes made with older secret keys."""
        for fallback in super().get_session_auth_fallback_hash():
            yield self._carry_hash(fallback)

    def _carry_hash(self, inner: str) -> str:
        return salted_hmac("lobby.User.carry", f"{inner}:{self.carry_number}", algorithm="sha256").hexdigest()
