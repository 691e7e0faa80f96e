"""The sets and their tiles (rules.md §0)."""

import pytest

from games.rules.tiles import ALL, BIT, CONTAINING, Tile, mask_of, tile_set, tiles_in


@pytest.mark.parametrize(("largest", "count", "pips"), [(6, 28, 168), (9, 55, 495), (12, 91, 1092)])
def test_a_set_has_each_pair_once(largest: int, count: int, pips: int) -> None:
    tiles = tile_set(largest)
    assert len(set(tiles)) == len(tiles) == count
    assert sum(tile.pips for tile in tiles) == pips
    assert all(sum(number in tile for tile in tiles) == largest + 1 for number in range(largest + 1))


def test_a_set_is_sorted_by_low_half_then_high() -> None:
    assert [str(tile) for tile in tile_set(6)[:8]] == ["0-0", "1-0", "2-0", "3-0", "4-0", "5-0", "6-0", "1-1"]


@pytest.mark.parametrize("text", ["", "9", "3-9", "9-3 ", "09-3", "13-1", "9–3", "-1-0", "a-b", "９-3"])
def test_what_is_no_tile_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a tile"):
        Tile.parse(text)


def test_every_tile_reads_as_it_is_written() -> None:
    assert all(Tile.parse(str(tile)) == tile for tile in ALL)


def test_the_other_half() -> None:
    assert (Tile(9, 3).other(9), Tile(9, 3).other(3), Tile(5, 5).other(5)) == (3, 9, 5)
    with pytest.raises(ValueError, match="has no 4"):
        Tile(9, 3).other(4)


def test_masks_hold_tiles() -> None:
    hand = (Tile(3, 1), Tile(9, 8), Tile(12, 12))
    assert tiles_in(mask_of(hand)) == hand
    assert tiles_in(mask_of(tile_set(9)) & CONTAINING[9]) == tuple(Tile(9, low) for low in range(10))
    assert sorted(BIT.values()) == [1 << place for place in range(91)]
