"""The site's notices: read once in a while by each process, so that no page waits for a statement."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Q
from django.db.models.signals import post_delete, post_save
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import get_language

from lobby.models import SiteNotice

# A notice is on every page of every process this many seconds after it was set.
KNOWN_FOR: Final = 10.0
# The newest news that this browser has put away, by the number of the notice.
COOKIE: Final = "notice"


@dataclass(frozen=True, slots=True)
class Notice:
    """A notice as it is stored: `texts` by language, shown from and until the given times (None: no limit)."""

    id: int
    kind: str
    texts: tuple[tuple[str, str], ...]
    shown_from: datetime | None
    shown_until: datetime | None

    @property
    def can_be_put_away(self) -> bool:
        return self.kind == SiteNotice.Kind.NEWS

    def text(self, language: str) -> str:
        """The sentence in a language, English for one that it has not."""
        texts = dict(self.texts)
        return texts.get(language, texts["en"])

    def is_shown(self, now: datetime) -> bool:
        return (self.shown_from is None or self.shown_from <= now) and (
            self.shown_until is None or now < self.shown_until
        )


@dataclass(frozen=True, slots=True)
class Shown:
    """A notice as a page shows it."""

    id: int
    kind: str
    text: str
    can_be_put_away: bool


class _Known:
    """What this process read last, and until when (monotonic seconds) it believes that."""

    notices: tuple[Notice, ...] = ()
    until = 0.0


def known() -> tuple[Notice, ...]:
    """The notices that are on and not over: read again when they are older than ten seconds."""
    if time.monotonic() >= _Known.until:
        # First the time: who comes meanwhile takes the old ones instead of reading, too.
        _Known.until = time.monotonic() + KNOWN_FOR
        _Known.notices = tuple(map(notice_of, _rows(timezone.now())))
    return _Known.notices


def _rows(now: datetime) -> Iterable[SiteNotice]:
    rows = SiteNotice.objects.filter(Q(shown_until=None) | Q(shown_until__gt=now), is_on=True)
    return rows.order_by("-pk")


def notice_of(row: SiteNotice) -> Notice:
    """A stored notice as it is kept in memory."""
    texts = (("en", row.text_en), ("ko", row.text_ko), ("ja", row.text_ja))
    return Notice(row.pk, row.kind, texts, row.shown_from, row.shown_until)


def suppose(notices: Iterable[Notice], seconds: float = float("inf")) -> None:
    """Believe for so long that these are the notices (tests; a notice that is saved ends it)."""
    _Known.notices, _Known.until = tuple(notices), time.monotonic() + seconds


@receiver((post_save, post_delete), sender=SiteNotice)
def _forget(**_about: object) -> None:
    _Known.until = 0.0


def notices_for(request: HttpRequest) -> list[Shown]:
    """What a page shows just now: the newest maintenance, then the newest news unless this browser put it away."""
    now, put_away = timezone.now(), _put_away(request)
    found: dict[str, Notice] = {}
    for notice in known():
        if notice.is_shown(now) and not (notice.can_be_put_away and notice.id <= put_away):
            found.setdefault(notice.kind, notice)
    order = (SiteNotice.Kind.MAINTENANCE, SiteNotice.Kind.NEWS)
    return [_shown(found[kind]) for kind in order if kind in found]


def _shown(notice: Notice) -> Shown:
    return Shown(notice.id, notice.kind, notice.text(get_language() or "en"), notice.can_be_put_away)


def _put_away(request: HttpRequest) -> int:
    value = request.COOKIES.get(COOKIE, "")
    return int(value) if value.isascii() and value.isdigit() and len(value) <= 18 else 0
