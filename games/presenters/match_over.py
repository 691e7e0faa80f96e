"""The screen after a match: who won or shares the first place, the standings, the whole score sheet, play again."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Match
from games.presenters.chart import chart
from games.presenters.head import head
from games.presenters.names import shown_name
from games.presenters.parts import Context, Part, Plain
from games.presenters.scene import Scene
from games.presenters.seats import person
from games.presenters.sheet import sheet_part
from games.presenters.words import isolated, joined, plain, sentence
from games.queries import SeatNow, Snapshot
from games.queries.aims import fewest_win
from games.queries.history import Played
from games.queries.views import dropped_hands, dropped_seed
from games.rules.games import game


def public_parts(scene: Scene) -> Iterator[Part]:
    """Head, standings, chart and score sheet: the same for everybody."""
    now, past = scene.now, Played.of(scene.now)
    yield Part(
        "r-head", "games/parts/match_over_head.html", {"id": "r-head", **head(scene), **match_end(past)}
    )
    yield Part(
        "r-standings",
        "games/parts/match_over_standings.html",
        {"id": "r-standings", "seats": standings(past)},
    )
    yield Part("r-chart", "games/parts/match_over_chart.html", {"id": "r-chart", **chart(past)})
    yield sheet_part(scene)
    yield Part("r-dropped", "games/parts/match_over_dropped.html", {"id": "r-dropped", **dropped(now)})


def private_parts(scene: Scene) -> Iterator[Part]:
    """Play again: for those who sat here, and for somebody new where a seat will be free."""
    seat, now = scene.seat, scene.now
    context: Context = {
        "id": "r-again",
        "seated": seat is not None,
        "name": "" if seat is None else seat.name,
        "match": now.match.number,
        "left": seat is not None and seat.has_left,
        "record": now.match.status == Match.Status.FINISHED,
        "closed": now.table.closed_at is not None,
        "locked": now.table.locked,
        "free": now.table.places > sum(not other.has_left for other in now.seats),
    }
    yield Part("r-again", "games/parts/match_over_again.html", context)


def match_end(now: Played) -> Context:
    """Headline and sentence of the end."""
    match = now.match
    winners = [now.seats[index] for index in match.winners]
    return {
        "early": match.status == Match.Status.ENDED_EARLY,
        "draw": match.is_draw,
        "winners": [dict(person(seat)) for seat in winners],
        "after": _after(match.rounds_done, early=match.status == Match.Status.ENDED_EARLY),
        "title": _title(now, winners),
        "text": _distance(now, winners),
    }


def _after(rounds: int, *, early: bool) -> str:
    """After how many rounds it ended; nobody says "after 0 rounds"."""
    if not early:
        return plain(ngettext("After %(count)s round", "After %(count)s rounds", rounds), count=rounds)
    if not rounds:
        return _("Ended early")
    after = ngettext("Ended early, after %(count)s round", "Ended early, after %(count)s rounds", rounds)
    return plain(after, count=rounds)


def _title(now: Played, winners: list[SeatNow]) -> str | SafeString:
    if not winners:
        return _("No round was finished")
    names = [isolated(shown_name(seat)) for seat in winners]
    if len(winners) > 1:
        return sentence(_("A draw between %(names)s"), names=joined(names))
    return sentence(_("%(name)s wins!"), name=names[0])


def _distance(now: Played, winners: list[SeatNow]) -> str | SafeString:
    """How far the next one is behind."""
    if not winners:
        return ""
    best = winners[0].total
    fewest = fewest_win(now.match.game)
    others = [seat for seat in now.seats if seat not in winners]
    points = plain(ngettext("%(count)s point", "%(count)s points", best), count=best)
    if not others:
        return points
    second = min(others, key=lambda seat: abs(seat.total - best))
    behind = abs(second.total - best)
    fewer = ngettext(
        "%(points)s, %(behind)s fewer than %(name)s.", "%(points)s, %(behind)s fewer than %(name)s.", behind
    )
    more = ngettext(
        "%(points)s, %(behind)s more than %(name)s.", "%(points)s, %(behind)s more than %(name)s.", behind
    )
    name = isolated(shown_name(second))
    return sentence(fewer if fewest else more, points=points, behind=behind, name=name)


def standings(now: Played) -> list[Plain]:
    """The seats by place; equal totals share a place. `over`: above the total that was played to.

    While the match is played they are as the finished rounds have it; without one nobody has a place (0).
    """
    target = now.match.settings.get("target")
    places = _places(now)
    ranked = sorted(now.seats, key=lambda seat: (places[seat.id], seat.index or 0))
    return [
        {
            **person(seat),
            "rank": places[seat.id],
            "total": seat.total,
            "winner": seat.index in now.match.winners,
            "over": isinstance(target, int) and seat.total > target,
        }
        for seat in ranked
    ]


def _places(now: Played) -> dict[int, int]:
    if now.match.over or not now.rounds:
        return {seat.id: seat.place or 0 for seat in now.seats}
    rules = game(now.match.game)
    ranks = rules.result(rules.settings(now.match.settings), now.rounds[-1].totals).ranks
    return {seat.id: rank for seat, rank in zip(now.seats, ranks, strict=True)}


def dropped(now: Snapshot) -> Context:
    """The round that was open when the match was ended early: it counts for nothing, its hands and seed are shown."""
    hands = dropped_hands(now)
    seats: list[Plain] = [
        {**person(seat), "tiles": [str(tile) for tile in hand]}
        for seat, hand in zip(now.seats, hands, strict=False)
    ]
    return {
        "seats": seats,
        "seed": dropped_seed(now),
        "commitment": now.round.commitment if seats else "",
        "code": now.table.code,
        "match": now.match.number,
        "number": now.round.number + 1,
    }
