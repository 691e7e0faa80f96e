"""What a game's points are for: to be kept away from, as in Chicken Foot, or to be collected."""

from __future__ import annotations

from games.rules.games import game, slugs


def fewest_win(slug: str) -> bool:
    """Whether the lowest total wins this game: asked of its rules, with one seat a point below all others.

    A game that this release does not know is taken for one of those.
    """
    if slug not in slugs():
        return True
    rules = game(slug)
    least, _most = rules.seat_range
    return rules.result(rules.settings({}), [0, *[1] * (least - 1)]).winners == (0,)


def collecting() -> tuple[str, ...]:
    """The games in which the highest total wins."""
    return tuple(slug for slug in slugs() if not fewest_win(slug))
