"""The open ends as a list of buttons: for readers, for keyboards, for pages without scripts. The same for everybody."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.presenters.words import plain
from games.rules.layout import Layout


def end_label(number: int, line: int) -> str:
    """What an open end is called where it cannot be pointed at."""
    if line:
        return plain(_("Open %(number)s, line %(line)s"), number=number, line=line)
    return plain(_("Open %(number)s"), number=number)


def toe_label(double: str, number: int) -> str:
    """What the next free place of a foot is called."""
    return plain(_("Next toe of %(tile)s: needs %(number)s"), tile=double, number=number)


def line_of(layout: Layout, node: int) -> int:
    """The line that a node belongs to, counted from 1 as the lines left the first tile; 0 for the first tile."""
    while layout[node].parent > 0:
        node = layout[node].parent
    lines = [child for child, laid in enumerate(layout) if laid.parent == 0]
    return lines.index(node) + 1 if node in lines else 0
