"""The yard: real rounds and made-up trees, laid out move by move."""

import random

import pytest

from bench.rounds import layout_of
from games.farmyard import SHAPES, SQUARE, WIDE, Join, Placement, Pose, Shape, Yard, end_spots, fold
from games.farmyard.geometry import clash, distance
from tests.farmyard.boards import CHICKEN_FOOT, ENDLESS, TOUCH, Watched, any_end, tree

# Rounds with strings and repairs in one shape or the other, and quiet ones.
ROUNDS = [(2, 1), (8, 4), (4, 0), (6, 3)]
both_shapes = pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.name)


@both_shapes
@pytest.mark.parametrize(("seats", "seed"), ROUNDS)
def test_a_round_is_laid_without_an_overlap_and_every_tile_touches_its_parent(
    seats: int, seed: int, shape: Shape
) -> None:
    joins, manner = layout_of(seats, seed)
    watched = Watched(shape, manner).place_all(joins)
    assert len(watched.yard.poses) == len(joins)


@pytest.mark.slow
@both_shapes
@pytest.mark.parametrize("seats", range(2, 9))
def test_many_rounds_are_laid_without_an_overlap(seats: int, shape: Shape) -> None:
    for seed in range(1000, 1008):
        joins, manner = layout_of(seats, seed)
        Watched(shape, manner).place_all(joins)


@pytest.mark.slow
def test_troubled_rounds_hold_strings_and_repairs() -> None:
    """The rounds of the other tests do show what they are there for."""
    placements = [p for seats, seed in ROUNDS for shape in SHAPES for p in _placed(shape, seats, seed)]
    assert any(p.link for p in placements)
    assert any(p.moved for p in placements)


def _placed(shape: Shape, seats: int, seed: int) -> list[Placement]:
    joins, manner = layout_of(seats, seed)
    yard = Yard(shape, manner)
    return [yard.place(join) for join in joins]


@both_shapes
def test_the_same_history_gives_the_same_picture(shape: Shape) -> None:
    assert _placed(shape, 2, 1) == _placed(shape, 2, 1)


@both_shapes
@pytest.mark.parametrize(("seats", "seed"), ROUNDS[:3])
def test_a_yard_goes_on_from_stored_placements_as_it_would_in_memory(
    seats: int, seed: int, shape: Shape
) -> None:
    joins, manner = layout_of(seats, seed)
    yard = Yard(shape, manner)
    placements: list[Placement] = []
    source = random.Random(seed)
    for ply, join in enumerate(joins):
        rebuilt = (
            Yard.rebuild(shape, manner, joins[:ply], placements) if source.random() < 0.2 else yard.copy()
        )
        placements.append(yard.place(join))
        assert rebuilt.place(join) == placements[-1]
        assert rebuilt.frame == yard.frame


@both_shapes
def test_planning_changes_nothing(shape: Shape) -> None:
    joins = tree(40, 0.3, any_end, 5)
    curious, plain = Yard(shape, ENDLESS), Yard(shape, ENDLESS)
    for ply, join in enumerate(joins):
        if curious.ends():
            end = curious.ends()[ply % len(curious.ends())]
            for other in (Join(end.number, end.number, end.tile, toes=3), Join(end.number, 8, end.tile)):
                before = (curious.poses, curious.joins, curious.frame, curious.ends())
                curious.plan(other)
                assert (curious.poses, curious.joins, curious.frame, curious.ends()) == before
        planned = curious.plan(join)
        assert planned == curious.place(join) == plain.place(join)


def test_what_comes_later_changes_nothing_before() -> None:
    joins = tree(35, 0.2, any_end, 6)
    for length in (10, 20, 30):
        whole, part = Yard(WIDE, ENDLESS), Yard(WIDE, ENDLESS)
        assert [whole.place(join) for join in joins][:length] == [part.place(join) for join in joins[:length]]


@both_shapes
def test_toes_lie_in_the_places_planned_with_their_double(shape: Shape) -> None:
    joins, manner = layout_of(4, 1)
    yard = Yard(shape, manner)
    planned: dict[int, list[Pose]] = {}
    for tile, join in enumerate(joins):
        placement = yard.place(join)
        assert not placement.moved
        if join.is_double:
            assert len(placement.slots) == (3 if tile else 6)
            planned[tile] = list(placement.slots)
        elif planned.get(join.parent):
            assert placement.pose == planned[join.parent].pop(0)
            assert yard.next_slot(join.parent) == next(iter(planned[join.parent]), None)


