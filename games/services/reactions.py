"""A dozen fixed reactions instead of a chat: nothing to moderate, and everybody reads them in their own language."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from games.models import Match, Note
from games.queries import Snapshot, snapshot
from games.services import base
from games.services.errors import Code, Refused
from games.services.notes import What
from games.services.visits import Visit, visit

CODES: Final = (
    "hello",
    "good-luck",
    "nice",
    "chickie",
    "wow",
    "haha",
    "ouch",
    "thanks",
    "sorry",
    "thinking",
    "one-moment",
    "well-played",
)
# A seat's reactions are at least this far apart, and no more than so many in half a minute.
APART: Final = timedelta(seconds=2)
SPAN: Final = timedelta(seconds=30)
MOST_IN_SPAN: Final = 5


def react(*, table_id: int, user_id: int, code: str, key: str) -> Snapshot:
    """Show a reaction (one of CODES) of one's seat to everybody at the table, from the start of the match on.

    `key` is made by the client; a repeat shows nothing twice, and is not too fast. Raises Refused UNKNOWN_REACTION,
    BAD_KEY, KEY_USED, NO_SUCH_TABLE, NOT_SEATED, LEFT, NOT_PLAYING (before the start), TOO_FAST (seconds: how long
    to wait).
    """
    if code not in CODES:
        raise Refused(Code.UNKNOWN_REACTION)

    def do() -> base.Outcome:
        with visit(table_id, user_id) as here:
            # First of all: a twin must not be told that it is too fast.
            base.keep_receipt(key=key, what="react", user_id=user_id, table_id=table_id, outcome={})
            seat = here.active()
            if here.facts.match.status == Match.Status.WAITING:
                raise Refused(Code.NOT_PLAYING)
            _check_pace(here)
            here.tell(What.REACTED, by=seat, code=code)
            here.changed()
        return {}

    base.once(key=key, what="react", user_id=user_id, do=do)
    return snapshot(table_id)


def _check_pace(here: Visit) -> None:
    now, seat = here.facts.now, here.seated()
    mine = Note.objects.filter(
        match_id=here.facts.match.id, what=What.REACTED, by_seat=seat.index, at__gt=now - SPAN
    )
    times = list(mine.order_by("-id").values_list("at", flat=True)[:MOST_IN_SPAN])
    waits = [times[0] + APART - now] if times else []
    if len(times) == MOST_IN_SPAN:
        waits.append(times[-1] + SPAN - now)
    wait = max(waits, default=timedelta(0))
    if wait > timedelta(0):
        raise Refused(Code.TOO_FAST, seconds=-int(-wait.total_seconds() // 1))
