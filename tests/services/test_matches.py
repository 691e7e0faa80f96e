"""Whole random matches through the services: no tile is lost, what is stored is what the log and the rules give."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping

import pytest

from games.farmyard.joins import SHAPES
from games.farmyard.placement import Placement
from games.models import Action, Match, Penalty, Round, Seat
from games.queries import Snapshot, snapshot
from games.queries.memory import forget_everything
from games.rules import games
from games.rules.actions import parse_action
from games.rules.deals import Deal, commitment
from games.rules.settings import Setting
from games.rules.state import State
from games.rules.state_json import from_json
from games.rules.tiles import Tile, tile_set
from games.services import rounds
from tests import factories
from tests.factories import play_until, playing_table, step
from tests.services.logs import stored_log

pytestmark = pytest.mark.django_db

CASES: list[tuple[int, Mapping[str, Setting]]] = [
    (2, {"length": "one", "dead_foot": "release"}),
    (3, {"target": 50, "start": 4}),
    (6, {"length": "one", "blank": 0}),
    (8, {"length": "one", "dead_foot": "release"}),
]
LONG_CASES: list[tuple[int, Mapping[str, Setting]]] = [
    (2, {"length": "half"}),
    (4, {"length": "full"}),
    (5, {"target": 200}),
    (7, {"length": "half", "start": 4}),
]


def tiles_of(state: State) -> Counter[Tile]:
    """Every tile that is somewhere, with how often."""
    in_hands = (tile for seat in range(state.seats) for tile in state.hand(seat))
    return Counter([*in_hands, *state.boneyard, *(laid.tile for laid in state.layout)])


def assert_nothing_lost(now_at: Snapshot) -> None:
    assert now_at.state is not None
    assert tiles_of(now_at.state) == Counter(tile_set(now_at.match.set_max))


def replayed(row: Round, match: Match) -> State:
    """The position that the stored deal and log give."""
    game = games.game(match.game)
    settings = game.settings(match.settings)
    assert row.deal is not None
    assert row.first is not None
    hands = tuple(tuple(map(Tile.parse, hand)) for hand in row.deal["hands"])
    deal = Deal(Tile.parse(row.start), hands, tuple(map(Tile.parse, row.deal["boneyard"])))
    assert deal == game.deal(settings, match.seat_count, row.number, bytes.fromhex(row.seed))
    state = game.open_round(settings, match.seat_count, row.number, deal, row.first)
    for action in stored_log(row.pk):
        assert state.turn == action.seat
        state, _events = game.apply(state, parse_action(state.layout, action.text))
    return state


def assert_poses_stored(row: Round, state: State) -> None:
    """The stored placements, laid again, are the picture: one for every tile, in both shapes."""
    poses = [row.poses, *(action.poses for action in stored_log(row.pk) if action.poses is not None)]
    assert len(poses) == len(state.layout)
    for shape in SHAPES:
        for stored in poses:
            assert stored is not None
            Placement.from_json(stored[shape.name])


@pytest.mark.parametrize(
    ("seats", "settings"),
    [*CASES, *(pytest.param(*case, marks=pytest.mark.slow) for case in LONG_CASES)],
)
def test_a_random_match_loses_no_tile_and_replays(seats: int, settings: Mapping[str, Setting]) -> None:
    people = [factories.person(f"P{number}") for number in range(seats)]
    choose = factories.at_random(random.Random(seats))
    now_at = playing_table(people, settings=settings)
    while not now_at.match.over:
        assert_nothing_lost(now_at)
        if now_at.between_rounds:
            now_at = rounds.open_next(table_id=now_at.table.id, round_number=now_at.round.number)
        else:
            now_at = step(now_at, choose)
    match = Match.objects.get()
    assert match.rounds_done == now_at.match.rounds_done == Round.objects.count()
    for row in Round.objects.order_by("number"):
        assert row.status == Round.Status.OVER
        assert row.commitment == commitment(now_at.table.code, 1, row.number + 1, row.seed)
        state = replayed(row, match)
        assert row.state is not None
        assert state == from_json(row.state)
        assert row.ply == Action.objects.filter(round=row).count()
        assert_poses_stored(row, state)
    assert_sheet_adds_up(match)


def assert_sheet_adds_up(match: Match) -> None:
    """Totals are the sums of the penalties, running totals too; the lowest total is in the first place."""
    seats = list(Seat.objects.filter(match=match).order_by("index"))
    for seat in seats:
        charged = list(Penalty.objects.filter(seat=seat).order_by("round__number"))
        assert len(charged) == match.rounds_done
        running = 0
        for penalty in charged:
            running += penalty.points
            assert penalty.total == running
        assert seat.total == running
    lowest = min(seat.total for seat in seats)
    assert match.winners == [seat.index for seat in seats if seat.total == lowest]
    assert match.is_draw == (len(match.winners) > 1)
    assert [seat.place for seat in seats] == [
        1 + sum(other.total < seat.total for other in seats) for seat in seats
    ]


def test_the_picture_is_the_same_whether_the_process_remembers_or_not() -> None:
    """A process that forgets everything before each action stores the same poses as one that remembers all."""
    seed = "11" * 32
    choose_by = factories.dearest
    people = [factories.person("A"), factories.person("B")]
    remembered = play_until(playing_table(people, seed=seed), factories.has_ply(24), choose_by)
    forgetful = playing_table(people, seed=seed)
    while forgetful.round.ply < 24:
        forget_everything()
        forgetful = step(forgetful, choose_by)
    logs = [
        [(action.text, action.poses) for action in stored_log(at.round.id)] for at in (remembered, forgetful)
    ]
    assert logs[0] == logs[1]


@pytest.mark.parametrize(("seats", "tiles"), [(4, 55), (8, 91)])
def test_scenario_23_two_matches_at_once_are_independent(seats: int, tiles: int) -> None:
    tables = [playing_table([factories.person(f"P{n}") for n in range(seats)]) for _table in range(2)]
    for _turn in range(30):
        tables = [step(now_at) for now_at in tables]
    for now_at in tables:
        read = snapshot(now_at.table.id)
        assert_nothing_lost(read)
        assert read.state is not None
        assert len(tiles_of(read.state)) == tiles
        # And they are those of its own deal, moved by its own actions.
        row = Round.objects.get(pk=read.round.id)
        assert replayed(row, row.match) == read.state
    assert tables[0].round.commitment != tables[1].round.commitment
