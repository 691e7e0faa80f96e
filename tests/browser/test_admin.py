"""The five troubles of docs/operations.md, solved in admin by somebody who only looks and presses."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Visitors
from tests.live.staging import Staged, Wish, stage
from tests.servers import Server, Site

PASSWORD = "seven-kitchen-chairs"


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory, prepared: Site) -> Iterator[Server]:
    """A server with somebody in charge of it."""
    with Site(tmp_path_factory.mktemp("office"), like=prepared) as site:
        server = site.start()
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("DJANGO_SUPERUSER_PASSWORD", PASSWORD)
            site.manage("createsuperuser", "--noinput", "--username", "rosa", "--email", "rosa@example.com")
        yield server


@pytest.fixture
def people(browser: Browser, office: Server) -> Iterator[Visitors]:
    """Visitors whose consoles have to stay empty: admin's, too."""
    visitors = Visitors(browser, office.url)
    yield visitors
    lines = visitors.unexpected()
    visitors.close()
    assert not lines, "\n".join(lines)


def in_charge(people: Visitors) -> Page:
    """Admin, signed in."""
    page = people.desktop().go("/admin/")
    page.get_by_label("Username").fill("rosa")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("link", name="Pulse of the site").first).to_be_visible()
    return page


def look_up(page: Page, what: str, text: str) -> None:
    """One of admin's lists, narrowed by its search box."""
    page.goto("/admin/")
    page.locator("#content-main").get_by_role("link", name=what, exact=True).click()
    page.locator("#searchbar").fill(text)
    page.get_by_role("button", name="Search").click()


def decide(page: Page, button: str, confirm: str) -> None:
    """Press the button on a row's page, and the one on the page that asks."""
    page.get_by_role("button", name=button).click()
    page.get_by_role("button", name=confirm).click()
    expect(page.get_by_text("Done, for 1 row.")).to_be_visible()


@pytest.fixture
def playing(office: Server) -> Staged:
    return stage(office.site, Wish(("Ann", "Ben"), plies=4))


def test_a_stuck_seat(people: Visitors, playing: Staged) -> None:
    ann = people.phone().sit(playing, 0)
    page = in_charge(people)
    look_up(page, "Seats", playing.code)
    page.get_by_role("link", name="Ben", exact=True).click()
    decide(page, "Hand the seat to a stand-in…", "Hand it over")
    # At once, without a reload: the stand-in plays in Ben's seat.
    expect(ann.get_by_text("called a stand-in for Ben").first).to_be_attached()


def test_an_offensive_name(people: Visitors, playing: Staged) -> None:
    ann = people.phone().sit(playing, 0)
    ann.get_by_role("button", name="Menu").first.click()
    ann.get_by_role("link", name="Report a name").click()
    ann.get_by_label("Ben").check()
    ann.get_by_label("What is wrong with it?").fill("It insults my family.")
    ann.get_by_role("button", name="Send the report").click()
    expect(ann.get_by_text("Thank you.")).to_be_visible()
    page = in_charge(people)
    page.get_by_role("link", name="Pulse of the site").first.click()
    page.get_by_role("link", name="reported names", exact=True).click()
    page.get_by_role("link", name="Ben", exact=True).first.click()
    expect(page.get_by_text("It insults my family.")).to_be_visible()
    decide(page, "Give a neutral name and block…", "Rename and block")
    expect(ann.get_by_text("sent Guest away").first).to_be_attached()
    expect(ann.locator("body")).not_to_contain_text("Ben")
    # Ben's own browser is a stranger's now.
    ben = people.phone().sit(playing, 1)
    expect(ben.get_by_text("You are watching.").first).to_be_visible()


def test_a_table_that_is_public_by_mistake(people: Visitors, office: Server) -> None:
    table = stage(office.site, Wish(("Ann", "Ben"), plies=2, name="Just us", public=True))
    expect(people.phone().go("/").locator("body")).to_contain_text("Just us")
    page = in_charge(people)
    look_up(page, "Tables", "Just us")
    page.get_by_role("link", name=table.code).click()
    decide(page, "Make private…", "Make private")
    # The lists are read anew every two seconds, and the page looks every five.
    expect(people.phone().go("/").locator("body")).not_to_contain_text("Just us", timeout=20_000)


def test_a_dispute_about_a_score(people: Visitors, office: Server) -> None:
    over = stage(office.site, Wish(("Ann", "Ben"), settings={"length": "one"}, plies=10_000))
    page = in_charge(people)
    look_up(page, "Rounds", over.code)
    page.get_by_role("link", name="1", exact=True).first.click()
    # The tiles that made the number, and from there to the replay.
    expect(page.get_by_role("columnheader", name="Tiles left")).to_be_visible()
    page.get_by_role("link", name="replay").click()
    expect(page).to_have_url(re.compile(f"/t/{over.code}/m/1/r/1/$"))
    expect(page.get_by_role("slider")).to_be_visible()


def test_a_deletion_request(people: Visitors, office: Server) -> None:
    over = stage(office.site, Wish(("Leaving Lea", "Ben"), settings={"length": "one"}, plies=10_000))
    page = in_charge(people)
    look_up(page, "Users", "Leaving Lea")
    page.locator("#result_list").get_by_role("link").first.click()
    page.get_by_role("button", name="Delete, as they asked…").click()
    page.get_by_role("button", name="Delete", exact=True).click()
    expect(page.get_by_text("Done, for 1 row.")).to_be_visible()
    shown = people.phone().go(f"/t/{over.code}/")
    expect(shown.get_by_text("(deleted player)").first).to_be_visible()
    expect(shown.locator("body")).not_to_contain_text("Leaving Lea")


def test_news_are_set_read_and_put_away(people: Visitors) -> None:
    page = in_charge(people)
    page.locator("#content-main").get_by_role("link", name="Site notices").click()
    page.get_by_role("link", name="Add site notice").click()
    for language, text in (
        ("English", "A replay for every round."),
        ("Korean", "다시 보기"),
        ("Japanese", "リプレイ"),
    ):
        page.get_by_label(language).fill(text)
    page.get_by_label("Shown", exact=True).check()
    page.get_by_role("button", name="Save", exact=True).click()
    reader = people.phone().go("/")
    news = reader.get_by_text("A replay for every round.")
    expect(news).to_be_visible()
    reader.get_by_role("button", name="Put this notice away").click()
    expect(news).to_have_count(0)
    reader.goto("/help/")
    expect(reader.get_by_role("heading", name="How to play")).to_be_visible()
    expect(news).to_have_count(0)
    without = people.phone(scripts=False).go("/")
    expect(without.get_by_text("A replay for every round.")).to_be_visible()
    expect(without.get_by_role("button", name="Put this notice away")).to_be_hidden()


def test_maintenance_reaches_people_in_the_middle_of_a_match(
    people: Visitors, office: Server, playing: Staged
) -> None:
    visitor = people.phone()
    visitor.page.clock.install()
    ann = visitor.sit(playing, 0)
    expect(ann.get_by_role("region", name="The table")).to_be_visible()
    texts = "text_en='Back at noon', text_ko='정오에 다시', text_ja='正午に再開'"
    make = f"from lobby.models import SiteNotice; SiteNotice(kind='maintenance', {texts}).save()"
    office.site.manage("shell", "-c", make)
    time.sleep(10.5)  # until each process reads them again
    expect(ann.get_by_text("Back at noon")).to_have_count(0)
    visitor.page.clock.fast_forward("05:01")
    expect(ann.get_by_text("Back at noon")).to_be_visible()
    expect(ann.locator(".notice", has_text="Back at noon").get_by_role("button")).to_have_count(0)
