"""A turn, as every game here plays it (rules.md §0): play if you can, else draw, else pass.

A game is a subclass that says where tiles may be joined and what a tile does to the table. Going out,
drawing, passing and the blocked check are the same for all of them and are here.
"""

from abc import ABC, abstractmethod
from enum import Enum

from games.rules.actions import DRAW, PASS, Action, Draw, Play, play
from games.rules.deals import Deal
from games.rules.events import Drew, Event, Passed, Played, RoundEnded
from games.rules.layout import NO_NUMBER, ROOT, End, Laid, Layout, shared_number
from games.rules.reasons import why_not
from games.rules.settings import Settings
from games.rules.state import Outcome, Owed, Phase, Reason, State
from games.rules.tiles import BIT, CONTAINING, Tile, mask_of, tiles_in


class Drawing(Enum):
    """What a seat does that cannot play."""

    NONE = "none"
    ONE = "one"
    UNTIL_FITS = "until fits"


# The table after a tile was laid: the open ends, the debt, what it brought about besides being played, and
# the game's own numbers (`State.extra`).
Board = tuple[tuple[End, ...], Owed | None, tuple[Event, ...], tuple[int, ...]]


class TurnGame(ABC):
    """The turns of a game; see `games.Game` for what else a game has to offer."""

    slug: str
    places = 4
    first_by_deal = False
    drawing = Drawing.ONE
    foot = 0
    # The last position that was asked about and the answer: it is asked again when the action is checked.
    # One value, set at once, so that threads cannot mix two of them up.
    _kept: tuple[State, tuple[Action, ...]] | None = None

    @abstractmethod
    def lay(self, state: State, laid: Laid) -> Board:
        """The ends, the debt and the events after `laid`, a legal play, was added to the layout."""

    def openings(self, state: State, seat: int) -> tuple[End, ...]:
        """The places where `seat` may join a tile now: the waiting double alone, if there is one."""
        owed = state.owed
        if owed is None:
            return state.ends
        return (End(owed.node, 0, owed.number),)

    def toes(self, settings: Settings, layout: Layout, node: int) -> int:
        """How many places belong to the double at `node`; none where a line simply goes on through it."""
        return 0

    def start_turn(self, state: State) -> tuple[State, tuple[Event, ...]]:
        """What happens at the start of a turn before anything else; usually nothing."""
        return state, ()

    def dead_foot(self, settings: Settings, seats: int, layout: Layout, owed: Owed | None) -> bool:
        """Whether the waiting double can no longer be finished; never in a game without feet."""
        return False

    def dead_foot_warning(self, settings: Settings, seats: int, layout: Layout, tile: Tile) -> bool:
        """Whether laying this tile would leave such a double."""
        return False

    def legal_actions(self, state: State) -> tuple[Action, ...]:
        """Everything that the seat to act may do: never empty before the round is over, empty after it."""
        kept = self._kept
        if kept is not None and kept[0] is state:
            return kept[1]
        legal = self._find_legal(state)
        self._kept = (state, legal)
        return legal

    def apply(self, state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
        """The position after the seat to act did `action`, and what that brought about.

        Raises Refusal with the reason if the action is not one of `legal_actions`.
        """
        if action not in self.legal_actions(state):
            raise why_not(state, action, self.legal_actions(state), self.openings(state, state.turn))
        if isinstance(action, Play):
            return self._play(state, action)
        if isinstance(action, Draw):
            return self._draw(state)
        return self._pass(state)

    def open_table(self, settings: Settings, deal: Deal, first: int, owed: Owed | None = None) -> State:
        """The first position: what was laid before the deal has no open ends, but may be owed toes."""
        layout: Layout = () if deal.start is None else (Laid(deal.start, ROOT, 0, NO_NUMBER),)
        hands = tuple(mask_of(hand) for hand in deal.hands)
        opening = State(self.slug, settings, hands, deal.boneyard, layout, (), owed, first)
        return self._begin(opening, ())[0]

    def _find_legal(self, state: State) -> tuple[Action, ...]:
        if state.phase is Phase.TURN:
            plays = self._plays(state, state.turn, state.hands[state.turn])
            may_draw = self.drawing is not Drawing.NONE
        elif state.drawn is not None:
            plays = self._plays(state, state.turn, BIT[state.drawn])
            may_draw = self.drawing is Drawing.UNTIL_FITS
        else:
            return ()
        if plays:
            return plays
        return (DRAW,) if may_draw and state.boneyard else (PASS,)

    def _plays(self, state: State, seat: int, tiles: int) -> tuple[Action, ...]:
        """Every way to lay one of the tiles in a mask."""
        if not state.layout:
            return tuple([play(tile, ROOT, 0) for tile in tiles_in(tiles)])
        plays: list[Action] = []
        for node, arm, number in self.openings(state, seat):
            fitting = tiles & CONTAINING[number]
            if fitting:
                plays += [play(tile, node, arm) for tile in tiles_in(fitting)]
        return tuple(plays)

    def _play(self, state: State, action: Play) -> tuple[State, tuple[Event, ...]]:
        game, settings, hands, boneyard, layout, _, _, seat, *_ = state
        left = hands[seat] ^ BIT[action.tile]
        hands = (*hands[:seat], left, *hands[seat + 1 :])
        matched = shared_number(action.tile, layout[action.node].tile) if layout else NO_NUMBER
        laid = Laid(action.tile, action.node, action.arm, matched)
        ends, owed, events, extra = self.lay(state, laid)
        events = (Played(seat, len(layout), laid), *events)
        layout = (*layout, laid)
        if left:
            turn = (seat + 1) % len(hands)
            after = State(game, settings, hands, boneyard, layout, ends, owed, turn, extra=extra)
            return self._begin(after, events)
        after = State(game, settings, hands, boneyard, layout, ends, owed, seat, extra=extra)
        return _ended(after, Outcome(Reason.OUT, seat, None), events)

    def _draw(self, state: State) -> tuple[State, tuple[Event, ...]]:
        seat, tile = state.turn, state.boneyard[0]
        hands = (*state.hands[:seat], state.hands[seat] | BIT[tile], *state.hands[seat + 1 :])
        after = state._replace(hands=hands, boneyard=state.boneyard[1:], phase=Phase.DREW, drawn=tile)
        return after, (Drew(seat),)

    def _pass(self, state: State) -> tuple[State, tuple[Event, ...]]:
        turn = (state.turn + 1) % len(state.hands)
        after = state._replace(turn=turn, phase=Phase.TURN, drawn=None)
        return self._begin(after, (Passed(state.turn),))

    def _begin(self, state: State, events: tuple[Event, ...]) -> tuple[State, tuple[Event, ...]]:
        """The start of a turn: what the game does then, then the blocked check."""
        state, begun = self.start_turn(state)
        events += begun
        if (not state.boneyard or self.drawing is Drawing.NONE) and self._stuck(state):
            foot = None if state.owed is None else state.owed.number
            return _ended(state, Outcome(Reason.BLOCKED, None, foot), events)
        return state, events

    def _stuck(self, state: State) -> bool:
        """Whether no seat could play on this table, if it were its turn."""
        if not state.layout:
            return False
        return not any(
            hand & CONTAINING[end.number]
            for seat, hand in enumerate(state.hands)
            for end in self.openings(state, seat)
        )


def _ended(state: State, outcome: Outcome, events: tuple[Event, ...]) -> tuple[State, tuple[Event, ...]]:
    over = state._replace(phase=Phase.OVER, drawn=None, outcome=outcome)
    return over, (*events, RoundEnded(outcome))
