"""What every bot promises: a legal choice, from the view alone, the same for the same source."""

import random
from collections.abc import Sequence

import pytest

from games.bots import LEVELS, choose
from games.bots.knowledge import Knowledge
from games.bots.sampling import SampledDeals
from games.bots.search import Candidate, play_stage
from games.rules.actions import DRAW, PASS, Play
from games.rules.state import State
from games.rules.tiles import BIT
from tests.bots.positions import Table, dealt_table, position, random_turns
from tests.games_for_tests import registered


def scrambled(table: Table, source: random.Random) -> Table:
    """The same for the seat to act, with other tiles wherever it cannot look (and a boneyard in other order)."""
    state, me = table.state, table.state.turn
    hidden = [tile for seat in range(state.seats) if seat != me for tile in state.hand(seat)]
    hidden += state.boneyard
    source.shuffle(hidden)
    hands = []
    for seat, count in enumerate(state.counts()):
        hands.append(state.hands[me] if seat == me else sum(BIT[hidden.pop()] for _ in range(count)))
    fresh = State(
        game=state.game,
        settings=state.settings,
        hands=tuple(hands),
        boneyard=tuple(hidden),
        layout=state.layout,
        ends=state.ends,
        owed=state.owed,
        turn=state.turn,
        phase=state.phase,
        drawn=state.drawn,
    )
    other = Table(state.game, fresh, table.round_index)
    other.log = table.log
    return other


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seats", [2, 4, 8])
def test_looks_at_nothing_hidden(seats: int, level: str) -> None:
    source = random.Random(f"{seats} {level}")
    different = 0
    for turn, table in enumerate(random_turns(seats, source)):
        if turn % 8:
            continue
        other = scrambled(table, source)
        different += other.state.hands != table.state.hands
        assert choose(table.view(), level, random.Random(7)) == choose(other.view(), level, random.Random(7))
    assert different


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    "raw", [{}, {"start": 4, "blank": 0, "dead_foot": "release"}], ids=["plain", "house"]
)
@pytest.mark.parametrize("seats", range(2, 9))
def test_always_finds_a_legal_action(seats: int, raw: dict[str, object], level: str) -> None:
    source = random.Random(f"{seats} {raw} {level}")
    for turn, table in enumerate(random_turns(seats, source, **raw)):
        if turn % 9 == 0:
            assert choose(table.view(), level, source) in table.view().legal


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_source_gives_the_same_choice(level: str) -> None:
    table = dealt_table(4, random.Random(3))
    while len(table.view().legal) == 1:
        table.do(table.view().legal[0])
    first, second = random.Random(11), random.Random(11)
    for _ in range(3):
        assert choose(table.view(), level, first) == choose(table.view(), level, second)
    assert first.getstate() == second.getstate()


@pytest.mark.parametrize("level", LEVELS)
def test_does_what_it_must_without_thinking(level: str) -> None:
    table = position("9-9", ["8-7 6-6", "6-1"], "7-6 9-8")
    source = random.Random(1)
    before = source.getstate()
    assert choose(table.view(), level, source) == DRAW
    table.do(DRAW)
    assert choose(table.view(), level, source) == PASS
    assert source.getstate() == before


def test_plays_of_one_kind_need_no_thinking() -> None:
    """One tile on two ends with the same number: to the rules it is the same play."""
    table = position(
        "9-9 9-0@9-9 9-1@9-9 9-2@9-9 9-3@9-9 9-4@9-9 9-5@9-9 8-0@9-0 8-1@9-1", ["8-6 7-7", "6-1 7-1"]
    )
    assert len(table.view().legal) == 2
    source = random.Random(1)
    before = source.getstate()
    chosen = choose(table.view(), "hard", source)
    assert isinstance(chosen, Play)
    assert str(table.state.layout[chosen.node].tile) == "8-0"
    assert source.getstate() == before


def test_only_the_hard_one_narrows_its_choice_down(monkeypatch: pytest.MonkeyPatch) -> None:
    stages: list[int] = []

    def watched(
        knowledge: Knowledge,
        candidates: Sequence[Candidate],
        sampled: SampledDeals,
        deals: int,
        source: random.Random,
    ) -> None:
        stages.append(len(candidates))
        play_stage(knowledge, candidates, sampled, deals, source)

    monkeypatch.setattr("games.bots.search.play_stage", watched)
    hand = "5-0 8-0 5-1 8-1 6-2 8-3 7-4 8-5 9-8"
    view = position("9-9 9-0@9-9 9-1@9-9 9-2@9-9 9-3@9-9 9-4@9-9 9-5@9-9", [hand, "6-1 7-1"]).view()
    # 5-0 and 5-1 fit by both of their numbers, 9-8 nowhere.
    for level, expected in (("normal", [10]), ("hard", [10, 4])):
        stages.clear()
        choose(view, level, random.Random(1))
        assert stages == expected


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("slug", ["test-line", "test-spinner"])
def test_plays_a_game_that_it_was_not_made_for(slug: str, level: str) -> None:
    source = random.Random(slug + level)
    with registered():
        table = dealt_table(3, source, slug)
        while not table.state.over:
            chosen = choose(table.view(), level, source)
            if level != "easy" and isinstance(chosen, Play):
                plays = [action.tile for action in table.view().legal if isinstance(action, Play)]
                assert chosen.tile.pips == max(tile.pips for tile in plays)
            table.do(chosen)


def test_refuses_what_it_cannot_do() -> None:
    table = dealt_table(4, random.Random(3))
    with pytest.raises(ValueError, match="no level of bots: 'brilliant'"):
        choose(table.view(), "brilliant", random.Random(1))
    with pytest.raises(ValueError, match="not to act"):
        choose(table.view((table.state.turn + 1) % 4), "hard", random.Random(1))


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_does_not_sit_on_the_double_blank(level: str) -> None:
    """Two tiles fit; who lays 8-5 holds 0-0 while the other seat goes out with its last tile, which fits too."""
    opened = "9-9 9-0@9-9 9-1@9-9 9-2@9-9 9-3@9-9 9-4@9-9 9-5@9-9"
    table = position(opened, ["0-0 8-5", "5-1"], "8-7 7-6 8-6")
    chosen = choose(table.view(), level, random.Random(1))
    assert isinstance(chosen, Play)
    assert str(chosen.tile) == "0-0"
