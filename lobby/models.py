"""The people, where they can be reached, what they reported, what the site tells all of them, what went wrong."""

from __future__ import annotations

import secrets
import uuid
from typing import Any, Final

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models.functions import Upper
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

# In admin's log: instead of a row's name, and the user name of whoever did something and is gone. It is shown in words,
# and nobody can sign up with it.
DELETED: Final = "(deleted)"


def guest_username() -> str:
    """A random user name for a guest; it is never shown."""
    return f"guest-{uuid.uuid4().hex}"


def new_slug() -> str:
    """A random address for a public profile: it says nothing about who is behind it."""
    return secrets.token_hex(6)


class User(AbstractUser):
    """Everyone who sits down. A guest is made by the POST that seats them and may become an account in place."""

    is_guest = models.BooleanField(_("guest"), default=False)
    name = models.CharField(_("name at the table"), max_length=200, blank=True, default="")
    language = models.CharField(_("language"), max_length=8, blank=True, default="")
    theme = models.CharField(_("theme"), max_length=8, blank=True, default="")  # "", light, dark
    draw_for_me = models.BooleanField(_("draw for me when I must"), default=False)
    mail_turns = models.BooleanField(_("mail when it is my turn"), default=False)
    public_profile = models.BooleanField(_("public profile"), default=False)
    # The address whose link was used: mail is sent only where it is still the same as `email`.
    confirmed_email = models.EmailField(_("confirmed e-mail"), blank=True, default="")
    # Given when the profile is first shown, and kept: whoever has the address finds it again.
    slug = models.CharField(  # noqa: DJ001 unique only when given
        _("address of the profile"), max_length=12, unique=True, null=True, default=None, editable=False
    )
    # Raised by "new link": ends the old private link and the sessions of other devices.
    carry_number = models.PositiveIntegerField(_("number of the private link"), default=0)

    class Meta(AbstractUser.Meta):
        # As the form asks (`iexact` compares upper case): two who sign up at once do not get Minji and minji.
        constraints = [models.UniqueConstraint(Upper("username"), name="username_in_any_case")]

    def __str__(self) -> str:
        return self.shown_name if self.username == DELETED else f"{self.shown_name} #{self.pk}"

    @property
    def shown_name(self) -> str:
        """What staff reads: the name at the table, else the user name."""
        return self.name or (gettext("(deleted player)") if self.username == DELETED else self.username)

    @property
    def has_confirmed_email(self) -> bool:
        """Whether there is an address, and it was shown to be theirs."""
        return bool(self.email) and self.email == self.confirmed_email

    def get_session_auth_hash(self) -> str:
        """Django's session check with `carry_number` mixed in, so that raising it signs other devices out."""
        return self._carry_hash(super().get_session_auth_hash())

    def get_session_auth_fallback_hash(self) -> Any:
        """The same for hashes made with older secret keys."""
        for fallback in super().get_session_auth_fallback_hash():
            yield self._carry_hash(fallback)

    def _carry_hash(self, inner: str) -> str:
        return salted_hmac("lobby.User.carry", f"{inner}:{self.carry_number}", algorithm="sha256").hexdigest()


class PushSubscription(models.Model):
    """A browser that may be told "your turn" while its page is closed."""

    user = models.ForeignKey(
        User, models.CASCADE, related_name="push_subscriptions", verbose_name=_("person")
    )
    # Secret: whoever knows it can try to send there.
    endpoint = models.URLField(_("address of the browser"), max_length=600, unique=True)
    p256dh = models.CharField(_("public key"), max_length=120)
    auth = models.CharField(_("secret"), max_length=40)
    language = models.CharField(_("language"), max_length=8, blank=True, default="")
    failures = models.PositiveSmallIntegerField(_("failures"), default=0)
    created_at = models.DateTimeField(_("made"), auto_now_add=True)

    class Meta:
        verbose_name = _("browser to tell of turns")
        verbose_name_plural = _("browsers to tell of turns")

    def __str__(self) -> str:
        return f"#{self.pk} of {self.user_id}"


