"""The sampled deals: every tile somewhere, hands of the right size, nothing that the log has ruled out."""

import random
from collections.abc import Iterator
from copy import copy
from dataclasses import replace

import pytest

from games.bots.evidence import Slots, possible_slots
from games.bots.knowledge import knowledge_of
from games.bots.sampling import SampledDeals, match_tiles, sample_deals
from games.bots.tile_table import tile_table
from games.rules.actions import DRAW, PASS, parse_action
from games.rules.tiles import Tile
from games.rules.view import Logged
from tests.bots.positions import Table, dealt_table, position

LANES = 20
OPENED = "9-9 9-0@9-9 9-1@9-9 9-2@9-9 9-3@9-9 9-4@9-9 9-5@9-9"


def sampled(table: Table, source: random.Random, lanes: int = LANES) -> SampledDeals:
    view = table.view()
    return sample_deals(view, knowledge_of(view), lanes, source)


def readings(table: Table) -> list[tuple[Slots, ...]]:
    """What seat 0 makes of the log."""
    return list(possible_slots(table.view(0), random.Random(1)))


def held(table: Table, planes: list[int], lane: int) -> list[Tile]:
    all_tiles = tile_table(table.view().set_max, 50).tiles
    return [tile for tile, lanes in zip(all_tiles, planes, strict=True) if lanes >> lane & 1]


class Witness:
    """What a careful player notes down about each seat: the numbers it lacked, and the draws since then."""

    def __init__(self, seats: int) -> None:
        self.notes: list[list[tuple[frozenset[int], int]]] = [[] for _ in range(seats)]

    def see(self, seat: int, joinable: frozenset[int], *, kept: bool) -> None:
        """The seat was stuck; `kept` tells that it has drawn a tile which does not fit either."""
        later = [(numbers, draws + kept) for numbers, draws in self.notes[seat]]
        self.notes[seat] = [*later, (joinable, 0)]

    def agrees(self, seat: int, tiles: list[Tile]) -> bool:
        """Since a seat lacked some numbers it can have got no more tiles with them than it has drawn."""
        return all(
            sum(not numbers.isdisjoint(tile) for tile in tiles) <= draws
            for numbers, draws in self.notes[seat]
        )


def watched_round(
    seats: int, source: random.Random, raw: dict[str, object]
) -> Iterator[tuple[Table, Witness]]:
    """A round played at random, with what was shown, wherever the seat to act has a choice."""
    witness = Witness(seats)
    table = dealt_table(seats, source, raw=raw)
    drew = False
    while not table.state.over:
        seat, legal = table.state.turn, table.game.legal_actions(table.state)
        if len(legal) > 1:
            yield table, witness
        action = source.choice(legal)
        joinable = frozenset(end.number for end in table.game.openings(table.state, seat))
        if action == PASS or drew:
            witness.see(seat, joinable, kept=drew and action == PASS)
        drew = action == DRAW
        table.do(action)


@pytest.mark.parametrize("raw", [{}, {"start": 4, "dead_foot": "release"}], ids=["plain", "house"])
@pytest.mark.parametrize("seats", [2, 3, 4, 6, 8])
def test_agrees_with_what_was_seen(seats: int, raw: dict[str, object]) -> None:
    source = random.Random(f"{seats} {raw}")
    for turn, (table, witness) in enumerate(watched_round(seats, source, raw)):
        me = table.state.turn
        others = [seat for seat in range(seats) if seat != me]
        assert all(witness.agrees(seat, list(table.state.hand(seat))) for seat in others)
        if turn % 5:
            continue
        deals = sampled(table, source)
        hidden = sorted(
            [*(tile for seat in others for tile in table.state.hand(seat)), *table.state.boneyard]
        )
        for lane in range(LANES):
            hands = {seat: held(table, deals.hands[seat], lane) for seat in others}
            boneyard = held(table, deals.boneyard, lane)
            assert not held(table, deals.hands[me], lane)
            assert sorted([*boneyard, *(tile for hand in hands.values() for tile in hand)]) == hidden
            assert {seat: len(hand) for seat, hand in hands.items()} == {
                seat: table.state.counts()[seat] for seat in others
            }
            assert all(witness.agrees(seat, hand) for seat, hand in hands.items())


def test_every_hidden_tile_is_anywhere_at_first() -> None:
    """Nothing was shown yet: a tile lies with a seat as often as the seat's share of the hidden tiles."""
    source = random.Random(2)
    table = dealt_table(4, source)
    lanes = 4000
    deals = sampled(table, source, lanes)
    knowledge = knowledge_of(table.view())
    for planes, share in [(deals.hands[(knowledge.me + 1) % 4], 11 / 43), (deals.boneyard, 10 / 43)]:
        found = [planes[place].bit_count() / lanes for place in knowledge.hidden]
        assert max(abs(frequency - share) for frequency in found) < 0.04
    pairs = [
        (deals.boneyard[one] & deals.boneyard[other]).bit_count() / lanes
        for one, other in zip(knowledge.hidden, knowledge.hidden[1:], strict=False)
    ]
    assert max(abs(frequency - 10 / 43 * 9 / 42) for frequency in pairs) < 0.04


