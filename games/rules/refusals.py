"""Why something is not allowed: a code and the facts, worded where it is shown."""

from collections.abc import Mapping
from enum import StrEnum

Detail = int | str


class RefusalCode(StrEnum):
    """What is wrong. In brackets: the details that come with it.

    Tiles are given as text ("9-3"), seats as numbers from 0.
    """

    # Actions
    ROUND_OVER = "round_over"
    NOT_YOUR_TURN = "not_your_turn"  # (seat: who is to act)
    UNREADABLE = "unreadable"  # (text)
    NOT_HELD = "not_held"  # (tile)
    NOT_ON_TABLE = "not_on_table"  # (tile: the tile that was to be joined to)
    NO_SUCH_END = "no_such_end"  # (tile: the tile whose end was meant)
    DOES_NOT_FIT = "does_not_fit"  # (tile, needs: the number of the end)
    FOOT_FIRST = "foot_first"  # (tile: the double, number, toes: how many it still needs)
    MUST_LEAD = "must_lead"  # the first tile of an empty table is joined to nothing
    MUST_PLAY = "must_play"  # (tile: one that can be played)
    MUST_PLAY_DRAWN = "must_play_drawn"  # (tile)
    MUST_DRAW_FIRST = "must_draw_first"
    MUST_DRAW_AGAIN = "must_draw_again"
    ALREADY_DREW = "already_drew"
    ONLY_DRAWN = "only_drawn"  # (tile: another one than the one just drawn)
    BONEYARD_EMPTY = "boneyard_empty"
    NO_DRAWING = "no_drawing"  # the game has none
    # Tables
    UNKNOWN_GAME = "unknown_game"  # (game)
    SEATS = "seats"  # (seats, least, most)
    SETTING_UNKNOWN = "setting_unknown"  # (field)
    SETTING_TYPE = "setting_type"  # (field)
    SETTING_CHOICE = "setting_choice"  # (field, value, allowed: joined by ", ")
    SETTING_RANGE = "setting_range"  # (field, value, least, most)
    SETTING_CONFLICT = "setting_conflict"  # (field, value, other, needs: the value `other` must have)


class Refusal(Exception):
    """Something that the rules do not allow; nothing has been changed."""

    def __init__(self, code: RefusalCode, details: Mapping[str, Detail] | None = None) -> None:
        super().__init__(code, details)
        self.code = code
        self.details: dict[str, Detail] = dict(details or {})

    def __str__(self) -> str:
        facts = ", ".join(f"{name}={value}" for name, value in self.details.items())
        return f"{self.code} ({facts})" if facts else str(self.code)