class Nudge(models.Model):
    """A turn that its player was already told of, by mail or push: each is told once."""

    user = models.ForeignKey(User, models.CASCADE, related_name="+", verbose_name=_("person"))
    match_id = models.BigIntegerField(_("row of the match"))
    turn_at = models.DateTimeField(_("turn since"))
    sent_at = models.DateTimeField(_("told at"), auto_now_add=True)

    class Meta:
        verbose_name = _("turn that was told")
        verbose_name_plural = _("turns that were told")
        constraints = [models.UniqueConstraint(fields=["user", "match_id", "turn_at"], name="nudge_once")]

    def __str__(self) -> str:
        return f"{self.user_id} at {self.match_id}"


class SiteNotice(models.Model):
    """A sentence for everybody on every page: maintenance, news."""

    class Kind(models.TextChoices):
        NEWS = "news", _("news")
        MAINTENANCE = "maintenance", _("maintenance")

    kind = models.CharField(_("kind"), max_length=12, choices=Kind, default=Kind.NEWS)
    text_en = models.CharField(_("English"), max_length=300)
    text_ko = models.CharField(_("Korean"), max_length=300)
    text_ja = models.CharField(_("Japanese"), max_length=300)
    is_on = models.BooleanField(_("shown"), default=True)
    shown_from = models.DateTimeField(_("from"), null=True, blank=True)
    shown_until = models.DateTimeField(_("until"), null=True, blank=True)
    created_at = models.DateTimeField(_("made"), auto_now_add=True)

    class Meta:
        verbose_name = _("site notice")
        verbose_name_plural = _("site notices")

    def __str__(self) -> str:
        return self.text_en


class NameReport(models.Model):
    """A name at a table that somebody finds offensive; it waits in admin with the match beside it."""

    class Status(models.TextChoices):
        OPEN = "open", pgettext_lazy("report", "open")
        DONE = "done", _("done")
        DISMISSED = "dismissed", _("dismissed")

    table_code = models.CharField(_("table"), max_length=8)
    match_number = models.PositiveIntegerField(_("match"))
    place = models.PositiveSmallIntegerField(_("place"))  # Seat.number; None of it moves with the turn order
    name = models.CharField(_("name"), max_length=200)  # as it was when it was reported
    reason = models.CharField(_("remark"), max_length=300, blank=True, default="")
    reported = models.ForeignKey(
        User, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("reported person")
    )
    reporter = models.ForeignKey(
        User, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("reported by")
    )
    at = models.DateTimeField(_("at"), auto_now_add=True)
    status = models.CharField(_("status"), max_length=12, choices=Status, default=Status.OPEN)
    handled_by = models.ForeignKey(
        User, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("handled by")
    )
    handled_at = models.DateTimeField(_("handled at"), null=True, blank=True)

    class Meta:
        verbose_name = _("reported name")
        verbose_name_plural = _("reported names")
        indexes = [models.Index(fields=["status", "-at"], name="report_open")]
        constraints = [
            models.UniqueConstraint(
                fields=["table_code", "match_number", "place", "reporter"],
                condition=models.Q(status="open"),
                name="report_once",
            )
        ]

    def __str__(self) -> str:
        return self.name


class Fault(models.Model):
    """An error that a serving process logged, counted by the hour: where it happened, never what was in the data."""

    hour = models.DateTimeField(_("hour"))
    logger = models.CharField(_("logger"), max_length=80)
    what = models.CharField(_("what happened"), max_length=300)
    times = models.PositiveIntegerField(_("times"), default=0)
    last_at = models.DateTimeField(_("last"))

    class Meta:
        verbose_name = _("error")
        verbose_name_plural = _("errors")
        constraints = [models.UniqueConstraint(fields=["hour", "logger", "what"], name="fault_once")]

    def __str__(self) -> str:
        return self.what
