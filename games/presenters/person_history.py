"""A person's matches as a page: the form that narrows them, the entries, the ways to further pages."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.presenters.fields import value_word
from games.presenters.filters import Asked, choice_of, options, query, span_of, text_of, year_of
from games.presenters.parts import Context
from games.presenters.past_entries import past_entries
from games.presenters.words import plain
from games.queries.archive import Outcome, Page, Wanted
from games.rules.games import game, slugs


def wanted_of(fields: Mapping[str, str]) -> Wanted:
    """Which matches a page's address asks for; what cannot be asked for is left out."""
    outcome = choice_of(fields, "result", Outcome)
    return Wanted(
        text=text_of(fields),
        game=choice_of(fields, "game", slugs()),
        seats=int(choice_of(fields, "seats", map(str, _seat_numbers())) or 0),
        outcome=Outcome(outcome) if outcome else None,
        span=span_of(year_of(fields)),
    )


def history_page(
    page: Page, fields: Mapping[str, str], *, first: datetime | None, before: int | None
) -> Context:
    """The page for the fields of its address; `first` is when the oldest match of all began."""
    wanted, year = wanted_of(fields), year_of(fields)
    result = wanted.outcome.value if wanted.outcome else ""
    asked: Asked = {
        "q": wanted.text,
        "game": wanted.game,
        "seats": wanted.seats,
        "result": result,
        "year": year,
    }
    return {
        "matches": past_entries(page.matches),
        "any": first is not None,
        "filtered": bool(query(**asked)),
        "text": wanted.text,
        "games": options(wanted.game, _("All games"), [(slug, value_word("game", slug)) for slug in slugs()]),
        "seats": options(
            str(wanted.seats or ""), _("Any number"), [(str(n), _players(n)) for n in _seat_numbers()]
        ),
        "results": options(result, _("All results"), _results()),
        "years": options(str(year or ""), _("All years"), [(str(one), str(one)) for one in _years(first)]),
        "newest": query(**asked) if before is not None else None,
        "older": query(**asked, before=page.older) if page.older is not None else "",
    }


def _seat_numbers() -> range:
    ranges = [game(slug).seat_range for slug in slugs()]
    return range(min(least for least, _most in ranges), max(most for _least, most in ranges) + 1)


def _players(count: int) -> str:
    return plain(ngettext("%(count)s player", "%(count)s players", count), count=count)


def _results() -> list[tuple[str, str]]:
    return [
        (Outcome.WON, _("Won")),
        (Outcome.SHARED, _("Shared first place")),
        (Outcome.OTHER, _("Other places")),
        (Outcome.EARLY, _("Ended early")),
    ]


def _years(first: datetime | None) -> range:
    now = timezone.localtime().year
    return range(now, (timezone.localtime(first).year if first is not None else now) - 1, -1)
