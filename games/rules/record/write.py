"""Values of the rules → a record → JSON."""

import json
from collections.abc import Sequence
from dataclasses import asdict, fields
from typing import Final

from games.rules.deals import Deal
from games.rules.match import Result
from games.rules.record.shapes import LETTERS, By, MatchRecord, ResultRecord, RoundRecord, SeatRecord
from games.rules.state import Outcome
from games.rules.tiles import Tile

_OPTIONAL: Final = ("table", "match", "started", "ended", "ended_early")
_OPTIONAL_IN_ROUND: Final = ("out", "penalties", "totals", "seed", "by")


def round_record(
    deal: Deal,
    first: int,
    actions: Sequence[tuple[int, str]],
    *,
    outcome: Outcome | None,
    penalties: Sequence[int] = (),
    totals: Sequence[int] = (),
    seed: str | None = None,
    by: Sequence[tuple[int, int, str]] = (),
) -> RoundRecord:
    """A round as a record has it, from seats as numbers.

    `actions` are (seat, text of the action); `outcome` is None for an open round, which has no penalties and
    totals; `seed` is in hex; `by` holds (action number from 1, seat, kind of actor).
    """
    over = outcome is not None
    out = None if outcome is None else outcome.seat
    return RoundRecord(
        start=None if deal.start is None else str(deal.start),
        first=LETTERS[first],
        hands={LETTERS[seat]: _texts(hand) for seat, hand in enumerate(deal.hands)},
        boneyard=_texts(deal.boneyard),
        actions=tuple(f"{LETTERS[seat]} {text}" for seat, text in actions),
        end=None if outcome is None else outcome.reason.value,
        out=None if out is None else LETTERS[out],
        penalties=_by_letter(penalties) if over else None,
        totals=_by_letter(totals) if over else None,
        seed=seed,
        by=tuple(By(action, LETTERS[seat], kind) for action, seat, kind in by),
    )


def result_record(result: Result) -> ResultRecord:
    """The result of a match as a record has it."""
    return ResultRecord(tuple(LETTERS[seat] for seat in result.winners), result.draw)


def to_json(record: MatchRecord) -> dict[str, object]:
    """The record as a value for `json.dumps`: the fields of the format, the optional ones that are there."""
    return {
        **_without_absent(record, _OPTIONAL),
        "settings": dict(record.settings),
        "seats": [_without_absent(seat, ("level",)) for seat in record.seats],
        "rounds": [_without_absent(one, _OPTIONAL_IN_ROUND) for one in record.rounds],
        "result": None if record.result is None else asdict(record.result),
    }


def to_text(record: MatchRecord) -> str:
    """The text of the file."""
    return json.dumps(to_json(record), ensure_ascii=False, separators=(",", ":"))


def _without_absent(
    value: MatchRecord | SeatRecord | RoundRecord, optional: Sequence[str]
) -> dict[str, object]:
    """The fields of a value, without the optional ones that are None or empty."""
    pairs = ((field.name, getattr(value, field.name)) for field in fields(value))
    return {name: item for name, item in pairs if name not in optional or item not in (None, ())}


def _texts(tiles: Sequence[Tile]) -> tuple[str, ...]:
    return tuple(map(str, tiles))


def _by_letter(numbers: Sequence[int]) -> dict[str, int]:
    return {LETTERS[seat]: number for seat, number in enumerate(numbers)}
