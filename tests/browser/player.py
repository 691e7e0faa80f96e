"""Somebody at the table who sees what a person sees and does what a person does: reads the turn bar, taps a tile,
taps a lit place, drags, draws. Everything is found by its label or its visible text."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Self

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Visitor

MINE: Final = re.compile(r"Your turn(?! passes)|You drew|Draw one tile")
PILLS: Final = re.compile(r"Boneyard\s*\d+|foot (?:needs \d+|cannot be finished)")
PATIENCE: Final = 20.0
# Found by the names that readers hear, in one go: the page changes between two questions.
GLANCE: Final = """() => {
    const named = (name) => document.querySelector(`[aria-label="${name}"]`);
    const texts = (name, what) => [...(named(name)?.querySelectorAll("button") ?? [])].map(what);
    const turn = named("Turn");
    return {
        turn: turn?.checkVisibility() ? turn.innerText : null,
        buttons: texts("Turn", (button) => (button.checkVisibility() ? button.innerText.trim() : "")),
        hand: texts("Your tiles", (button) => button.ariaLabel),
        ends: texts("Open ends", (button) => button.textContent.trim()),
        cloth: named("The table")?.innerText ?? "",
        warned: (document.querySelector("dialog[open]")?.innerText ?? "").includes("This foot cannot be finished"),
    };
}"""
# The middles of the lit places that no control of the cloth lies over, once the view has come to rest.
IN_REACH: Final = """async () => {
    const lit = () => document.querySelectorAll(`[aria-label="Open ends"] button[aria-label^="Play "]`);
    const middles = () =>
        [...lit()].map((place) => {
            const box = place.getBoundingClientRect();
            return [box.x + box.width / 2, box.y + box.height / 2];
        });
    const later = () => new Promise((done) => setTimeout(done, 60));
    let [before, now] = ["", middles()];
    while (!now.length || String(now) !== before) {
        before = String(now);
        await later();
        now = middles();
    }
    return now.filter(([x, y]) => !document.elementFromPoint(x, y)?.closest("button"));
}"""


@dataclass(frozen=True)
class Glance:
    """What a person takes in at one look. `turn` is None where no round is shown."""

    turn: str | None
    buttons: list[str]
    hand: list[str]
    ends: list[str]
    cloth: str
    warned: bool  # of a foot that cannot be finished

    @property
    def board(self) -> list[str]:
        """The open ends, the foot that waits, the boneyard."""
        return [*self.ends, *PILLS.findall(self.cloth)]

    @property
    def fitting(self) -> list[str]:
        """The tiles that do not stand back."""
        return [label.split(",")[0] for label in self.hand if not label.endswith("does not fit")]

    @property
    def is_mine(self) -> bool:
        """Whether something is left to my choice. With a foot that cannot be finished tiles are drawn without me."""
        mine = self.turn is not None and MINE.search(self.turn) is not None
        return mine and not ("Draw" in self.buttons and "foot cannot be finished" in self.cloth)


@dataclass
class Player:
    """A person's page of a table in English."""

    page: Page
    touch: bool

    @classmethod
    def of(cls, visitor: Visitor, page: Page | None = None) -> Self:
        width = (visitor.page.viewport_size or {"width": 0})["width"]
        return cls(page or visitor.page, touch=width < 600)

    # What is seen. Found by the names that readers hear, in the cheapest way: a round asks a thousand times.

    def named(self, name: str) -> Locator:
        return self.page.locator(f'[aria-label="{name}"]')

    @property
    def turn(self) -> Locator:
        return self.named("Turn")

    @property
    def hand(self) -> Locator:
        return self.named("Your tiles").locator("button")

    @property
    def fitting(self) -> Locator:
        """The tiles that do not stand back."""
        return self.named("Your tiles").locator('button:not([aria-label$="does not fit"])')

    @property
    def open_ends(self) -> Locator:
        return self.named("Open ends").locator("button")

    @property
    def lit(self) -> Locator:
        return self.named("Open ends").locator('button[aria-label^="Play "]')

    @property
    def draw_button(self) -> Locator:
        return self.turn.locator("button").filter(has_text=re.compile(r"^\s*Draw\s*$"))

    def tile(self, name: str) -> Locator:
        return self.named("Your tiles").locator(f'button[aria-label="{name}"], button[aria-label^="{name},"]')

    def names(self, tiles: Locator | None = None) -> list[str]:
        """The tiles in hand (or some of them), in the order they stand."""
        labels: list[str] = (tiles or self.hand).evaluate_all(
            "tiles => tiles.map(tile => tile.getAttribute('aria-label'))"
        )
        return [label.split(",")[0] for label in labels]

    def glance(self) -> Glance:
        return Glance(**self.page.evaluate(GLANCE))

    def is_my_turn(self) -> bool:
        return self.glance().is_mine

    def board(self) -> list[str]:
        return self.glance().board

    def wait_for_my_turn(self) -> None:
        expect(self.turn).to_contain_text(MINE, timeout=PATIENCE * 1000)

    # What is done

    def press(self, target: Locator) -> None:
        # Nobody taps before the page has come to rest; until then its scripts would not hear it.
        self.page.wait_for_load_state("load")
        if self.touch:
            target.tap()
        else:
            target.click()

    def choose(self, tile: Locator) -> None:
        self.press(tile)
        expect(tile).to_have_attribute("aria-pressed", "true")

    def lay(self) -> None:
        """Tap one of the lit places."""
        expect(self.lit.first).to_be_attached()
        places = self.page.evaluate(IN_REACH)
        assert places, "all lit places are covered"
        self.tap_at(*places[0])

    def tap_at(self, x: float, y: float) -> None:
        if self.touch:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    def drag(self, tile: Locator) -> None:
        """Drag a tile onto one of its places. The places light up when the tile leaves the hand."""
        mouse = self.page.mouse
        tile.hover()
        x, y = middle(tile)
        mouse.down()
        mouse.move(x, y - 30, steps=4)
        mouse.move(*middle(self.lit.first), steps=8)
        mouse.up()

    def act(self, name: str = "", *, drag: bool = False) -> None:
        """One action of my turn (with the tile `name`, else any), and wait until the table shows it."""
        before = self.glance()
        assert before.is_mine, before.turn
        if "Draw" in before.buttons:
            self.press(self.draw_button)
        else:
            tile = self.tile(name or before.fitting[0])
            if drag:
                self.drag(tile)
            else:
                self.choose(tile)
                self.lay()
        # The tile leaves the hand at once; the board's ends and numbers change when the table has answered.
        self._until(lambda: self._laid_since(before))

    def _laid_since(self, before: Glance) -> bool:
        """Whether the board has changed. A warning before a foot that cannot be finished is read and overruled."""
        now = self.glance()
        if now.warned:
            warning = self.page.locator("dialog[open]").filter(has_text="This foot cannot be finished")
            self.press(warning.get_by_role("button", name=re.compile("^Lay it")))
        return now.board != before.board

    def sees_what(self, other: Player) -> None:
        """Wait until both pages show the same board."""
        self._until(lambda: self.board() == other.board())

    def _until(self, what: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE
        while not what():
            assert time.monotonic() < end, self.turn.inner_text()
            self.page.wait_for_timeout(20)


def middle(target: Locator) -> tuple[float, float]:
    """The middle of an element in the window."""
    target.scroll_into_view_if_needed()
    box = target.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def play_round(players: list[Player], *, drag: bool = False) -> int:
    """Everybody acts whenever it is their turn, until nobody's page shows the round any more; how many actions."""
    acted = 0
    acted_at = time.monotonic()
    while any(player.glance().turn is not None for player in players):
        for player in players:
            if player.is_my_turn():
                player.act(drag=drag and acted % 2 == 0)
                acted += 1
                acted_at = time.monotonic()
        assert time.monotonic() - acted_at < PATIENCE, "nobody can go on"
        players[0].page.wait_for_timeout(10)
    return acted
