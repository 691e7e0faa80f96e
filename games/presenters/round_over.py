"""The screen after a round: everybody's tiles, what they cost, the totals, what comes next."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.models import LETTERS, Match
from games.presenters.head import head
from games.presenters.names import shown_name
from games.presenters.own import own_part
from games.presenters.parts import Context, Part, Plain, moment
from games.presenters.scene import Scene
from games.presenters.seats import person
from games.presenters.sheet import sheet_part
from games.presenters.words import chip, isolated, sentence
from games.queries import Snapshot, host_of
from games.queries.history import Played
from games.queries.sheets import ScoredRound, score_sheet
from games.queries.views import next_commitment
from games.rules.games import game


def public_parts(scene: Scene) -> Iterator[Part]:
    """Scores, the next round, the whole score sheet: the same for everybody."""
    scored = score_sheet(scene.now)[-1]
    yield Part(
        "r-head",
        "games/parts/round_over_head.html",
        {"id": "r-head", **head(scene), **round_end(scene.now, scored)},
    )
    yield Part(
        "r-scores",
        "games/parts/round_over_scores.html",
        {
            "id": "r-scores",
            "seats": round_rows(Played.of(scene.now), scored),
            "code": scene.now.table.code,
            "match": scene.now.match.number,
            "number": scored.number + 1,
            **proof(scored),
            "commitment": next_commitment(scene.now),
        },
    )
    yield Part(
        "r-next",
        "games/parts/round_over_next.html",
        {"id": "r-next", **next_round(scene.now)},
    )
    yield sheet_part(scene)


def private_parts(scene: Scene) -> Iterator[Part]:
    """The own ready button or a seat to take over, the own controls."""
    seat, host = scene.seat, host_of(scene.now)
    context: Context = {
        "id": "r-ready",
        "seated": seat is not None,
        "ready": seat is not None and seat.ready,
        "stand_in": seat is not None and bool(seat.stand_in),
        "host": host is not None and seat is not None and host.id == seat.id,
        "paused": scene.now.match.status == Match.Status.PAUSED,
        "free": _free(scene) if seat is None else [],
        "round": scene.now.round.number,
    }
    yield Part("r-ready", "games/parts/round_over_ready.html", context)
    yield own_part(scene)


def _free(scene: Scene) -> list[Plain]:
    """The seats that a late guest may take over: those of bots and of people who left."""
    if scene.now.table.locked:
        return []
    return [dict(person(seat)) for seat in scene.now.seats if not seat.is_person or seat.has_left]


def round_end(now: Snapshot, scored: ScoredRound) -> Context:
    """How the round ended: the headline, the sentence below it, the last tile."""
    last = last_tile(now)
    if scored.out is not None:
        name = isolated(shown_name(now.seats[scored.out]))
        return {
            "blocked": False,
            "letter": LETTERS[scored.out],
            "title": sentence(_("%(name)s goes out!"), name=name),
            "text": sentence(_("%(tile)s was the last tile."), tile=chip(last)) if last else "",
            "last": last,
        }
    return {
        "blocked": True,
        "letter": "",
        "title": _("Blocked"),
        "text": blocked_sentence(scored),
        "last": last,
    }


def blocked_sentence(scored: ScoredRound) -> str | SafeString:
    """What kept everybody from playing on."""
    if scored.blocked_foot is None:
        return _("Nobody could play any more.")
    tile = chip(f"{scored.blocked_foot}-{scored.blocked_foot}")
    return sentence(_("The %(tile)s foot could not be finished."), tile=tile)


def last_tile(now: Snapshot) -> str:
    """The tile that was laid last: public."""
    layout = now.state.layout if now.state is not None else ()
    return str(layout[-1].tile) if len(layout) > 1 else ""


def round_rows(now: Played, scored: ScoredRound) -> list[Plain]:
    """One row per seat, fewest points first; `worth` is what 0-0 counted, on that tile."""
    blank = now.match.settings.get("blank")
    order = sorted(range(len(now.seats)), key=lambda seat: (scored.points[seat], seat != scored.out, seat))
    return [
        {
            **person(now.seats[seat]),
            "points": scored.points[seat],
            "total": scored.totals[seat],
            "out": seat == scored.out,
            "tiles": [
                {"tile": tile, "worth": int(blank) if tile == "0-0" and isinstance(blank, int) else -1}
                for tile in scored.hands[seat]
            ],
        }
        for seat in order
    ]


def next_round(now: Snapshot) -> Context:
    """The round to come: its number and double, who begins, who is ready, when it starts by itself."""
    number, match = now.round.number + 1, now.match
    rules = game(match.game)
    settings = rules.settings(match.settings)
    start = rules.start_tile(settings, match.seat_count, number)
    context: Context = {
        "number": number + 1,
        "start": "" if start is None else str(start),
        "text": "",
        "letter": "",
        "paused": match.status == Match.Status.PAUSED,
        "at": moment(now.due.next_round_at),
        "ready": [{**person(seat), "ready": seat.ready or seat.by_machine} for seat in now.seats],
        "last_round": match.last_round,
    }
    if not rules.first_by_deal and match.first is not None:
        first = now.seats[rules.first_seat(match.first, number, match.seat_count)]
        text = _("Next: round %(number)s on %(tile)s. %(name)s begins.")
        name, tile = isolated(shown_name(first)), chip(str(start)) if start is not None else ""
        context |= {"letter": first.letter, "text": sentence(text, number=number + 1, tile=tile, name=name)}
    return context


def proof(scored: ScoredRound) -> Context:
    """The seed of the round that is over, and the commitment that was shown before it."""
    return {"seed": scored.seed, "sealed": scored.commitment}
