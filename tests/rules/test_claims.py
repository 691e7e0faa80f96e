"""A claim about a deal agrees with its seed, or is told exactly where it does not."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

import pytest

from games.rules.chicken_foot import ChickenFoot
from games.rules.claims import Claim, Part, claim_json, commitment_of, faults_of
from games.rules.tiles import Tile

GAME = ChickenFoot()
SEED = bytes(range(32)).hex()


def claim(seats: int = 4, round_number: int = 1) -> Claim:
    settings = GAME.settings({})
    deal = GAME.deal(settings, seats, round_number - 1, bytes.fromhex(SEED))
    unsealed = Claim(
        table="ABCD2345",
        match=1,
        round=round_number,
        seed=SEED,
        commitment="",
        set_max=GAME.plan(settings, seats).set_max,
        start=deal.start,
        hands=deal.hands,
        boneyard=deal.boneyard,
        draws=tuple((number % seats, tile) for number, tile in enumerate(deal.boneyard[:3])),
        first=GAME.first_of_match(settings, seats, bytes.fromhex(SEED)) if round_number == 1 else None,
    )
    return replace(unsealed, commitment=commitment_of(unsealed))


def test_the_check_values_of_the_design() -> None:
    one = claim(2)
    assert one.commitment == "bf2de7e5cbcab3ec3791d03f90db2417e70cb0b571cd38f9b2f6b51f3539f899"
    assert [str(tile) for tile in one.hands[0][:4]] == ["8-7", "5-1", "9-4", "7-3"]
    assert [str(tile) for tile in one.boneyard[-4:]] == ["7-5", "7-0", "8-4", "9-0"]
    assert [claim(seats).first for seats in (2, 3, 4, 5, 6, 7, 8)] == [0, 0, 2, 2, 0, 6, 6]


@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize("number", [1, 4])
def test_what_the_seed_gives_agrees(seats: int, number: int) -> None:
    assert faults_of(claim(seats, number)) == ()


def swapped(one: Claim) -> Claim:
    """A tile of B and one of C have changed places."""
    a, b, c, d = one.hands
    return replace(one, hands=(a, (c[0], *b[1:]), (b[0], *c[1:]), d))


TAMPERED: dict[str, tuple[Callable[[Claim], Claim], set[tuple[Part, int | None]]]] = {
    "two tiles": (swapped, {(Part.HAND, 1), (Part.HAND, 2)}),
    "the order in a hand": (
        lambda one: replace(one, hands=(one.hands[0][::-1], *one.hands[1:])),
        {(Part.HAND, 0)},
    ),
    "the boneyard": (
        lambda one: replace(one, boneyard=(one.boneyard[1], one.boneyard[0], *one.boneyard[2:])),
        {(Part.BONEYARD, None)},
    ),
    "a draw": (lambda one: replace(one, draws=(*one.draws, (0, Tile(0, 0)))), {(Part.DRAWS, None)}),
    "the commitment": (lambda one: replace(one, commitment="0" * 64), {(Part.COMMITMENT, None)}),
    "the round": (lambda one: replace(one, round=2), {(Part.COMMITMENT, None)}),
    "who began": (lambda one: replace(one, first=1), {(Part.FIRST, None)}),
    "no seed": (lambda one: replace(one, seed=SEED[:-1] + "g"), {(Part.SEED, None)}),
    "capitals": (lambda one: replace(one, seed=SEED.upper()), {(Part.SEED, None)}),
}


@pytest.mark.parametrize(("change", "wrong"), TAMPERED.values(), ids=TAMPERED.keys())
def test_what_was_changed_is_told(
    change: Callable[[Claim], Claim], wrong: set[tuple[Part, int | None]]
) -> None:
    assert {(fault.part, fault.seat) for fault in faults_of(change(claim()))} == wrong


def test_another_seed_agrees_with_nothing() -> None:
    other = replace(claim(), seed="ff" + SEED[2:])
    parts = {fault.part for fault in faults_of(other)}
    assert parts >= {Part.COMMITMENT, Part.HAND, Part.BONEYARD, Part.DRAWS}


def test_without_its_table_a_claim_has_no_commitment() -> None:
    assert commitment_of(replace(claim(), table="")) == ""
    assert faults_of(replace(claim(), table="", commitment="")) == ()
    assert commitment_of(replace(claim(), table="Küche")) == ""
    assert commitment_of(replace(claim(), match=0)) == ""


def test_a_claim_as_json_has_all_of_it() -> None:
    value = json.loads(json.dumps(claim_json(claim(2))))
    assert set(value) == {
        *("table", "match", "round", "seed", "commitment", "set", "start"),
        *("hands", "boneyard", "draws", "first"),
    }
    assert (value["first"], value["start"], value["set"]) == ("A", "9-9", 9)
    assert value["draws"][0] == f"A {value['boneyard'][0]}"