def test_tells_slots_apart_by_when_a_tile_was_drawn() -> None:
    """Seat 1 lacked 5 and kept what it drew; then it lacked 8: only the tile drawn later may have a 5."""
    table = position(OPENED, ["5-5 8-5 7-7", "6-1 7-1", "8-0 6-2"], "7-6 6-6 8-8 7-3")
    for text in ["5-5@9-5", "draw", "pass"]:
        table.do(parse_action(table.state.layout, text))
    fives = frozenset({5})
    assert set(readings(table)[0]) == {
        Slots(1, fives, 3),
        Slots(2, frozenset(), 2),
        Slots(None, frozenset(), len(table.state.boneyard)),
    }
    for text in ["draw", "pass", "8-5@5-5", "draw", "pass"]:
        table.do(parse_action(table.state.layout, text))
    assert set(readings(table)[0]) == {
        Slots(1, fives, 4),
        Slots(2, fives, 3),
        Slots(None, frozenset(), len(table.state.boneyard)),
    }


def test_a_tile_that_was_laid_leaves_a_slot_that_could_hold_it() -> None:
    """Seat 1 lacked 4 first and 5 later, and then lays 4-2: it must have drawn that in between."""
    hands = ["4-4 6-4 7-4 4-3 5-5 5-0 5-1 5-2 8-7", "6-1 7-1"]
    table = position(OPENED, hands, "7-6 6-6 7-3 4-2 8-8 8-6")
    fours = "4-4@9-4 draw pass 6-4@4-4 draw pass 7-4@4-4 draw pass 4-3@4-4 7-1@9-1"
    fives = "5-5@9-5 draw pass 5-0@5-5 draw pass 5-1@5-5 draw pass 5-2@5-5"
    for text in f"{fours} {fives}".split():
        table.do(parse_action(table.state.layout, text))
    assert readings(table)[0][:2] == (Slots(1, frozenset({4, 5}), 4), Slots(1, frozenset({5}), 3))
    other = copy(table)
    table.do(parse_action(table.state.layout, "4-2@9-2"))
    assert readings(table)[0][:2] == (Slots(1, frozenset({4, 5}), 4), Slots(1, frozenset({5}), 2))
    # It could have had 7-6 all the time or not; held longest is the reading that leaves most open.
    other.log = list(table.log[:-1])
    other.do(parse_action(other.state.layout, "7-6@6-4"))
    by_chance = {next(possible_slots(other.view(0), random.Random(seed)))[:2] for seed in range(20)}
    longest = (Slots(1, frozenset({4, 5}), 3), Slots(1, frozenset({5}), 3))
    assert by_chance == {longest, (Slots(1, frozenset({4, 5}), 4), Slots(1, frozenset({5}), 2))}
    assert readings(other)[1][:2] == longest


def test_does_without_a_log() -> None:
    table = position(OPENED, ["5-5 8-5 7-7", "6-1 7-1"], "7-6 6-6 8-8")
    table.log.clear()
    assert readings(table)[0] == (
        Slots(1, frozenset(), 2),
        Slots(None, frozenset(), len(table.state.boneyard)),
    )


def test_a_log_that_contradicts_itself_does_no_harm() -> None:
    """A seat that is said to have had none of the numbers it then plays still gets the right number of tiles."""
    table = position(OPENED, ["8-5 7-7 7-5", "6-1 7-1 7-4"], "7-6 6-6 8-8")
    table.log = [*(Logged(-1, 1, "pass") for _ in range(2)), *table.log]
    deals = sampled(table, random.Random(4))
    for lane in range(LANES):
        assert len(held(table, deals.hands[1], lane)) == 3
        assert len(held(table, deals.boneyard, lane)) == len(table.state.boneyard)


def test_matching_moves_others_on() -> None:
    """Tile 0 may lie in slot 0 alone, so whoever took that has to go elsewhere."""
    allowed = [[True, False, False], [True, True, False], [False, True, True], [False, True, False]]
    for seed in range(30):
        assert match_tiles(allowed, [1, 2, 1], random.Random(seed)) == [0, 1, 2, 1]


def test_matching_tells_when_there_is_no_way() -> None:
    assert match_tiles([[False, True], [False, True], [False, True]], [2, 1], random.Random(1)) is None


def test_only_a_view_that_adds_up_is_dealt() -> None:
    view = position(OPENED, ["8-5 7-7 7-5", "6-1 7-1 7-4"]).view()
    wrong = replace(view, boneyard=view.boneyard - 1)
    with pytest.raises(ValueError, match="45 hidden tiles do not fit"):
        sample_deals(wrong, knowledge_of(wrong), LANES, random.Random(1))
