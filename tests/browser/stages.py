"""One table in each of its stages, with names as people really type them, to be looked at as a whole."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from playwright.sync_api import Page

from tests.browser.conftest import Visitor
from tests.live.staging import Staged, Wish, stage_all
from tests.servers import Site

# Scenario 22, as far as such names can be stored (24 letters at most); the markup is what a hole would let in.
NAMES: Final = (
    "Min",
    "Min",
    "Wolfeschlegelsteinhausen",
    "👨‍👩‍👧‍👦",
    "שרה לוי",
    "<img src=x onerror=alert(1)>",
    "가나다라마바사아자차카타파하거너더러머버",
)
ENDLESS: Final = 10_000


@dataclass(frozen=True)
class Stages:
    """Codes and sessions of tables that wait, are played, are between rounds and are over."""

    waiting: Staged
    playing: Staged
    round_over: Staged
    match_over: Staged

    def open(self, visitor: Visitor, stage: str) -> Page:
        """The page of the first person at that table."""
        staged: Staged = getattr(self, stage)
        return visitor.sit(staged, 0)


STAGES: Final = ("waiting", "playing", "round_over", "match_over")


def staged(
    site: Site, people: tuple[str, ...], bots: tuple[str, ...] = (), name: str = "Test table"
) -> Stages:
    """The four tables, made in one go."""
    places = len(people) + len(bots)
    wishes = [
        Wish(people, bots, places=places, name=name, playing=False),
        Wish(people, bots, places=places, name=name, plies=24),
        Wish(people, bots, places=places, name=name, settings={"length": "half"}, plies=ENDLESS),
        Wish(people, bots, places=places, name=name, settings={"length": "one"}, plies=ENDLESS),
    ]
    return Stages(*stage_all(site, wishes))
