"""The standing family table: a line for everybody who ever sat at a table, whoever won most on top."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.presenters.fields import value_word
from games.presenters.names import in_words
from games.presenters.parts import Context, Plain
from games.presenters.past_entries import rounds_words
from games.presenters.words import plain
from games.queries.aims import fewest_win
from games.queries.families import Member


def family_rows(members: Sequence[Member], viewer_id: int | None) -> list[Plain]:
    """The lines: most wins first, then the best points a round. People of the same name are numbered."""
    names = _names(members)
    ranked = sorted(members, key=_worst_last)
    return [_row(member, names[member.first_seat], viewer_id) for member in ranked]


def games_of(members: Sequence[Member]) -> list[Plain]:
    """The games that were played, as {value, text}, in the order in which they were first played."""
    return [
        {"value": slug, "text": value_word("game", slug)}
        for slug in dict.fromkeys(member.game for member in members)
    ]


def mean(points: int, rounds: int) -> str:
    """Points a round, with one digit behind the point."""
    return number_format(points / rounds, 1) if rounds else ""


def _worst_last(member: Member) -> tuple[int, int, float]:
    sign = 1 if fewest_win(member.game) else -1
    return -member.wins, -member.shared, sign * member.points / member.rounds


def _row(member: Member, name: str, viewer_id: int | None) -> Context:
    text = ngettext("%(points)s point in %(rounds)s", "%(points)s points in %(rounds)s", member.best.total)
    best = plain(text, points=member.best.total, rounds=rounds_words(member.best.rounds))
    return {
        "name": name,
        "bot": member.is_bot,
        "level": value_word("level", member.level) if member.is_bot else "",
        "you": member.user_id is not None and member.user_id == viewer_id,
        "matches": member.matches,
        "wins": member.wins,
        "shared": member.shared,
        "points": number_format(member.points, force_grouping=True),
        "mean": mean(member.points, member.rounds),
        "best": best,
        "best_match": member.best.number,
    }


def _names(members: Sequence[Member]) -> dict[int, str]:
    """What everybody is called, by their first seat; who came later under the same name gets a number."""
    seen: Counter[tuple[str, str]] = Counter()
    names = {}
    for member in sorted(members, key=lambda member: member.first_seat):
        name = in_words(member.name)
        key = (name, member.level)
        seen[key] += 1
        text = _("%(name)s (%(number)s)")
        names[member.first_seat] = name if seen[key] == 1 else plain(text, name=name, number=seen[key])
    return names
