"""What a record says before its first round: version, game, settings, seats."""

from dataclasses import dataclass

from games.rules.games import Game, game
from games.rules.record.faults import Fault, quoted, unreadable
from games.rules.record.fields import inside, moment, plain
from games.rules.record.shapes import FORMAT, LETTERS, LEVELS, SEAT_KINDS, VERSION, MatchRecord, SeatRecord
from games.rules.record.words import worded
from games.rules.refusals import Refusal
from games.rules.settings import Settings


@dataclass(frozen=True, slots=True)
class Setup:
    """The game that a record is of; `letters` are its seats in turn order."""

    game: Game
    settings: Settings
    letters: str

    @property
    def seats(self) -> int:
        return len(self.letters)


def set_up(record: MatchRecord) -> Setup:
    """Check everything before the first round; Fault for what is wrong there."""
    _check_version(record)
    rules = _game(record)
    settings = _settings(record, rules)
    setup = Setup(rules, settings, _letters(record, rules))
    if record.started and record.ended and moment(record.ended) < moment(record.started):
        raise Fault("ended", "is before started")
    return setup


def _check_version(record: MatchRecord) -> None:
    if record.format != FORMAT:
        raise unreadable("format", f"must be {quoted(FORMAT)}")
    if record.version != VERSION:
        raise unreadable("version", f"only version {VERSION} is known")


def _game(record: MatchRecord) -> Game:
    try:
        return game(record.game)
    except Refusal:
        raise unreadable("game", f"there is no game {quoted(record.game)}") from None


def _settings(record: MatchRecord, rules: Game) -> Settings:
    for name in record.settings:
        if all(name != field.field for field in rules.fields):
            raise unreadable(inside("settings", plain(name)), "unknown field")
    for field in rules.fields:
        if field.field not in record.settings:
            raise unreadable(inside("settings", field.field), "missing field")
    try:
        return rules.settings(record.settings)
    except Refusal as refusal:
        raise unreadable("settings", worded(refusal)) from None


def _letters(record: MatchRecord, rules: Game) -> str:
    least, most = rules.seat_range
    if not least <= len(record.seats) <= most:
        raise Fault("seats", f"there are {len(record.seats)}, the game takes {least} to {most}")
    for letter, seat in zip(LETTERS, record.seats, strict=False):
        _check_seat(letter, seat)
    return LETTERS[: len(record.seats)]


def _check_seat(letter: str, seat: SeatRecord) -> None:
    if seat.seat != letter:
        raise Fault("seats", f"{quoted(seat.seat)} stands where {letter} must be")
    if seat.kind not in SEAT_KINDS:
        raise Fault("seats", f"{letter} has the kind {quoted(seat.kind)}, must be {' or '.join(SEAT_KINDS)}")
    if seat.level is None:
        return
    if seat.kind != "bot":
        raise Fault("seats", f"{letter} is no bot and has a level")
    if seat.level not in LEVELS:
        raise Fault(
            "seats", f"{letter} has the level {quoted(seat.level)}, must be one of {', '.join(LEVELS)}"
        )
