"""Why a service did nothing: typed codes with their details, worded where they are shown."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from games.rules.refusals import Refusal, RefusalCode

if TYPE_CHECKING:
    from games.queries import Snapshot


class Code(StrEnum):
    """The refusals that are not the rules' (those are `games.rules.refusals.RefusalCode`)."""

    # Playing
    STALE = "stale"  # the position this was made for is gone; nothing was changed
    NOT_SEATED = "not_seated"
    NOT_PLAYING = "not_playing"  # no round is being played (waiting, paused, over)
    KEY_USED = "key_used"  # the key was used for something else or by somebody else
    BAD_KEY = "bad_key"
    BAD_FORM = "bad_form"  # (field): a page of ours does not post that
    # The table
    NO_SUCH_TABLE = "no_such_table"
    BUSY = "busy"  # somebody else writes at this table just now (only for work that may be skipped)
    NOT_HOST = "not_host"
    NO_SUCH_PERSON = "no_such_person"  # deleted, since this was asked for
    STAFF = "staff"  # people who run the site are not blocked or deleted by a press
    NOT_OPENER = "not_opener"
    LEFT = "left"  # who left the match takes the seat back first
    TOO_MANY = "too_many"  # (seconds: how long to wait): a person or an address asks for too much at once
    # Between rounds
    ROUND_NOT_OVER = "round_not_over"
    NO_NEXT_ROUND = "no_next_round"
    NOBODY_PRESENT = "nobody_present"
    # Names
    NAME_EMPTY = "name_empty"  # nothing that can be seen
    NAME_TOO_LONG = "name_too_long"  # (limit: graphemes)
    NAME_CONTROL = "name_control"  # control or direction characters, marks without end
    # Making and changing a table
    PLACES = "places"  # (places, least, most)
    TOO_MANY_TAKEN = "too_many_taken"  # (taken): fewer places than are taken
    UNKNOWN_PACE = "unknown_pace"
    UNKNOWN_CLOCK = "unknown_clock"  # (seconds)
    UNKNOWN_LEVEL = "unknown_level"  # (level)
    TABLE_CLOSED = "table_closed"
    MATCH_RUNNING = "match_running"  # only while the table waits
    MATCH_NOT_OVER = "match_not_over"
    TOO_FEW = "too_few"  # (taken, least)
    # Places
    NO_SUCH_PLACE = "no_such_place"  # (place)
    PLACE_TAKEN = "place_taken"  # (place)
    PLACE_FREE = "place_free"  # (place): nobody sits there
    FULL = "full"  # (bots: how many places of bots could be taken over)
    STARTED = "started"  # nobody new sits down now (bots: as above, from the end of the round on)
    TABLE_LOCKED = "table_locked"
    BLOCKED = "blocked"
    OWN_PLACE = "own_place"  # (place): not for one's own seat
    NOT_A_BOT = "not_a_bot"  # (place)
    NOT_A_PERSON = "not_a_person"  # (place)
    NOT_FREE_NOW = "not_free_now"  # (place): its owner may still come back
    # Absence, ending, reactions
    NOT_AWAITED = "not_awaited"  # (place): it is not that seat's turn
    STAND_IN_TOO_EARLY = "stand_in_too_early"  # (seconds: how long to wait still)
    NO_PROPOSAL = "no_proposal"  # there is nothing to object to
    TOO_FAST = "too_fast"  # (seconds: how long to wait)
    UNKNOWN_REACTION = "unknown_reaction"


class Refused(Exception):
    """Nothing was changed; `code` and `details` say why, `snapshot` is the table as it is now, where it was read."""

    def __init__(
        self, code: Code | RefusalCode, *, snapshot: Snapshot | None = None, **details: int | str
    ) -> None:
        super().__init__(code, details)
        self.code = code
        self.details = details
        self.snapshot = snapshot

    @classmethod
    def by_rules(cls, refusal: Refusal, snapshot: Snapshot | None = None) -> Refused:
        """The same for what the rules refused."""
        return cls(refusal.code, snapshot=snapshot, **refusal.details)
