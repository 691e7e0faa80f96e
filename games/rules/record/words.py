"""Refusals of the rules as the record command words them (English, like all of its lines)."""

from collections.abc import Mapping
from typing import Final

from games.rules.record.faults import shown
from games.rules.record.shapes import LETTERS
from games.rules.refusals import Detail, Refusal, RefusalCode

_SENTENCES: Final[Mapping[RefusalCode, str]] = {
    RefusalCode.ROUND_OVER: "the round is over",
    RefusalCode.NOT_YOUR_TURN: "it is the turn of {letter}",
    RefusalCode.UNREADABLE: "not an action",
    RefusalCode.NOT_HELD: "the seat does not hold {tile}",
    RefusalCode.NOT_ON_TABLE: "{tile} is not on the table",
    RefusalCode.NO_SUCH_END: "{tile} has no such open end",
    RefusalCode.DOES_NOT_FIT: "{tile} does not fit, the end needs a {needs}",
    RefusalCode.FOOT_FIRST: "the foot of {tile} needs {toes} more {toes_word}",
    RefusalCode.MUST_LEAD: "the first tile is joined to nothing",
    RefusalCode.MUST_PLAY: "the seat can play {tile}",
    RefusalCode.MUST_PLAY_DRAWN: "the drawn tile {tile} must be played",
    RefusalCode.MUST_DRAW_FIRST: "the seat has to draw first",
    RefusalCode.MUST_DRAW_AGAIN: "the seat has to draw again",
    RefusalCode.ALREADY_DREW: "the seat has drawn already",
    RefusalCode.ONLY_DRAWN: "after a draw only the drawn tile may be played",
    RefusalCode.BONEYARD_EMPTY: "the boneyard is empty",
    RefusalCode.NO_DRAWING: "there is no drawing in this game",
    RefusalCode.UNKNOWN_GAME: "there is no game {game}",
    RefusalCode.SEATS: "{seats} seats, the game takes {least} to {most}",
    RefusalCode.SETTING_UNKNOWN: "the game has no setting {field}",
    RefusalCode.SETTING_TYPE: "{field} has a value of the wrong type",
    RefusalCode.SETTING_CHOICE: "{field} is {value}, must be one of {allowed}",
    RefusalCode.SETTING_RANGE: "{field} is {value}, must be {least} to {most}",
    RefusalCode.SETTING_CONFLICT: "{field} {value} goes only with {other} {needs}",
}


def worded(refusal: Refusal) -> str:
    """The sentence for a refusal."""
    details: dict[str, Detail] = dict(refusal.details)
    seat, toes = details.get("seat"), details.get("toes")
    if isinstance(seat, int):
        details["letter"] = LETTERS[seat]
    if "value" in details:
        # It may be anything that a file can hold.
        details["value"] = shown(details["value"])
    details["toes_word"] = "toe" if toes == 1 else "toes"
    return _SENTENCES[refusal.code].format_map(details)
