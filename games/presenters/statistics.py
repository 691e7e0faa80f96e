"""A person's figures in words: what they are, how each is counted, against whom and with how many seats."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.presenters.family import mean
from games.presenters.fields import value_word
from games.presenters.parts import Context, Plain
from games.presenters.words import chip, plain, sentence
from games.queries.aims import fewest_win
from games.queries.statistics import Tally


@dataclass(frozen=True, slots=True)
class _Sum:
    """Several tallies in one."""

    matches: int
    wins: int
    shared: int
    points: int
    rounds: int
    out: int
    caught: int


def statistics(tallies: Sequence[Tally], asked_game: str = "") -> Context:
    """The figures in one game: the one asked for, else the one that was played most. `figures` is empty without any."""
    played: dict[str, int] = {}
    for tally in tallies:
        played[tally.kind.game] = played.get(tally.kind.game, 0) + tally.matches
    game = asked_game if asked_game in played else max(played, key=lambda slug: played[slug], default="")
    mine = [tally for tally in tallies if tally.kind.game == game]
    return {
        "game": value_word("game", game) if game else "",
        "games": [
            {"value": slug, "text": value_word("game", slug), "chosen": slug == game} for slug in played
        ],
        "figures": _figures(_sum(mine), fewest=fewest_win(game)) if mine else [],
        "rows": _rows(mine),
    }


def _sum(tallies: Iterable[Tally]) -> _Sum:
    each = list(tallies)
    return _Sum(
        matches=sum(one.matches for one in each),
        wins=sum(one.wins for one in each),
        shared=sum(one.shared for one in each),
        points=sum(one.points for one in each),
        rounds=sum(one.rounds for one in each),
        out=sum(one.out for one in each),
        caught=sum(one.caught for one in each),
    )


def _figures(total: _Sum, *, fewest: bool) -> list[Plain]:
    """The figures as {label, value, more, words}: `more` sets the value against something, `words` define it."""
    of_rounds = ngettext("of %(count)s round", "of %(count)s rounds", total.rounds)
    in_rounds = ngettext(
        "%(points)s points in %(count)s round", "%(points)s points in %(count)s rounds", total.rounds
    )
    rounds = _grouped(total.rounds)
    return [
        _figure(_("Matches"), total.matches, "", _("All that are over and have at least one finished round.")),
        _figure(
            _("Won"), total.wins, _share(total.wins, total.matches), _("Alone in the first place when the match ended.")
        ),
        _figure(
            _("Shared"), total.shared, _share(total.shared, total.matches),
            _("In the first place with the same points as others: a draw, not a win."),
        ),
        _figure(
            _("Points a round"), mean(total.points, total.rounds) or "–",
            plain(in_rounds, points=_grouped(total.points), count=rounds),
            _("All penalty points divided by all finished rounds. Fewer is better.")
            if fewest
            else _("All points divided by all finished rounds. More is better."),
        ),
        _figure(
            _("Rounds gone out"), total.out,
            f"{plain(of_rounds, count=rounds)} · {_share(total.out, total.rounds)}",
            _("Rounds in which this seat laid its last tile. Blocked rounds are nobody’s."),
        ),
        _figure(
            sentence(_("Caught with %(tile)s"), tile=chip("0-0")), total.caught,
            f"{plain(of_rounds, count=rounds)} · {_share(total.caught, total.rounds)}",
            _("Rounds at whose end the double blank was still in the hand, whatever it counts at that table."),
        ),
    ]  # fmt: skip


def _figure(label: str, value: int | str, more: str, words: str) -> Context:
    return {
        "label": label,
        "value": _grouped(value) if isinstance(value, int) else value,
        "more": more,
        "words": words,
    }


def _grouped(value: int) -> str:
    return number_format(value, force_grouping=True)


def _share(part: int, whole: int) -> str:
    """ "18 %" """
    return plain(_("%(share)s%%"), share=round(100 * part / whole)) if whole else ""


def _rows(tallies: Sequence[Tally]) -> list[Plain]:
    """The same figures apart: with people or only bots, then by the number of seats; only what was played."""
    kinds: list[tuple[str, Callable[[Tally], bool]]] = [
        (_("Against people"), lambda tally: tally.kind.with_people),
        (_("Only against bots"), lambda tally: not tally.kind.with_people),
    ]
    for seats in sorted({tally.kind.seats for tally in tallies}):
        players = plain(ngettext("%(count)s player", "%(count)s players", seats), count=seats)
        kinds.append((players, partial(_has_seats, seats)))
    chosen = [(label, [tally for tally in tallies if belongs(tally)]) for label, belongs in kinds]
    return [_row(label, _sum(some)) for label, some in chosen if some]


def _has_seats(seats: int, tally: Tally) -> bool:
    return tally.kind.seats == seats


def _row(label: str, total: _Sum) -> Context:
    return {
        "label": label,
        "matches": _grouped(total.matches),
        "wins": _grouped(total.wins),
        "won": _share(total.wins, total.matches),
        "mean": mean(total.points, total.rounds) or "–",
        "out": _share(total.out, total.rounds) or "–",
        "caught": _grouped(total.caught),
    }
