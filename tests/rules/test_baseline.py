"""The yardstick of the benches plays the same game: it replays all records."""

from pathlib import Path

import pytest

from bench import baseline
from games.rules.record.read import read_record
from games.rules.record.shapes import LETTERS, MatchRecord, RoundRecord
from games.rules.tiles import Tile
from tests.rules.record_files import GOOD


def plain(text: str) -> baseline.Tile:
    tile = Tile.parse(text)
    return (tile.high, tile.low)


def plain_action(text: str) -> baseline.Action:
    tile, at, target = text.partition("@")
    return ("play", plain(tile), plain(target)) if at else (tile, None, None)


def opened(record: MatchRecord, one: RoundRecord) -> baseline.Round:
    assert one.start is not None
    return baseline.Round(
        hands=[[plain(tile) for tile in hand] for hand in one.hands.values()],
        boneyard=[plain(tile) for tile in one.boneyard],
        double=plain(one.start)[0],
        first=LETTERS.index(one.first),
        toes=int(str(record.settings["start"])),
        blank=int(str(record.settings["blank"])),
        release=record.settings["dead_foot"] == "release",
    )


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_it_replays_the_records(path: Path) -> None:
    record = read_record(path.read_bytes())
    for one in record.rounds:
        game = opened(record, one)
        for text in one.actions:
            letter, action = text.split(" ")
            assert LETTERS[game.turn] == letter
            assert plain_action(action) in game.actions()
            game.do(plain_action(action))
        assert game.over == (one.end is not None)
        if one.penalties is not None:
            assert game.penalties() == list(one.penalties.values())
            assert (None if game.out is None else LETTERS[game.out]) == one.out