def test_a_quick_guess_lies_straight_ahead_of_its_end() -> None:
    yard = Yard(WIDE, CHICKEN_FOOT)
    for join in tree(7, 0, any_end, 1):
        yard.place(join)
    first_toe = yard.poses[1]
    guess = yard.straight(Join(1, 5, 1))
    assert guess.angle == first_toe.angle
    assert distance(guess, first_toe) <= TOUCH
    crosswise = yard.straight(Join(1, 1, 1, toes=3))
    assert (crosswise.angle - first_toe.angle) % 180 == 90
    assert distance(crosswise, first_toe) <= TOUCH
    yard.place(Join(1, 1, 1, toes=3))
    assert yard.straight(Join(1, 5, 7)) == yard.next_slot(7) == yard.plan(Join(1, 5, 7)).pose


def test_open_ends_are_those_without_a_tile_and_dead_without_tiles_left() -> None:
    yard = Yard(WIDE, CHICKEN_FOOT)
    joins = tree(7, 0, any_end, 1)
    for join in joins:
        yard.place(join)
    assert [(end.tile, end.number) for end in yard.ends()] == [(tile, tile) for tile in range(1, 7)]
    yard.place(Join(1, 8, 1))
    assert [(end.tile, end.number) for end in yard.ends()][-1] == (7, 8)
    assert not any(end.tile == 1 for end in yard.ends())
    for number in (2, 3, 4, 5, 6):
        yard.place(Join(8, number, len(yard.poses) - 1))
        yard.place(Join(number, 8, len(yard.poses) - 1))
    dead = {end.number for end in yard.ends() if end.dead}
    assert dead == {8}
    assert yard.ends() == end_spots(yard.joins, yard.poses, CHICKEN_FOOT)


def test_the_tag_of_an_end_lies_just_past_its_short_side() -> None:
    yard = Yard(SQUARE, CHICKEN_FOOT)
    for join in tree(7, 0, any_end, 1):
        yard.place(join)
    for end in yard.ends():
        pose = yard.poses[end.tile]
        away = ((end.tag[0] - pose.x) ** 2 + (end.tag[1] - pose.y) ** 2) ** 0.5
        assert end.angle == pose.angle
        assert 1.3 < away < 1.6


def _with_a_waiting_foot(shape: Shape) -> tuple[Yard, list[Join], list[Placement]]:
    joins = [*tree(7, 0, any_end, 1), Join(2, 2, 2, toes=3), Join(2, 9, 7)]
    yard = Yard(shape, CHICKEN_FOOT)
    return yard, joins, [yard.place(join) for join in joins]


@both_shapes
def test_a_foot_that_is_given_up_leaves_its_places(shape: Shape) -> None:
    yard, joins, placements = _with_a_waiting_foot(shape)
    free = fold(shape, placements).slots[7]
    assert len(free) == 2
    assert 7 not in fold(shape, placements, released=[7]).slots
    yard.release(7)
    yard.release(7)
    assert yard.next_slot(7) is None
    joins.append(Join(9, 8, 8))
    placements.append(yard.place(joins[-1]))
    assert placements[-1].released == (7,)
    assert 7 not in fold(shape, placements).slots
    assert yard.place(Join(8, 1, 9)).released == ()


@both_shapes
def test_a_given_up_foot_is_known_after_a_rebuild(shape: Shape) -> None:
    yard, joins, placements = _with_a_waiting_foot(shape)
    rebuilt = Yard.rebuild(shape, CHICKEN_FOOT, joins, placements)
    yard.release(7)
    rebuilt.release(7)
    for join in (Join(3, 1, 3), Join(9, 9, 8, toes=3), Join(9, 4, 10), Join(9, 5, 10), Join(9, 6, 10)):
        joins.append(join)
        placements.append(yard.place(join))
        assert rebuilt.place(join) == placements[-1]
    again = Yard.rebuild(shape, CHICKEN_FOOT, joins, placements)
    assert again.place(Join(6, 1, 13)) == yard.place(Join(6, 1, 13))


def test_freed_places_may_be_used() -> None:
    yard, _, placements = _with_a_waiting_foot(WIDE)
    free = fold(WIDE, placements).slots[7]
    ahead = Join(2, 8, 7)
    assert yard.plan(ahead).pose == free[0]
    yard.release(7)
    # Whatever is joined to the double now has to find a place of its own, and finds one where the toes were to lie.
    assert any(clash(yard.plan(ahead).pose, slot, 0.0) for slot in free)


def test_a_copy_goes_its_own_way() -> None:
    yard, _, _ = _with_a_waiting_foot(WIDE)
    other = yard.copy()
    other.place(Join(2, 8, 7))
    assert len(other.poses) == len(yard.poses) + 1
    assert other.next_slot(7) != yard.next_slot(7)
    assert other.plan(Join(2, 1, 7)) != yard.plan(Join(2, 1, 7))
