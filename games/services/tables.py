"""Tables: opened with all that can be chosen, changed while they wait, renamed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from django.utils import timezone

from games.models import Match, Seat, Table, new_code
from games.names import clean_name, clean_table_name
from games.queries import Snapshot, snapshot
from games.rules import games
from games.rules.refusals import Refusal
from games.services import base, due, matches
from games.services.bots import check_level, seat_bots
from games.services.errors import Code, Refused
from games.services.notes import What
from games.services.visits import Visit, visit

TURN_CLOCKS: Final = (0, 30, 60, 120, 24 * 3600)  # seconds; 0 is off
PLAY_NOW_GAME: Final = "chicken-foot"
PLAY_NOW_BOTS: Final = ("normal", "normal", "normal")

Raw = Mapping[str, object]


def open_table(
    *,
    user_id: int,
    name: str,
    game: str,
    key: str,
    settings: Raw | None = None,
    places: int | None = None,
    bots: Sequence[str] = (),
    pace: str = Table.Pace.NORMAL,
    turn_clock: int = 0,
    is_public: bool = False,
    table_name: str = "",
    auto_draw: bool = False,
) -> Snapshot:
    """Open a table; its opener sits at place 0, bots of the given levels beside them, and a match waits.

    `settings` are the game's, raw; what is missing gets its default. `places` None: what the game is usually
    played with. `key` is made by the client, a repeat gives the same table. Raises Refused with the rules' codes
    UNKNOWN_GAME and SETTING_* (field), and NAME_*, PLACES, TOO_MANY_TAKEN, UNKNOWN_LEVEL, UNKNOWN_PACE,
    UNKNOWN_CLOCK, BAD_KEY, KEY_USED.
    """
    cleaned = clean_name(name)
    table = Table(
        name=clean_table_name(table_name),
        game=game,
        settings=checked_settings(game, settings or {}),
        places=_checked_places(game, places, taken=1 + len(bots)),
        pace=_checked_pace(pace),
        turn_clock=_checked_clock(turn_clock),
        is_public=is_public,
        opener_id=user_id,
    )
    for level in bots:
        check_level(level)

    def do() -> base.Outcome:
        with base.writing():
            _store(table, cleaned, bots, auto_draw=auto_draw)
            outcome = {"table": table.pk}
            base.keep_receipt(key=key, what="open", user_id=user_id, table_id=table.pk, outcome=outcome)
        return outcome

    return snapshot(int(base.once(key=key, what="open", user_id=user_id, do=do)["table"]))


def _store(table: Table, name: str, bots: Sequence[str], *, auto_draw: bool) -> None:
    table.code = _free_code()
    table.save()
    match = matches.begin(table)
    Seat.objects.create(
        match=match,
        number=0,
        user_id=table.opener_id,
        name=name,
        auto_draw=auto_draw,
        last_seen=timezone.now(),
    )
    seat_bots(match.pk, bots, first_place=1)
    table.save(update_fields=["matches_begun"])
    due.replan(table)
    base.touch(table, "matches_begun")


def _free_code() -> str:
    code = new_code()
    while Table.objects.filter(code=code).exists():
        code = new_code()
    return code


def play_now(*, user_id: int, name: str, key: str, auto_draw: bool = False) -> Snapshot:
    """Open a table with three normal bots and start at once; Refused NAME_*, BAD_KEY, KEY_USED."""
    opened = open_table(
        user_id=user_id, name=name, game=PLAY_NOW_GAME, bots=PLAY_NOW_BOTS, key=key, auto_draw=auto_draw
    )
    with visit(opened.table.id, user_id) as here:
        # A repeat, or a twin a moment later, finds it started.
        if here.facts.match.status == Match.Status.WAITING and here.facts.match.number == 1:
            matches.start_now(here)
            here.tell(What.STARTED, by=here.me)
            here.changed()
    return snapshot(opened.table.id)


def change_table(
    *,
    table_id: int,
    user_id: int,
    table_name: str | None = None,
    game: str | None = None,
    settings: Raw | None = None,
    places: int | None = None,
    pace: str | None = None,
    turn_clock: int | None = None,
    is_public: bool | None = None,
) -> Snapshot:
    """Change what is given, while the table waits; the host's. The waiting match follows.

    `settings` are the whole settings, not a part of them; another game without settings gets that game's
    defaults. Seats beyond a smaller number of places move to the first free ones. Raises Refused as `open_table`,
    and NO_SUCH_TABLE, NOT_SEATED, NOT_HOST, TABLE_CLOSED, MATCH_RUNNING.
    """
    with visit(table_id, user_id) as here:
        here.waiting()
        here.host()
        table = here.table
        if table_name is not None:
            table.name = clean_table_name(table_name)
        if pace is not None:
            table.pace = _checked_pace(pace)
        if turn_clock is not None:
            table.turn_clock = _checked_clock(turn_clock)
        if is_public is not None:
            table.is_public = is_public
        _change_game(here, game, settings, places)
        here.changed("name", "pace", "turn_clock", "is_public", "game", "settings", "places")
    return snapshot(table_id)


def _change_game(here: Visit, game: str | None, settings: Raw | None, places: int | None) -> None:
    table = here.table
    if game is not None and game != table.game:
        table.game, settings = game, settings or {}
    if settings is not None:
        table.settings = checked_settings(table.game, settings)
    taken = len(here.facts.seats)
    table.places = _checked_places(table.game, table.places if places is None else places, taken=taken)
    _close_up(here)
    Match.objects.filter(pk=here.facts.match.id).update(game=table.game, settings=table.settings)


def _close_up(here: Visit) -> None:
    free = iter(here.free_places())
    for seat in here.facts.seats:
        if seat.number >= here.table.places:
            Seat.objects.filter(pk=seat.id).update(number=next(free))


def rename_table(*, table_id: int, user_id: int, name: str) -> Snapshot:
    """Call a table something else, at any time; its opener's. Without a name it is called by its code.

    Raises Refused NAME_TOO_LONG, NAME_CONTROL, NO_SUCH_TABLE, NOT_OPENER.
    """
    cleaned = clean_table_name(name)
    with visit(table_id, user_id) as here:
        here.opener()
        if here.table.name != cleaned:
            here.table.name = cleaned
            here.changed("name")
    return snapshot(table_id)


def checked_settings(game: str, raw: Raw) -> dict[str, object]:
    """The settings a game makes of raw values, with every field; Refused UNKNOWN_GAME, SETTING_* (field)."""
    try:
        return dict(games.game(game).settings(raw))
    except Refusal as refusal:
        raise Refused.by_rules(refusal) from refusal


def _checked_places(game: str, places: int | None, *, taken: int) -> int:
    least, most = games.game(game).seat_range
    wanted = games.game(game).places if places is None else places
    if not least <= wanted <= most:
        raise Refused(Code.PLACES, places=wanted, least=least, most=most)
    if taken > wanted:
        raise Refused(Code.TOO_MANY_TAKEN, taken=taken)
    return wanted


def _checked_pace(pace: str) -> str:
    if pace not in Table.Pace.values:
        raise Refused(Code.UNKNOWN_PACE)
    return pace


def _checked_clock(seconds: int) -> int:
    if seconds not in TURN_CLOCKS:
        raise Refused(Code.UNKNOWN_CLOCK, seconds=seconds)
    return seconds
