"""The line game with a spinner: the first double has four arms, the short two once the long two are covered."""

from games.rules.layout import ROOT, End, Laid, Layout
from games.rules.settings import Settings
from games.rules.state import State
from games.rules.turns import Board
from tests.games_for_tests.line import Line

LONG = (1, 2)
SHORT = (3, 4)


class Spinner(Line):
    """As `Line`, with one spinner. A spinner that was joined to the line has its arm 1 covered by that."""

    slug = "test-spinner"

    def toes(self, settings: Settings, layout: Layout, node: int) -> int:
        return len(LONG + SHORT) if node == _spinner_of(layout) else 0

    def lay(self, state: State, laid: Laid) -> Board:
        ends, owed, events, extra = super().lay(state, laid)
        layout = (*state.layout, laid)
        spinner = _spinner_of(layout)
        if spinner is None:
            return ends, owed, events, extra
        number = layout[spinner].tile.high
        if spinner == len(state.layout) and laid.parent != ROOT:
            return (*ends[:-1], End(spinner, LONG[1], number)), owed, events, extra
        covered = {other.arm for other in layout if other.parent == spinner}
        if layout[spinner].parent != ROOT:
            covered.add(LONG[0])
        if laid.parent == spinner and laid.arm in LONG and covered.issuperset(LONG):
            ends += tuple(End(spinner, arm, number) for arm in SHORT)
        return ends, owed, events, extra


def _spinner_of(layout: Layout) -> int | None:
    return next((node for node, laid in enumerate(layout) if laid.tile.is_double), None)
