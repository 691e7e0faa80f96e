"""The pictures' positions: found by their wishes, and the same each time."""

from bench.screens import wishes
from bench.screens.roads import find
from games.rules.actions import Play
from games.rules.tiles import Tile


def test_a_position_is_found_again() -> None:
    first, second = (find(4, wishes.middle, rounds_before=2, name="sunday 2") for _time in range(2))
    assert first.seeds == second.seeds
    assert first.actions == second.actions


def test_in_the_middle_a_tile_fits_at_four_places() -> None:
    here = find(4, wishes.middle, rounds_before=2, name="sunday 2").here
    tile = Tile.parse(wishes.most_places(here))
    legal = here.view(wishes.ME).legal
    assert sum(isinstance(action, Play) and action.tile == tile for action in legal) >= 4


def test_the_dead_foot_is_dead_once_it_is_laid() -> None:
    here = find(4, wishes.dead_foot, rounds_before=2, name="dead").here
    after, _events = here.rules.apply(here.state, wishes.doomed_play(here))
    assert after.owed is not None
    assert here.rules.dead_foot(after.settings, after.seats, after.layout, after.owed)
