"""From the moment a table waits for a match to its start, from round to round, and playing again."""

from __future__ import annotations

from django.utils import timezone

from games.models import Match, Round, Seat, Table
from games.names import clean_name
from games.queries import SeatNow, Snapshot, snapshot
from games.rules import games
from games.rules.refusals import Refusal
from games.services import base, rounds
from games.services.errors import Code, Refused
from games.services.notes import What
from games.services.places import sit_down
from games.services.standins import take_back
from games.services.visits import Visit, visit


def begin(table: Table) -> Match:
    """Store the table's next match, waiting, with the seed and commitment of its first round.

    Inside the lock; `touch` with "matches_begun" is the caller's.
    """
    table.matches_begun += 1
    match = Match.objects.create(
        table=table, number=table.matches_begun, game=table.game, settings=table.settings
    )
    rounds.first_round(table, match)
    return match


def start(*, table_id: int, user_id: int, match: int, key: str) -> Snapshot:
    """Start the waiting match with this number: the host's word. A match that began already is left alone.

    Taken places become seats in their order, without gaps; set, hand and rounds follow from their number; the
    first seat is drawn from round 1's seed. `key` is made by the client. Raises Refused BAD_KEY, KEY_USED,
    NO_SUCH_TABLE, TABLE_CLOSED, NOT_SEATED, NOT_HOST, STALE (another match is waiting), TOO_FEW (taken, least).
    """

    def do() -> base.Outcome:
        with visit(table_id, user_id) as here:
            _check_match(here, match)
            if here.facts.match.status == Match.Status.WAITING:
                here.waiting()
                here.host()
                start_now(here)
                here.tell(What.STARTED, by=here.me)
                here.changed()
            base.keep_receipt(key=key, what="start", user_id=user_id, table_id=table_id, outcome={})
        return {}

    base.once(key=key, what="start", user_id=user_id, do=do)
    return snapshot(table_id)


def start_now(here: Visit) -> None:
    """Turn the taken places into seats and open round 1; the caller tells of it. Refused TOO_FEW, SEATS."""
    seats = sorted(here.facts.seats, key=lambda seat: seat.number)
    least = games.game(here.facts.match.game).seat_range[0]
    if len(seats) < least:
        raise Refused(Code.TOO_FEW, taken=len(seats), least=least)
    for index, seat in enumerate(seats):
        Seat.objects.filter(pk=seat.id).update(index=index, ready=False)
    now = timezone.now()
    match = Match.objects.get(pk=here.facts.match.id)
    match.status, match.seat_count, match.started_at = Match.Status.PLAYING, len(seats), now
    match.save(update_fields=["status", "seat_count", "started_at"])
    try:
        rounds.open_round(match=match, row=Round.objects.get(match=match, number=0), now=now)
    except Refusal as refusal:
        raise Refused.by_rules(refusal) from refusal
    here.refresh()


def ready(*, table_id: int, user_id: int, match: int, round_number: int) -> Snapshot:
    """Say that one is ready: for the next round after `round_number` (from 0), or for the match played again.

    Once all people are ready it begins: who left or has a stand-in is not waited for. Raises Refused
    NO_SUCH_TABLE, NOT_SEATED, STALE, MATCH_RUNNING (a round is being played), NOT_PLAYING (over, or a first match,
    which the host starts).
    """
    with visit(table_id, user_id) as here:
        _check_match(here, match)
        _check_round(here, round_number)
        if here.facts.match.status == Match.Status.WAITING:
            _ready_again(here)
        else:
            _ready_next(here)
        here.changed()
    return _next_if_all_ready(snapshot(table_id))


def _ready_again(here: Visit) -> None:
    seat = here.seated()
    if here.facts.match.number == 1:
        raise Refused(Code.NOT_PLAYING)
    Seat.objects.filter(pk=seat.id).update(ready=True)
    here.refresh()
    _start_if_all_ready(here)


def _ready_next(here: Visit) -> None:
    seat = here.seated()
    if not here.facts.between_rounds:
        raise Refused(Code.NOT_PLAYING if here.facts.match.over else Code.MATCH_RUNNING)
    if seat.by_machine:
        take_back(here)
    Seat.objects.filter(pk=seat.id).update(ready=True)


