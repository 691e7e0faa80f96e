"""Everything that happens can be read by everybody who is there, on a phone too, and after a round."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from games.rules.state import Phase, State
from tests.browser.conftest import Visitor, Visitors
from tests.browser.stages import ENDLESS
from tests.live.positions import wish_for
from tests.live.staging import Staged, Wish, stage_all
from tests.servers import Server

LOST_SEAT = "You sat here before? How to get your seat back"


def nobody_could_lay(state: State) -> bool:
    return state.phase is Phase.TURN and len(state.layout) == 1 and len(set(state.counts())) > 1


@pytest.fixture(scope="module")
def tables(server: Server) -> list[Staged]:
    """One at which the last action was a pass, one between two rounds."""
    wish = Wish(("Ann", "Ben", "Cem"), settings={"length": "one"})
    playing, _state = wish_for(wish, nobody_could_lay)
    return stage_all(server.site, [playing, Wish(("Ann", "Ben"), settings={"length": "full"}, plies=ENDLESS)])


def opened_log(page: Page) -> Locator:
    """The list of what happened, as the menu shows it."""
    page.get_by_role("button", name="Menu").locator("visible=true").click()
    page.get_by_role("dialog", name="Menu").get_by_role("button", name="What happened").click()
    return page.get_by_role("dialog", name="So far").get_by_role("list")


@pytest.mark.parametrize("place", [1, None], ids=["Ben", "a watcher"])
def test_on_a_phone_everybody_reads_what_happened_although_nothing_was_laid(
    visitors: Visitors, tables: list[Staged], place: int | None
) -> None:
    phone = visitors.phone()
    page = phone.go(f"/t/{tables[0].code}/") if place is None else phone.sit(tables[0], place)
    log = opened_log(page)
    expect(log.locator("li").last).to_contain_text("passed")


@pytest.mark.parametrize(("size", "table"), [("phone", 0), ("desktop", 0), ("phone", 1)])
def test_who_lost_a_seat_is_told_how_to_get_it_back(
    visitors: Visitors, tables: list[Staged], size: str, table: int
) -> None:
    visitor: Visitor = visitors.phone() if size == "phone" else visitors.desktop()
    page = visitor.go(f"/t/{tables[table].code}/")
    page.get_by_role("link", name=LOST_SEAT).click()
    expect(page.locator("#seat")).to_be_in_viewport()


def test_between_two_rounds_everybody_reads_what_happens_and_the_next_one_begins_with_it(
    visitors: Visitors, tables: list[Staged]
) -> None:
    ann, ben = visitors.desktop().sit(tables[1], 0), visitors.phone().sit(tables[1], 1)
    news = ben.get_by_role("region", name="Since the end of the round")
    expect(news).to_be_hidden()
    ann.get_by_role("button", name="Menu").locator("visible=true").click()
    ann.get_by_role("button", name="Lock the table").click()
    ann.get_by_role("button", name="Hello!").click()
    expect(news.locator("li:visible")).to_have_text(["Ann locked the table", "Ann: Hello!"])
    expect(ben.locator("#say")).to_have_text("Ann: Hello!")
    for page in (ben, ann):
        page.get_by_role("button", name="I’m ready").click()
    expect(ben.get_by_label("Your tiles")).to_be_visible()
    log = opened_log(ben)
    expect(log.locator("li")).to_have_text(["Ann locked the table"])