def _next_if_all_ready(facts: Snapshot) -> Snapshot:
    if not (facts.between_rounds and all(seat.ready for seat in facts.seats if not seat.by_machine)):
        return facts
    try:
        return rounds.open_next(table_id=facts.table.id, round_number=facts.round.number)
    except Refused:  # the clock or the host was quicker
        return snapshot(facts.table.id)


def next_round(*, table_id: int, user_id: int, match: int, round_number: int) -> Snapshot:
    """Begin the round after `round_number` (from 0): the host's word, whoever is not ready.

    If it has begun already nothing happens. Raises Refused NO_SUCH_TABLE, NOT_SEATED, NOT_HOST, STALE,
    ROUND_NOT_OVER, NOT_PLAYING (paused or over).
    """
    with visit(table_id, user_id) as here:
        _check_match(here, match)
        here.host()
        _check_round(here, round_number, round_number + 1)
    try:
        return rounds.open_next(table_id=table_id, round_number=round_number)
    except Refused as refused:
        if refused.code != Code.STALE:
            raise
        return snapshot(table_id)  # it has begun: before, or the clock was quicker


def again(
    *, table_id: int, user_id: int, name: str, match: int, key: str, auto_draw: bool = False
) -> Snapshot:
    """Play again after the match with this number: pressing it is saying that one is ready.

    Whoever comes first makes the one new match: people keep their places, bots stay, places of those who left
    are free. Somebody new (`name`) gets a free place. It starts when all seated people are ready; the host may
    start it before. Raises Refused NAME_*, BAD_KEY, KEY_USED, NO_SUCH_TABLE, TABLE_CLOSED, MATCH_NOT_OVER, STALE,
    and for somebody new BLOCKED, TABLE_LOCKED, FULL, STARTED.
    """
    cleaned = clean_name(name)

    def do() -> base.Outcome:
        with visit(table_id, user_id) as here:
            _again(here, match, cleaned, auto_draw=auto_draw)
            base.keep_receipt(key=key, what="again", user_id=user_id, table_id=table_id, outcome={})
        return {}

    base.once(key=key, what="again", user_id=user_id, do=do)
    return snapshot(table_id)


def _again(here: Visit, match: int, name: str, *, auto_draw: bool) -> None:
    old_place = None
    if here.facts.match.number == match:
        old_place = None if here.me is None else here.me.number
        _begin_again(here)
    else:
        _check_match(here, match + 1)
    if here.me is None:
        free = here.free_places()
        sit_down(here, name, place=old_place if old_place in free else None, auto_draw=auto_draw)
    if here.facts.match.status == Match.Status.WAITING:
        Seat.objects.filter(pk=here.seated().id).update(ready=True)
        here.refresh()
        _start_if_all_ready(here)
    here.changed("matches_begun")


def _begin_again(here: Visit) -> None:
    if here.table.closed_at is not None:
        raise Refused(Code.TABLE_CLOSED)
    if not here.facts.match.over:
        raise Refused(Code.MATCH_NOT_OVER)
    match = begin(here.table)
    here.table.save(update_fields=["matches_begun"])  # so that the facts are those of the new match
    # One by one in the order they sat down: who is seated longest may become host.
    for seat in sorted(here.facts.seats, key=lambda seat: (seat.joined_at, seat.id)):
        if not seat.is_person or (seat.user_id is not None and not seat.has_left):
            _keep_place(match, seat)
    here.refresh()


def _keep_place(match: Match, seat: SeatNow) -> None:
    Seat.objects.create(
        match=match,
        number=seat.number,
        user_id=seat.user_id,
        name=seat.name,
        kind=seat.kind,
        level=seat.level,
        auto_draw=seat.auto_draw,
        present=seat.present,
        last_seen=seat.last_seen,
    )


def _start_if_all_ready(here: Visit) -> None:
    people = [seat for seat in here.facts.seats if seat.is_person]
    least = games.game(here.facts.match.game).seat_range[0]
    if len(here.facts.seats) >= least and all(seat.ready for seat in people):
        start_now(here)
        here.tell(What.STARTED)


def _check_match(here: Visit, match: int) -> None:
    if here.facts.match.number != match:
        raise Refused(Code.STALE)


def _check_round(here: Visit, *numbers: int) -> None:
    if here.facts.round.number not in numbers:
        raise Refused(Code.STALE)
